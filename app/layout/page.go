package layout

import (
	"context"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
)

// Page is what every page has: its ports, who is signed in, and what to stop
// when it goes.
type Page struct {
	Ports *port.Ports
	id    string
	Ctx   app.Context
	T     *i18n.Words
	User  wire.User
	Known bool // the device has said who is signed in
	Waits bool // for what the form starts with: typed before it, text would be lost
	stops []func()
}

// NewPage is what each page embeds.
func NewPage(ports *port.Ports) Page {
	return Page{Ports: ports, id: ports.NextPage(), T: ports.Words()}
}

// CompoID makes each navigation a new page: go-app would otherwise update the
// old one in place, with the text and state of another record.
func (p *Page) CompoID() string { return p.id }

// Begin learns who is signed in, opens their copy of the records, and calls
// then. Without ports (pre-rendering) the page stays a skeleton.
func (p *Page) Begin(ctx app.Context, then func(app.Context)) {
	if p.Ports == nil {
		return
	}
	p.Ctx = ctx
	p.arrive(ctx)
	ui.Work(ctx, p.openUser, func(ctx app.Context, u wire.User, err error) {
		p.User, p.Known = u, err == nil
		ctx.SetState(ui.StateUser, u)
		if err == nil && then != nil {
			then(ctx)
		}
	})
}

// arrive names the page, and starts it at its top for eyes and screen readers
// alike; the first page is where the browser has put it.
func (p *Page) arrive(ctx app.Context) {
	if app.IsServer {
		return
	}
	ctx.Page().SetLang(p.T.Lang)
	ctx.Page().SetTitle(pageTitle(p.T, ctx.Page().URL().Path))
	if p.id == firstPage {
		return
	}
	app.Window().Call("scrollTo", 0, 0)
	if el := app.Window().GetElementByID("main"); el.Truthy() {
		el.Call("focus", map[string]any{"preventScroll": true})
	}
}

// firstPage is the number of the page that the program has started with.
const firstPage = "1"

func (p *Page) openUser(ctx context.Context) (wire.User, error) {
	u, err := p.Ports.Office.User(ctx)
	if err != nil || u == nil {
		return wire.User{}, err
	}
	if err := p.Ports.Catalogue.Open(ctx, *u); err != nil {
		// The copy is disposable: without it the page shows what the outbox has.
		app.Logf("local copy: %v", err)
	}
	if p.id == firstPage {
		if err := p.Ports.Notices.KeepWords(ctx, noticeWords(p.T)); err != nil {
			app.Logf("notices: %v", err)
		}
	}
	return *u, nil
}

// Watch calls f on the UI goroutine after changes of the outbox, of the copy and
// of the network, one look at a time, and once now.
func (p *Page) Watch(ctx app.Context, f func(app.Context, func())) {
	var o ui.Once
	look := func() {
		o.Run(func(done func()) {
			ctx.Dispatch(func(ctx app.Context) {
				defer ui.Caught(ctx)
				f(ctx, done)
			})
		})
	}
	p.stops = append(p.stops, p.Ports.Outbox.Watch(look), p.Ports.Catalogue.Watch(look), p.Ports.Device.WatchNetwork(look))
	look()
}

// OnDismount stops what the page has started.
func (p *Page) OnDismount() {
	for _, stop := range p.stops {
		stop()
	}
	p.stops = nil
}

// Ready says that the page may show what is the user's.
func (p *Page) Ready() bool { return p.Known && p.User.ID != "" }

// pageTitle names a page in the browser's tab.
func pageTitle(t *i18n.Words, path string) string {
	names := map[string]string{
		"/": t.Today, "/signin": t.SignIn, "/orders": t.NavOrders, "/orders/new": t.NewOrder, "/orders/{id}": t.Order,
		"/customers": t.NavCustomers, "/customers/new": t.NewCustomer, "/products": t.NavProducts, "/products/new": t.NewProduct,
		"/dispatches": t.NavDispatches, "/dispatches/{id}": t.Dispatch, "/outbox": t.NavOutbox, "/outbox/{id}": t.OneWrite,
		"/settings": t.NavSettings, "/office": t.NavOffice,
	}
	name := names[path]
	if name == "" { // of one record or write
		name = names[path[:strings.LastIndex(path, "/")+1]+"{id}"]
	}
	return t.Join(name, "· Waybill")
}
