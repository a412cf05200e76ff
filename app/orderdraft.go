package app

import (
	"maps"
	"math"
	"slices"
	"strings"

	"waybill/server/wire"
)

// orderDraft is a half-typed order: all that must survive.
type orderDraft struct {
	draftHead
	Customer  draftParty `json:"customer"`
	Lines     []lineItem `json:"lines"`
	Note      string     `json:"note"`
	DeliverOn string     `json:"deliverOn"`
	PlacedAt  string     `json:"placedAt"` // of a write that is corrected
	Picked    string     `json:"picked"`   // product of the line that is being typed
	Typed     string     `json:"typed"`    // its quantity
}

// draftParty is the customer chosen. Unsent is the key of a create that waits.
type draftParty struct {
	ID, Code, Name, Unsent string
}

// lineItem is one line while it is typed. ListMinor is the catalogue's price;
// PriceMinor is what the rep agreed.
type lineItem struct {
	Key        int // names the line within its form
	ProductID  string
	Code, Name string
	Unit       string
	Currency   string
	Quantity   int64
	PriceMinor int64
	ListMinor  int64
	WasMinor   int64 // price of the order that it was repeated from, 0: none
}

// itemOf makes a line of a product.
func itemOf(p wire.Product, quantity int64) lineItem {
	return lineItem{
		ProductID: p.ID, Code: p.Code, Name: p.Name, Unit: p.Unit, Currency: p.Currency,
		Quantity: quantity, PriceMinor: p.PriceMinor, ListMinor: p.PriceMinor,
	}
}

// add puts a line in. The same product at the same price is one line with the
// quantities together: two would be refused.
func (d *orderDraft) add(item lineItem) {
	i := slices.IndexFunc(d.Lines, item.same)
	if i < 0 {
		item.Key = 1
		for _, l := range d.Lines {
			item.Key = max(item.Key, l.Key+1)
		}
		d.Lines = append(d.Lines, item)
		return
	}
	d.Lines = slices.Clone(d.Lines)
	d.Lines[i].Quantity += item.Quantity
}

// twin is the line above that line i is equal to, -1: none is. Two such lines
// would be refused: their quantities belong together.
func (d *orderDraft) twin(i int) int {
	return slices.IndexFunc(d.Lines[:i], func(l lineItem) bool { return l.same(d.Lines[i]) })
}

// same says that two lines differ in their quantity at most.
func (l lineItem) same(x lineItem) bool {
	return l.ProductID == x.ProductID && l.PriceMinor == x.PriceMinor && l.Currency == x.Currency
}

// join puts line i and the line that it is equal to together.
func (d *orderDraft) join(i int) {
	if j := d.twin(i); j >= 0 {
		d.Lines[j].Quantity += d.Lines[i].Quantity
		d.Lines = slices.Delete(d.Lines, i, i+1)
	}
}

// body makes the write's body.
func (d *orderDraft) body(id, placedAt string) wire.OrderBody {
	b := wire.OrderBody{ID: id, CustomerID: d.Customer.ID, PlacedAt: placedAt, DeliverOn: d.DeliverOn, Note: d.Note}
	b.Lines = make([]wire.OrderLine, len(d.Lines))
	for i, l := range d.Lines {
		b.Lines[i] = wire.OrderLine{ProductID: l.ProductID, Quantity: l.Quantity, UnitPriceMinor: l.PriceMinor, Currency: l.Currency}
	}
	return b.Clean()
}

// total is the sum in each currency, in the order of first use. ok is false
// where a sum does not fit: then none is shown rather than a wrong one.
func (d *orderDraft) total() (sums []amount, ok bool) {
	for _, l := range d.Lines {
		v, fits := times(l.PriceMinor, l.Quantity)
		if !fits || v < 0 {
			return nil, false
		}
		i := slices.IndexFunc(sums, func(a amount) bool { return a.currency == l.Currency })
		if i < 0 {
			sums, i = append(sums, amount{currency: l.Currency}), len(sums)
		}
		if sums[i].minor > math.MaxInt64-v {
			return nil, false
		}
		sums[i].minor += v
	}
	return sums, true
}

type amount struct {
	minor    int64
	currency string
}

func times(price, quantity int64) (int64, bool) {
	if price > 0 && quantity > math.MaxInt64/price {
		return 0, false
	}
	return price * quantity, true
}

// sayTotal writes the sums, nothing where there is none.
func sayTotal(p *Ports, d *orderDraft) string {
	sums, ok := d.total()
	if !ok {
		return "–"
	}
	parts := make([]string, len(sums))
	for i, s := range sums {
		parts[i] = p.money(s.minor, s.currency)
	}
	return strings.Join(parts, " + ")
}

// similar says that two orders are of the same customer and ask for the same
// goods, in whatever order they were typed. Day and note do not make another
// order of it: who doubts that the first was saved leaves them out.
func similar(a, b wire.OrderBody) bool {
	return a.CustomerID == b.CustomerID && maps.Equal(goodsOf(a), goodsOf(b))
}

// goodsOf is how many of each product an order asks for.
func goodsOf(b wire.OrderBody) map[string]int64 {
	goods := map[string]int64{}
	for _, l := range b.Lines {
		goods[l.ProductID] += l.Quantity
	}
	return goods
}
