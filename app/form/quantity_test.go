//go:build !js

package form

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// oil is how the form's product with rules is picked: packs of 6, 12 to 1,200.
func pickOil(e app.TestEngine, f *orderForm) {
	for _, step := range [][2]string{{idCustomer, "C-0001"}, {idProduct, "P-0003"}} {
		typeIn(f.Ctx, step[0], step[1])
		e.ConsumeAll()
		enter(f.Ctx, step[0])
		e.ConsumeAll()
	}
}

func TestAQuantityThatIsNotSoldIsSaidWhileTypingWithTheNearestOnes(t *testing.T) {
	f, e := openOrder(t, apptest.New())
	pickOil(e, f)
	html := app.HTMLString(f)
	apptest.Wants(t, html, "Sold as: packs of 6, at least 12, at most 1,200.")
	if !strings.Contains(apptest.Tag(html, idQuantity), `placeholder="12"`) {
		t.Error("the least quantity is not offered")
	}
	for text, want := range map[string][]string{
		"13":    {"13 is not possible: packs of 6, at least 12, at most 1,200.", "Take 12", "Take 18"},
		"1":     {"1 is not possible", "Take 12"},
		"2000":  {"2,000 is not possible", "Take 1,200"},
		"x":     {i18n.English().BadQuantity, "Take 12"},
		"1.200": {i18n.English().QuantityTwoWays},
		"1,200": {"Read as 1,200. Sold as"},
		"١٨":    {"Read as 18."},
	} {
		typeIn(f.Ctx, idQuantity, text)
		e.ConsumeAll()
		apptest.Wants(t, app.HTMLString(f), want...)
	}
	typeIn(f.Ctx, idQuantity, "13")
	e.ConsumeAll()
	enter(f.Ctx, idQuantity)
	e.ConsumeAll()
	if len(f.draft.Lines) != 0 {
		t.Fatalf("Enter has added %+v", f.draft.Lines)
	}
	apptest.Press(e, f.Ctx, f.onTakeEntry(18))
	html = app.HTMLString(f)
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 18 {
		t.Fatalf("one tap took %+v", f.draft.Lines)
	}
	apptest.Lacks(t, html, "is not possible", "order-take")
}

func TestNothingTypedIsTheLeastThatIsSold(t *testing.T) {
	f, e := openOrder(t, apptest.New())
	pickOil(e, f)
	enter(f.Ctx, idQuantity)
	e.ConsumeAll()
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 12 {
		t.Fatalf("Enter has added %+v", f.draft.Lines)
	}
}

// lineOf is the form's first line, to press its buttons.
func lineOf(f *orderForm) *LineView {
	item, p := currentLine(f.Ports, f.draft.Lines[0])
	return &LineView{Ports: f.Ports, Item: item, Rules: p.QuantityRules}
}

func TestSteppersGoFromOneAllowedQuantityToTheNext(t *testing.T) {
	f, e := openOrder(t, apptest.New())
	pickOil(e, f)
	enter(f.Ctx, idQuantity)
	e.ConsumeAll()
	if html := app.HTMLString(f); !strings.Contains(apptest.Tag(html, "line-less"), "disabled") {
		t.Error("less than the least is offered")
	}
	for i, want := range []int64{18, 24, 18, 12} {
		handler := lineOf(f).onMore
		if i > 1 {
			handler = lineOf(f).onLess
		}
		apptest.Press(e, f.Ctx, handler)
		if got := f.draft.Lines[0].Quantity; got != want {
			t.Fatalf("step %d led to %d, want %d", i, got, want)
		}
	}
	typeIn(f.Ctx, "line-quantity-1", "13")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, lineOf(f).onMore)
	if got := f.draft.Lines[0].Quantity; got != 18 {
		t.Fatalf("more than 13 is %d", got)
	}
	typeIn(f.Ctx, "line-quantity-1", "1200")
	e.ConsumeAll()
	if html := app.HTMLString(f); !strings.Contains(apptest.Tag(html, "line-more"), "disabled") {
		t.Error("more than the greatest is offered")
	}
}

