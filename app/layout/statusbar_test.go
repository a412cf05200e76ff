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
	"waybill/idbqueue/entry"
	"waybill/sw"
)

func TestTheStatusBarCarriesItsNumbersOnlyOnceTheOutboxIsOpen(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status = sw.Bar{Pending: 1, Retrying: 2, Attention: 3, Conflict: 4, Rejected: 5, Sent: 6, Online: true, Hold: sw.ReasonFailing, Storage: port.StorageOK}
	html, _ := apptest.Show(t, &StatusBar{Ports: w.Ports})
	apptest.Wants(t, apptest.Tag(html, "statusbar"), `data-pending="1"`, `data-retrying="2"`, `data-attention="3"`, `data-conflict="4"`,
		`data-rejected="5"`, `data-sent="6"`, "data-online", `data-hold="failing"`, `data-storage="ok"`)
	w.Outbox.BarErr = entry.ErrNone
	html, _ = apptest.Show(t, &StatusBar{Ports: w.Ports})
	apptest.Lacks(t, apptest.Tag(html, "statusbar"), "data-pending", "data-sent")
	apptest.Wants(t, html, `data-storage="off"`, `data-testid="storage-warning"`, i18n.English().StorageOff)
}

func TestStorageTroublesAreSaidByTheirCause(t *testing.T) {
	t1 := i18n.English()
	for err, says := range map[error]string{
		entry.ErrBlocked: t1.StorageBlocked, entry.ErrOutdated: t1.StorageOutdated, entry.ErrQuota: t1.StorageFull, entry.ErrDamaged: t1.StorageDamaged, entry.ErrNone: t1.StorageOff,
	} {
		w := apptest.New()
		w.Outbox.BarErr = err
		html, _ := apptest.Show(t, &StatusBar{Ports: w.Ports})
		apptest.Wants(t, html, says)
	}
	w := apptest.New()
	w.Outbox.Status.Storage = port.StorageVolatile
	html, _ := apptest.Show(t, &StatusBar{Ports: w.Ports})
	apptest.Wants(t, html, t1.StorageVolatile)
}

// tapSignOut is the button whose context a test can press with.
type tapSignOut struct {
	SignOut
	ctx app.Context
}

func (t *tapSignOut) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(ui.StateBar, t.Ports.Outbox.(*fake.Outbox).Status)
	t.SignOut.OnPreRender(ctx)
}

func TestSignOutWarnsWithTheCountAndLetsItHappen(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Pending, w.Outbox.Status.Rejected = 1, 1
	s := &tapSignOut{SignOut: SignOut{Ports: w.Ports}}
	_, e := apptest.Show(t, s)
	apptest.Press(e, s.ctx, s.onAsk)
	apptest.Wants(t, app.HTMLString(s), "2 writes are still on this phone only.", i18n.English().SignOutKeep)
	if len(w.Office.Calls) != 0 {
		t.Fatal("signed out before the warning was answered")
	}
	apptest.Press(e, s.ctx, s.onSignOut)
	if len(w.Office.Calls) != 1 {
		t.Fatal("the answer did not sign out")
	}
}

func TestSignOutCountsWhatWasSavedAMomentAgo(t *testing.T) {
	w := apptest.New()
	s := &tapSignOut{SignOut: SignOut{Ports: w.Ports}}
	_, e := apptest.Show(t, s)
	w.Outbox.Status.Pending = 1 // the status bar has not looked since
	apptest.Press(e, s.ctx, s.onAsk)
	if len(w.Office.Calls) != 0 {
		t.Fatal("signed out past a write that was just saved")
	}
}

func TestSignOutWithNothingUnsentIsOneTap(t *testing.T) {
	w := apptest.New()
	s := &tapSignOut{SignOut: SignOut{Ports: w.Ports}}
	_, e := apptest.Show(t, s)
	apptest.Press(e, s.ctx, s.onAsk)
	if len(w.Office.Calls) != 1 {
		t.Fatal("asked for nothing")
	}
}
