package form

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/server/wire"
	"waybill/server/wire/money"
)

// NewProduct makes the page of a new product, for managers.
func NewProduct(p *port.Ports) app.Composer {
	return &recordForm{Page: layout.NewPage(p), spec: productSpec(p.Words())}
}

func productSpec(t *i18n.Words) formSpec {
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
		currency = currencyOf(f.Ports)
	}
	unit := v["/unit"]
	if unit == "" {
		unit = f.T.UnitHolder
	}
	minor, err := money.Parse(v["/price_minor"], money.Decimals(currency), f.T.DecimalPoint())
	b := wire.ProductBody{ID: id, Code: v["/code"], Name: v["/name"], PriceMinor: minor, Currency: currency, Unit: unit}.Clean()
	wrong := readRules(f.T, v, &b.QuantityRules)
	errs := append(wrong, b.Check()...)
	if err != nil {
		errs = append(errs, wire.FieldError{Field: "/price_minor", Message: f.T.SayAmount(err)})
	}
	return b, message.CodeName(b.Code, b.Name), errs
}

func productTexts(raw []byte, f *recordForm) (string, map[string]string) {
	b, _ := wire.Decode[wire.ProductBody](raw)
	return b.ID, map[string]string{
		"/code": b.Code, "/name": b.Name, "/currency": b.Currency, "/unit": b.Unit,
		"/price_minor": money.Format(b.PriceMinor, money.Decimals(b.Currency), f.T.Point, ""),
		"/pack_size":   order.OrEmpty(b.PackSize), "/min_quantity": order.OrEmpty(b.MinQuantity), "/max_quantity": order.OrEmpty(b.MaxQuantity),
	}
}

// readRules reads the fields of quantity rules; an empty one is no rule.
func readRules(t *i18n.Words, v map[string]string, r *wire.QuantityRules) (wrong []wire.FieldError) {
	for _, rule := range []struct {
		pointer string
		to      *int64
	}{{"/pack_size", &r.PackSize}, {"/min_quantity", &r.MinQuantity}, {"/max_quantity", &r.MaxQuantity}} {
		if strings.TrimSpace(v[rule.pointer]) == "" {
			continue
		}
		c := order.CheckQuantity(t, v[rule.pointer], wire.QuantityRules{})
		if c.Wrong != "" {
			wrong = append(wrong, wire.FieldError{Field: rule.pointer, Message: c.Wrong})
			continue
		}
		*rule.to = c.N
	}
	return wrong
}

// currencyOf is the one that this device's products are priced in.
func currencyOf(p *port.Ports) string {
	for _, f := range p.Catalogue.Search(wire.KindProducts, "", 1) {
		if v, ok := f.Record.(wire.Product); ok {
			return v.Currency
		}
	}
	return "EUR"
}
