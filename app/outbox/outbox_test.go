//go:build !js

package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/client"
)

func TestAnExportOfAPartIsSavedAndSaidToBeAPart(t *testing.T) {
	for _, c := range []struct {
		err   error
		saved int
		says  string
	}{
		{nil, 1, i18n.English().ExportDone},
		{fmt.Errorf("%w: one of three", entry.ErrDamaged), 1, i18n.English().ExportPart},
		{client.ErrSignedOut, 0, i18n.English().ExportFailed},
	} {
		w := apptest.New()
		w.Ports.Carry = partly{w.Outbox, c.err}
		var report string
		o := New(w.Ports).(*outbox)
		_, e := apptest.Show(t, o)
		o.Ctx.Dispatch(func(ctx app.Context) {
			layout.ExportFile(ctx, w.Ports, func(_ app.Context, err error) { report = layout.SayExport(i18n.For("en"), err) })
		})
		e.ConsumeAll()
		if report != c.says || len(w.Device.Saved) != c.saved {
			t.Errorf("%v: %q, saved %v", c.err, report, w.Device.Saved)
		}
	}
}

// partly exports with an error; one of a damaged store brings a file along.
type partly struct {
	port.Carry
	err error
}

func (p partly) Export(context.Context) ([]byte, error) {
	if p.err != nil && !errors.Is(p.err, entry.ErrDamaged) {
		return nil, p.err
	}
	return []byte("{}"), p.err
}

func TestAnotherUsersWritesAreCountedAndNotShown(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Others = 3
	html, _ := apptest.Show(t, New(w.Ports))
	apptest.Wants(t, html, "3 writes of another user wait here.")
	apptest.Lacks(t, html, "outbox-item")
}

func TestSendNowSaysUntilWhenTheOfficeAskedAndInsistsOnTheSecondTap(t *testing.T) {
	w := apptest.New()
	w.Outbox.Until = fake.Now + 60_000
	o := New(w.Ports).(*outbox)
	_, e := apptest.Show(t, o)
	apptest.Press(e, o.Ctx, o.onDrain)
	apptest.Wants(t, app.HTMLString(o), "The office asked to wait until 12:01", i18n.English().SendAnyway)
	apptest.Press(e, o.Ctx, o.onDrain)
	if got := w.Outbox.Calls; len(got) != 2 || got[1] != "send insist" {
		t.Fatalf("calls %v", got)
	}
}

func TestAWriteThatThisVersionCannotReadIsShownAsItIs(t *testing.T) {
	w := apptest.New()
	w.Outbox.Raw = append(w.Outbox.Raw, client.Strange{Raw: []byte(`{"op":"order.fly","x":1}`)})
	html, _ := apptest.Show(t, New(w.Ports))
	apptest.Wants(t, html, i18n.English().Strange, `{"op":"order.fly","x":1}`)
}

func TestWhatNeedsTheRepComesFirstHoweverOldItIs(t *testing.T) {
	w := apptest.New()
	for i := range 80 {
		e := apptest.Customer()
		e.Key, e.Record, e.Seq, e.Title = fmt.Sprint("K", i), fmt.Sprint("R", i), int64(i+1), fmt.Sprint("write ", i, ".")
		state := entry.Pending
		if i == 0 {
			state = entry.Rejected
		}
		w.Outbox.Stored = append(w.Outbox.Stored, sw.Card{Entry: e, State: state})
	}
	o := New(w.Ports).(*outbox)
	html, e := apptest.Show(t, o)
	first, second := strings.Index(html, "write 0."), strings.Index(html, "write 1.")
	if first < 0 || second < first || strings.Count(html, `data-testid="outbox-item"`) != CardsShown {
		t.Fatalf("the refused write is at %d, the oldest that waits at %d", first, second)
	}
	apptest.Press(e, o.Ctx, o.onMore(entry.ListUnsent))
	if n := strings.Count(app.HTMLString(o), `data-testid="outbox-item"`); n != 2*CardsShown {
		t.Errorf("%d are shown after \"show more\"", n)
	}
}

func TestThatNothingWaitsIsSaidOnlyOfAListThatWasRead(t *testing.T) {
	w := apptest.New()
	html, _ := apptest.Show(t, New(w.Ports))
	apptest.Wants(t, html, i18n.For("en").NothingWaiting)
	w.Outbox.Shut = entry.ErrOutdated
	html, _ = apptest.Show(t, New(w.Ports))
	apptest.Wants(t, html, i18n.For("en").OutboxUnreadable)
	apptest.Lacks(t, html, i18n.For("en").NothingWaiting)
}
