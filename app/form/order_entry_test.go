//go:build !js

package form

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
)

func pastOrder(id string, products ...string) wire.Order {
	o := wire.Order{Meta: wire.Meta{ID: id, State: wire.StatePlaced}, CustomerID: "C"}
	for i, p := range products {
		o.Lines = append(o.Lines, wire.OrderLineRecord{OrderLine: wire.OrderLine{ProductID: p, Quantity: int64(i + 1)}})
	}
	return o
}

func TestAHabitIsMadeOfWhatWaitsAndWhatTheOfficeHasAndOfNothingCancelled(t *testing.T) {
	cancelled, foreign := pastOrder("2", "z"), pastOrder("4", "y")
	cancelled.State, foreign.CustomerID = wire.StateCancelled, "other"
	office := []port.Found{{Record: pastOrder("9", "b")}, {Record: cancelled}, {Record: foreign}, {Record: pastOrder("1", "c")}}
	var got []string
	for _, o := range ordersOf("C", []wire.Order{pastOrder("9", "a"), foreign}, office) {
		got = append(got, o.ID+o.Lines[0].ProductID)
	}
	if s := strings.Join(got, " "); s != "9a 1c" {
		t.Errorf("orders are %s", s)
	}
}

func TestAnOrderThatWaitsIsTheLastOneAndCanBeRepeated(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Press(e, f.Ctx, f.onNew)
	typeIn(f.Ctx, idCustomer, "C-0001")
	e.ConsumeAll()
	enter(f.Ctx, idCustomer)
	e.ConsumeAll()
	for _, w := range w.Outbox.Watchers {
		w()
	}
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "Same again as K7Q2", "P-0002", "last 3 × 4.20 EUR", "P-0001", "last 4 × 18.00 EUR")
	apptest.Press(e, f.Ctx, f.onUsual(f.usual[0]))
	apptest.Wants(t, app.HTMLString(f), "3 as last time")
	apptest.Press(e, f.Ctx, f.onTakeEntry(3))
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 3 || f.draft.Lines[0].Code != "P-0002" {
		t.Fatalf("two taps made %+v", f.draft.Lines)
	}
	if o := f.offered(); len(o) != 1 || o[0].Code != "P-0001" {
		t.Fatalf("still offered: %+v", o)
	}
}

func TestARepeatedLineThatIsNoLongerSoldSaysSo(t *testing.T) {
	w := apptest.New()
	flour := w.Office.Records[wire.KindProducts][0].(wire.Product)
	flour.State = wire.StateInactive
	w.Office.Records[wire.KindProducts][0] = flour
	f, e := openOrder(t, w)
	typeIn(f.Ctx, idCustomer, "C-0001")
	e.ConsumeAll()
	enter(f.Ctx, idCustomer)
	e.ConsumeAll()
	apptest.Lacks(t, app.HTMLString(f), "order-usual")
	apptest.Press(e, f.Ctx, f.onRepeat)
	apptest.Wants(t, app.HTMLString(f), i18n.English().NoLongerSold)
}

func TestALineThatIsTypedAndNotAddedIsNeitherLostNorSlipsIn(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.Ctx, idProduct, "P-00")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Wants(t, app.HTMLString(f), i18n.English().LineNotAdded)
	typeIn(f.Ctx, idProduct, "P-0001")
	e.ConsumeAll()
	enter(f.Ctx, idProduct)
	e.ConsumeAll()
	apptest.Lacks(t, app.HTMLString(f), i18n.English().LineNotAdded)
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Wants(t, app.HTMLString(f), i18n.English().LineNotAdded)
	if len(w.Outbox.Stored) != 0 {
		t.Fatal("saved without the line that the form shows")
	}
	typeIn(f.Ctx, idQuantity, "x")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 0 {
		t.Fatal("saved beside a quantity that cannot be read")
	}
	typeIn(f.Ctx, idQuantity, "5")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	b, _ := wire.Decode[wire.OrderBody]([]byte(w.Outbox.Stored[0].Entry.Body))
	if len(b.Lines) != 2 || b.Lines[1].Quantity != 5 {
		t.Fatalf("saved %+v", b.Lines)
	}
}

func TestTheLineThatIsBeingTypedSurvivesToo(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.Ctx, idProduct, "P-0001")
	e.ConsumeAll()
	enter(f.Ctx, idProduct)
	typeIn(f.Ctx, idQuantity, "17")
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, "order")), `"typed":"17"`) })
	g, _ := openOrder(t, w)
	if g.product.Code != "P-0001" || g.quantity != "17" || len(g.draft.Lines) != 1 {
		t.Fatalf("restored %+v × %q beside %+v", g.product, g.quantity, g.draft.Lines)
	}
}

