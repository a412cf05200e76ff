package wire

import (
	"strings"
	"testing"
)

func TestCodesHaveOneWrittenForm(t *testing.T) {
	for in, want := range map[string]string{
		"AB\u20111":           "AB-1",
		" ab-1\u00a0":         "AB-1",
		"AB\u00ad-1":          "AB-1",
		"A \u00a0 B":          "A B",
		"\ufeffC-0001\u200b":  "C-0001",
		"\u05e9.\u05db\u05d4": "\u05e9.\u05db\u05d4",
	} {
		if got := CodeKey(in); got != want {
			t.Errorf("CodeKey(%q) = %q, want %q", in, got, want)
		}
	}
	if CodeKey("AB-1") == CodeKey("AB-2") {
		t.Error("two codes share one key")
	}
}

func TestControlCharactersAreNamedAndStripped(t *testing.T) {
	for _, s := range []string{"a\x00b", "a\u202eb", "a\u2066b", "a\x7fb", "a\u0085b", "a\nb"} {
		if _, bad := BadRune(s, false); !bad {
			t.Errorf("%q passes", s)
		}
		if got := StripBad(s, false); got != "ab" {
			t.Errorf("StripBad(%q) = %q", s, got)
		}
	}
	for _, s := range []string{"a\u2028b", "<&>", "\u200f\u05e9", "Söhne"} {
		if r, bad := BadRune(s, false); bad {
			t.Errorf("%q is refused for %U", s, r)
		}
	}
	if _, bad := BadRune("line\nline\ttab", true); bad {
		t.Error("a note may have lines")
	}
}

func TestBodiesNameEachFieldThatNeedsCorrecting(t *testing.T) {
	id := "01HZX3M1N2P3Q4R5S6T7V8W9XA"
	line := OrderLine{ProductID: id, Quantity: 1, UnitPriceMinor: 100, Currency: "EUR"}
	order := func(change func(*OrderBody)) OrderBody {
		b := OrderBody{ID: id, CustomerID: id, PlacedAt: "2026-11-30T12:00:00Z", Lines: []OrderLine{line}}
		change(&b)
		return b
	}
	for name, c := range map[string]struct {
		got  []FieldError
		want string
	}{
		"a good order":      {order(func(b *OrderBody) {}).Check(), ""},
		"a wrong year":      {order(func(b *OrderBody) { b.PlacedAt = "1970-01-01T00:00:00Z" }).Check(), ""},
		"two prices":        {order(func(b *OrderBody) { l := line; l.UnitPriceMinor = 0; b.Lines = append(b.Lines, l) }).Check(), ""},
		"no lines":          {order(func(b *OrderBody) { b.Lines = nil }).Check(), "/lines"},
		"too many lines":    {order(func(b *OrderBody) { b.Lines = make([]OrderLine, LinesMax+1) }).Check(), "/lines"},
		"equal lines":       {order(func(b *OrderBody) { b.Lines = append(b.Lines, line) }).Check(), "/lines/1"},
		"local time":        {order(func(b *OrderBody) { b.PlacedAt = "2026-11-30T12:00:00+01:00" }).Check(), "/placed_at"},
		"30 February":       {order(func(b *OrderBody) { b.DeliverOn = "2026-02-30" }).Check(), "/deliver_on"},
		"no quantity":       {order(func(b *OrderBody) { b.Lines[0].Quantity = 0 }).Check(), "/lines/0/quantity"},
		"strange currency":  {order(func(b *OrderBody) { b.Lines[0].Currency = "R E" }).Check(), "/lines/0/currency"},
		"a long note":       {order(func(b *OrderBody) { b.Note = strings.Repeat("é", NoteMax+1) }).Check(), "/note"},
		"a full note":       {order(func(b *OrderBody) { b.Note = strings.Repeat("é", NoteMax) }).Check(), ""},
		"a customer's NUL":  {CustomerBody{Code: "C", Name: "a\x00"}.Check(), "/name"},
		"combining marks":   {CustomerBody{Code: "C", Name: "a" + strings.Repeat("\u0301", 5000)}.Check(), "/name"},
		"a nameless one":    {CustomerBody{Code: "C"}.Check(), "/name"},
		"a negative price":  {ProductBody{Code: "P", Name: "p", PriceMinor: -1, Currency: "EUR", Unit: "pc"}.Check(), "/price_minor"},
		"no receiver":       {DeliverBody{DeliveredAt: "2026-11-30T12:00:00Z"}.Check(), "/received_by"},
		"no reason":         {FailBody{FailedAt: "2026-11-30T12:00:00Z"}.Check(), "/reason"},
		"a cancel's reason": {CancelBody{}.Check(), "/reason"},
	} {
		var got []string
		for _, e := range c.got {
			got = append(got, e.Field)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: fields %v, want %q", name, c.got, c.want)
		}
	}
}
