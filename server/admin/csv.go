package admin

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"waybill/server/wire"
)

// exportColumns has one row a line of an order.
var exportColumns = []string{
	"number", "order_id", "received_at", "placed_at", "rep", "customer", "deliver_on", "line", "product",
	"quantity", "unit_price_minor", "currency", "office_price_minor", "price_differs", "note",
}

// names turns ids into what an ERP knows.
type names struct{ users, customers, products map[string]string }

func (n names) rows(o *wire.Order) [][]string {
	rows := make([][]string, len(o.Lines))
	for i, l := range o.Lines {
		rows[i] = []string{
			o.Number, o.ID, o.CreatedAt, o.PlacedAt, n.users[o.CreatedBy], n.customers[o.CustomerID], o.DeliverOn, strconv.Itoa(i + 1),
			n.products[l.ProductID], strconv.FormatInt(l.Quantity, 10), strconv.FormatInt(l.UnitPriceMinor, 10), l.Currency,
			strconv.FormatInt(l.OfficePriceMinor, 10), strconv.FormatBool(l.PriceDiffers), o.Note,
		}
	}
	return rows
}

// dialect is how a table is written.
type dialect struct {
	mark  string // at the beginning of the file
	comma rune
	cell  func(string) string
}

// plain is for programs: UTF-8, commas, each text as it is.
var plain = dialect{comma: ',', cell: func(s string) string { return s }}

// excel is for people who open the file in a spreadsheet: it recognises the
// letters by the mark, most of Europe's splits at semicolons, and no text of
// another becomes a formula there.
var excel = dialect{mark: "\ufeff", comma: ';', cell: harmless}

// harmless puts an apostrophe before a text that a spreadsheet would calculate
// or fetch.
func harmless(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// writeCSV writes orders; nothing is left in a buffer when it returns nil.
func writeCSV(out io.Writer, d dialect, orders []*wire.Order, n names) error {
	if _, err := io.WriteString(out, d.mark); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.Comma = d.comma
	if err := w.Write(exportColumns); err != nil {
		return err
	}
	for _, o := range orders {
		for _, row := range n.rows(o) {
			for i := range row {
				row[i] = d.cell(row[i])
			}
			if err := w.Write(row); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}
