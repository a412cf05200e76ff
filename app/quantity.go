package app

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
	"waybill/server/wire/money"
)

// errNotWhole is for a quantity that is no whole number of pieces.
var errNotWhole = errors.New("app: not a whole number, 1 or more")

// parseQuantity reads a quantity as people type it anywhere, with the digits of
// any script and with separators: 1 000, 1.000, 12,00. Errors: errNotWhole, and
// errAmbiguous where it could be read in two ways. Whether so many can be
// ordered is another question, see [wire.QuantityRules].
func parseQuantity(text string, point rune) (int64, error) {
	sign := func(r rune) bool { return unicode.Is(unicode.Sc, r) }
	if strings.IndexFunc(text, sign) >= 0 {
		return 0, errNotWhole
	}
	n, err := money.Parse(text, 0, point)
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return 0, err
	case err != nil || n < 1:
		return 0, errNotWhole
	}
	return n, nil
}

// quantityCheck is what a typed quantity comes to.
type quantityCheck struct {
	n     int64   // 0: it cannot be read
	wrong string  // why it does not count, empty: it does
	near  []int64 // what would, nearest below and above
	hint  string  // how it was read, or the rules
}

// checkQuantity holds a typed text to the rules of its product.
func checkQuantity(t *Words, text string, r wire.QuantityRules) quantityCheck {
	n, err := parseQuantity(text, t.point())
	c := holdQuantity(t, n, r)
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		c.wrong = t.QuantityTwoWays
	case err == nil && c.wrong == "" && strings.TrimSpace(text) != itoa(n):
		c.hint = t.join(fill(t.ReadAs, "amount", t.count(n))+".", c.hint)
	}
	return c
}

// holdQuantity holds a quantity to rules: the phone's copy of those that the
// server knows, by the same function.
func holdQuantity(t *Words, n int64, r wire.QuantityRules) quantityCheck {
	c := quantityCheck{n: n, hint: sayRules(t, r)}
	switch {
	case n < 1:
		c.wrong = t.BadQuantity
		if r.Any() {
			c.near = r.Nearest(0)
		}
	case !r.Allow(n):
		c.wrong, c.near = fill(t.QuantityNotSold, "have", t.count(n), "rules", sayLimits(t, r)), r.Nearest(n)
		c.hint = "" // it is in what is wrong
	}
	return c
}

// sayRules is the sentence beside a quantity, empty where there is no rule.
func sayRules(t *Words, r wire.QuantityRules) string {
	if !r.Any() {
		return ""
	}
	return fill(t.QuantityRules, "rules", sayLimits(t, r))
}

// sayLimits lists the rules: "packs of 6, at least 12". What holds for every
// line is a limit too: somebody has typed a million.
func sayLimits(t *Words, r wire.QuantityRules) string {
	var parts []string
	for _, rule := range []struct {
		text string
		n    int64
	}{{t.QuantityPack, r.PackSize}, {t.QuantityMin, r.MinQuantity}, {t.QuantityMax, r.MaxQuantity}} {
		if rule.n > 0 {
			parts = append(parts, fill(rule.text, "n", t.count(rule.n)))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, fill(t.QuantityMax, "n", t.count(wire.QuantityMax)))
	}
	return strings.Join(parts, ", ")
}

// count writes a number with the language's groups.
func (t *Words) count(n int64) string { return money.Format(n, 0, t.Point, t.Group) }

// nearButtons offer the allowed quantities around a wrong one, a tap each.
func nearButtons(t *Words, c quantityCheck, what, testID string, take func(int64) app.EventHandler) app.UI {
	return slot(len(c.near) > 0, func() app.UI {
		return app.Div().Class("near").Attr("role", "group").Aria("label", t.QuantityInstead).Body(
			app.Range(c.near).Slice(func(i int) app.UI {
				n := c.near[i]
				return button(fill(t.QuantityTake, "n", t.count(n)), testID, "chip", false, take(n), strconv.FormatInt(n, 10)).
					Aria("label", fill(t.QuantityTakeOf, "n", t.count(n), "what", what))
			}))
	})
}

// rules are the phone's copy of a product's quantity rules, none where the
// product is not here.
func (p *Ports) rules(productID string) wire.QuantityRules {
	v, _ := p.Catalogue.Get(wire.KindProducts, productID).(wire.Product)
	return v.QuantityRules
}

// current is a line with what the copy says of its product now: a draft may be
// older than the price list.
func (p *Ports) current(l lineItem) (lineItem, wire.Product) {
	v, ok := p.Catalogue.Get(wire.KindProducts, l.ProductID).(wire.Product)
	if ok && v.Currency == l.Currency {
		l.ListMinor = v.PriceMinor
	}
	return l, v
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
