package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// newCustomerForm makes the page of a new customer. It works offline: the
// customer can be ordered for at once, and the order waits for it.
func newCustomerForm(p *Ports) app.Composer {
	return &recordForm{page: newPage(p), spec: customerSpec(p.words())}
}

func customerSpec(t *Words) formSpec {
	return formSpec{
		op: wire.OpCustomerCreate, path: "/customers/new", name: "customer", title: t.NewCustomer, list: "/customers",
		fields: []formField{
			{id: "customer-code", pointer: "/code", label: t.CustomerCode, max: wire.CodeMax, auto: "off"},
			{id: "customer-name", pointer: "/name", label: t.Name, max: wire.TextMax, auto: "organization"},
			{id: "customer-contact", pointer: "/contact", label: t.Contact, max: wire.TextMax, auto: "name"},
			{id: "customer-phone", pointer: "/phone", label: t.Phone, max: wire.TextMax, kind: "tel", auto: "tel"},
			{id: "customer-address", pointer: "/address", label: t.Address, max: wire.TextMax, kind: "area", auto: "street-address"},
		},
		body: func(id string, v map[string]string, _ *recordForm) (any, string, []wire.FieldError) {
			b := wire.CustomerBody{
				ID: id, Code: v["/code"], Name: v["/name"], Contact: v["/contact"], Phone: v["/phone"], Address: v["/address"],
			}.Clean()
			return b, codeName(b.Code, b.Name), b.Check()
		},
		texts: func(raw []byte, _ *recordForm) (string, map[string]string) {
			b, _ := read[wire.CustomerBody](raw)
			return b.ID, map[string]string{"/code": b.Code, "/name": b.Name, "/contact": b.Contact, "/phone": b.Phone, "/address": b.Address}
		},
	}
}

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
	minor, err := parseMoney(v["/price_minor"], decimals(currency), f.t.point())
	b := wire.ProductBody{ID: id, Code: v["/code"], Name: v["/name"], PriceMinor: minor, Currency: currency, Unit: unit}.Clean()
	errs := b.Check()
	if err != nil {
		errs = append(errs, wire.FieldError{Field: "/price_minor", Message: f.t.sayAmount(err)})
	}
	return b, codeName(b.Code, b.Name), errs
}

func productTexts(raw []byte, f *recordForm) (string, map[string]string) {
	b, _ := read[wire.ProductBody](raw)
	return b.ID, map[string]string{
		"/code": b.Code, "/name": b.Name, "/currency": b.Currency, "/unit": b.Unit,
		"/price_minor": formatMinor(b.PriceMinor, decimals(b.Currency), f.t.Point, ""),
	}
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
