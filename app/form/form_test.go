//go:build !js

package form

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/order"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// openOrder shows the order form of a device whose copy is loaded.
func openOrder(t *testing.T, w *apptest.World) (*orderForm, app.TestEngine) {
	t.Helper()
	if err := w.Ports.Catalogue.Open(context.Background(), *w.Office.SignedIn); err != nil {
		t.Fatal(err)
	}
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	f := NewOrder(w.Ports).(*orderForm)
	_, e := apptest.Show(t, f)
	return f, e
}

func typeIn(f app.Context, id, text string) {
	f.NewActionWithValue(ui.ActionText, ui.TextTyped{ID: id, Text: text})
}

func enter(f app.Context, id string) {
	f.NewActionWithValue(ui.ActionKey, ui.KeyPressed{ID: id, Key: "Enter"})
}

// fillOrder types an order as a rep does: code, Enter, code, Enter, quantity,
// Enter.
func fillOrder(e app.TestEngine, f *orderForm, quantity string) {
	for _, step := range [][2]string{{idCustomer, "C-0001"}, {idProduct, "P-0002"}} {
		typeIn(f.Ctx, step[0], step[1])
		e.ConsumeAll()
		enter(f.Ctx, step[0])
		e.ConsumeAll()
	}
	typeIn(f.Ctx, idQuantity, quantity)
	e.ConsumeAll()
	enter(f.Ctx, idQuantity)
	e.ConsumeAll()
}

func TestAnOrderIsTypedWithEnterAndSaysSavedOnlyWhenItIs(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	html := app.HTMLString(f)
	apptest.Wants(t, html, `data-testid="order-line"`, "12.60 EUR")
	if f.draft.Customer.Name != "Bäckerei Müller" {
		t.Fatalf("Enter took %+v", f.draft.Customer)
	}
	w.Outbox.SaveErr = entry.ErrQuota
	apptest.Press(e, f.Ctx, f.onSave)
	html = app.HTMLString(f)
	apptest.Lacks(t, html, "order-saved", i18n.English().SavedTitle)
	apptest.Wants(t, html, i18n.English().NotSavedFull, `data-testid="order-line"`)
	w.Outbox.SaveErr = nil
	apptest.Press(e, f.Ctx, f.onSave)
	html = app.HTMLString(f)
	apptest.Wants(t, html, `data-testid="order-saved"`, `data-id="`+f.key+`"`, i18n.English().SavedTitle, "P-0002 Sea salt 5 kg")
	b, _ := wire.Decode[wire.OrderBody]([]byte(w.Outbox.Stored[0].Entry.Body))
	if b.ID != f.key || b.CustomerID != "01J0000000000000000000C001" || b.Lines[0].Quantity != 3 || b.Lines[0].UnitPriceMinor != 420 {
		t.Fatalf("saved %+v", b)
	}
}

func TestFiveTapsMakeOneOrder(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	for range 5 {
		f.Ctx.Dispatch(func(ctx app.Context) { f.onSave(ctx, app.Event{}) })
	}
	e.ConsumeAll()
	for range 2 {
		apptest.Press(e, f.Ctx, f.onSave)
	}
	if w.Outbox.Saves != 1 || len(w.Outbox.Stored) != 1 {
		t.Fatalf("%d saves, %d orders", w.Outbox.Saves, len(w.Outbox.Stored))
	}
}

func TestFiveTapsMakeOneCustomer(t *testing.T) {
	w := apptest.New()
	f := NewCustomer(w.Ports).(*recordForm)
	_, e := apptest.Show(t, f)
	typeIn(f.Ctx, "customer-code", "C-9")
	typeIn(f.Ctx, "customer-name", "Nine")
	e.ConsumeAll()
	w.Outbox.Hold = make(chan struct{})
	for range 5 {
		f.Ctx.Dispatch(func(ctx app.Context) { f.onSave(ctx, app.Event{}) })
	}
	close(w.Outbox.Hold)
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	if w.Outbox.Saves != 1 {
		t.Fatalf("%d saves", w.Outbox.Saves)
	}
}

