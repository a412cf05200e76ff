//go:build !js

package app

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// openOrder shows the order form of a device whose copy is loaded.
func openOrder(t *testing.T, w *world) (*orderForm, app.TestEngine) {
	t.Helper()
	if err := w.ports.Catalogue.Open(context.Background(), *w.office.user); err != nil {
		t.Fatal(err)
	}
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	f := newOrderForm(w.ports).(*orderForm)
	_, e := show(t, f)
	return f, e
}

func typeIn(f app.Context, id, text string) { f.NewActionWithValue(ActionText, TextTyped{id, text}) }

func enter(f app.Context, id string) { f.NewActionWithValue(ActionKey, KeyPressed{id, "Enter"}) }

// fillOrder types an order as a rep does: code, Enter, code, Enter, quantity,
// Enter.
func fillOrder(e app.TestEngine, f *orderForm, quantity string) {
	for _, step := range [][2]string{{idCustomer, "C-0001"}, {idProduct, "P-0002"}} {
		typeIn(f.ctx, step[0], step[1])
		e.ConsumeAll()
		enter(f.ctx, step[0])
		e.ConsumeAll()
	}
	typeIn(f.ctx, idQuantity, quantity)
	e.ConsumeAll()
	enter(f.ctx, idQuantity)
	e.ConsumeAll()
}

func press(e app.TestEngine, ctx app.Context, h app.EventHandler) {
	ctx.Dispatch(func(ctx app.Context) { h(ctx, app.Event{}) })
	e.ConsumeAll()
}

func TestAnOrderIsTypedWithEnterAndSaysSavedOnlyWhenItIs(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	html := app.HTMLString(f)
	wants(t, html, `data-testid="order-line"`, "12.60 EUR")
	if f.draft.Customer.Name != "Bäckerei Müller" {
		t.Fatalf("Enter took %+v", f.draft.Customer)
	}
	w.outbox.saveErr = entry.ErrQuota
	press(e, f.ctx, f.onSave)
	html = app.HTMLString(f)
	lacks(t, html, "order-saved", english().SavedTitle)
	wants(t, html, english().NotSavedFull, `data-testid="order-line"`)
	w.outbox.saveErr = nil
	press(e, f.ctx, f.onSave)
	html = app.HTMLString(f)
	wants(t, html, `data-testid="order-saved"`, `data-id="`+f.key+`"`, english().SavedTitle, "P-0002 Sea salt 5 kg")
	b, _ := read[wire.OrderBody]([]byte(w.outbox.cards[0].Entry.Body))
	if b.ID != f.key || b.CustomerID != "01J0000000000000000000C001" || b.Lines[0].Quantity != 3 || b.Lines[0].UnitPriceMinor != 420 {
		t.Fatalf("saved %+v", b)
	}
}

func TestFiveTapsMakeOneOrder(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	for range 5 {
		f.ctx.Dispatch(func(ctx app.Context) { f.onSave(ctx, app.Event{}) })
	}
	e.ConsumeAll()
	for range 2 {
		press(e, f.ctx, f.onSave)
	}
	if w.outbox.saves != 1 || len(w.outbox.cards) != 1 {
		t.Fatalf("%d saves, %d orders", w.outbox.saves, len(w.outbox.cards))
	}
}

func TestFiveTapsMakeOneCustomer(t *testing.T) {
	w := newWorld()
	f := newCustomerForm(w.ports).(*recordForm)
	_, e := show(t, f)
	typeIn(f.ctx, "customer-code", "C-9")
	typeIn(f.ctx, "customer-name", "Nine")
	e.ConsumeAll()
	w.outbox.hold = make(chan struct{})
	for range 5 {
		f.ctx.Dispatch(func(ctx app.Context) { f.onSave(ctx, app.Event{}) })
	}
	close(w.outbox.hold)
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	if w.outbox.saves != 1 {
		t.Fatalf("%d saves", w.outbox.saves)
	}
}

func TestADraftSurvivesAndItsSecondSavingIsTheSameOrder(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.ctx, idNote, "back door")
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, "order")), "back door") })

	g, e2 := openOrder(t, w)
	if g.key != f.key || len(g.draft.Lines) != 1 || g.draft.Note != "back door" {
		t.Fatalf("restored %+v", g.draft)
	}
	press(e, f.ctx, f.onSave)
	press(e2, g.ctx, g.onSave)
	if len(w.outbox.cards) != 1 {
		t.Fatalf("%d orders of one draft", len(w.outbox.cards))
	}
	waitFor(t, func() bool { return draftOf(w, "order") == nil })
}

