//go:build !js

package page

import (
	"strings"
	"testing"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/port"
)

func TestD17SettingsAlwaysSayWhetherTheAppStartsOfflineAndTheFirstPageOnlyIfNot(t *testing.T) {
	t1 := i18n.English()
	for _, c := range []struct {
		start    port.OfflineStart
		settings string
		today    bool
	}{
		{port.OfflineStart{State: port.OfflineYes}, t1.OfflineYes, false},
		{port.OfflineStart{State: port.OfflineSoon}, t1.OfflineSoon, false},
		{port.OfflineStart{State: port.OfflineNo, Fault: &port.FileFault{File: "/app.js", Why: "altered", Detail: ""}}, t1.OfflineNo, true},
		{port.OfflineStart{State: port.OfflineYes, Newer: &port.FileFault{File: "/app.js", Why: "status", Detail: "403"}}, t1.NewerNotStored, false},
		{port.OfflineStart{State: port.OfflineYes, Core: &port.FileFault{File: "/web/worker.wasm", Why: "status", Detail: "403"}}, t1.CoreNotStored, false},
	} {
		w := apptest.New()
		w.Device.Start = c.start
		html, _ := apptest.Show(t, NewSettings(w.Ports))
		apptest.Wants(t, html, c.settings, `data-testid="offline-start"`)
		html, _ = apptest.Show(t, NewToday(w.Ports))
		if got := strings.Contains(html, "offline-start"); got != c.today {
			t.Errorf("%+v: the first page speaks of it: %v", c.start, got)
		}
		html, _ = apptest.Show(t, NewOrders(w.Ports))
		apptest.Lacks(t, html, "offline-start")
	}
}
