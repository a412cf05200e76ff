package app

import (
	"regexp"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/form"
	"waybill/app/i18n"
	"waybill/app/outbox"
	"waybill/app/page"
	"waybill/app/port"
)

// idPattern matches one path element: a record's or a write's id.
const idPattern = `[^/]+`

// Page is one page: its path, {id} standing for a record's id, and what makes
// its component.
type Page struct {
	Path string
	New  func(*port.Ports) app.Composer
}

// Pages lists every page. A path without {id} goes before one that matches it.
func Pages() []Page {
	return []Page{
		{"/", page.NewToday},
		{"/signin", page.NewSignIn},
		{"/orders", page.NewOrders},
		{"/orders/new", form.NewOrder},
		{"/orders/{id}", page.NewOrder},
		{"/customers", page.NewCustomers},
		{"/customers/new", form.NewCustomer},
		{"/products", page.NewProducts},
		{"/products/new", form.NewProduct},
		{"/dispatches", page.NewDispatches},
		{"/dispatches/{id}", form.NewDispatch},
		{"/outbox", outbox.New},
		{"/outbox/{id}", outbox.NewItem},
		{"/settings", page.NewSettings},
		{"/office", page.NewOffice},
	}
}

// Routes registers every page with go-app. ports is nil on the server, which
// only pre-renders.
func Routes(ports *port.Ports) {
	if ports != nil {
		ports.Texts = i18n.For(ports.Device.Locale())
	}
	for _, p := range Pages() {
		create := func() app.Composer { return p.New(ports) }
		if strings.Contains(p.Path, "{") {
			app.RouteWithRegexp(p.pattern(), create)
			continue
		}
		app.Route(p.Path, create)
	}
}

func (p Page) pattern() string {
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(p.Path), `\{id\}`, idPattern) + "$"
}

// Known says whether a path is one of the pages, and which one (its Path).
func Known(path string) (page string, ok bool) {
	for _, p := range Pages() {
		if p.Path == path {
			return p.Path, true
		}
	}
	for _, p := range Pages() {
		if matched, err := regexp.MatchString(p.pattern(), path); err == nil && matched {
			return p.Path, true
		}
	}
	return "", false
}
