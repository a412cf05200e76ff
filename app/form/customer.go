package form

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/server/wire"
)

// NewCustomer makes the page of a new customer. It works offline: the
// customer can be ordered for at once, and the order waits for it.
func NewCustomer(p *port.Ports) app.Composer {
	return &recordForm{Page: layout.NewPage(p), spec: customerSpec(p.Words())}
}

func customerSpec(t *i18n.Words) formSpec {
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
			return b, message.CodeName(b.Code, b.Name), b.Check()
		},
		texts: func(raw []byte, _ *recordForm) (string, map[string]string) {
			b, _ := wire.Decode[wire.CustomerBody](raw)
			return b.ID, map[string]string{"/code": b.Code, "/name": b.Name, "/contact": b.Contact, "/phone": b.Phone, "/address": b.Address}
		},
	}
}
