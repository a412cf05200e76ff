package money_test

import (
	"errors"
	"testing"

	"waybill/server/wire/money"
)

func TestMoneyIsReadInEveryLocalWayOrAskedBack(t *testing.T) {
	for _, c := range []struct {
		text   string
		places int
		point  rune
		want   int64
		err    error
	}{
		{"12", 2, '.', 1200, nil},
		{"12.5", 2, '.', 1250, nil},
		{"12,50", 2, '.', 1250, nil},
		{"12,50", 2, ',', 1250, nil},
		{"1.234,50", 2, '.', 123450, nil},
		{"1,234.50", 2, ',', 123450, nil},
		{"1 234,5", 2, ',', 123450, nil},
		{"1'234.50", 2, '.', 123450, nil},
		{"€ 3,20", 2, ',', 320, nil},
		{"1.234.567", 2, ',', 123456700, nil},
		{"1.234", 2, ',', 123400, nil},
		{"1,234", 2, '.', 123400, nil},
		{"1.234", 2, '.', 0, money.ErrAmbiguous},
		{"1,234", 2, ',', 0, money.ErrAmbiguous},
		{"12.345.6", 2, ',', 0, money.ErrAmbiguous},
		{"12.345", 3, '.', 12345, nil},
		{"1500", 0, '.', 1500, nil},
		{"1.5", 0, '.', 0, money.ErrTooFine},
		{"1.505", 2, ',', 150500, nil},
		{"12.3456", 2, '.', 0, money.ErrTooFine},
		{"12.500000", 2, '.', 1250, nil},
		{"١٢٣٫٥", 2, '.', 12350, nil},
		{"۱۲٫۵", 2, '.', 1250, nil},
		{"", 2, '.', 0, money.ErrNoAmount},
		{"abc", 2, '.', 0, money.ErrNoAmount},
		{"-5", 2, '.', 0, money.ErrNoAmount},
		{"99999999999999999999", 2, '.', 0, money.ErrNoAmount},
	} {
		got, err := money.Parse(c.text, c.places, c.point)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q with %d decimals, point %q: %d, %v; want %d, %v", c.text, c.places, c.point, got, err, c.want, c.err)
		}
	}
}

func TestMoneyThatIsShownReadsBackAsItself(t *testing.T) {
	for _, places := range []int{0, 2, 3} {
		for _, marks := range [][2]string{{".", ","}, {",", "."}, {",", " "}} {
			for _, minor := range []int64{0, 1, 9, 10, 99, 100, 12345, 1234567, 100000000} {
				text := money.Format(minor, places, marks[0], marks[1])
				got, err := money.Parse(text, places, []rune(marks[0])[0])
				if errors.Is(err, money.ErrAmbiguous) {
					continue // said, not guessed
				}
				if err != nil || got != minor {
					t.Errorf("%d with %d decimals shows as %q and reads as %d, %v", minor, places, text, got, err)
				}
			}
		}
	}
}
