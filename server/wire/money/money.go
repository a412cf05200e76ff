// Package money reads and writes amounts of integer minor units, as people type
// and read them. Phone and server share it, so that a price list and a form
// take a text for the same amount.
package money

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
)

// Errors of Parse: no amount at all, one that can be read in two ways, and more
// decimals than the currency has.
var (
	ErrNoAmount  = errors.New("money: no amount")
	ErrAmbiguous = errors.New("money: the amount can be read in two ways")
	ErrTooFine   = errors.New("money: more decimals than the currency has")
)

// Decimals of an ISO 4217 currency.
func Decimals(currency string) int {
	switch currency {
	case "JPY", "KRW", "VND", "CLP", "ISK", "UGX", "XAF", "XOF", "XPF", "PYG", "RWF", "DJF", "GNF", "KMF", "BIF", "VUV":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	}
	return 2
}

// Format writes an amount of integer minor units: 123456 with two
// decimals is "1,234.56" with a point.
func Format(minor int64, places int, point, group string) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	digits := strconv.FormatInt(minor, 10)
	for len(digits) <= places {
		digits = "0" + digits
	}
	whole, rest := digits[:len(digits)-places], digits[len(digits)-places:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if places == 0 {
		return sign + whole
	}
	return sign + whole + point + rest
}

// Parse reads an amount as people type it anywhere: 1234.5, 1.234,50,
// 1 234,50, 1'234.50, ١٢٣٫٥. The last of two different marks is the decimal
// one. A single mark before exactly three digits is the user's point only if
// it is point; else it could be read in two ways, and is asked back.
func Parse(text string, places int, point rune) (int64, error) {
	digits, marks := scanAmount(text)
	if digits == "" {
		return 0, ErrNoAmount
	}
	cut, err := decimalMark(digits, marks, places, point)
	if err != nil {
		return 0, err
	}
	whole, rest := digits, ""
	if cut >= 0 {
		whole, rest = digits[:cut], digits[cut:]
	}
	rest = strings.TrimRight(rest, "0")
	if len(rest) > places {
		return 0, ErrTooFine
	}
	rest += strings.Repeat("0", places-len(rest))
	n, err := strconv.ParseInt(whole+rest, 10, 64)
	if err != nil {
		return 0, ErrNoAmount
	}
	return n, nil
}

// mark is a separator and how many digits stand before it.
type mark struct {
	r  rune
	at int
}

// scanAmount splits a text into its digits and its marks. Anything that is
// neither makes it no amount, but for spaces and a currency sign around it.
func scanAmount(text string) (string, []mark) {
	var digits strings.Builder
	var marks []mark
	for _, r := range strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Sc, r) }) {
		switch {
		case unicode.IsDigit(r):
			digits.WriteByte(byte('0' + digitOf(r)))
		case r == '.' || r == ',' || r == '٫' || r == '٬' || r == '\'' || r == '’' || unicode.IsSpace(r):
			marks = append(marks, mark{r, digits.Len()})
		default:
			return "", nil
		}
	}
	return digits.String(), marks
}

// digitOf is the value of a decimal digit of any script: they lie in runs of
// ten that start at a zero.
func digitOf(r rune) int {
	v := 0
	for v < 9 && unicode.IsDigit(r-rune(v)-1) {
		v++
	}
	if r >= '0' && r <= '9' {
		v = int(r - '0')
	}
	return v
}

// decimalMark finds how many digits stand before the decimal mark, -1: none.
func decimalMark(digits string, marks []mark, places int, point rune) (int, error) {
	if len(marks) == 0 {
		return -1, nil
	}
	last := marks[len(marks)-1]
	after := len(digits) - last.at
	same := 0
	for _, m := range marks {
		if m.r == last.r {
			same++
		}
	}
	switch {
	case last.r == '٫':
		return last.at, nil
	case last.r == '\'' || last.r == '’' || last.r == '٬' || unicode.IsSpace(last.r):
		return -1, grouped(after)
	case same > 1: // 1.234.567
		return -1, grouped(after)
	case same < len(marks): // 1.234,50
		return last.at, nil
	case after == 3 && places == 3:
		return last.at, nil
	case after == 3 && last.r == point:
		return -1, ErrAmbiguous
	case after == 3:
		return -1, nil
	}
	return last.at, nil
}

func grouped(after int) error {
	if after != 3 {
		return ErrAmbiguous
	}
	return nil
}