func TestADraftSurvivesAndItsSecondSavingIsTheSameOrder(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.Ctx, idNote, "back door")
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, "order")), "back door") })

	g, e2 := openOrder(t, w)
	if g.key != f.key || len(g.draft.Lines) != 1 || g.draft.Note != "back door" {
		t.Fatalf("restored %+v", g.draft)
	}
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Press(e2, g.Ctx, g.onSave)
	if len(w.Outbox.Stored) != 1 {
		t.Fatalf("%d orders of one draft", len(w.Outbox.Stored))
	}
	waitFor(t, func() bool { return draftOf(w, "order") == nil })
}

func draftOf(w *apptest.World, name string) json.RawMessage {
	d, _ := w.Outbox.LoadDraft(context.Background(), name)
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
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	waitFor(t, func() bool { return draftOf(w, "order") != nil })
	g, e2 := openOrder(t, w)
	typeIn(g.Ctx, idNote, "other")
	e2.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Press(e2, g.Ctx, g.onSave)
	html := app.HTMLString(g)
	apptest.Lacks(t, html, "order-saved")
	apptest.Wants(t, html, i18n.English().SavedElsewhere)
	apptest.Press(e2, g.Ctx, g.onSave)
	apptest.Wants(t, app.HTMLString(g), "order-similar") // the other tab's has the same goods
	w.Device.Ahead += askPause
	apptest.Press(e2, g.Ctx, g.onSave)
	if len(w.Outbox.Stored) != 2 {
		t.Fatalf("%d orders, want both tabs'", len(w.Outbox.Stored))
	}
}

func TestASimilarOrderAsksFirstAndATapMeantForSavingDoesNotAnswer(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Press(e, f.Ctx, f.onNew)
	fillOrder(e, f, "3")
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Wants(t, app.HTMLString(f), "order-similar")
	apptest.Press(e, f.Ctx, f.onSave) // still within the pause
	if len(w.Outbox.Stored) != 1 {
		t.Fatal("a hasty second tap answered the question")
	}
	w.Device.Ahead += askPause
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 2 {
		t.Fatal("the answer did not save")
	}
	apptest.Press(e, f.Ctx, f.onNew)
	fillOrder(e, f, "4")
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 3 {
		t.Fatal("another quantity is no similar order")
	}
}

func TestTextInTheCustomerFieldIsNoCustomer(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.Ctx, idCustomer, "C-0002")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 0 {
		t.Fatal("saved for a customer that the field no longer shows")
	}
	apptest.Wants(t, app.HTMLString(f), i18n.English().FieldMissing)
}

func TestAnOrderForAnUnsentCustomerNamesItsParent(t *testing.T) {
	w := apptest.New()
	w.Outbox.Stored = []sw.Card{{
		Entry: entry.Entry{
			Key: "01J0000000000000000000K001", Record: "01J0000000000000000000C777", Op: string(wire.OpCustomerCreate), State: entry.Pending,
			Body: `{"id":"01J0000000000000000000C777","code":"N-1","name":"New one"}`,
		}, State: entry.Pending,
	}}
	f, e := openOrder(t, w)
	typeIn(f.Ctx, idCustomer, "new one")
	e.ConsumeAll()
	enter(f.Ctx, idCustomer)
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), i18n.English().CustomerWaits)
	if f.draft.Customer.Code != "N-1" {
		t.Fatalf("Enter took %+v", f.draft.Customer)
	}
	f.draft.Add(order.Line{ProductID: "01J00000000000000000000001", Quantity: 1, PriceMinor: 5, Currency: "EUR"})
	apptest.Press(e, f.Ctx, f.onSave)
	got := w.Outbox.Stored[1].Entry
	if len(got.Parents) != 1 || got.Parents[0] != "01J0000000000000000000K001" {
		t.Fatalf("parents %v", got.Parents)
	}
}

func TestALineThatCannotBeReadIsNotSavedWithItsOldNumber(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	typeIn(f.Ctx, "line-quantity-1", "3x")
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), i18n.English().BadQuantity)
	apptest.Press(e, f.Ctx, f.onSave)
	if len(w.Outbox.Stored) != 0 {
		t.Fatal("saved 3 behind a field that says 3x")
	}
	typeIn(f.Ctx, "line-quantity-1", "12")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	if b, _ := wire.Decode[wire.OrderBody]([]byte(w.Outbox.Stored[0].Entry.Body)); b.Lines[0].Quantity != 12 {
		t.Fatalf("saved %+v", b.Lines)
	}
}

