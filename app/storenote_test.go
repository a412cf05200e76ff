//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/client"
)

// tapStore is the note whose context a test can press with.
type tapStore struct {
	StoreNote
	ctx app.Context
}

func (t *tapStore) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(StateBar, t.Ports.Outbox.(*fakeOutbox).bar)
	t.StoreNote.OnPreRender(ctx)
}

func storeNote(t *testing.T, fault sw.Fault) (*tapStore, *world, app.TestEngine) {
	t.Helper()
	w := newWorld()
	w.outbox.bar.Fault = fault
	n := &tapStore{StoreNote: StoreNote{Ports: w.ports}}
	_, e := show(t, n)
	return n, w, e
}

func TestAStoresTroubleIsSaidOnceWithTheOneThingThatHelps(t *testing.T) {
	t1 := english()
	for fault, says := range map[sw.Fault][2]string{
		sw.FaultNewer:    {t1.StoreNewer, `data-testid="store-update"`},
		sw.FaultOutdated: {t1.StorageOutdated, `data-testid="store-update"`},
		sw.FaultDamaged:  {t1.StoreDamaged, `data-testid="store-rescue"`},
		sw.FaultWiped:    {t1.StoreWiped, `href="/signin"`},
	} {
		n, _, e := storeNote(t, fault)
		wants(t, app.HTMLString(n), says[0], says[1], `role="alert"`)
		press(e, n.ctx, n.onClose)
		lacks(t, app.HTMLString(n), says[0])
	}
	for _, fault := range []sw.Fault{sw.FaultNone, sw.FaultPrivate, sw.FaultFull} { // the bar says those
		n, _, _ := storeNote(t, fault)
		lacks(t, app.HTMLString(n), "store-note")
	}
}

func TestWhatCanBeReadOfADamagedStoreComesOutAsAFileOrItIsSaidThatNothingCan(t *testing.T) {
	n, w, e := storeNote(t, sw.FaultDamaged)
	press(e, n.ctx, n.onRescue)
	wants(t, app.HTMLString(n), english().ExportDone)
	w.device.rescueErr = errNoBrowser
	press(e, n.ctx, n.onRescue)
	wants(t, app.HTMLString(n), english().RescueFailed)
	lacks(t, app.HTMLString(n), english().ExportDone)
}

func TestAnExportOfAPartIsSavedAndSaidToBeAPart(t *testing.T) {
	for _, c := range []struct {
		err   error
		saved int
		says  string
	}{
		{nil, 1, english().ExportDone},
		{fmt.Errorf("%w: one of three", entry.ErrDamaged), 1, english().ExportPart},
		{client.ErrSignedOut, 0, english().ExportFailed},
	} {
		w := newWorld()
		w.ports.Carry = partly{w.outbox, c.err}
		var report string
		o := newOutbox(w.ports).(*outbox)
		_, e := show(t, o)
		o.ctx.Dispatch(func(ctx app.Context) {
			exportFile(ctx, w.ports, func(_ app.Context, err error) { report = sayExport(wordsFor("en"), err) })
		})
		e.ConsumeAll()
		if report != c.says || len(w.device.saved) != c.saved {
			t.Errorf("%v: %q, saved %v", c.err, report, w.device.saved)
		}
	}
}

// partly exports with an error; one of a damaged store brings a file along.
type partly struct {
	Carry
	err error
}

func (p partly) Export(context.Context) ([]byte, error) {
	if p.err != nil && !errors.Is(p.err, entry.ErrDamaged) {
		return nil, p.err
	}
	return []byte("{}"), p.err
}

func TestC46WritesOfTwoDaysAreWarnedOfWithCountAndAge(t *testing.T) {
	w := newWorld()
	w.outbox.bar = sw.Bar{Online: true, Storage: storageOK, Pending: 3, Oldest: fakeNow - oldAfter - 1}
	for _, page := range []app.Composer{newToday(w.ports), newOutbox(w.ports), newSettings(w.ports)} {
		html, _ := show(t, page)
		wants(t, html, "3 writes wait, the oldest since")
	}
	w.outbox.bar.Oldest = fakeNow - oldAfter
	html, _ := show(t, newToday(w.ports))
	lacks(t, html, "3 writes wait, the oldest")
}

func TestC48TheTwoCopiesOfAnApplePhonePointToEachOther(t *testing.T) {
	t1 := english()
	for _, c := range []struct {
		name               string
		apart, home        bool
		unsent, sent       int
		tabFirst, homeNote bool
	}{
		{"work in the browser's copy", true, false, 4, 0, true, false},
		{"nothing in the browser's copy", true, false, 0, 0, false, false},
		{"a fresh copy on the home screen", true, true, 0, 0, false, true},
		{"a used copy on the home screen", true, true, 0, 2, false, false},
		{"a phone whose copies share", false, false, 4, 0, false, false},
	} {
		w := newWorld()
		w.device.apart, w.device.home = c.apart, c.home
		w.outbox.bar.Pending, w.outbox.bar.Sent = c.unsent, c.sent
		html, _ := show(t, newToday(w.ports))
		for text, there := range map[string]bool{"4 writes wait in this copy in the browser.": c.tabFirst, t1.HomeFresh: c.homeNote} {
			if there {
				wants(t, html, text)
			} else {
				lacks(t, html, text)
			}
		}
	}
}

