//go:build !js

package order

import (
	"fmt"
	"strings"
	"testing"

	"waybill/server/wire"
)

func pastOrder(id string, products ...string) wire.Order {
	o := wire.Order{Meta: wire.Meta{ID: id, State: wire.StatePlaced}, CustomerID: "C"}
	for i, p := range products {
		o.Lines = append(o.Lines, wire.OrderLineRecord{OrderLine: wire.OrderLine{ProductID: p, Quantity: int64(i + 1)}})
	}
	return o
}

func TestTheLatestOrdersProductsComeFirstThenTheMostFrequent(t *testing.T) {
	var got []string
	for _, h := range Habits([]wire.Order{pastOrder("3", "b", "a"), pastOrder("2", "c", "d", "a"), pastOrder("1", "d", "x", "b")}) {
		got = append(got, fmt.Sprint(h.Line.ProductID, h.Line.Quantity, "×", h.times))
	}
	if s := strings.Join(got, " "); s != "b1×2 a2×2 d2×2 c1×1 x2×1" {
		t.Errorf("habits are %s", s)
	}
}

func TestTheSameGoodsInAnotherOrderAreASimilarOrder(t *testing.T) {
	line := func(p string, n int64) wire.OrderLine { return wire.OrderLine{ProductID: p, Quantity: n} }
	a := wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("a", 1), line("b", 2)}}
	for name, c := range map[string]struct {
		b    wire.OrderBody
		want bool
	}{
		"the same":        {a, true},
		"another order":   {wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("b", 2), line("a", 1)}}, true},
		"without a note":  {wire.OrderBody{CustomerID: "C", Note: "n", DeliverOn: "2026-12-01", Lines: a.Lines}, true},
		"more of one":     {wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("b", 2), line("a", 2)}}, false},
		"one line more":   {wire.OrderBody{CustomerID: "C", Lines: append([]wire.OrderLine{line("c", 1)}, a.Lines...)}, false},
		"for another one": {wire.OrderBody{CustomerID: "D", Lines: a.Lines}, false},
	} {
		if Similar(a, c.b) != c.want || Similar(c.b, a) != c.want {
			t.Errorf("%s: similar %v, want %v", name, !c.want, c.want)
		}
	}
}