func draftOf(w *world, name string) json.RawMessage {
	d, _ := w.outbox.LoadDraft(context.Background(), name)
	return d
}

// waitFor waits for what a goroutine of its own does: drafts are kept beside
// the page, not by it.
func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for range 1_000_000 {
		if ok() {
			return
		}
		yield()
	}
	t.Fatal("waited in vain")
}

func TestTwoTabsWithOneDraftAndOtherContentLoseNeither(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	waitFor(t, func() bool { return draftOf(w, "order") != nil })
	g, e2 := openOrder(t, w)
	typeIn(g.ctx, idNote, "other")
	e2.ConsumeAll()
	press(e, f.ctx, f.onSave)
	press(e2, g.ctx, g.onSave)
	html := app.HTMLString(g)
	lacks(t, html, "order-saved")
	wants(t, html, english().SavedElsewhere)
	press(e2, g.ctx, g.onSave)
	wants(t, app.HTMLString(g), "order-similar") // the other tab's has the same goods
	w.device.now += askPause
	press(e2, g.ctx, g.onSave)
	if len(w.outbox.cards) != 2 {
		t.Fatalf("%d orders, want both tabs'", len(w.outbox.cards))
	}
}

func TestASimilarOrderAsksFirstAndATapMeantForSavingDoesNotAnswer(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	press(e, f.ctx, f.onSave)
	press(e, f.ctx, f.onNew)
	fillOrder(e, f, "3")
	press(e, f.ctx, f.onSave)
	wants(t, app.HTMLString(f), "order-similar")
	press(e, f.ctx, f.onSave) // still within the pause
	if len(w.outbox.cards) != 1 {
		t.Fatal("a hasty second tap answered the question")
	}
	w.device.now += askPause
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 2 {
		t.Fatal("the answer did not save")
	}
	press(e, f.ctx, f.onNew)
	fillOrder(e, f, "4")
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 3 {
		t.Fatal("another quantity is no similar order")
	}
}

func TestTextInTheCustomerFieldIsNoCustomer(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.ctx, idCustomer, "C-0002")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 0 {
		t.Fatal("saved for a customer that the field no longer shows")
	}
	wants(t, app.HTMLString(f), english().FieldMissing)
}

func TestAnOrderForAnUnsentCustomerNamesItsParent(t *testing.T) {
	w := newWorld()
	w.outbox.cards = []sw.Card{{
		Entry: entry.Entry{
			Key: "01J0000000000000000000K001", Record: "01J0000000000000000000C777", Op: string(wire.OpCustomerCreate), State: entry.Pending,
			Body: `{"id":"01J0000000000000000000C777","code":"N-1","name":"New one"}`,
		}, State: entry.Pending,
	}}
	f, e := openOrder(t, w)
	typeIn(f.ctx, idCustomer, "new one")
	e.ConsumeAll()
	enter(f.ctx, idCustomer)
	e.ConsumeAll()
	wants(t, app.HTMLString(f), english().CustomerWaits)
	if f.draft.Customer.Code != "N-1" {
		t.Fatalf("Enter took %+v", f.draft.Customer)
	}
	f.draft.add(lineItem{ProductID: "01J00000000000000000000001", Quantity: 1, PriceMinor: 5, Currency: "EUR"})
	press(e, f.ctx, f.onSave)
	got := w.outbox.cards[1].Entry
	if len(got.Parents) != 1 || got.Parents[0] != "01J0000000000000000000K001" {
		t.Fatalf("parents %v", got.Parents)
	}
}

func TestALineThatCannotBeReadIsNotSavedWithItsOldNumber(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.ctx, "line-quantity-1", "3x")
	e.ConsumeAll()
	wants(t, app.HTMLString(f), english().BadQuantity)
	press(e, f.ctx, f.onSave)
	if len(w.outbox.cards) != 0 {
		t.Fatal("saved 3 behind a field that says 3x")
	}
	typeIn(f.ctx, "line-quantity-1", "12")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	if b, _ := read[wire.OrderBody]([]byte(w.outbox.cards[0].Entry.Body)); b.Lines[0].Quantity != 12 {
		t.Fatalf("saved %+v", b.Lines)
	}
}

