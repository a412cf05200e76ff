//go:build !js

package app

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// placed is an order of two lines as it was saved, on a device whose copy of
// the office's records is loaded.
func placed(t *testing.T, w *world) entry.Entry {
	t.Helper()
	w.stock(t)
	e := anEntry(wire.OpOrderCreate, wire.OrderBody{
		ID: "R1", CustomerID: "01J0000000000000000000C001", PlacedAt: "2026-11-30T12:00:00Z", DeliverOn: "2026-12-02", Note: "back door",
		Lines: []wire.OrderLine{
			{ProductID: "01J00000000000000000000001", Quantity: 4, UnitPriceMinor: 1800, Currency: "EUR"},
			{ProductID: "01J00000000000000000000002", Quantity: 1, UnitPriceMinor: 420, Currency: "EUR"},
		},
	})
	return e
}

// stock loads the device's copy of the office's records.
func (w *world) stock(t *testing.T) {
	t.Helper()
	if err := w.ports.Catalogue.Open(context.Background(), *w.office.user); err != nil {
		t.Fatal(err)
	}
	if err := w.ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func proved(e entry.Entry) sw.Card {
	e.State = entry.Sent
	e.Receipt = &entry.Receipt{At: "2026-11-30T14:05:00Z", Number: "A-000123", ProvedAt: fakeNow}
	return sw.Card{Entry: e, State: entry.Sent}
}

// tapCopy is a copy whose context a test can press buttons with.
type tapCopy struct {
	CustomerCopy
	ctx app.Context
}

func (t *tapCopy) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(StateUser, wire.User{ID: "u1", Name: "ana"})
	t.CustomerCopy.OnPreRender(ctx)
}

func openCopy(t *testing.T, w *world, c sw.Card) (*tapCopy, app.TestEngine) {
	t.Helper()
	s := &tapCopy{CustomerCopy: CustomerCopy{Ports: w.ports, Card: c}}
	_, e := show(t, s)
	press(e, s.ctx, s.onToggle)
	return s, e
}

func TestTheCustomersCopyHasAllOfTheOrderInTextPDFAndOnThePage(t *testing.T) {
	w := newWorld()
	c := proved(placed(t, w))
	all := []string{"K7Q2", "C-0001 Bäckerei Müller", "P-0001 Rye flour 25 kg", "4 × 18.00 EUR", "72.00 EUR", "4.20 EUR", "76.20 EUR", "Wed 2 Dec 2026", "back door", "ana", "30 Nov 2026 14:05", "A-000123"}
	s, _ := openCopy(t, w, c)
	wants(t, app.HTMLString(s), all...)
	r := s.receipt()
	wants(t, r.text(wordsFor("en")), all...)
	file, err := r.pdf(wordsFor("en"))
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range all {
		latin := make([]byte, 0, len(piece))
		for _, l := range piece { // the file's letters are single bytes
			latin = append(latin, byte(l))
		}
		if !bytes.Contains(file, latin) {
			t.Errorf("the PDF lacks %q", piece)
		}
	}
}

func TestTheCustomersCopySaysNotConfirmedUntilItIs(t *testing.T) {
	w := newWorld()
	e := placed(t, w)
	words := wordsFor("en")
	for _, state := range []entry.State{entry.Pending, entry.Retrying, entry.Attention, entry.Conflict} {
		r := receiptOf(w.ports, sw.Card{Entry: e, State: state}, "ana")
		if r.proved || r.ref != "K7Q2" {
			t.Errorf("%s: %+v", state, r)
		}
		wants(t, r.text(words), strings.ToUpper(words.NotConfirmed))
		file, _ := r.pdf(words)
		if n := bytes.Count(file, []byte(words.NotConfirmed)); n < 2 {
			t.Errorf("%s: the PDF says it %d times, want at its head and at the foot of each page", state, n)
		}
	}
	refused := receiptOf(w.ports, sw.Card{Entry: e, State: entry.Rejected}, "ana")
	wants(t, refused.text(words), strings.ToUpper(words.StateRejected))
	r := receiptOf(w.ports, proved(e), "ana")
	wants(t, r.text(words), "Received by the office 30 Nov 2026 14:05, no. A-000123.", "K7Q2")
	lacks(t, r.text(words), words.NotConfirmed, strings.ToUpper(words.NotConfirmed))
}