// A correction survives as long as the write is what it was when it began.
func TestACorrectionSurvivesUntilItsWriteHasChanged(t *testing.T) {
	w := apptest.New()
	card := refusedOrder()
	card.Entry.Fingerprint = "f1"
	w.Outbox.Stored = []sw.Card{card}
	f, e := openOrder(t, w)
	name := "order:" + card.Entry.Key
	edit := func(f *orderForm, e app.TestEngine) {
		f.Ctx.Dispatch(func(ctx app.Context) { f.saver.init(&f.Page, "order"); f.saver.open(ctx, card.Entry.Key, f.restore) })
		e.ConsumeAll()
	}
	edit(f, e)
	typeIn(f.Ctx, "line-quantity-1", "6")
	e.ConsumeAll()
	waitFor(t, func() bool { return draftOf(w, name) != nil })
	if message.CorrectionDraft(card.Entry) != name {
		t.Fatalf("discarding it would forget %s, not %s", message.CorrectionDraft(card.Entry), name)
	}
	g, e2 := openOrder(t, w)
	edit(g, e2)
	if len(g.draft.Lines) != 1 || g.draft.Lines[0].Quantity != 6 || g.draft.PlacedAt != "2026-11-30T09:00:00Z" {
		t.Fatalf("restored %+v", g.draft)
	}
	w.Outbox.Stored[0].Entry.Fingerprint = "f2" // corrected on another tab
	h, e3 := openOrder(t, w)
	edit(h, e3)
	if h.draft.Lines[0].Quantity != 5 || draftOf(w, name) != nil {
		t.Fatalf("an outdated correction came back: %+v", h.draft)
	}
	apptest.Press(e3, h.Ctx, h.onSave)
	if strings.Join(w.Outbox.Calls, " ") != "edit "+card.Entry.Key {
		t.Fatalf("did %v", w.Outbox.Calls)
	}
}

func TestTwoEqualLinesAreSaidAndPutTogetherByATap(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.Ctx, "line-price-1", "4")
	e.ConsumeAll()
	fillOrder(e, f, "2")
	if len(f.draft.Lines) != 2 {
		t.Fatalf("another price is another line: %+v", f.draft.Lines)
	}
	typeIn(f.Ctx, "line-price-2", "4")
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "This is the same as line 1.", `data-testid="line-join"`)
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 0 {
		t.Fatal("saved what the office would refuse")
	}
	apptest.Press(e, f.Ctx, (&LineView{Ports: w.Ports, Index: 1}).onJoin)
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 5 {
		t.Fatalf("put together as %+v", f.draft.Lines)
	}
	apptest.Lacks(t, app.HTMLString(f), "line-join")
}

// One limit in one unit: a family of emoji is as long here as at the office,
// and a text that is too long is said, not cut.
func TestATextIsAsLongHereAsAtTheOffice(t *testing.T) {
	family := "👨‍👩‍👧‍👦" // seven code points, eleven UTF-16 units
	for name, c := range map[string]struct {
		name string
		fits bool
	}{
		"28 families":            {strings.Repeat(family, 28), true},
		"29 families":            {strings.Repeat(family, 29), false},
		"200 umlauts":            {strings.Repeat("ü", 200), true},
		"200 and a space around": {" " + strings.Repeat("x", 200) + "\u00a0", true},
		"201":                    {strings.Repeat("x", 201), false},
		"right to left":          {"ש.כהן & Söhne", true},
		"an invisible override":  {"a\u202eb", true}, // taken out of a paste
	} {
		w := apptest.New()
		f := NewCustomer(w.Ports).(*recordForm)
		_, e := apptest.Show(t, f)
		typeIn(f.Ctx, "customer-code", "AB\u20111")
		typeIn(f.Ctx, "customer-name", c.name)
		e.ConsumeAll()
		if said := strings.Contains(app.HTMLString(f), "at most 200 are possible"); said == c.fits {
			t.Errorf("%s: said while typing: %v", name, said)
		}
		apptest.Press(e, f.Ctx, f.onSave)
		if saved := len(w.Outbox.Stored) == 1; saved != c.fits {
			t.Errorf("%s: saved %v", name, saved)
		} else if saved {
			b, _ := wire.Decode[wire.CustomerBody]([]byte(w.Outbox.Stored[0].Entry.Body))
			if len(b.Check()) != 0 {
				t.Errorf("%s: the office would refuse %+v", name, b.Check())
			}
		}
		if units := len(c.name); ui.MaxUnits(wire.TextMax) < 2*wire.TextMax+2 {
			t.Errorf("the browser cuts at %d of %d", ui.MaxUnits(wire.TextMax), units)
		}
	}
}

// scanning is a device whose camera reads one code.
type scanning struct {
	fake.Device
	code string
}

func (s *scanning) CanScan() bool { return true }

func (s *scanning) Scan(context.Context, string) (string, error) { return s.code, nil }

func TestACodeThatTheCameraReadIsChosen(t *testing.T) {
	w := apptest.New()
	w.Ports.Device = &scanning{code: "P-0002"}
	f, e := openOrder(t, w)
	apptest.Wants(t, app.HTMLString(f), i18n.English().Scan)
	s := &ui.Scanner{Ports: w.Ports, ID: idProduct}
	f.Ctx.Dispatch(func(ctx app.Context) { s.Read(ctx, "P-0002", nil) })
	e.ConsumeAll()
	if f.product.Code != "P-0002" {
		t.Fatalf("chosen %+v", f.product)
	}
	f.Ctx.Dispatch(func(ctx app.Context) { s.Read(ctx, "4006381333931", nil) })
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), i18n.English().NoMatch)
	plain, _ := openOrder(t, apptest.New())
	apptest.Lacks(t, app.HTMLString(plain), i18n.English().Scan)
}
