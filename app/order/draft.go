package order

import (
	"maps"
	"math"
	"slices"

	"waybill/server/wire"
)

// Draft is a half-typed order: all that must survive.
type Draft struct {
	Head
	Customer  Party  `json:"customer"`
	Lines     []Line `json:"lines"`
	Note      string `json:"note"`
	DeliverOn string `json:"deliverOn"`
	PlacedAt  string `json:"placedAt"` // of a write that is corrected
	Picked    string `json:"picked"`   // product of the line that is being typed
	Typed     string `json:"typed"`    // its quantity
}

// Party is the customer chosen. Unsent is the key of a create that waits.
type Party struct {
	ID, Code, Name, Unsent string
}

// Line is one line while it is typed. ListMinor is the catalogue's price;
// PriceMinor is what the rep agreed.
type Line struct {
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

// ItemOf makes a line of a product.
func ItemOf(p wire.Product, quantity int64) Line {
	return Line{
		ProductID: p.ID, Code: p.Code, Name: p.Name, Unit: p.Unit, Currency: p.Currency,
		Quantity: quantity, PriceMinor: p.PriceMinor, ListMinor: p.PriceMinor,
	}
}

// Add puts a line in. The same product at the same price is one line with the
// quantities together: two would be refused.
func (d *Draft) Add(item Line) {
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

// Twin is the line above that line i is equal to, -1: none is. Two such lines
// would be refused: their quantities belong together.
func (d *Draft) Twin(i int) int {
	return slices.IndexFunc(d.Lines[:i], func(l Line) bool { return l.same(d.Lines[i]) })
}

// same says that two lines differ in their quantity at most.
func (l Line) same(x Line) bool {
	return l.ProductID == x.ProductID && l.PriceMinor == x.PriceMinor && l.Currency == x.Currency
}

// Join puts line i and the line that it is equal to together.
func (d *Draft) Join(i int) {
	if j := d.Twin(i); j >= 0 {
		d.Lines[j].Quantity += d.Lines[i].Quantity
		d.Lines = slices.Delete(d.Lines, i, i+1)
	}
}

// Body makes the write's body.
func (d *Draft) Body(id, placedAt string) wire.OrderBody {
	b := wire.OrderBody{ID: id, CustomerID: d.Customer.ID, PlacedAt: placedAt, DeliverOn: d.DeliverOn, Note: d.Note}
	b.Lines = make([]wire.OrderLine, len(d.Lines))
	for i, l := range d.Lines {
		b.Lines[i] = wire.OrderLine{ProductID: l.ProductID, Quantity: l.Quantity, UnitPriceMinor: l.PriceMinor, Currency: l.Currency}
	}
	return b.Clean()
}

// Total is the sum in each currency, in the order of first use. ok is false
// where a sum does not fit: then none is shown rather than a wrong one.
func (d *Draft) Total() (sums []amount, ok bool) {
	for _, l := range d.Lines {
		v, fits := Times(l.PriceMinor, l.Quantity)
		if !fits || v < 0 {
			return nil, false
		}
		i := slices.IndexFunc(sums, func(a amount) bool { return a.Currency == l.Currency })
		if i < 0 {
			sums, i = append(sums, amount{Currency: l.Currency}), len(sums)
		}
		if sums[i].Minor > math.MaxInt64-v {
			return nil, false
		}
		sums[i].Minor += v
	}
	return sums, true
}

type amount struct {
	Minor    int64
	Currency string
}

// Times is price × quantity; ok is false where the product does not fit.
func Times(price, quantity int64) (int64, bool) {
	if price > 0 && quantity > math.MaxInt64/price {
		return 0, false
	}
	return price * quantity, true
}

// Similar says that two orders are of the same customer and ask for the same
// goods, in whatever order they were typed. Day and note do not make another
// order of it: who doubts that the first was saved leaves them out.
func Similar(a, b wire.OrderBody) bool {
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
