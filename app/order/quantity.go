package order

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"waybill/app/i18n"
	"waybill/server/wire"
	"waybill/server/wire/money"
)

// errNotWhole is for a quantity that is no whole number of pieces.
var errNotWhole = errors.New("app: not a whole number, 1 or more")

// ParseQuantity reads a quantity as people type it anywhere, with the digits of
// any script and with separators: 1 000, 1.000, 12,00. Errors: errNotWhole, and
// errAmbiguous where it could be read in two ways. Whether so many can be
// ordered is another question, see [wire.QuantityRules].
func ParseQuantity(text string, point rune) (int64, error) {
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

// QuantityCheck is what a typed quantity comes to.
type QuantityCheck struct {
	N     int64   // 0: it cannot be read
	Wrong string  // why it does not count, empty: it does
	Near  []int64 // what would, nearest below and above
	Hint  string  // how it was read, or the rules
}

// CheckQuantity holds a typed text to the rules of its product.
func CheckQuantity(t *i18n.Words, text string, r wire.QuantityRules) QuantityCheck {
	n, err := ParseQuantity(text, t.DecimalPoint())
	c := HoldQuantity(t, n, r)
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		c.Wrong = t.QuantityTwoWays
	case err == nil && c.Wrong == "" && strings.TrimSpace(text) != Itoa(n):
		c.Hint = t.Join(i18n.Fill(t.ReadAs, "amount", t.Number(n))+".", c.Hint)
	}
	return c
}

// HoldQuantity holds a quantity to rules: the phone's copy of those that the
// server knows, by the same function.
func HoldQuantity(t *i18n.Words, n int64, r wire.QuantityRules) QuantityCheck {
	c := QuantityCheck{N: n, Hint: SayRules(t, r)}
	switch {
	case n < 1:
		c.Wrong = t.BadQuantity
		if r.Any() {
			c.Near = r.Nearest(0)
		}
	case !r.Allow(n):
		c.Wrong, c.Near = i18n.Fill(t.QuantityNotSold, "have", t.Number(n), "rules", SayLimits(t, r)), r.Nearest(n)
		c.Hint = "" // it is in what is wrong
	}
	return c
}

// SayRules is the sentence beside a quantity, empty where there is no rule.
func SayRules(t *i18n.Words, r wire.QuantityRules) string {
	if !r.Any() {
		return ""
	}
	return i18n.Fill(t.QuantityRules, "rules", SayLimits(t, r))
}

// SayLimits lists the rules: "packs of 6, at least 12". What holds for every
// line is a limit too: somebody has typed a million.
func SayLimits(t *i18n.Words, r wire.QuantityRules) string {
	var parts []string
	for _, rule := range []struct {
		text string
		n    int64
	}{{t.QuantityPack, r.PackSize}, {t.QuantityMin, r.MinQuantity}, {t.QuantityMax, r.MaxQuantity}} {
		if rule.n > 0 {
			parts = append(parts, i18n.Fill(rule.text, "n", t.Number(rule.n)))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, i18n.Fill(t.QuantityMax, "n", t.Number(wire.QuantityMax)))
	}
	return strings.Join(parts, ", ")
}

// Itoa writes a number in decimal digits.
func Itoa(n int64) string { return strconv.FormatInt(n, 10) }

// OrEmpty is Itoa, with nothing for 0.
func OrEmpty(n int64) string {
	if n == 0 {
		return ""
	}
	return Itoa(n)
}
