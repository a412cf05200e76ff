package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
	"waybill/server/wire/money"
)

// newProductForm makes the page of a new product, for managers.
func newProductForm(p *Ports) app.Composer {
	return &recordForm{page: newPage(p), spec: productSpec(p.words())}
}

func productSpec(t *Words) formSpec {
	return formSpec{
		op: wire.OpProductCreate, path: "/products/new", name: "product", title: t.NewProduct, list: "/products", manager: true,
		fields: []formField{
			{id: "product-code", pointer: "/code", label: t.ProductCode, max: wire.CodeMax, auto: "off"},
			{id: "product-name", pointer: "/name", label: t.Name, max: wire.TextMax, auto: "off"},
			{id: "product-price", pointer: "/price_minor", label: t.Price, mode: "decimal", auto: "off", money: true},
			{id: "product-currency", pointer: "/currency", label: t.Currency, max: 3, auto: "off"},
			{id: "product-unit", pointer: "/unit", label: t.Unit, max: wire.CodeMax, auto: "off", holder: t.UnitHolder},
			{id: "product-pack", pointer: "/pack_size", label: t.PackSize, mode: "numeric", auto: "off", holder: t.NoRule, count: true},
			{id: "product-min", pointer: "/min_quantity", label: t.MinQuantity, mode: "numeric", auto: "off", holder: t.NoRule, count: true},
			{id: "product-max", pointer: "/max_quantity", label: t.MaxQuantity, mode: "numeric", auto: "off", holder: t.NoRule, count: true},
		},
		body:  productBody,
		texts: productTexts,
	}
}

func productBody(id string, v map[string]string, f *recordForm) (any, string, []wire.FieldError) {
	currency := strings.ToUpper(wire.CleanCode(v["/currency"]))
	if currency == "" {
		currency = f.ports.currency()
	}
	unit := v["/unit"]
	if unit == "" {
		unit = f.t.UnitHolder
	}
	minor, err := money.Parse(v["/price_minor"], money.Decimals(currency), f.t.point())
	b := wire.ProductBody{ID: id, Code: v["/code"], Name: v["/name"], PriceMinor: minor, Currency: currency, Unit: unit}.Clean()
	wrong := readRules(f.t, v, &b.QuantityRules)
	errs := append(wrong, b.Check()...)
	if err != nil {
		errs = append(errs, wire.FieldError{Field: "/price_minor", Message: f.t.sayAmount(err)})
	}
	return b, codeName(b.Code, b.Name), errs
}

func productTexts(raw []byte, f *recordForm) (string, map[string]string) {
	b, _ := read[wire.ProductBody](raw)
	return b.ID, map[string]string{
		"/code": b.Code, "/name": b.Name, "/currency": b.Currency, "/unit": b.Unit,
		"/price_minor": money.Format(b.PriceMinor, money.Decimals(b.Currency), f.t.Point, ""),
		"/pack_size":   orEmpty(b.PackSize), "/min_quantity": orEmpty(b.MinQuantity), "/max_quantity": orEmpty(b.MaxQuantity),
	}
}

// readRules reads the fields of quantity rules; an empty one is no rule.
func readRules(t *Words, v map[string]string, r *wire.QuantityRules) (wrong []wire.FieldError) {
	for _, rule := range []struct {
		pointer string
		to      *int64
	}{{"/pack_size", &r.PackSize}, {"/min_quantity", &r.MinQuantity}, {"/max_quantity", &r.MaxQuantity}} {
		if strings.TrimSpace(v[rule.pointer]) == "" {
			continue
		}
		c := checkQuantity(t, v[rule.pointer], wire.QuantityRules{})
		if c.wrong != "" {
			wrong = append(wrong, wire.FieldError{Field: rule.pointer, Message: c.wrong})
			continue
		}
		*rule.to = c.n
	}
	return wrong
}

func orEmpty(n int64) string {
	if n == 0 {
		return ""
	}
	return itoa(n)
}

// currency is the one that this device's products are priced in.
func (p *Ports) currency() string {
	for _, f := range p.Catalogue.Search(wire.KindProducts, "", 1) {
		if v, ok := f.Record.(wire.Product); ok {
			return v.Currency
		}
	}
	return "EUR"
}
