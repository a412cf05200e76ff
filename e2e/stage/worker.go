package stage

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
)

// SyncTag is the one background sync that the app registers.
const SyncTag = "waybill-drain"

// Sync lets the browser fire the sync event now, whether a page is open or not.
func (p *Phone) Sync(lastChance bool) {
	p.T.Helper()
	Call(p, serviceworker.DispatchSyncEvent, serviceworker.DispatchSyncEventParams{
		Origin: p.Origin, RegistrationID: p.registration(), Tag: SyncTag, LastChance: lastChance,
	})
}

// PeriodicSync fires the periodic event likewise.
func (p *Phone) PeriodicSync() {
	p.T.Helper()
	Call(p, serviceworker.DispatchPeriodicSyncEvent, serviceworker.DispatchPeriodicSyncEventParams{
		Origin: p.Origin, RegistrationID: p.registration(), Tag: SyncTag,
	})
}

// StopWorkers stops the phone's service workers where they stand, as the
// browser does when it needs the memory.
func (p *Phone) StopWorkers() {
	p.T.Helper()
	p.registration() // enables the domain
	Call(p, serviceworker.StopAllWorkers, cdp.Empty{})
}

// startWorker starts the app's worker, if it does not run, with no event.
func (p *Phone) startWorker() {
	p.T.Helper()
	p.registration() // enables the domain
	Call(p, serviceworker.StartWorker, serviceworker.StartWorkerParams{ScopeURL: p.Origin + "/"})
}

// registration returns the id of the app's worker registration.
func (p *Phone) registration() serviceworker.RegistrationID {
	p.T.Helper()
	// The domain tells all registrations anew each time it is enabled.
	Call(p, serviceworker.Disable, cdp.Empty{})
	var id serviceworker.RegistrationID
	first(p, "a service worker is registered for "+p.Origin, serviceworker.WorkerRegistrationUpdated, func(context.Context) error {
		_, err := callIn(p, p.ctx, serviceworker.Enable, cdp.Empty{})
		return err
	}, func(update serviceworker.EventWorkerRegistrationUpdated) bool {
		for _, r := range update.Registrations {
			if r.ScopeURL == p.Origin+"/" && !r.IsDeleted {
				id = r.RegistrationID
				return true
			}
		}
		return false
	})
	return id
}
