//go:build !js

package receipt

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// placed is an order of two lines as it was saved, on a device whose copy of
// the office's records is loaded.
func placed(t *testing.T, w *apptest.World) entry.Entry {
	t.Helper()
	w.Stock(t)
	e := apptest.AnEntry(wire.OpOrderCreate, wire.OrderBody{
		ID: "R1", CustomerID: "01J0000000000000000000C001", PlacedAt: "2026-11-30T12:00:00Z", DeliverOn: "2026-12-02", Note: "back door",
		Lines: []wire.OrderLine{
			{ProductID: "01J00000000000000000000001", Quantity: 4, UnitPriceMinor: 1800, Currency: "EUR"},
			{ProductID: "01J00000000000000000000002", Quantity: 1, UnitPriceMinor: 420, Currency: "EUR"},
		},
	})
	return e
}

// tapCopy is a copy whose context a test can press buttons with.
type tapCopy struct {
	CustomerCopy
	ctx app.Context
}

func (t *tapCopy) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(ui.StateUser, wire.User{ID: "u1", Name: "ana"})
	t.CustomerCopy.OnPreRender(ctx)
}

func openCopy(t *testing.T, w *apptest.World, c sw.Card) (*tapCopy, app.TestEngine) {
	t.Helper()
	s := &tapCopy{CustomerCopy: CustomerCopy{Ports: w.Ports, Card: c}}
	_, e := apptest.Show(t, s)
	apptest.Press(e, s.ctx, s.onToggle)
	return s, e
}

func TestTheCustomersCopyHasAllOfTheOrderInTextPDFAndOnThePage(t *testing.T) {
	w := apptest.New()
	c := apptest.Proved(placed(t, w))
	all := []string{"K7Q2", "C-0001 Bäckerei Müller", "P-0001 Rye flour 25 kg", "4 × 18.00 EUR", "72.00 EUR", "4.20 EUR", "76.20 EUR", "Wed 2 Dec 2026", "back door", "ana", "30 Nov 2026 14:05", "A-000123"}
	s, _ := openCopy(t, w, c)
	apptest.Wants(t, app.HTMLString(s), all...)
	r := s.receipt()
	apptest.Wants(t, r.text(i18n.For("en")), all...)
	file, err := r.pdf(i18n.For("en"))
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
	w := apptest.New()
	e := placed(t, w)
	words := i18n.For("en")
	for _, state := range []entry.State{entry.Pending, entry.Retrying, entry.Attention, entry.Conflict} {
		r := ReceiptOf(w.Ports, sw.Card{Entry: e, State: state}, "ana")
		if r.Proved || r.Ref != "K7Q2" {
			t.Errorf("%s: %+v", state, r)
		}
		apptest.Wants(t, r.text(words), strings.ToUpper(words.NotConfirmed))
		file, _ := r.pdf(words)
		if n := bytes.Count(file, []byte(words.NotConfirmed)); n < 2 {
			t.Errorf("%s: the PDF says it %d times, want at its head and at the foot of each page", state, n)
		}
	}
	refused := ReceiptOf(w.Ports, sw.Card{Entry: e, State: entry.Rejected}, "ana")
	apptest.Wants(t, refused.text(words), strings.ToUpper(words.StateRejected))
	r := ReceiptOf(w.Ports, apptest.Proved(e), "ana")
	apptest.Wants(t, r.text(words), "Received by the office 30 Nov 2026 14:05, no. A-000123.", "K7Q2")
	apptest.Lacks(t, r.text(words), words.NotConfirmed, strings.ToUpper(words.NotConfirmed))
}

func TestTheCopyOfACancelledOrderSaysCancelled(t *testing.T) {
	w := apptest.New()
	e := placed(t, w)
	e.Record = "O1"
	if err := w.Ports.Catalogue.Put(context.Background(), wire.KindOrders, []byte(`{"id":"O1","state":"cancelled","version":2}`)); err != nil {
		t.Fatal(err)
	}
	r := ReceiptOf(w.Ports, apptest.Proved(e), "ana")
	if r.Proved {
		t.Error("a cancelled order is said to stand")
	}
	apptest.Wants(t, r.text(i18n.For("en")), strings.ToUpper(i18n.English().RecordCancelled))
}

func TestTheCopyGoesThroughTheShareSheetOrIntoAFile(t *testing.T) {
	w := apptest.New()
	s, e := openCopy(t, w, apptest.Proved(placed(t, w)))
	apptest.Wants(t, app.HTMLString(s), i18n.English().SaveText, i18n.English().SavePDF, i18n.English().Print)
	apptest.Press(e, s.ctx, s.onPDF)
	apptest.Press(e, s.ctx, s.onText)
	if got := strings.Join(w.Device.Saved, " "); got != "waybill-K7Q2.pdf waybill-K7Q2.txt" {
		t.Errorf("saved %q", got)
	}
	apptest.Wants(t, app.HTMLString(s), i18n.English().ExportDone)

	w.Device.Sheet, w.Device.Saved = true, nil
	s, e = openCopy(t, w, apptest.Proved(placed(t, w)))
	apptest.Wants(t, app.HTMLString(s), i18n.English().ShareText, i18n.English().SharePDF)
	apptest.Press(e, s.ctx, s.onPDF)
	apptest.Press(e, s.ctx, s.onText)
	if len(w.Device.Shared) != 2 || w.Device.Shared[0].File == nil || w.Device.Shared[0].File.Mime != "application/pdf" || !strings.Contains(w.Device.Shared[1].Text, "76.20 EUR") {
		t.Errorf("shared %+v", w.Device.Shared)
	}
	if len(w.Device.Saved) != 0 {
		t.Errorf("saved %v beside", w.Device.Saved)
	}
	apptest.Press(e, s.ctx, s.onPrint)
	if w.Device.Printed != 1 {
		t.Error("not printed")
	}
}

func TestAShareSheetThatIsClosedSavesNothingAndOneThatFailsSavesTheFile(t *testing.T) {
	w := apptest.New()
	w.Device.Sheet, w.Device.SheetErr = true, port.ErrClosed
	s, e := openCopy(t, w, apptest.Proved(placed(t, w)))
	apptest.Press(e, s.ctx, s.onText)
	apptest.Lacks(t, app.HTMLString(s), i18n.English().ExportDone, i18n.English().Shared)
	if len(w.Device.Saved) != 0 {
		t.Errorf("saved %v", w.Device.Saved)
	}
	w.Device.SheetErr = port.ErrNoBrowser
	apptest.Press(e, s.ctx, s.onText)
	apptest.Wants(t, app.HTMLString(s), i18n.English().ExportDone)
	w.Device.SaveErr = port.ErrNoBrowser
	apptest.Press(e, s.ctx, s.onText)
	apptest.Wants(t, app.HTMLString(s), i18n.English().CopyNotMade)
	apptest.Lacks(t, app.HTMLString(s), i18n.English().ExportDone)
}

func TestAPDFThatCannotHoldANameIsNotOfferedAndPrintingIs(t *testing.T) {
	w := apptest.New()
	e := placed(t, w)
	e.Body = strings.ReplaceAll(e.Body, "back door", "مخبز النور")
	s, _ := openCopy(t, w, apptest.Proved(e))
	html := app.HTMLString(s)
	apptest.Lacks(t, html, `data-testid="copy-pdf"`)
	apptest.Wants(t, html, "مخبز النور", i18n.English().PDFLetters, `data-testid="copy-print"`, `data-testid="copy-text"`)
}
