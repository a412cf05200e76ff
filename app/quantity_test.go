//go:build !js

package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/money"
	"waybill/sw"
)

// Quantities as people type and paste them: digits of any script, separators
// of any country, and what is no quantity.
func TestAQuantityIsReadInEveryLocalWayOrAskedBack(t *testing.T) {
	for _, c := range []struct {
		text  string
		point rune
		want  int64
		err   error
	}{
		{"12", '.', 12, nil},
		{" 012\t", '.', 12, nil},
		{"٢٤", '.', 24, nil},
		{"۱۲", ',', 12, nil},
		{"１２", '.', 12, nil},
		{"1,200", '.', 1200, nil},
		{"1.200", ',', 1200, nil},
		{"1 200", ',', 1200, nil},
		{"1\u202f200", ',', 1200, nil},
		{"1'200", '.', 1200, nil},
		{"1.200.000", ',', 1200000, nil},
		{"12,00", ',', 12, nil},
		{"12.0", ',', 12, nil},
		{"1.200", '.', 0, money.ErrAmbiguous},
		{"1,200", ',', 0, money.ErrAmbiguous},
		{"1,2,3", '.', 0, money.ErrAmbiguous},
		{"2.5", '.', 0, errNotWhole},
		{"½", '.', 0, errNotWhole},
		{"0", '.', 0, errNotWhole},
		{"-3", '.', 0, errNotWhole},
		{"−3", '.', 0, errNotWhole},
		{"+3", '.', 0, errNotWhole},
		{"3x", '.', 0, errNotWhole},
		{"1e3", '.', 0, errNotWhole},
		{"3 €", ',', 0, errNotWhole},
		{"", '.', 0, errNotWhole},
		{".", '.', 0, errNotWhole},
		{"12\t24", '.', 0, money.ErrAmbiguous},
		{"99999999999999999999", '.', 0, errNotWhole},
	} {
		if got, err := parseQuantity(c.text, c.point); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q with point %q: %d, %v; want %d, %v", c.text, c.point, got, err, c.want, c.err)
		}
	}
}

// oil is how the form's product with rules is picked: packs of 6, 12 to 1,200.
func pickOil(e app.TestEngine, f *orderForm) {
	for _, step := range [][2]string{{idCustomer, "C-0001"}, {idProduct, "P-0003"}} {
		typeIn(f.ctx, step[0], step[1])
		e.ConsumeAll()
		enter(f.ctx, step[0])
		e.ConsumeAll()
	}
}

func TestAQuantityThatIsNotSoldIsSaidWhileTypingWithTheNearestOnes(t *testing.T) {
	f, e := openOrder(t, newWorld())
	pickOil(e, f)
	html := app.HTMLString(f)
	wants(t, html, "Sold as: packs of 6, at least 12, at most 1,200.")
	if !strings.Contains(tag(html, idQuantity), `placeholder="12"`) {
		t.Error("the least quantity is not offered")
	}
	for text, want := range map[string][]string{
		"13":    {"13 is not possible: packs of 6, at least 12, at most 1,200.", "Take 12", "Take 18"},
		"1":     {"1 is not possible", "Take 12"},
		"2000":  {"2,000 is not possible", "Take 1,200"},
		"x":     {english().BadQuantity, "Take 12"},
		"1.200": {english().QuantityTwoWays},
		"1,200": {"Read as 1,200. Sold as"},
		"١٨":    {"Read as 18."},
	} {
		typeIn(f.ctx, idQuantity, text)
		e.ConsumeAll()
		wants(t, app.HTMLString(f), want...)
	}
	typeIn(f.ctx, idQuantity, "13")
	e.ConsumeAll()
	enter(f.ctx, idQuantity)
	e.ConsumeAll()
	if len(f.draft.Lines) != 0 {
		t.Fatalf("Enter has added %+v", f.draft.Lines)
	}
	press(e, f.ctx, f.onTakeEntry(18))
	html = app.HTMLString(f)
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 18 {
		t.Fatalf("one tap took %+v", f.draft.Lines)
	}
	lacks(t, html, "is not possible", "order-take")
}

func TestNothingTypedIsTheLeastThatIsSold(t *testing.T) {
	f, e := openOrder(t, newWorld())
	pickOil(e, f)
	enter(f.ctx, idQuantity)
	e.ConsumeAll()
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 12 {
		t.Fatalf("Enter has added %+v", f.draft.Lines)
	}
}

// lineOf is the form's first line, to press its buttons.
func lineOf(f *orderForm) *LineView {
	item, p := f.ports.current(f.draft.Lines[0])
	return &LineView{Ports: f.ports, Item: item, Rules: p.QuantityRules}
}

func TestSteppersGoFromOneAllowedQuantityToTheNext(t *testing.T) {
	f, e := openOrder(t, newWorld())
	pickOil(e, f)
	enter(f.ctx, idQuantity)
	e.ConsumeAll()
	if html := app.HTMLString(f); !strings.Contains(tag(html, "line-less"), "disabled") {
		t.Error("less than the least is offered")
	}
	for i, want := range []int64{18, 24, 18, 12} {
		handler := lineOf(f).onMore
		if i > 1 {
			handler = lineOf(f).onLess
		}
		press(e, f.ctx, handler)
		if got := f.draft.Lines[0].Quantity; got != want {
			t.Fatalf("step %d led to %d, want %d", i, got, want)
		}
	}
	typeIn(f.ctx, "line-quantity-1", "13")
	e.ConsumeAll()
	press(e, f.ctx, lineOf(f).onMore)
	if got := f.draft.Lines[0].Quantity; got != 18 {
		t.Fatalf("more than 13 is %d", got)
	}
	typeIn(f.ctx, "line-quantity-1", "1200")
	e.ConsumeAll()
	if html := app.HTMLString(f); !strings.Contains(tag(html, "line-more"), "disabled") {
		t.Error("more than the greatest is offered")
	}
}

