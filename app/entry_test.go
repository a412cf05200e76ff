//go:build !js

package app

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

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

func TestTheLatestOrdersProductsComeFirstThenTheMostFrequent(t *testing.T) {
	var got []string
	for _, h := range habits([]wire.Order{pastOrder("3", "b", "a"), pastOrder("2", "c", "d", "a"), pastOrder("1", "d", "x", "b")}) {
		got = append(got, fmt.Sprint(h.line.ProductID, h.line.Quantity, "×", h.times))
	}
	if s := strings.Join(got, " "); s != "b1×2 a2×2 d2×2 c1×1 x2×1" {
		t.Errorf("habits are %s", s)
	}
}

func TestAHabitIsMadeOfWhatWaitsAndWhatTheOfficeHasAndOfNothingCancelled(t *testing.T) {
	cancelled, foreign := pastOrder("2", "z"), pastOrder("4", "y")
	cancelled.State, foreign.CustomerID = wire.StateCancelled, "other"
	office := []Found{{Record: pastOrder("9", "b")}, {Record: cancelled}, {Record: foreign}, {Record: pastOrder("1", "c")}}
	var got []string
	for _, o := range ordersOf("C", []wire.Order{pastOrder("9", "a"), foreign}, office) {
		got = append(got, o.ID+o.Lines[0].ProductID)
	}
	if s := strings.Join(got, " "); s != "9a 1c" {
		t.Errorf("orders are %s", s)
	}
}

func TestAnOrderThatWaitsIsTheLastOneAndCanBeRepeated(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	press(e, f.ctx, f.onSave)
	press(e, f.ctx, f.onNew)
	typeIn(f.ctx, idCustomer, "C-0001")
	e.ConsumeAll()
	enter(f.ctx, idCustomer)
	e.ConsumeAll()
	for _, w := range w.outbox.watchers {
		w()
	}
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "Same again as K7Q2", "P-0002", "last 3 × 4.20 EUR", "P-0001", "last 4 × 18.00 EUR")
	press(e, f.ctx, f.onUsual(f.usual[0]))
	wants(t, app.HTMLString(f), "3 as last time")
	press(e, f.ctx, f.onTakeEntry(3))
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 3 || f.draft.Lines[0].Code != "P-0002" {
		t.Fatalf("two taps made %+v", f.draft.Lines)
	}
	if o := f.offered(); len(o) != 1 || o[0].Code != "P-0001" {
		t.Fatalf("still offered: %+v", o)
	}
}

func TestARepeatedLineThatIsNoLongerSoldSaysSo(t *testing.T) {
	w := newWorld()
	flour := w.office.records[wire.KindProducts][0].(wire.Product)
	flour.State = wire.StateInactive
	w.office.records[wire.KindProducts][0] = flour
	f, e := openOrder(t, w)
	typeIn(f.ctx, idCustomer, "C-0001")
	e.ConsumeAll()
	enter(f.ctx, idCustomer)
	e.ConsumeAll()
	lacks(t, app.HTMLString(f), "order-usual")
	press(e, f.ctx, f.onRepeat)
	wants(t, app.HTMLString(f), english().NoLongerSold)
}

func TestALineThatIsTypedAndNotAddedIsNeitherLostNorSlipsIn(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.ctx, idProduct, "P-00")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	wants(t, app.HTMLString(f), english().LineNotAdded)
	typeIn(f.ctx, idProduct, "P-0001")
	e.ConsumeAll()
	enter(f.ctx, idProduct)
	e.ConsumeAll()
	lacks(t, app.HTMLString(f), english().LineNotAdded)
	press(e, f.ctx, f.onSave)
	wants(t, app.HTMLString(f), english().LineNotAdded)
	if len(w.outbox.cards) != 0 {
		t.Fatal("saved without the line that the form shows")
	}
	typeIn(f.ctx, idQuantity, "x")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 0 {
		t.Fatal("saved beside a quantity that cannot be read")
	}
	typeIn(f.ctx, idQuantity, "5")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	b, _ := read[wire.OrderBody]([]byte(w.outbox.cards[0].Entry.Body))
	if len(b.Lines) != 2 || b.Lines[1].Quantity != 5 {
		t.Fatalf("saved %+v", b.Lines)
	}
}

func TestTheLineThatIsBeingTypedSurvivesToo(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.ctx, idProduct, "P-0001")
	e.ConsumeAll()
	enter(f.ctx, idProduct)
	typeIn(f.ctx, idQuantity, "17")
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, "order")), `"typed":"17"`) })
	g, _ := openOrder(t, w)
	if g.product.Code != "P-0001" || g.quantity != "17" || len(g.draft.Lines) != 1 {
		t.Fatalf("restored %+v × %q beside %+v", g.product, g.quantity, g.draft.Lines)
	}
}

