package wire

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestAQuantityKeepsToPackMinimumAndMaximum(t *testing.T) {
	six := QuantityRules{PackSize: 6, MinQuantity: 12, MaxQuantity: 60}
	for _, c := range []struct {
		rules QuantityRules
		n     int64
		allow bool
		near  []int64
	}{
		{QuantityRules{}, 1, true, nil},
		{QuantityRules{}, 0, false, []int64{1}},
		{QuantityRules{}, QuantityMax, true, nil},
		{QuantityRules{}, QuantityMax + 1, false, []int64{QuantityMax}},
		{six, 12, true, nil},
		{six, 60, true, nil},
		{six, 1, false, []int64{12}},
		{six, -5, false, []int64{12}},
		{six, 13, false, []int64{12, 18}},
		{six, 61, false, []int64{60}},
		{QuantityRules{MinQuantity: 5}, 4, false, []int64{5}},
		{QuantityRules{MaxQuantity: 5}, 6, false, []int64{5}},
		{QuantityRules{PackSize: 7, MaxQuantity: 20}, 20, false, []int64{14}},
		{QuantityRules{PackSize: 7, MinQuantity: 8}, 8, false, []int64{14}},
		{QuantityRules{PackSize: -3, MinQuantity: -1, MaxQuantity: -1}, 3, true, nil},
		{QuantityRules{PackSize: 9, MaxQuantity: 5}, 5, false, nil},
	} {
		if got := c.rules.Allow(c.n); got != c.allow {
			t.Errorf("%+v allows %d: %v", c.rules, c.n, got)
		}
		if got := c.rules.Nearest(c.n); !c.allow && !slices.Equal(got, c.near) {
			t.Errorf("%+v, nearest to %d: %v, want %v", c.rules, c.n, got, c.near)
		}
	}
}

// The neighbours are found by arithmetic; here they are found by walking.
func TestTheNearestQuantityIsTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := QuantityRules{
			PackSize: rapid.Int64Range(0, 12).Draw(t, "pack"), MinQuantity: rapid.Int64Range(0, 40).Draw(t, "min"), MaxQuantity: rapid.Int64Range(0, 60).Draw(t, "max"),
		}
		n := rapid.Int64Range(-3, 70).Draw(t, "n")
		plain := func(q int64) bool {
			return q >= 1 && (r.PackSize == 0 || q%r.PackSize == 0) && q >= r.MinQuantity && (r.MaxQuantity == 0 || q <= r.MaxQuantity)
		}
		if r.Allow(n) != plain(n) {
			t.Fatalf("%+v allows %d: %v", r, n, r.Allow(n))
		}
		below, above := int64(0), int64(0)
		for q := n; q >= 1 && below == 0; q-- {
			if plain(q) {
				below = q
			}
		}
		for q := max(n, 1); q < 200 && above == 0; q++ {
			if plain(q) {
				above = q
			}
		}
		if r.AtMost(n) != below || r.AtLeast(n) != above {
			t.Fatalf("%+v around %d: %d and %d, want %d and %d", r, n, r.AtMost(n), r.AtLeast(n), below, above)
		}
	})
}

func TestRulesThatLeaveNothingAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		rules QuantityRules
		field string
	}{
		"none":                   {QuantityRules{}, ""},
		"all three":              {QuantityRules{6, 12, 60}, ""},
		"only one quantity":      {QuantityRules{6, 12, 12}, ""},
		"a pack below nothing":   {QuantityRules{-6, 0, 0}, "/pack_size"},
		"a minimum too high":     {QuantityRules{0, QuantityMax + 1, 0}, "/min_quantity"},
		"a maximum below zero":   {QuantityRules{0, 0, -1}, "/max_quantity"},
		"minimum over maximum":   {QuantityRules{0, 8, 7}, "/max_quantity"},
		"no pack in between":     {QuantityRules{10, 11, 19}, "/max_quantity"},
		"a pack over everything": {QuantityRules{7, QuantityMax, 0}, "/max_quantity"},
	} {
		b := ProductBody{Code: "P", Name: "x", Currency: "EUR", Unit: "pc", QuantityRules: c.rules}
		var got []string
		for _, e := range b.Check() {
			got = append(got, e.Field)
		}
		want := []string{c.field}
		if c.field == "" {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: errors at %v, want %v", name, got, want)
		}
	}
}

func TestEachLineIsHeldToItsOwnProduct(t *testing.T) {
	rules := func(product string) QuantityRules {
		if product == "six" {
			return QuantityRules{PackSize: 6}
		}
		return QuantityRules{}
	}
	b := OrderBody{Lines: []OrderLine{{ProductID: "six", Quantity: 12}, {ProductID: "free", Quantity: 7}, {ProductID: "six", Quantity: 7, UnitPriceMinor: 1}}}
	got := b.CheckQuantities(rules)
	if len(got) != 1 || got[0].Field != "/lines/2/quantity" || got[0].Message != "7 is not possible: in packs of 6" {
		t.Errorf("errors %+v", got)
	}
	b.Lines = []OrderLine{{ProductID: "six", Quantity: 0}} // what Check says is not said twice
	if got := b.CheckQuantities(rules); got != nil {
		t.Errorf("a quantity that is none: %+v", got)
	}
}
