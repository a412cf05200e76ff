package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"waybill/server/wire"
)

// customerRow and productRow are records with what only the server needs.
type customerRow struct {
	wire.Customer
	closedAt string // when it was deactivated, empty while active
}

type productRow struct {
	wire.Product
	closedAt string
}

// CodeKey is what codes are unique by: both spellings of an umlaut are one.
func CodeKey(code string) string { return norm.NFC.String(wire.CodeKey(code)) }

// searchText is what a list's q is looked for in.
func searchText(code, name string) string {
	return norm.NFC.String(wire.CodeKey(code + " " + name))
}

// numberText is how the office writes an order's running number.
func numberText(n int64) string { return fmt.Sprintf("A-%06d", n) }

// numberOf reads a number back; ok is false for any other text.
func numberOf(text string) (n int64, ok bool) {
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "A-"), 10, 64)
	return n, err == nil && numberText(n) == text
}

const metaCols = "id, version, state, created_by, created_at, updated_at, fingerprint, "

func metaDest(m *wire.Meta, rest ...any) []any {
	return append([]any{&m.ID, &m.Version, &m.State, &m.CreatedBy, &m.CreatedAt, &m.UpdatedAt, &m.Fingerprint}, rest...)
}

func metaRow(m wire.Meta, rest ...any) []any {
	return append([]any{m.ID, m.Version, m.State, m.CreatedBy, m.CreatedAt, m.UpdatedAt, m.Fingerprint}, rest...)
}

const customerCols = metaCols + "code, closed_at, name, contact, phone, address"

func scanCustomer(r row) (*customerRow, error) {
	var c customerRow
	return &c, r.Scan(metaDest(&c.Meta, &c.Code, &c.closedAt, &c.Name, &c.Contact, &c.Phone, &c.Address)...)
}

func (c *customerRow) row() []any {
	return metaRow(c.Meta, c.Code, c.closedAt, c.Name, c.Contact, c.Phone, c.Address, CodeKey(c.Code), searchText(c.Code, c.Name))
}

const productCols = metaCols + "code, closed_at, name, price_minor, currency, unit, " + ruleCols

// ruleCols are the quantity rules of a product, 0 for none.
const ruleCols = "pack_size, min_quantity, max_quantity"

func scanProduct(r row) (*productRow, error) {
	var p productRow
	return &p, r.Scan(metaDest(&p.Meta, &p.Code, &p.closedAt, &p.Name, &p.PriceMinor, &p.Currency, &p.Unit,
		&p.PackSize, &p.MinQuantity, &p.MaxQuantity)...)
}

func (p *productRow) row() []any {
	return metaRow(p.Meta, p.Code, p.closedAt, p.Name, p.PriceMinor, p.Currency, p.Unit,
		p.PackSize, p.MinQuantity, p.MaxQuantity, CodeKey(p.Code), searchText(p.Code, p.Name))
}

const orderCols = metaCols + "number, owner, customer_id, placed_at, deliver_on, note, price_differs, cancel_reason"

func scanOrder(r row) (*wire.Order, error) {
	var o wire.Order
	var number, differs int64
	err := r.Scan(metaDest(&o.Meta, &number, &o.Owner, &o.CustomerID, &o.PlacedAt, &o.DeliverOn, &o.Note, &differs, &o.CancelReason)...)
	o.Number, o.PriceDiffers = numberText(number), differs != 0
	return &o, err
}

// newOrderCols end with the number, which the database draws.
const newOrderCols = metaCols + "owner, customer_id, placed_at, deliver_on, note, price_differs, cancel_reason, number"

func orderRow(o *wire.Order) []any {
	return metaRow(o.Meta, o.Owner, o.CustomerID, o.PlacedAt, o.DeliverOn, o.Note, bit(o.PriceDiffers), o.CancelReason)
}

const lineCols = "order_id, line, product_id, quantity, unit_price_minor, currency, office_price_minor, price_differs"

type lineRow struct {
	order string
	line  wire.OrderLineRecord
}

func scanLine(r row) (l lineRow, err error) {
	var at, differs int64
	err = r.Scan(&l.order, &at, &l.line.ProductID, &l.line.Quantity, &l.line.UnitPriceMinor, &l.line.Currency, &l.line.OfficePriceMinor, &differs)
	l.line.PriceDiffers = differs != 0
	return l, err
}

func lineRows(o *wire.Order) [][]any {
	rows := make([][]any, len(o.Lines))
	for i, l := range o.Lines {
		rows[i] = []any{o.ID, i, l.ProductID, l.Quantity, l.UnitPriceMinor, l.Currency, l.OfficePriceMinor, bit(l.PriceDiffers)}
	}
	return rows
}

const dispatchCols = metaCols + "number, owner, customer_id, order_id, summary, delivered_at, received_by, failed_at, reason, note, photos"

func scanDispatch(r row) (*wire.Dispatch, error) {
	var d wire.Dispatch
	var order sql.NullString
	err := r.Scan(metaDest(&d.Meta, &d.Number, &d.Owner, &d.CustomerID, &order, &d.Summary,
		&d.DeliveredAt, &d.ReceivedBy, &d.FailedAt, &d.Reason, &d.Note, &d.Photos)...)
	d.OrderID = order.String
	return &d, err
}

func dispatchRow(d *wire.Dispatch) []any {
	order := sql.NullString{String: d.OrderID, Valid: d.OrderID != ""}
	return metaRow(d.Meta, d.Number, d.Owner, d.CustomerID, order, d.Summary,
		d.DeliveredAt, d.ReceivedBy, d.FailedAt, d.Reason, d.Note, d.Photos)
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// withLines fills the lines of orders that were just read.
func (db *DB) withLines(ctx context.Context, q querier, orders []*wire.Order) error {
	if len(orders) == 0 {
		return nil
	}
	byID := make(map[string]*wire.Order, len(orders))
	ids := make([]string, len(orders))
	for i, o := range orders {
		byID[o.ID], ids[i] = o, o.ID
		o.Lines = []wire.OrderLineRecord{}
	}
	query := "SELECT " + lineCols + " FROM order_lines WHERE " + db.d.in("order_id") + " ORDER BY order_id, line"
	lines, err := ask(ctx, q, scanLine, query, db.d.list(ids))
	for _, l := range lines {
		o := byID[l.order]
		o.Lines = append(o.Lines, l.line)
	}
	return err
}
