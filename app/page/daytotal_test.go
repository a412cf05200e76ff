//go:build !js

package page

import (
	"context"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/device"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

func orderOf(id string, minor int64, currency string) entry.Entry {
	e := apptest.AnEntry(wire.OpOrderCreate, wire.OrderBody{ID: id, Lines: []wire.OrderLine{{ProductID: "P", Quantity: 2, UnitPriceMinor: minor, Currency: currency}}})
	e.Key, e.Record = id, id
	return e
}

func atOffice(id, by, at, state string, minor int64) port.Found {
	return port.Found{ID: id, Record: wire.Order{
		Meta:  wire.Meta{ID: id, CreatedBy: by, CreatedAt: at, State: state},
		Lines: []wire.OrderLineRecord{{OrderLine: wire.OrderLine{Quantity: 1, UnitPriceMinor: minor, Currency: "EUR"}}},
	}}
}

// day looks at a day of ana's, the local day of fakeNow.
func day(l dayLooks) dayTotal {
	l.user, l.day, l.now, l.dayOf = "u1", device.Native{}.Day(fake.Now), fake.Now, device.Native{}.Day
	return totalOf(l)
}

func said(s orderSum) string { return message.SayTotal(apptest.New().Ports, &s.lines) }

func TestADayCountsOnlyWhatTheOfficeHas(t *testing.T) {
	receipt := func(id, day string) sw.Card {
		c := apptest.Proved(orderOf(id, 500, "EUR"))
		c.Entry.Receipt.Day = day
		return c
	}
	got := day(dayLooks{
		office: []port.Found{
			atOffice("O1", "u1", "2026-11-30T09:00:00Z", wire.StatePlaced, 1000),
			atOffice("O2", "u1", "2026-11-30T10:00:00Z", wire.StateExported, 200),
			atOffice("O3", "u2", "2026-11-30T10:00:00Z", wire.StatePlaced, 7), // another rep's
			atOffice("O4", "u1", "2026-11-29T10:00:00Z", wire.StatePlaced, 7), // another day's
		},
		sent:   []sw.Card{receipt("O1", "2026-11-30"), receipt("O9", "2026-11-30"), receipt("O8", "2026-11-29")},
		unsent: []sw.Card{{Entry: orderOf("O5", 300, "EUR"), State: entry.Pending}, {Entry: orderOf("O6", 50, "EUR"), State: entry.Retrying}},
	})
	if got.proved.n != 3 || said(got.proved) != "22.00 EUR" {
		t.Errorf("proved %d, %s; want O1, O2 and the receipt that the copy does not have yet", got.proved.n, said(got.proved))
	}
	if got.waiting.n != 2 || said(got.waiting) != "7.00 EUR" {
		t.Errorf("waiting %d, %s", got.waiting.n, said(got.waiting))
	}
}

func TestCurrenciesAreNeverAddedToEachOther(t *testing.T) {
	got := day(dayLooks{unsent: []sw.Card{
		{Entry: orderOf("O5", 300, "EUR"), State: entry.Pending},
		{Entry: orderOf("O6", 100, "CHF"), State: entry.Pending},
		{Entry: orderOf("O7", 50, "JPY"), State: entry.Pending},
	}})
	if said(got.waiting) != "6.00 EUR + 2.00 CHF + 100 JPY" {
		t.Errorf("%s", said(got.waiting))
	}
}

func TestARefusedWithdrawnOrForgottenOrderLeavesTheTotalAtOnce(t *testing.T) {
	stands := atOffice("O1", "u1", "2026-11-30T09:00:00Z", wire.StatePlaced, 1000)
	if got := day(dayLooks{office: []port.Found{stands}}); got.proved.n != 1 {
		t.Fatal("a standing order does not count")
	}
	cancelled := atOffice("O1", "u1", "2026-11-30T09:00:00Z", wire.StateCancelled, 1000)
	receipt := apptest.Proved(orderOf("O1", 500, "EUR"))
	receipt.Entry.Receipt.Day = "2026-11-30"
	if got := day(dayLooks{office: []port.Found{cancelled}, sent: []sw.Card{receipt}}); got.proved.n != 0 {
		t.Error("a cancelled order counts by its receipt")
	}
	for state, group := range map[entry.State]func(dayTotal) orderSum{
		entry.Attention: func(t dayTotal) orderSum { return t.needs }, // a restored office has lost it
		entry.Conflict:  func(t dayTotal) orderSum { return t.needs },
		entry.Rejected:  func(t dayTotal) orderSum { return t.refused },
	} {
		got := day(dayLooks{office: []port.Found{stands}, unsent: []sw.Card{{Entry: orderOf("O1", 500, "EUR"), State: state}}})
		if got.proved.n != 0 || group(got).n != 1 {
			t.Errorf("%s: %+v", state, got)
		}
	}
}

func TestWhatIsNoOrderIsNotAddedUp(t *testing.T) {
	if got := day(dayLooks{unsent: []sw.Card{{Entry: apptest.Customer(), State: entry.Pending}}}); got.waiting.n != 0 {
		t.Errorf("%+v", got)
	}
}

func TestTodayShowsTheTotalAndBesideItWhatDoesNotCount(t *testing.T) {
	w := apptest.New()
	html, _ := apptest.Show(t, NewToday(w.Ports))
	apptest.Wants(t, html, i18n.English().DayTotal, i18n.English().DayNone)
	apptest.Lacks(t, html, i18n.English().DayWaiting)

	w.Office.Records[wire.KindOrders] = []any{atOffice("O1", "u1", "2026-11-30T09:00:00Z", wire.StatePlaced, 1000).Record}
	w.Stock(t)
	w.Outbox.Stored = []sw.Card{{Entry: orderOf("O5", 300, "EUR"), State: entry.Pending}, {Entry: orderOf("O6", 100, "EUR"), State: entry.Rejected}}
	d := NewToday(w.Ports).(*today)
	html, e := apptest.Show(t, d)
	apptest.Wants(t, html, "1 order", "10.00 EUR", i18n.English().DayWaiting, "6.00 EUR", i18n.English().DayRefused, "2.00 EUR")
	apptest.Lacks(t, html, i18n.English().DayNone)
	// The office withdraws the order: it is out of the total without a reload.
	if err := w.Ports.Catalogue.Put(context.Background(), wire.KindOrders, []byte(`{"id":"O1","created_by":"u1","created_at":"2026-11-30T09:00:00Z","state":"cancelled","version":2}`)); err != nil {
		t.Fatal(err)
	}
	apptest.Wants(t, apptest.Again(e, d), i18n.English().DayNone)
	apptest.Lacks(t, app.HTMLString(d), "10.00 EUR")
}

func TestADayWithMoreUnsentThanIsAddedUpSaysSo(t *testing.T) {
	var many []sw.Card
	for range outbox.UnsentSearched {
		many = append(many, sw.Card{Entry: orderOf("O", 100, "EUR"), State: entry.Pending})
	}
	if !day(dayLooks{unsent: many}).partial || day(dayLooks{unsent: many[1:]}).partial {
		t.Error("a partial sum is not told from a whole one")
	}
	w := apptest.New()
	w.Outbox.Stored = many
	html, _ := apptest.Show(t, NewToday(w.Ports))
	apptest.Wants(t, html, "only the newest 500")
}
