package stage

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// SyncTag is the one background sync that the app registers.
const SyncTag = "waybill-drain"

// Sync lets the browser fire the sync event now, whether a page is open or not.
func (p *Phone) Sync(lastChance bool) {
	p.T.Helper()
	id := p.registration()
	_, err := chromedp.Call(p.ctx, serviceworker.DispatchSyncEvent, serviceworker.DispatchSyncEventParams{
		Origin: p.Origin, RegistrationID: id, Tag: SyncTag, LastChance: lastChance,
	})
	p.must(err)
}

// PeriodicSync fires the periodic event likewise.
func (p *Phone) PeriodicSync() {
	p.T.Helper()
	id := p.registration()
	_, err := chromedp.Call(p.ctx, serviceworker.DispatchPeriodicSyncEvent, serviceworker.DispatchPeriodicSyncEventParams{
		Origin: p.Origin, RegistrationID: id, Tag: SyncTag,
	})
	p.must(err)
}

// StopWorkers stops the phone's service workers where they stand, as the
// browser does when it needs the memory.
func (p *Phone) StopWorkers() {
	p.T.Helper()
	p.registration() // enables the domain
	_, err := chromedp.Call(p.ctx, serviceworker.StopAllWorkers, cdp.Empty{})
	p.must(err)
}

// registration returns the id of the app's worker registration.
func (p *Phone) registration() serviceworker.RegistrationID {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	// The domain tells all registrations anew each time it is enabled.
	_, err := chromedp.Call(ctx, serviceworker.Disable, cdp.Empty{})
	p.must(err)
	updates := chromedp.Events(ctx, serviceworker.WorkerRegistrationUpdated)
	_, err = chromedp.Call(ctx, serviceworker.Enable, cdp.Empty{})
	p.must(err)
	for update, err := range updates {
		if err != nil {
			p.T.Fatalf("no service worker is registered for %s: %v", p.Origin, err)
		}
		for _, r := range update.Registrations {
			if r.ScopeURL == p.Origin+"/" && !r.IsDeleted {
				return r.RegistrationID
			}
		}
	}
	p.T.Fatal("the browser ended")
	return ""
}

// InWorker runs an expression inside the phone's service worker and returns
// what its promise resolves to, as text.
func (p *Phone) InWorker(expression string) string {
	p.T.Helper()
	for _, ctx := range p.attachWorkers() {
		text, err := evalIn(ctx, expression)
		p.must(err)
		return text
	}
	p.T.Fatal("no service worker runs")
	return ""
}