func TestSettingsSayWhetherTheBrowserKeepsWhatIsSavedAndCanAskIt(t *testing.T) {
	t1 := english()
	w := newWorld()
	w.device.quota, w.device.used = 10<<30, 5<<20
	s := newSettings(w.ports).(*settings)
	html, e := show(t, s)
	wants(t, html, t1.StorageAtRisk, "5.0 MB used of 10.0 GB", `data-testid="storage-ask"`)
	press(e, s.ctx, s.onPersist)
	html = app.HTMLString(s)
	wants(t, html, t1.StorageKept)
	lacks(t, html, t1.StorageAtRisk, "storage-ask")
}

func TestC47APhoneThatIsNearlyFullIsSaidBeforeTheNextOrder(t *testing.T) {
	w := newWorld()
	w.device.quota, w.device.used = 10<<30, 10<<30-2<<20
	html, _ := show(t, &StatusBar{Ports: w.ports})
	wants(t, html, "nearly full: 2.0 MB left")
	w.device.used = 1 << 20
	html, _ = show(t, &StatusBar{Ports: w.ports})
	lacks(t, html, "storage-warning")
}

func TestOnAnInsecureAddressEachPageSaysThatSavingOfflineIsOff(t *testing.T) {
	w := newWorld()
	w.device.insecure = true
	for _, page := range []app.Composer{newToday(w.ports), newSettings(w.ports), newOrders(w.ports)} {
		html, _ := show(t, page)
		wants(t, html, english().StorageInsecure)
	}
}

func TestWhereNothingCanBeSavedNothingIsSaidToBeSaved(t *testing.T) {
	t1 := english()
	c := sw.Card{Entry: customer(), State: entry.Pending, Unkept: true}
	if got := sayCard(wordsFor("en"), c, native{}); got != t1.NotKept {
		t.Errorf("a card says %q", got)
	}
	w := newWorld()
	w.outbox.bar.Storage = storageOff
	f := newCustomerForm(w.ports).(*recordForm)
	_, e := show(t, f)
	typeIn(f.ctx, "customer-code", "C-1")
	typeIn(f.ctx, "customer-name", "Luna")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	html := app.HTMLString(f)
	wants(t, html, t1.TakenTitle)
	lacks(t, html, t1.SavedTitle+"<")
}

func TestC45AWrongClockIsSaidWithTheOfficesTime(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Ahead = -26 * 60 * 60 * 1000
	for _, page := range []app.Composer{newToday(w.ports), newSettings(w.ports)} {
		html, _ := show(t, page)
		wants(t, html, "clock is wrong: at the office it is 29 Nov 2026 10:00")
	}
	w.outbox.bar.Ahead = 0
	html, _ := show(t, newToday(w.ports))
	lacks(t, html, "clock is wrong")
}

func TestC45AnOrderTakenByAWrongClockSaysThatItsTimeIsUncertain(t *testing.T) {
	r := reader{ports: newWorld().ports}
	const received = "2026-11-30T10:00:00Z"
	for placed, uncertain := range map[string]bool{
		"2026-11-30T09:59:00Z": false, "2026-11-30T10:04:00Z": false, "2026-11-23T08:00:00Z": false,
		"2026-12-01T12:00:00Z": true, "2023-11-30T10:00:00Z": true, "1970-01-01T00:10:00Z": true,
	} {
		got := r.taken(placed, received)
		if strings.Contains(got, "clock was wrong") != uncertain || uncertain && !strings.Contains(got, "received by the office Mon 30 Nov 2026 10:00") {
			t.Errorf("%s: %q", placed, got)
		}
	}
}

func TestWhatNeedsTheRepComesFirstHoweverOldItIs(t *testing.T) {
	w := newWorld()
	for i := range 80 {
		e := customer()
		e.Key, e.Record, e.Seq, e.Title = fmt.Sprint("K", i), fmt.Sprint("R", i), int64(i+1), fmt.Sprint("write ", i, ".")
		state := entry.Pending
		if i == 0 {
			state = entry.Rejected
		}
		w.outbox.cards = append(w.outbox.cards, sw.Card{Entry: e, State: state})
	}
	o := newOutbox(w.ports).(*outbox)
	html, e := show(t, o)
	first, second := strings.Index(html, "write 0."), strings.Index(html, "write 1.")
	if first < 0 || second < first || strings.Count(html, `data-testid="outbox-item"`) != cardsShown {
		t.Fatalf("the refused write is at %d, the oldest that waits at %d", first, second)
	}
	press(e, o.ctx, o.onMore(entry.ListUnsent))
	if n := strings.Count(app.HTMLString(o), `data-testid="outbox-item"`); n != 2*cardsShown {
		t.Errorf("%d are shown after \"show more\"", n)
	}
}

func TestThatNothingWaitsIsSaidOnlyOfAListThatWasRead(t *testing.T) {
	w := newWorld()
	html, _ := show(t, newOutbox(w.ports))
	wants(t, html, wordsFor("en").NothingWaiting)
	w.outbox.shut = entry.ErrOutdated
	html, _ = show(t, newOutbox(w.ports))
	wants(t, html, wordsFor("en").OutboxUnreadable)
	lacks(t, html, wordsFor("en").NothingWaiting)
}