func TestTheSameProductTwiceIsOneLine(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	fillOrder(e, f, "4")
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 7 {
		t.Fatalf("lines %+v", f.draft.Lines)
	}
}

func TestUsualProductsAndTheSameOrderAgainComeFromThisCustomersOrders(t *testing.T) {
	w := newWorld()
	f, e := openOrder(t, w)
	typeIn(f.ctx, idCustomer, "müller")
	e.ConsumeAll()
	enter(f.ctx, idCustomer)
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "P-0001", "Rye flour 25 kg", "last 4 × 18.00 EUR", "Same again as A-000101")
	press(e, f.ctx, f.onRepeat)
	// The order was at 18.00, the price is 18.50 now: today's price, the old one beside it.
	wants(t, app.HTMLString(f), "Last time 18.00 EUR", "74.00 EUR")
}

func TestAFullOutboxIsSaidBeforeAnythingIsTyped(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Pending = entry.UnsentMax
	f, _ := openOrder(t, w)
	html := app.HTMLString(f)
	wants(t, html, english().OutboxFull)
	if !strings.Contains(tag(html, "order-save"), "disabled") {
		t.Fatal("save is offered")
	}
}

func TestAStoreThatFailsKeepsWhatIsTyped(t *testing.T) {
	t1 := english()
	for err, says := range map[error]string{
		entry.ErrFull: t1.OutboxFull, entry.ErrTooLarge: t1.TooLarge, entry.ErrGone: t1.NotSaved, client.ErrSignedOut: t1.NotSavedNobody, entry.ErrQuota: t1.NotSavedFull,
	} {
		w := newWorld()
		w.outbox.saveErr = err
		f := newCustomerForm(w.ports).(*recordForm)
		_, e := show(t, f)
		typeIn(f.ctx, "customer-code", "C-9")
		typeIn(f.ctx, "customer-name", "Nine")
		e.ConsumeAll()
		press(e, f.ctx, f.onSave)
		html := app.HTMLString(f)
		wants(t, html, says)
		lacks(t, html, "customer-saved")
		if f.texts["/name"] != "Nine" {
			t.Errorf("%v lost the text", err)
		}
	}
}

func TestACustomerIsCheckedByTheSharedRulesAndCleaned(t *testing.T) {
	w := newWorld()
	f := newCustomerForm(w.ports).(*recordForm)
	_, e := show(t, f)
	press(e, f.ctx, f.onSave)
	wants(t, app.HTMLString(f), english().FieldMissing, "2 fields need correcting")
	typeIn(f.ctx, "customer-code", " AB\u20111 ")
	typeIn(f.ctx, "customer-name", "Müller\u00a0")
	e.ConsumeAll()
	press(e, f.ctx, f.onSave)
	b, _ := read[wire.CustomerBody]([]byte(w.outbox.cards[0].Entry.Body))
	if b.Code != "AB-1" || b.Name != "Müller" {
		t.Fatalf("saved %q %q", b.Code, b.Name)
	}
	wants(t, app.HTMLString(f), `data-testid="customer-saved"`)
}

func TestAProductsPriceIsReadBackBeforeItCounts(t *testing.T) {
	w := newWorld()
	w.office.user.Role = wire.RoleManager
	f := newProductForm(w.ports).(*recordForm)
	_, e := show(t, f)
	for id, text := range map[string]string{"product-code": "P-9", "product-name": "Nine", "product-price": "1.234,5"} {
		typeIn(f.ctx, id, text)
	}
	e.ConsumeAll()
	wants(t, app.HTMLString(f), "Read as 1,234.50 EUR")
	press(e, f.ctx, f.onSave)
	if b, _ := read[wire.ProductBody]([]byte(w.outbox.cards[0].Entry.Body)); b.PriceMinor != 123450 || b.Currency != "EUR" {
		t.Fatalf("saved %+v", b)
	}
}

func TestOnlyManagersMakeProducts(t *testing.T) {
	f := newProductForm(newWorld().ports)
	html, _ := show(t, f)
	wants(t, html, english().ManagersOnly)
	lacks(t, html, "product-save")
}
