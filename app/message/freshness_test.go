//go:build !js

package message

import (
	"strings"
	"testing"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/server/wire"
)

func TestAnEmptyPageSaysWhyAndThatTheAppTriesAgain(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		w := apptest.New()
		w.Ports.Texts = i18n.For(lang)
		words := w.Ports.Words()
		for name, c := range map[string]struct {
			fresh   port.Freshness
			offline bool
			says    []string
			again   bool
		}{
			"no network":          {port.Freshness{}, true, []string{words.CopyNever, words.CopyOffline}, true},
			"no answer":           {port.Freshness{Err: fake.ErrNoAnswer}, false, []string{words.CopyNever, words.CopyNoAnswer}, true},
			"in the middle":       {port.Freshness{Err: fake.ErrNoAnswer, Loaded: 3, Total: 9}, false, []string{words.CopyPart, words.CopyNoAnswer}, true},
			"the network went":    {port.Freshness{Err: fake.ErrNoAnswer, Loaded: 3}, true, []string{words.CopyPart, words.CopyOffline}, true},
			"busy":                {port.Freshness{Err: &wire.Problem{Status: 503, Code: wire.CodeBusy}}, false, []string{words.CopyNever, words.CopyBusy}, true},
			"too many at once":    {port.Freshness{Err: &wire.Problem{Status: 429, Code: wire.CodeRateLimited}}, false, []string{words.CopyBusy}, true},
			"the session ended":   {port.Freshness{Err: &wire.Problem{Status: 401, Code: wire.CodeUnauthenticated}}, false, []string{words.CopySignIn}, false},
			"the app is too old":  {port.Freshness{Err: wire.NewProblem(wire.CodeUpgradeRequired, "")}, false, []string{words.HoldUpdate}, false},
			"refused":             {port.Freshness{Err: &wire.Problem{Status: 403, Title: "Not for you"}}, false, []string{"Not for you"}, false},
			"on its way":          {port.Freshness{Pulling: true, Err: fake.ErrNoAnswer}, false, []string{words.CopyLoading}, false},
			"a copy that is here": {port.Freshness{At: fake.Now, Err: fake.ErrNoAnswer}, false, []string{i18n.Fill(words.CopyFresh, "time", w.Device.Clock(fake.Now))}, false},
		} {
			w.Device.Offline = c.offline
			said := SayFresh(words, c.fresh, w.Device)
			for _, s := range c.says {
				if !strings.Contains(said, s) {
					t.Errorf("%s, %s: %q lacks %q", lang, name, said, s)
				}
			}
			if again := strings.Contains(said, words.CopyAgain); again != c.again {
				t.Errorf("%s, %s: %q says that it is tried again: %v", lang, name, said, again)
			}
		}
	}
}