func TestArrowsStepThroughTheAllowedQuantities(t *testing.T) {
	f, e := openOrder(t, apptest.New())
	pickOil(e, f)
	key := func(id, key string) {
		f.Ctx.NewActionWithValue(ui.ActionKey, ui.KeyPressed{ID: id, Key: key})
		e.ConsumeAll()
	}
	for i, want := range []string{"18", "24", "18", "12", "12"} {
		key(idQuantity, []string{"ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"}[i])
		if f.quantity != want {
			t.Fatalf("step %d of the next line led to %q, want %q", i, f.quantity, want)
		}
	}
	enter(f.Ctx, idQuantity)
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
	w := apptest.New()
	f, e := openOrder(t, w)
	pickOil(e, f)
	enter(f.Ctx, idQuantity)
	e.ConsumeAll()
	typeIn(f.Ctx, "line-quantity-1", "15")
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "15 is not possible", "Take 12", "Take 18", `data-testid="line-take"`)
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 0 {
		t.Fatal("saved what the office would refuse")
	}
	apptest.Wants(t, app.HTMLString(f), "1 field needs correcting")
	apptest.Press(e, f.Ctx, lineOf(f).onTake(12))
	apptest.Lacks(t, app.HTMLString(f), "is not possible")
	apptest.Press(e, f.Ctx, f.onSave)
	if b, _ := wire.Decode[wire.OrderBody]([]byte(w.Outbox.Stored[0].Entry.Body)); len(b.Lines) != 1 || b.Lines[0].Quantity != 12 {
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
	w := apptest.New()
	f, e := openOrder(t, w)
	card := refusedOrder()
	w.Outbox.Stored = []sw.Card{card}
	f.Ctx.Dispatch(func(ctx app.Context) {
		f.editing, f.key = &card, card.Entry.Key
		f.restore(ctx, nil, &card)
	})
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "5 is not possible: in packs of 6") // the office's words: the copy is older

	flour := w.Office.Records[wire.KindProducts][0].(wire.Product)
	flour.PackSize, flour.Version = 6, 2
	w.Office.Records[wire.KindProducts][0] = flour
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "5 is not possible: packs of 6.", "Take 6")
	apptest.Press(e, f.Ctx, lineOf(f).onTake(6))
	apptest.Press(e, f.Ctx, f.onSave)
	if strings.Join(w.Outbox.Calls, " ") != "edit "+card.Entry.Key {
		t.Fatalf("did %v", w.Outbox.Calls)
	}
}

func TestAProductsRulesAreTypedReadBackAndHeldTogether(t *testing.T) {
	w := apptest.New()
	w.Office.SignedIn.Role = wire.RoleManager
	f := NewProduct(w.Ports).(*recordForm)
	_, e := apptest.Show(t, f)
	for id, text := range map[string]string{
		"product-code": "P-9", "product-name": "Nine", "product-price": "1", "product-pack": "10", "product-min": "1,200", "product-max": "1205",
	} {
		typeIn(f.Ctx, id, text)
	}
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "Read as 1,200")
	typeIn(f.Ctx, "product-min", "1201")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Wants(t, app.HTMLString(f), i18n.English().RulesLeaveNone)
	typeIn(f.Ctx, "product-max", "many")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Wants(t, app.HTMLString(f), i18n.English().BadQuantity)
	typeIn(f.Ctx, "product-max", "")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 1 {
		t.Fatalf("not saved:\n%s", app.HTMLString(f))
	}
	b, _ := wire.Decode[wire.ProductBody]([]byte(w.Outbox.Stored[0].Entry.Body))
	if b.QuantityRules != (wire.QuantityRules{PackSize: 10, MinQuantity: 1201}) {
		t.Fatalf("saved %+v", b.QuantityRules)
	}
}
