package wire

import (
	"strconv"
	"strings"
)

// QuantityRules say in which quantities a product is sold, on each line that
// names it: in whole packs, at least, at most. 0 is no rule.
type QuantityRules struct {
	PackSize    int64 `json:"pack_size,omitempty"`
	MinQuantity int64 `json:"min_quantity,omitempty"`
	MaxQuantity int64 `json:"max_quantity,omitempty"`
}

// Any says that there is a rule at all.
func (r QuantityRules) Any() bool { return r != QuantityRules{} }

// pack, floor and ceiling are the rules with what holds for every line. A
// record of a newer or broken office must not make a form divide by zero.
func (r QuantityRules) pack() int64  { return max(1, r.PackSize) }
func (r QuantityRules) floor() int64 { return max(1, r.MinQuantity) }

func (r QuantityRules) ceiling() int64 {
	if r.MaxQuantity <= 0 {
		return QuantityMax
	}
	return min(r.MaxQuantity, QuantityMax)
}

// AtMost is the greatest allowed quantity that is not over n, 0 for none.
func (r QuantityRules) AtMost(n int64) int64 {
	n = min(n, r.ceiling())
	n -= n % r.pack()
	if n < r.floor() {
		return 0
	}
	return n
}

// AtLeast is the least allowed quantity that is not under n, 0 for none.
func (r QuantityRules) AtLeast(n int64) int64 {
	n = max(n, r.floor())
	if n > r.ceiling() {
		return 0
	}
	if over := n % r.pack(); over > 0 {
		n += r.pack() - over
	}
	if n > r.ceiling() {
		return 0
	}
	return n
}

// Allow says whether a line may have the quantity n.
func (r QuantityRules) Allow(n int64) bool { return n > 0 && r.AtLeast(n) == n }

// Nearest are the allowed quantities around one that is not allowed, the lower
// first; one where there is nothing on the other side.
func (r QuantityRules) Nearest(n int64) []int64 {
	var near []int64
	for _, q := range []int64{r.AtMost(n), r.AtLeast(n)} {
		if q > 0 && q != n {
			near = append(near, q)
		}
	}
	return near
}

// text says the rules as an error does: "in packs of 6, at least 12". It is no
// String, which a product would inherit.
func (r QuantityRules) text() string {
	var parts []string
	for _, rule := range []struct {
		text string
		n    int64
	}{{"in packs of ", r.PackSize}, {"at least ", r.MinQuantity}, {"at most ", r.MaxQuantity}} {
		if rule.n > 0 {
			parts = append(parts, rule.text+strconv.FormatInt(rule.n, 10))
		}
	}
	return strings.Join(parts, ", ")
}

// params are the rules and the quantity that breaks them, for a [FieldError].
func (r QuantityRules) params(have int64) Params {
	p := Params{ParamHave: int(have)}
	for param, n := range map[Param]int64{ParamPack: r.PackSize, ParamMin: r.MinQuantity, ParamMax: r.MaxQuantity} {
		if n > 0 {
			p[param] = int(n)
		}
	}
	return p
}

// RulesOf are the rules in the params of a [FieldQuantityRule].
func RulesOf(p Params) QuantityRules {
	return QuantityRules{PackSize: int64(p[ParamPack]), MinQuantity: int64(p[ParamMin]), MaxQuantity: int64(p[ParamMax])}
}

// rules checks the rules themselves: each in its range, and together they
// leave something that can be ordered.
func (f *fields) rules(r QuantityRules) {
	for _, rule := range []struct {
		field string
		n     int64
	}{{"/pack_size", r.PackSize}, {"/min_quantity", r.MinQuantity}, {"/max_quantity", r.MaxQuantity}} {
		if rule.n < 0 || rule.n > QuantityMax {
			f.add(rule.field, FieldOutOfRange, Params{ParamMin: 1, ParamMax: QuantityMax}, "must lie between 1 and %d, or be left out", QuantityMax)
		}
	}
	if len(f.list) == 0 && r.AtLeast(1) == 0 {
		f.add("/max_quantity", FieldNoQuantityLeft, nil, "leaves no quantity that is allowed")
	}
}

// CheckQuantities holds each line to the rules of its product and lists what
// needs correcting, nil if nothing does. Form and server call it, the form with
// the rules of the phone's copy, the server with its own. What [OrderBody.Check]
// refuses already is left to it.
func (b OrderBody) CheckQuantities(rules func(productID string) QuantityRules) []FieldError {
	var f fields
	for i, l := range b.Lines {
		r := rules(l.ProductID)
		if l.Quantity < 1 || l.Quantity > QuantityMax || r.Allow(l.Quantity) {
			continue
		}
		f.add(LinePointer(i, "quantity"), FieldQuantityRule, r.params(l.Quantity), "%d is not possible: %s", l.Quantity, r.text())
	}
	return f.list
}
