//go:build !js

package order

import (
	"errors"
	"testing"

	"waybill/server/wire/money"
)

// Quantities as people type and paste them: digits of any script, separators
// of any country, and what is no quantity.
func TestAQuantityIsReadInEveryLocalWayOrAskedBack(t *testing.T) {
	for _, c := range []struct {
		text  string
		point rune
		want  int64
		err   error
	}{
		{"12", '.', 12, nil},
		{" 012\t", '.', 12, nil},
		{"٢٤", '.', 24, nil},
		{"۱۲", ',', 12, nil},
		{"１２", '.', 12, nil},
		{"1,200", '.', 1200, nil},
		{"1.200", ',', 1200, nil},
		{"1 200", ',', 1200, nil},
		{"1\u202f200", ',', 1200, nil},
		{"1'200", '.', 1200, nil},
		{"1.200.000", ',', 1200000, nil},
		{"12,00", ',', 12, nil},
		{"12.0", ',', 12, nil},
		{"1.200", '.', 0, money.ErrAmbiguous},
		{"1,200", ',', 0, money.ErrAmbiguous},
		{"1,2,3", '.', 0, money.ErrAmbiguous},
		{"2.5", '.', 0, errNotWhole},
		{"½", '.', 0, errNotWhole},
		{"0", '.', 0, errNotWhole},
		{"-3", '.', 0, errNotWhole},
		{"−3", '.', 0, errNotWhole},
		{"+3", '.', 0, errNotWhole},
		{"3x", '.', 0, errNotWhole},
		{"1e3", '.', 0, errNotWhole},
		{"3 €", ',', 0, errNotWhole},
		{"", '.', 0, errNotWhole},
		{".", '.', 0, errNotWhole},
		{"12\t24", '.', 0, money.ErrAmbiguous},
		{"99999999999999999999", '.', 0, errNotWhole},
	} {
		if got, err := ParseQuantity(c.text, c.point); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q with point %q: %d, %v; want %d, %v", c.text, c.point, got, err, c.want, c.err)
		}
	}
}
