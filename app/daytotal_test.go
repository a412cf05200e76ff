//go:build !js

package app

import (
	"context"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

func orderOf(id string, minor int64, currency string) entry.Entry {
	e := anEntry(wire.OpOrderCreate, wire.OrderBody{ID: id, Lines: []wire.OrderLine{{ProductID: "P", Quantity: 2, UnitPriceMinor: minor, Currency: currency}}})
	e.Key, e.Record = id, id
	return e
}

func atOffice(id, by, at, state string, minor int64) Found {
	return Found{ID: id, Record: wire.Order{
		Meta:  wire.Meta{ID: id, CreatedBy: by, CreatedAt: at, State: state},
		Lines: []wire.OrderLineRecord{{OrderLine: wire.OrderLine{Quantity: 1, UnitPriceMinor: minor, Currency: "EUR"}}},
	}}
}

// day looks at a day of ana's, the local day of fakeNow.
func day(l dayLooks) dayTotal {
	l.user, l.day, l.now, l.dayOf = "u1", native{}.Day(fakeNow), fakeNow, native{}.Day
	return totalOf(l)
}

func said(s orderSum) string { return sayTotal(newWorld().ports, &s.lines) }

func TestADayCountsOnlyWhatTheOfficeHas(t *testing.T) {
	receipt := func(id, day string) sw.Card {
		c := proved(orderOf(id, 500, "EUR"))
		c.Entry.Receipt.Day = day
		return c
	}
	got := day(dayLooks{
		office: []Found{
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
	if got := day(dayLooks{office: []Found{stands}}); got.proved.n != 1 {
		t.Fatal("a standing order does not count")
	}
	cancelled := atOffice("O1", "u1", "2026-11-30T09:00:00Z", wire.StateCancelled, 1000)
	receipt := proved(orderOf("O1", 500, "EUR"))
	receipt.Entry.Receipt.Day = "2026-11-30"
	if got := day(dayLooks{office: []Found{cancelled}, sent: []sw.Card{receipt}}); got.proved.n != 0 {
		t.Error("a cancelled order counts by its receipt")
	}
	for state, group := range map[entry.State]func(dayTotal) orderSum{
		entry.Attention: func(t dayTotal) orderSum { return t.needs }, // a restored office has lost it
		entry.Conflict:  func(t dayTotal) orderSum { return t.needs },
		entry.Rejected:  func(t dayTotal) orderSum { return t.refused },
	} {
		got := day(dayLooks{office: []Found{stands}, unsent: []sw.Card{{Entry: orderOf("O1", 500, "EUR"), State: state}}})
		if got.proved.n != 0 || group(got).n != 1 {
			t.Errorf("%s: %+v", state, got)
		}
	}
}

func TestWhatIsNoOrderIsNotAddedUp(t *testing.T) {
	if got := day(dayLooks{unsent: []sw.Card{{Entry: customer(), State: entry.Pending}}}); got.waiting.n != 0 {
		t.Errorf("%+v", got)
	}
}

func TestTodayShowsTheTotalAndBesideItWhatDoesNotCount(t *testing.T) {
	w := newWorld()
	html, _ := show(t, newToday(w.ports))
	wants(t, html, english().DayTotal, english().DayNone)
	lacks(t, html, english().DayWaiting)

	w.office.records[wire.KindOrders] = []any{atOffice("O1", "u1", "2026-11-30T09:00:00Z", wire.StatePlaced, 1000).Record}
	w.stock(t)
	w.outbox.cards = []sw.Card{{Entry: orderOf("O5", 300, "EUR"), State: entry.Pending}, {Entry: orderOf("O6", 100, "EUR"), State: entry.Rejected}}
	d := newToday(w.ports).(*today)
	html, e := show(t, d)
	wants(t, html, "1 order", "10.00 EUR", english().DayWaiting, "6.00 EUR", english().DayRefused, "2.00 EUR")
	lacks(t, html, english().DayNone)
	// The office withdraws the order: it is out of the total without a reload.
	if err := w.ports.Catalogue.Put(context.Background(), wire.KindOrders, []byte(`{"id":"O1","created_by":"u1","created_at":"2026-11-30T09:00:00Z","state":"cancelled","version":2}`)); err != nil {
		t.Fatal(err)
	}
	wants(t, again(e, d), english().DayNone)
	lacks(t, app.HTMLString(d), "10.00 EUR")
}

func TestADayWithMoreUnsentThanIsAddedUpSaysSo(t *testing.T) {
	var many []sw.Card
	for range unsentSearched {
		many = append(many, sw.Card{Entry: orderOf("O", 100, "EUR"), State: entry.Pending})
	}
	if !day(dayLooks{unsent: many}).partial || day(dayLooks{unsent: many[1:]}).partial {
		t.Error("a partial sum is not told from a whole one")
	}
	w := newWorld()
	w.outbox.cards = many
	html, _ := show(t, newToday(w.ports))
	wants(t, html, "only the newest 500")
}