func TestTheSameProductTwiceIsOneLine(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	fillOrder(e, f, "3")
	fillOrder(e, f, "4")
	if len(f.draft.Lines) != 1 || f.draft.Lines[0].Quantity != 7 {
		t.Fatalf("lines %+v", f.draft.Lines)
	}
}

func TestUsualProductsAndTheSameOrderAgainComeFromThisCustomersOrders(t *testing.T) {
	w := apptest.New()
	f, e := openOrder(t, w)
	typeIn(f.Ctx, idCustomer, "müller")
	e.ConsumeAll()
	enter(f.Ctx, idCustomer)
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "P-0001", "Rye flour 25 kg", "last 4 × 18.00 EUR", "Same again as A-000101")
	apptest.Press(e, f.Ctx, f.onRepeat)
	// The order was at 18.00, the price is 18.50 now: today's price, the old one beside it.
	apptest.Wants(t, app.HTMLString(f), "Last time 18.00 EUR", "74.00 EUR")
}

func TestAFullOutboxIsSaidBeforeAnythingIsTyped(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Pending = entry.UnsentMax
	f, _ := openOrder(t, w)
	html := app.HTMLString(f)
	apptest.Wants(t, html, i18n.English().OutboxFull)
	if !strings.Contains(apptest.Tag(html, "order-save"), "disabled") {
		t.Fatal("save is offered")
	}
}

func TestAStoreThatFailsKeepsWhatIsTyped(t *testing.T) {
	t1 := i18n.English()
	for err, says := range map[error]string{
		entry.ErrFull: t1.OutboxFull, entry.ErrTooLarge: t1.TooLarge, entry.ErrGone: t1.NotSaved, client.ErrSignedOut: t1.NotSavedNobody, entry.ErrQuota: t1.NotSavedFull,
	} {
		w := apptest.New()
		w.Outbox.SaveErr = err
		f := NewCustomer(w.Ports).(*recordForm)
		_, e := apptest.Show(t, f)
		typeIn(f.Ctx, "customer-code", "C-9")
		typeIn(f.Ctx, "customer-name", "Nine")
		e.ConsumeAll()
		apptest.Press(e, f.Ctx, f.onSave)
		html := app.HTMLString(f)
		apptest.Wants(t, html, says)
		apptest.Lacks(t, html, "customer-saved")
		if f.texts["/name"] != "Nine" {
			t.Errorf("%v lost the text", err)
		}
	}
}

func TestACustomerIsCheckedByTheSharedRulesAndCleaned(t *testing.T) {
	w := apptest.New()
	f := NewCustomer(w.Ports).(*recordForm)
	_, e := apptest.Show(t, f)
	apptest.Press(e, f.Ctx, f.onSave)
	apptest.Wants(t, app.HTMLString(f), i18n.English().FieldMissing, "2 fields need correcting")
	typeIn(f.Ctx, "customer-code", " AB\u20111 ")
	typeIn(f.Ctx, "customer-name", "Müller\u00a0")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	b, _ := wire.Decode[wire.CustomerBody]([]byte(w.Outbox.Stored[0].Entry.Body))
	if b.Code != "AB-1" || b.Name != "Müller" {
		t.Fatalf("saved %q %q", b.Code, b.Name)
	}
	apptest.Wants(t, app.HTMLString(f), `data-testid="customer-saved"`)
}

func TestAProductsPriceIsReadBackBeforeItCounts(t *testing.T) {
	w := apptest.New()
	w.Office.SignedIn.Role = wire.RoleManager
	f := NewProduct(w.Ports).(*recordForm)
	_, e := apptest.Show(t, f)
	for id, text := range map[string]string{"product-code": "P-9", "product-name": "Nine", "product-price": "1.234,5"} {
		typeIn(f.Ctx, id, text)
	}
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(f), "Read as 1,234.50 EUR")
	apptest.Press(e, f.Ctx, f.onSave)
	if b, _ := wire.Decode[wire.ProductBody]([]byte(w.Outbox.Stored[0].Entry.Body)); b.PriceMinor != 123450 || b.Currency != "EUR" {
		t.Fatalf("saved %+v", b)
	}
}

func TestOnlyManagersMakeProducts(t *testing.T) {
	f := NewProduct(apptest.New().Ports)
	html, _ := apptest.Show(t, f)
	apptest.Wants(t, html, i18n.English().ManagersOnly)
	apptest.Lacks(t, html, "product-save")
}
