//go:build !js

package layout

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw"
)

// tapStore is the note whose context a test can press with.
type tapStore struct {
	StoreNote
	ctx app.Context
}

func (t *tapStore) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(ui.StateBar, t.Ports.Outbox.(*fake.Outbox).Status)
	t.StoreNote.OnPreRender(ctx)
}

func storeNote(t *testing.T, fault sw.Fault) (*tapStore, *apptest.World, app.TestEngine) {
	t.Helper()
	w := apptest.New()
	w.Outbox.Status.Fault = fault
	n := &tapStore{StoreNote: StoreNote{Ports: w.Ports}}
	_, e := apptest.Show(t, n)
	return n, w, e
}

func TestAStoresTroubleIsSaidOnceWithTheOneThingThatHelps(t *testing.T) {
	t1 := i18n.English()
	for fault, says := range map[sw.Fault][2]string{
		sw.FaultNewer:    {t1.StoreNewer, `data-testid="store-update"`},
		sw.FaultOutdated: {t1.StorageOutdated, `data-testid="store-update"`},
		sw.FaultDamaged:  {t1.StoreDamaged, `data-testid="store-rescue"`},
		sw.FaultWiped:    {t1.StoreWiped, `href="/signin"`},
	} {
		n, _, e := storeNote(t, fault)
		apptest.Wants(t, app.HTMLString(n), says[0], says[1], `role="alert"`)
		apptest.Press(e, n.ctx, n.onClose)
		apptest.Lacks(t, app.HTMLString(n), says[0])
	}
	for _, fault := range []sw.Fault{sw.FaultNone, sw.FaultPrivate, sw.FaultFull} { // the bar says those
		n, _, _ := storeNote(t, fault)
		apptest.Lacks(t, app.HTMLString(n), "store-note")
	}
}

func TestWhatCanBeReadOfADamagedStoreComesOutAsAFileOrItIsSaidThatNothingCan(t *testing.T) {
	n, w, e := storeNote(t, sw.FaultDamaged)
	apptest.Press(e, n.ctx, n.onRescue)
	apptest.Wants(t, app.HTMLString(n), i18n.English().ExportDone)
	w.Device.RescueErr = port.ErrNoBrowser
	apptest.Press(e, n.ctx, n.onRescue)
	apptest.Wants(t, app.HTMLString(n), i18n.English().RescueFailed)
	apptest.Lacks(t, app.HTMLString(n), i18n.English().ExportDone)
}

func TestC47APhoneThatIsNearlyFullIsSaidBeforeTheNextOrder(t *testing.T) {
	w := apptest.New()
	w.Device.Quota, w.Device.Used = 10<<30, 10<<30-2<<20
	html, _ := apptest.Show(t, &StatusBar{Ports: w.Ports})
	apptest.Wants(t, html, "nearly full: 2.0 MB left")
	w.Device.Used = 1 << 20
	html, _ = apptest.Show(t, &StatusBar{Ports: w.Ports})
	apptest.Lacks(t, html, "storage-warning")
}
