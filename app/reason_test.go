//go:build !js

package app

import (
	"slices"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

func TestEveryReasonHasWordsInEveryLanguageThatNameOnlyWhatIsSent(t *testing.T) {
	for _, w := range []*Words{wordsFor("en"), wordsFor("de")} {
		for _, spec := range wire.FieldCodes {
			text := w.reason(spec.Code)
			if text == "" {
				t.Errorf("%s: no words for %s", w.Lang, spec.Code)
			}
			sent := wire.Params{}
			for _, p := range spec.Always {
				sent[p] = 1
			}
			for _, name := range placeholders(text) {
				rules := name == "rules" && spec.Code == wire.FieldQuantityRule
				if !rules && !slices.Contains(spec.Always, name) {
					t.Errorf("%s: %s names {%s}, which is not always sent", w.Lang, spec.Code, name)
				}
			}
			if got := sayField(w, wire.FieldError{Code: spec.Code, Params: sent, Message: "from the office"}); got == "from the office" {
				t.Errorf("%s: %s is said in the office's words", w.Lang, spec.Code)
			}
		}
	}
}

func TestAReasonIsSaidInTheUsersLanguageWithItsNumbers(t *testing.T) {
	for _, c := range []struct {
		err    wire.FieldError
		en, de string
	}{
		{
			wire.FieldError{Code: wire.FieldQuantityRule, Params: wire.Params{"have": 1300, "pack": 6, "max": 1200}},
			"1,300 is not possible: packs of 6, at most 1,200.", "1.300 geht nicht: Packungen zu 6, höchstens 1.200.",
		},
		{
			wire.FieldError{Code: wire.FieldTooLong, Params: wire.Params{"have": 2001, "limit": 2000}},
			"2,001 characters, at most 2,000 are possible.", "2.001 Zeichen, höchstens 2.000 sind möglich.",
		},
		{
			wire.FieldError{Code: wire.FieldControlCharacter, Params: wire.Params{"char": 0x202e}},
			"Holds an invisible character (U+202E). Please type it anew.", "Enthält ein unsichtbares Zeichen (U+202E). Bitte neu eingeben.",
		},
		{wire.FieldError{Code: "of_next_year", Params: wire.Params{"have": 1}, Message: "no"}, "no", "no"},
		{wire.FieldError{Code: wire.FieldTooLong, Message: "too long, no numbers"}, "too long, no numbers", "too long, no numbers"},
		{wire.FieldError{Message: "from an older office"}, "from an older office", "from an older office"},
	} {
		for lang, want := range map[string]string{"en": c.en, "de": c.de} {
			if got := sayField(wordsFor(lang), c.err); got != want {
				t.Errorf("%s: %q is said of %+v, want %q", lang, got, c.err, want)
			}
		}
	}
}

func TestCardAndFormSayARefusalInTheUsersLanguage(t *testing.T) {
	w := newWorld()
	w.ports.text = wordsFor("de")
	card := refusedOrder()
	card.Entry.Answer = &entry.Answer{Problem: `{"code":"validation_failed","errors":[{"field":"/lines/0/quantity","code":"quantity_rule","params":{"have":7,"pack":10},"message":"7 is not possible: in packs of 10"},` +
		`{"field":"/note","code":"next_year","params":{"why":"a text"},"message":"not on Sundays"},` +
		`{"field":"/deliver_on","code":"not_a_day","message":"is not a day"}]}`}
	html, _ := show(t, &CardView{Ports: w.ports, Card: card})
	wants(t, html, "Zeile 1, Menge: 7 geht nicht: Packungen zu 10.", "Notiz: not on Sundays", "Liefern am: Diesen Tag gibt es nicht.")
	lacks(t, html, "is not possible", "is not a day")

	f, e := openOrder(t, w)
	press(e, f.ctx, func(ctx app.Context, _ app.Event) { f.restore(ctx, nil, &card) })
	html = app.HTMLString(f)
	wants(t, html, "7 geht nicht: Packungen zu 10.", "not on Sundays", "Diesen Tag gibt es nicht.")
	lacks(t, html, "is not possible", "is not a day")
}