func TestTheCopyOfACancelledOrderSaysCancelled(t *testing.T) {
	w := newWorld()
	e := placed(t, w)
	e.Record = "O1"
	if err := w.ports.Catalogue.Put(context.Background(), wire.KindOrders, []byte(`{"id":"O1","state":"cancelled","version":2}`)); err != nil {
		t.Fatal(err)
	}
	r := receiptOf(w.ports, proved(e), "ana")
	if r.proved {
		t.Error("a cancelled order is said to stand")
	}
	wants(t, r.text(wordsFor("en")), strings.ToUpper(english().RecordCancelled))
}

func TestTheCopyGoesThroughTheShareSheetOrIntoAFile(t *testing.T) {
	w := newWorld()
	s, e := openCopy(t, w, proved(placed(t, w)))
	wants(t, app.HTMLString(s), english().SaveText, english().SavePDF, english().Print)
	press(e, s.ctx, s.onPDF)
	press(e, s.ctx, s.onText)
	if got := strings.Join(w.device.saved, " "); got != "waybill-K7Q2.pdf waybill-K7Q2.txt" {
		t.Errorf("saved %q", got)
	}
	wants(t, app.HTMLString(s), english().ExportDone)

	w.device.sheet, w.device.saved = true, nil
	s, e = openCopy(t, w, proved(placed(t, w)))
	wants(t, app.HTMLString(s), english().ShareText, english().SharePDF)
	press(e, s.ctx, s.onPDF)
	press(e, s.ctx, s.onText)
	if len(w.device.shared) != 2 || w.device.shared[0].File == nil || w.device.shared[0].File.Mime != "application/pdf" || !strings.Contains(w.device.shared[1].Text, "76.20 EUR") {
		t.Errorf("shared %+v", w.device.shared)
	}
	if len(w.device.saved) != 0 {
		t.Errorf("saved %v beside", w.device.saved)
	}
	press(e, s.ctx, s.onPrint)
	if w.device.printed != 1 {
		t.Error("not printed")
	}
}

func TestAShareSheetThatIsClosedSavesNothingAndOneThatFailsSavesTheFile(t *testing.T) {
	w := newWorld()
	w.device.sheet, w.device.sheetErr = true, errClosed
	s, e := openCopy(t, w, proved(placed(t, w)))
	press(e, s.ctx, s.onText)
	lacks(t, app.HTMLString(s), english().ExportDone, english().Shared)
	if len(w.device.saved) != 0 {
		t.Errorf("saved %v", w.device.saved)
	}
	w.device.sheetErr = errNoBrowser
	press(e, s.ctx, s.onText)
	wants(t, app.HTMLString(s), english().ExportDone)
	w.device.saveErr = errNoBrowser
	press(e, s.ctx, s.onText)
	wants(t, app.HTMLString(s), english().CopyNotMade)
	lacks(t, app.HTMLString(s), english().ExportDone)
}

func TestAPDFThatCannotHoldANameIsNotOfferedAndPrintingIs(t *testing.T) {
	w := newWorld()
	e := placed(t, w)
	e.Body = strings.ReplaceAll(e.Body, "back door", "مخبز النور")
	s, _ := openCopy(t, w, proved(e))
	html := app.HTMLString(s)
	lacks(t, html, `data-testid="copy-pdf"`)
	wants(t, html, "مخبز النور", english().PDFLetters, `data-testid="copy-print"`, `data-testid="copy-text"`)
}

func TestTheOfficesOrderHasTheSameCopyOnEveryDevice(t *testing.T) {
	w := newWorld()
	o := &order{page: newPage(w.ports)}
	_, e := show(t, o)
	o.id = "O1"
	o.ctx.Dispatch(o.ask)
	e.ConsumeAll()
	wants(t, app.HTMLString(o), `data-testid="outbox-share"`)
	c := cardOfOrder(*o.rec)
	r := receiptOf(w.ports, c, "ana")
	if r.ref != client.Ref("O1") || !r.proved || len(r.lines) != 1 || r.total != "72.00 EUR" {
		t.Errorf("%+v", r)
	}
}
