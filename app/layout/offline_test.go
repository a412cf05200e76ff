//go:build !js

package layout

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/port"
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
			if got := sayFault(i18n.For(lang), &port.FileFault{File: "/app.css", Why: why, Detail: "text/html"}); !strings.Contains(got, says[i]) {
				t.Errorf("%s, %s: %q", why, lang, got)
			}
		}
	}
}

func TestD17TheNoteFollowsWhatThePageFinds(t *testing.T) {
	w := apptest.New()
	w.Device.Start = port.OfflineStart{State: port.OfflineSoon}
	n := &OfflineNote{Ports: w.Ports, Always: true}
	_, e := apptest.Show(t, n)
	w.Device.Start = port.OfflineStart{State: port.OfflineYes}
	w.Device.OnStart()
	apptest.Wants(t, apptest.Again(e, n), i18n.English().OfflineYes)
	w.Device.Insecure = true // the status bar says what is wrong then
	apptest.Lacks(t, app.HTMLString(&OfflineNote{Ports: w.Ports, Always: true}), "offline-start")
}
