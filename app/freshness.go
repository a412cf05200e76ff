package app

import (
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// progress is how far a load has come, in changes.
type progress struct {
	loaded int
	total  int // in all, 0: not known
}

// add counts a page of n changes, after which the office says that left are to
// come; 0 is an office that does not count. The first page says it for all that
// follow, so that the bar never runs backwards. A number that cannot be, or that
// the load has outrun, is as good as none.
func (p progress) add(n, left int, more bool) progress {
	first := p.loaded == 0
	p.loaded += n
	if total := p.loaded + left; first && left > 0 && total > 0 {
		p.total = total
	}
	if more && p.loaded >= p.total {
		p.total = 0
	}
	return p
}

// staleAfter is when prices are said to be old: half a working day.
const staleAfter = 4 * 60 * 60 * 1000

// sayFresh says how old the records on this device are, and of an empty copy
// why it is empty and what will become of it.
func sayFresh(t *Words, f Freshness, d Device) string {
	switch {
	case f.At == 0 && f.Pulling:
		return t.CopyLoading
	case f.At == 0 && (f.Err != nil || !d.Online()):
		head := t.CopyNever
		if f.Loaded > 0 {
			head = t.CopyPart
		}
		return t.join(head, sayTrouble(t, f.Err, d.Online()))
	case f.At == 0:
		return t.CopyEmpty
	case d.Now()-f.At > staleAfter:
		return fill(t.CopyStale, "time", d.Clock(f.At))
	}
	return fill(t.CopyFresh, "time", d.Clock(f.At))
}

// sayTrouble says why the last pull brought nothing, and whose turn it is: all
// but a refusal is tried again by the app itself.
func sayTrouble(t *Words, err error, online bool) string {
	var p *wire.Problem
	asked := errors.As(err, &p)
	switch {
	case asked && p.Status == 401:
		return t.CopySignIn
	case asked && p.Code == wire.CodeUpgradeRequired:
		return t.HoldUpdate
	case refused(err):
		return sayRefusal(t, p)
	case !online:
		return t.join(t.CopyOffline, t.CopyAgain)
	case asked:
		return t.join(t.CopyBusy, t.CopyAgain)
	}
	return t.join(t.CopyNoAnswer, t.CopyAgain)
}

// loading shows how far the first load has come: of all that there is where the
// office has said it. A load that has broken off stays where it is.
func loading(t *Words, f Freshness) app.UI {
	if f.At != 0 || !f.Pulling && f.Loaded == 0 {
		return nil
	}
	text := fill(t.CopyLoaded, "n", t.count(int64(f.Loaded)))
	bar := app.Elem("progress").Aria("label", t.CopyLoading)
	if f.Total > 0 {
		text = fill(t.CopyLoadedOf, "n", t.count(int64(f.Loaded)), "total", t.count(int64(f.Total)))
		bar = bar.Attr("max", strconv.Itoa(f.Total)).Attr("value", strconv.Itoa(f.Loaded)).Aria("valuetext", text)
	}
	return app.Div().Body(
		// A bar without an end says that something moves.
		when(f.Pulling || f.Total > 0, func() app.UI { return bar }),
		app.P().Class("hint").DataSet("testid", "copy-loaded").Text(text),
	)
}

// notHere is shown in place of a record that this device does not have: while
// the copy is not whole, with what becomes of it.
func notHere(p *Ports) app.UI {
	t, f := p.words(), p.Catalogue.Fresh()
	return app.Div().Body(
		note(LookNeutral, t.NotOnDevice),
		when(f.At == 0, func() app.UI { return app.P().Class("hint").Text(sayFresh(t, f, p.Device)) }),
	)
}
