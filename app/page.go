package app

import (
	"context"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// page is what every page has: its ports, who is signed in, and what to stop
// when it goes.
type page struct {
	ports *Ports
	id    string
	ctx   app.Context
	t     *Words
	user  wire.User
	known bool // the device has said who is signed in
	waits bool // for what the form starts with: typed before it, text would be lost
	stops []func()
}

func newPage(ports *Ports) page {
	return page{ports: ports, id: ports.nextPage(), t: ports.words()}
}

// CompoID makes each navigation a new page: go-app would otherwise update the
// old one in place, with the text and state of another record.
func (p *page) CompoID() string { return p.id }

// begin learns who is signed in, opens their copy of the records, and calls
// then. Without ports (pre-rendering) the page stays a skeleton.
func (p *page) begin(ctx app.Context, then func(app.Context)) {
	if p.ports == nil {
		return
	}
	p.ctx = ctx
	p.arrive(ctx)
	work(ctx, p.openUser, func(ctx app.Context, u wire.User, err error) {
		p.user, p.known = u, err == nil
		ctx.SetState(StateUser, u)
		if err == nil && then != nil {
			then(ctx)
		}
	})
}

// arrive names the page, and starts it at its top for eyes and screen readers
// alike; the first page is where the browser has put it.
func (p *page) arrive(ctx app.Context) {
	if app.IsServer {
		return
	}
	ctx.Page().SetLang(p.t.Lang)
	ctx.Page().SetTitle(p.t.pageTitle(ctx.Page().URL().Path))
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

func (p *page) openUser(ctx context.Context) (wire.User, error) {
	u, err := p.ports.Office.User(ctx)
	if err != nil || u == nil {
		return wire.User{}, err
	}
	if err := p.ports.Catalogue.Open(ctx, *u); err != nil {
		// The copy is disposable: without it the page shows what the outbox has.
		app.Logf("local copy: %v", err)
	}
	if p.id == firstPage {
		if err := p.ports.Notices.KeepWords(ctx, noticeWords(p.t)); err != nil {
			app.Logf("notices: %v", err)
		}
	}
	return *u, nil
}

// watch calls f on the UI goroutine after changes of the outbox, of the copy and
// of the network, one look at a time, and once now.
func (p *page) watch(ctx app.Context, f func(app.Context, func())) {
	var o once
	look := func() {
		o.run(func(done func()) {
			ctx.Dispatch(func(ctx app.Context) {
				defer caught(ctx)
				f(ctx, done)
			})
		})
	}
	p.stops = append(p.stops, p.ports.Outbox.Watch(look), p.ports.Catalogue.Watch(look), p.ports.Device.WatchNetwork(look))
	look()
}

// OnDismount stops what the page has started.
func (p *page) OnDismount() {
	for _, stop := range p.stops {
		stop()
	}
	p.stops = nil
}

// ready says that the page may show what is the user's.
func (p *page) ready() bool { return p.known && p.user.ID != "" }

// nextPage numbers pages. On the server every page is alike.
func (p *Ports) nextPage() string {
	if p == nil {
		return ""
	}
	return strconv.FormatInt(p.pages.Add(1), 10)
}
