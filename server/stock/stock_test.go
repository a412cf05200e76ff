package stock_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/server/stock"
	"waybill/server/store"
	"waybill/server/table"
	"waybill/server/wire"
)

// office has one customer, two products and a dispatch on its way.
func office() stock.Present {
	p := stock.Present{
		Customers: map[string]*wire.Customer{}, Products: map[string]*wire.Product{}, Dispatches: map[string]*wire.Dispatch{},
		Users: map[string]string{"ana": "U1", "ben": "U2"},
	}
	c := &wire.Customer{Meta: wire.Meta{ID: "K1", State: wire.StateActive, Version: 3}, Code: "C-1", Name: "Müller"}
	p.Customers[store.CodeKey(c.Code)] = c
	for _, code := range []string{"P-1", "036000291452"} {
		p.Products[store.CodeKey(code)] = &wire.Product{
			Meta: wire.Meta{ID: "A" + code, State: wire.StateActive}, Code: code, Name: "Tea", PriceMinor: 499, Currency: "EUR", Unit: "box",
		}
	}
	d := &wire.Dispatch{Meta: wire.Meta{ID: "D1", State: wire.StateDelivered}, Number: "D-1", Owner: "U1", CustomerID: "K1", Summary: "2 × Tea"}
	p.Dispatches[store.CodeKey(d.Number)] = d
	return p
}

func read(t *testing.T, kind, file string, decimal rune) (store.Stock, stock.Counts, error) {
	t.Helper()
	columns, ok := stock.Columns(kind)
	if !ok {
		t.Fatal(kind)
	}
	tab, err := table.Read([]byte(file), table.Format{}, columns)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return stock.Read(kind, tab.Rows, office(), stock.Options{Decimal: decimal, NewID: func() string {
		n++
		return fmt.Sprintf("01J%023d", n)
	}})
}

func TestRowsAreAddedChangedOrLeftAsTheyAre(t *testing.T) {
	for name, c := range map[string]struct {
		kind, file string
		decimal    rune
		want       stock.Counts
		shown      string
	}{
		"customers":                 {"customers", "code,name\nC-1,Müller\nc‑1x,New\n", 0, stock.Counts{Added: 1, Unchanged: 1}, "c-1x"},
		"a renamed customer":        {"customers", "code,name\nc-1,Müller KG\n", 0, stock.Counts{Changed: 1}, "Müller KG"},
		"a closed customer":         {"customers", "code,name,state\nC-1,Müller,inactive\n", 0, stock.Counts{Changed: 1}, "inactive"},
		"a price in cents":          {"products", "code,name,price_minor,currency,unit\nP-1,Tea,499,EUR,box\nP-2,Salt,99,EUR,bag\n", 0, stock.Counts{Added: 1, Unchanged: 1}, "P-2"},
		"a decimal comma":           {"products", "code;name;price;currency;unit\nP-1;Tea;12,50;EUR;box\n", 0, stock.Counts{Changed: 1}, "1250"},
		"a decimal point":           {"products", "code;name;price;currency;unit\nP-1;Tea;1'234.5;EUR;box\n", 0, stock.Counts{Changed: 1}, "123450"},
		"groups, the mark is said":  {"products", "code;name;price;currency;unit\nP-1;Tea;1.234;EUR;box\n", ',', stock.Counts{Changed: 1}, "123400"},
		"a currency without cents":  {"products", "code;name;price;currency;unit\nP-1;Tea;1500;JPY;box\n", 0, stock.Counts{Changed: 1}, "1500"},
		"D32 the same deliveries":   {"dispatches", "number,rep,customer,summary\nD-1,ana,C-1,2 × Tea\nD-2,Ben,c-1,Salt\n", 0, stock.Counts{Added: 1, Unchanged: 1}, "D-2"},
		"a code of zeros once more": {"products", "code,name,price_minor,currency,unit\n036000291452,Tea,499,EUR,box\n", 0, stock.Counts{Unchanged: 1}, ""},
	} {
		s, n, err := read(t, c.kind, c.file, c.decimal)
		if err != nil || n != c.want {
			t.Errorf("%s: %v, %v", name, n, err)
		}
		if got := fmt.Sprintf("%+v", s); !strings.Contains(got, c.shown) {
			t.Errorf("%s: %s is not in %s", name, c.shown, got)
		}
		if len(s.Customers)+len(s.Products)+len(s.Dispatches) != n.Added+n.Changed {
			t.Errorf("%s: what is unchanged is stored again: %+v", name, s)
		}
	}
}

func TestRowsThatCannotBeMeantAreRefusedByName(t *testing.T) {
	const goods = "code,name,price_minor,currency,unit\n"
	for name, c := range map[string]struct {
		kind, file string
		want       []string
	}{
		"D25 shortened numbers":      {"products", goods + "4.00638E+12,Pencil,95,EUR,pc\n", []string{"row 2", "4.00638E+12", "spreadsheet"}},
		"with a comma":               {"customers", "code;name\n4,00638E+12;x\n", []string{"row 2", "spreadsheet"}},
		"D25 one code, two cases":    {"customers", "code,name\nK-77,First\nk-77,Second\n", []string{"row 3", "row 2", `"K-77"`, `"k-77"`}},
		"one code, two normal forms": {"customers", "code,name\nMü,First\nMu\u0308,Second\n", []string{"row 3", "row 2"}},
		"lost zeros":                 {"products", goods + "36000291452,Tea,499,EUR,box\n", []string{"row 2", "036000291452"}},
		"an amount in cents":         {"products", goods + "P-8,Tea,4.99,EUR,box\n", []string{"row 2", "/price_minor", "price"}},
		"two readings":               {"products", "code;name;price;currency;unit\nP-1;Tea;1.234;EUR;box\n", []string{"row 2", "--decimal"}},
		"too fine":                   {"products", "code;name;price;currency;unit\nP-1;Tea;1.2345;EUR;box\n", []string{"row 2", "decimals"}},
		"no price":                   {"products", "code,name,currency,unit\nP-8,Tea,EUR,box\n", []string{"row 2", "/price_minor"}},
		"two prices":                 {"products", "code,name,price,price_minor,currency,unit\nP-8,Tea,1,100,EUR,box\n", []string{"row 2", "which one"}},
		"every wrong row":            {"customers", "code,name\nC-8,\nC-9,\n", []string{"row 2", "row 3"}},
		"D32 another content":        {"dispatches", "number,rep,customer,summary\nD-1,ben,C-1,2 × Tea\n", []string{"row 2", "D-1"}},
		"a delivery twice":           {"dispatches", "number,rep,customer,summary\nD-8,ben,C-1,x\nd-8,ben,C-1,x\n", []string{"row 3", "row 2"}},
		"nobody and nowhere":         {"dispatches", "number,rep,customer,summary\nD-8,zoe,C-77,x\n", []string{`"zoe"`, `"C-77"`}},
	} {
		s, n, err := read(t, c.kind, c.file, 0)
		if err == nil {
			t.Errorf("%s: taken as %v", name, n)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", name, err, part)
			}
		}
		if len(s.Customers)+len(s.Products)+len(s.Dispatches)+n.Rows() > 0 {
			t.Errorf("%s: something is taken beside the error", name)
		}
	}
}

func TestACodeThatOnlyLooksShortenedIsTaken(t *testing.T) {
	for _, code := range []string{"12E3", "E+12", "4.00638", "1E-3", "A1E+12"} {
		if _, n, err := read(t, "customers", "code,name\n"+code+",x\n", 0); err != nil || n.Added != 1 {
			t.Errorf("%s: %v", code, err)
		}
	}
}