// A correction survives as long as the write is what it was when it began.
func TestACorrectionSurvivesUntilItsWriteHasChanged(t *testing.T) {
	w := newWorld()
	card := refusedOrder()
	card.Entry.Fingerprint = "f1"
	w.outbox.cards = []sw.Card{card}
	f, e := openOrder(t, w)
	name := "order:" + card.Entry.Key
	edit := func(f *orderForm, e app.TestEngine) {
		f.ctx.Dispatch(func(ctx app.Context) { f.saver.init(&f.page, "order"); f.saver.open(ctx, card.Entry.Key, f.restore) })
		e.ConsumeAll()
	}
	edit(f, e)
	typeIn(f.ctx, "line-quantity-1", "6")
	e.ConsumeAll()
	waitFor(t, func() bool { return draftOf(w, name) != nil })
	if correctionDraft(card.Entry) != name {
		t.Fatalf("discarding it would forget %s, not %s", correctionDraft(card.Entry), name)
	}
	g, e2 := openOrder(t, w)
	edit(g, e2)
	if len(g.draft.Lines) != 1 || g.draft.Lines[0].Quantity != 6 || g.draft.PlacedAt != "2026-11-30T09:00:00Z" {
		t.Fatalf("restored %+v", g.draft)
	}
	w.outbox.cards[0].Entry.Fingerprint = "f2" // corrected on another tab
	h, e3 := openOrder(t, w)
	edit(h, e3)
	if h.draft.Lines[0].Quantity != 5 || draftOf(w, name) != nil {
		t.Fatalf("an outdated correction came back: %+v", h.draft)
	}
	press(e3, h.ctx, h.onSave)
	if strings.Join(w.outbox.calls, " ") != "edit "+card.Entry.Key {
		t.Fatalf("did %v", w.outbox.calls)
	}
}

func TestTheSameGoodsInAnotherOrderAreASimilarOrder(t *testing.T) {
	line := func(p string, n int64) wire.OrderLine { return wire.OrderLine{ProductID: p, Quantity: n} }
	a := wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("a", 1), line("b", 2)}}
	for name, c := range map[string]struct {
		b    wire.OrderBody
		want bool
	}{
		"the same":        {a, true},
		"another order":   {wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("b", 2), line("a", 1)}}, true},
		"without a note":  {wire.OrderBody{CustomerID: "C", Note: "n", DeliverOn: "2026-12-01", Lines: a.Lines}, true},
		"more of one":     {wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("b", 2), line("a", 2)}}, false},
		"one line more":   {wire.OrderBody{CustomerID: "C", Lines: append([]wire.OrderLine{line("c", 1)}, a.Lines...)}, false},
		"for another one": {wire.OrderBody{CustomerID: "D", Lines: a.Lines}, false},
	} {
		if similar(a, c.b) != c.want || similar(c.b, a) != c.want {
			t.Errorf("%s: similar %v, want %v", name, !c.want, c.want)
		}
	}
}

func TestTwoEqualLinesAreSaidAndPutTogetherByATap(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.ctx, "line-price-1", "4")
	e.ConsumeAll()
	fillOrder(e, f, "2")
	if len(f.draft.Lines) != 2 {
		t.Fatalf("another price is another line: %+v", f.draft.Lines)
	}
	typeIn(f.ctx, "line-price-2", "4")
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "This is the same as line 1.", `data-testid="line-join"`)
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 0 {
		t.Fatal("saved what the office would refuse")
	}
	press(e, f.ctx, (&LineView{Ports: w.ports, Index: 1}).onJoin)
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 5 {
		t.Fatalf("put together as %+v", f.draft.Lines)
	}
	lacks(t, app.HTMLString(f), "line-join")
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
		w := newWorld()
		f := newCustomerForm(w.ports).(*recordForm)
		_, e := show(t, f)
		typeIn(f.ctx, "customer-code", "AB\u20111")
		typeIn(f.ctx, "customer-name", c.name)
		e.ConsumeAll()
		if said := strings.Contains(app.HTMLString(f), "at most 200 are possible"); said == c.fits {
			t.Errorf("%s: said while typing: %v", name, said)
		}
		press(e, f.ctx, f.onSave)
		if saved := len(w.outbox.cards) == 1; saved != c.fits {
			t.Errorf("%s: saved %v", name, saved)
		} else if saved {
			b, _ := read[wire.CustomerBody]([]byte(w.outbox.cards[0].Entry.Body))
			if len(b.Check()) != 0 {
				t.Errorf("%s: the office would refuse %+v", name, b.Check())
			}
		}
		if units := len(c.name); maxUnits(wire.TextMax) < 2*wire.TextMax+2 {
			t.Errorf("the browser cuts at %d of %d", maxUnits(wire.TextMax), units)
		}
	}
}

