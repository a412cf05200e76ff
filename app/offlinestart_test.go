//go:build !js

package app

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestD17WhyAPhoneDoesNotStartOfflineIsSaidInBothLanguages(t *testing.T) {
	for why, says := range map[string][2]string{
		"altered":     {"/app.css arrived altered (text/html)", "/app.css ist verändert angekommen (text/html)"},
		"status":      {"/app.css was answered with text/html", "/app.css wurde mit text/html beantwortet"},
		"unreachable": {"could not be loaded", "konnte nicht geladen werden"},
		"full":        {"could not be stored", "konnte nicht gespeichert werden"},
		"policy":      {"forbids /app.css", "verbietet /app.css"},
		"worker":      {"The browser refuses /app.css", "Der Browser lehnt /app.css ab"},
		"unsupported": {"private window", "privaten Fenster"},
		"else":        {"does not say why", "sagt nicht, warum"},
	} {
		for i, lang := range []string{"en", "de"} {
			if got := sayFault(wordsFor(lang), &FileFault{"/app.css", why, "text/html"}); !strings.Contains(got, says[i]) {
				t.Errorf("%s, %s: %q", why, lang, got)
			}
		}
	}
}

func TestD17SettingsAlwaysSayWhetherTheAppStartsOfflineAndTheFirstPageOnlyIfNot(t *testing.T) {
	t1 := english()
	for _, c := range []struct {
		start    OfflineStart
		settings string
		today    bool
	}{
		{OfflineStart{State: offlineYes}, t1.OfflineYes, false},
		{OfflineStart{State: offlineSoon}, t1.OfflineSoon, false},
		{OfflineStart{State: offlineNo, Fault: &FileFault{"/app.js", "altered", ""}}, t1.OfflineNo, true},
		{OfflineStart{State: offlineYes, Newer: &FileFault{"/app.js", "status", "403"}}, t1.NewerNotStored, false},
		{OfflineStart{State: offlineYes, Core: &FileFault{"/web/worker.wasm", "status", "403"}}, t1.CoreNotStored, false},
	} {
		w := newWorld()
		w.device.start = c.start
		html, _ := show(t, newSettings(w.ports))
		wants(t, html, c.settings, `data-testid="offline-start"`)
		html, _ = show(t, newToday(w.ports))
		if got := strings.Contains(html, "offline-start"); got != c.today {
			t.Errorf("%+v: the first page speaks of it: %v", c.start, got)
		}
		html, _ = show(t, newOrders(w.ports))
		lacks(t, html, "offline-start")
	}
}

func TestD17TheNoteFollowsWhatThePageFinds(t *testing.T) {
	w := newWorld()
	w.device.start = OfflineStart{State: offlineSoon}
	n := &OfflineNote{Ports: w.ports, Always: true}
	_, e := show(t, n)
	w.device.start = OfflineStart{State: offlineYes}
	w.device.onStart()
	wants(t, again(e, n), english().OfflineYes)
	w.device.insecure = true // the status bar says what is wrong then
	lacks(t, app.HTMLString(&OfflineNote{Ports: w.ports, Always: true}), "offline-start")
}