func TestArrowsStepThroughTheAllowedQuantities(t *testing.T) {
	f, e := openOrder(t, newWorld())
	pickOil(e, f)
	key := func(id, key string) {
		f.ctx.NewActionWithValue(ActionKey, KeyPressed{id, key})
		e.ConsumeAll()
	}
	for i, want := range []string{"18", "24", "18", "12", "12"} {
		key(idQuantity, []string{"ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"}[i])
		if f.quantity != want {
			t.Fatalf("step %d of the next line led to %q, want %q", i, f.quantity, want)
		}
	}
	enter(f.ctx, idQuantity)
	e.ConsumeAll()
	key("line-quantity-1", "ArrowUp")
	if got := f.draft.Lines[0].Quantity; got != 18 {
		t.Fatalf("the line stepped to %d", got)
	}
	key("line-quantity-1", "ArrowDown")
	if got := f.draft.Lines[0].Quantity; got != 12 {
		t.Fatalf("the line stepped back to %d", got)
	}
}

func TestALineThatIsNotSoldSoIsNotSavedUntilItIsPutRight(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	pickOil(e, f)
	enter(f.ctx, idQuantity)
	e.ConsumeAll()
	typeIn(f.ctx, "line-quantity-1", "15")
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "15 is not possible", "Take 12", "Take 18", `data-testid="line-take"`)
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 0 {
		t.Fatal("saved what the office would refuse")
	}
	wants(t, app.HTMLString(f), "1 field needs correcting")
	press(e, f.ctx, lineOf(f).onTake(12))
	lacks(t, app.HTMLString(f), "is not possible")
	press(e, f.ctx, f.onSave)
	if b, _ := read[wire.OrderBody]([]byte(w.outbox.cards[0].Entry.Body)); len(b.Lines) != 1 || b.Lines[0].Quantity != 12 {
		t.Fatalf("saved %+v", b.Lines)
	}
}

// refusedOrder is an order of 5 × P-0001 that the office has refused.
func refusedOrder() sw.Card {
	body, _ := wire.Encode(wire.OrderBody{
		ID: "01J0000000000000000000R001", CustomerID: "01J0000000000000000000C001", PlacedAt: "2026-11-30T09:00:00Z",
		Lines: []wire.OrderLine{{ProductID: "01J00000000000000000000001", Quantity: 5, UnitPriceMinor: 1850, Currency: "EUR"}},
	})
	return sw.Card{State: entry.Rejected, Entry: entry.Entry{
		Key: "01J0000000000000000000R001", Record: "01J0000000000000000000R001", Op: string(wire.OpOrderCreate), State: entry.Rejected, Body: string(body),
		Answer: &entry.Answer{Problem: `{"code":"validation_failed","errors":[{"field":"/lines/0/quantity","message":"5 is not possible: in packs of 6"}]}`},
	}}
}

func TestARuleThatTightenedMeanwhileIsSaidBesideItsLineAndCanBePutRight(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	card := refusedOrder()
	w.outbox.cards = []sw.Card{card}
	f.ctx.Dispatch(func(ctx app.Context) {
		f.editing, f.key = &card, card.Entry.Key
		f.restore(ctx, nil, &card)
	})
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "5 is not possible: in packs of 6") // the office's words: the copy is older

	flour := w.office.records[wire.KindProducts][0].(wire.Product)
	flour.PackSize, flour.Version = 6, 2
	w.office.records[wire.KindProducts][0] = flour
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "5 is not possible: packs of 6.", "Take 6")
	press(e, f.ctx, lineOf(f).onTake(6))
	press(e, f.ctx, f.onSave)
	if strings.Join(w.outbox.calls, " ") != "edit "+card.Entry.Key {
		t.Fatalf("did %v", w.outbox.calls)
	}
}

func TestAProductsRulesAreTypedReadBackAndHeldTogether(t *testing.T) {
	w := newWorld()
	w.office.user.Role = wire.RoleManager
	f := newProductForm(w.ports).(*recordForm)
	_, e := show(t, f)
	for id, text := range map[string]string{
		"product-code": "P-9", "product-name": "Nine", "product-price": "1", "product-pack": "10", "product-min": "1,200", "product-max": "1205",
	} {
		typeIn(f.ctx, id, text)
	}
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "Read as 1,200")
	typeIn(f.ctx, "product-min", "1201")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	wants(t, app.HTMLString(f), english().RulesLeaveNone)
	typeIn(f.ctx, "product-max", "many")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	wants(t, app.HTMLString(f), english().BadQuantity)
	typeIn(f.ctx, "product-max", "")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 1 {
		t.Fatalf("not saved:\n%s", app.HTMLString(f))
	}
	b, _ := read[wire.ProductBody]([]byte(w.outbox.cards[0].Entry.Body))
	if b.QuantityRules != (wire.QuantityRules{PackSize: 10, MinQuantity: 1201}) {
		t.Fatalf("saved %+v", b.QuantityRules)
	}
}

func TestTheListOfProductsSaysHowTheyAreSold(t *testing.T) {
	w := newWorld()
	if err := w.ports.Catalogue.Open(context.Background(), *w.office.user); err != nil {
		t.Fatal(err)
	}
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	html, _ := show(t, newProducts(w.ports))
	wants(t, html, "9.90 EUR / bottle", "Sold as: packs of 6, at least 12, at most 1,200.")
	if strings.Count(html, "Sold as") != 1 {
		t.Error("a product without rules has some")
	}
}