// picked is what the picker shows for a text.
func picked(p *Picker, text string) string {
	p.text = text
	p.search()
	var codes []string
	for _, f := range p.found {
		codes = append(codes, f.Code)
	}
	return strings.Join(codes, " ")
}

func TestThePickerPutsHabitsFirstAndOffersNothingThatIsClosed(t *testing.T) {
	w := newWorld()
	salt := w.office.records[wire.KindProducts][1].(wire.Product)
	salt.State = wire.StateInactive
	w.office.records[wire.KindProducts][1] = salt
	if err := w.ports.Catalogue.Open(context.Background(), *w.office.user); err != nil {
		t.Fatal(err)
	}
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	oil := w.office.records[wire.KindProducts][2].(wire.Product)
	p := &Picker{Ports: w.ports, Kind: wire.KindProducts, First: []Found{{ID: oil.ID, Code: oil.Code, Name: oil.Name, Record: oil, Last: &wire.OrderLine{Quantity: 1}}}}
	for text, want := range map[string]string{"p-": "P-0003 P-0001", "P-0001": "P-0001", "salt": "", "oil": "P-0003", "olive 1 l": "P-0003"} {
		if got := picked(p, text); got != want {
			t.Errorf("%q offers %q, want %q", text, got, want)
		}
	}
}

func TestAHundredClosedProductsDoNotHideTheOneThatIsSold(t *testing.T) {
	w := newWorld()
	w.office.records[wire.KindProducts] = nil
	for i := range 300 {
		w.office.records[wire.KindProducts] = append(w.office.records[wire.KindProducts],
			wire.Product{Meta: wire.Meta{ID: fmt.Sprintf("01J0000000000000000000%04d", i), State: wire.StateInactive}, Code: fmt.Sprintf("P-%04d", i), Name: "Old"})
	}
	sold := wire.Product{Meta: wire.Meta{ID: "01J00000000000000000009999", State: wire.StateActive}, Code: "P-9999", Name: "Not so old"}
	w.office.records[wire.KindProducts] = append(w.office.records[wire.KindProducts], sold)
	if err := w.ports.Catalogue.Open(context.Background(), *w.office.user); err != nil {
		t.Fatal(err)
	}
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := picked(&Picker{Ports: w.ports, Kind: wire.KindProducts}, "old"); got != "P-9999" {
		t.Errorf("offers %q", got)
	}
}

// scanning is a device whose camera reads one code.
type scanning struct {
	fakeDevice
	code string
}

func (s *scanning) CanScan() bool                                { return true }
func (s *scanning) Scan(context.Context, string) (string, error) { return s.code, nil }

func TestACodeThatTheCameraReadIsChosen(t *testing.T) {
	w := newWorld()
	w.ports.Device = &scanning{code: "P-0002"}
	f, e := openOrder(t, w)
	wants(t, app.HTMLString(f), english().Scan)
	s := &Scanner{Ports: w.ports, ID: idProduct}
	f.ctx.Dispatch(func(ctx app.Context) { s.read(ctx, "P-0002", nil) })
	e.ConsumeAll()
	if f.product.Code != "P-0002" {
		t.Fatalf("chosen %+v", f.product)
	}
	f.ctx.Dispatch(func(ctx app.Context) { s.read(ctx, "4006381333931", nil) })
	e.ConsumeAll()
	wants(t, app.HTMLString(f), english().NoMatch)
	plain, _ := openOrder(t, newWorld())
	lacks(t, app.HTMLString(plain), english().Scan)
}

func BenchmarkSearchOf5000(b *testing.B) {
	w := newWorld()
	w.office.records[wire.KindProducts] = nil
	for i := range 5000 {
		w.office.records[wire.KindProducts] = append(w.office.records[wire.KindProducts],
			wire.Product{Meta: wire.Meta{ID: fmt.Sprintf("01J0000000000000000000%04d", i), State: wire.StateActive}, Code: fmt.Sprintf("P-%05d", i), Name: fmt.Sprintf("Écrou à tête hexagonale %d mm", i)})
	}
	if err := w.ports.Catalogue.Open(context.Background(), *w.office.user); err != nil {
		b.Fatal(err)
	}
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"P-0", "tete", "hexagonale 99", "nothing"} {
		b.Run(text, func(b *testing.B) {
			p := &Picker{Ports: w.ports, Kind: wire.KindProducts}
			for b.Loop() {
				picked(p, text)
			}
		})
	}
}
