package message

import (
	"regexp"
	"slices"
	"testing"

	"waybill/app/i18n"
	"waybill/server/wire"
)

func TestEveryReasonHasWordsInEveryLanguageThatNameOnlyWhatIsSent(t *testing.T) {
	for _, w := range []*i18n.Words{i18n.For("en"), i18n.For("de")} {
		for _, spec := range wire.FieldCodes {
			text := reasonText(w, spec.Code)
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
			if got := SayField(w, wire.FieldError{Code: spec.Code, Params: sent, Message: "from the office"}); got == "from the office" {
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
			if got := SayField(i18n.For(lang), c.err); got != want {
				t.Errorf("%s: %q is said of %+v, want %q", lang, got, c.err, want)
			}
		}
	}
}

// placeholders are the names in braces of a message, sorted, each once.
func placeholders(message string) (names []string) {
	for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(message, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}
