package form

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// Ids of the dispatch page's fields.
const (
	idReceivedBy = "dispatch-received-by"
	idFailReason = "dispatch-reason"
	idDeliNote   = "dispatch-note"
	idPhoto      = "dispatch-photo"
)

// dispatch is one delivery: handing it over and saying that it failed are
// queued; a photo is online-only.
type dispatch struct {
	app.Compo
	layout.Page
	saver
	rec      *wire.Dispatch
	recordID string
	cards    []sw.Card
	missing  bool
	asked    int64 // when the office answered with rec, milliseconds, 0: it is the copy's
	by       string
	note     string
	reason   string // why it failed
	photo    photoState
	photos   []wire.Photo // those at the office, where it has answered
}

type photoState struct {
	busy   bool
	done   bool
	failed string
}

// NewDispatch is the page of one delivery.
func NewDispatch(p *port.Ports) app.Composer { return &dispatch{Page: layout.NewPage(p)} }

// OnMount loads the dispatch that the address names.
func (d *dispatch) OnMount(ctx app.Context) { d.start(ctx) }

// OnPreRender does the same where components are tested.
func (d *dispatch) OnPreRender(ctx app.Context) { d.start(ctx) }

func (d *dispatch) start(ctx app.Context) {
	if d.Ports == nil {
		return
	}
	d.recordID = ui.LastPart(ctx.Page().URL())
	d.saver.init(&d.Page, "dispatch-"+d.recordID)
	ctx.Handle(ui.ActionText, d.onText)
	d.Begin(ctx, func(ctx app.Context) {
		d.saver.open(ctx, editKey(ctx), d.restore)
		d.Watch(ctx, d.refresh)
		d.ask(ctx)
	})
}

type dispatchDraft struct {
	order.Head
	By     string `json:"by"`
	Note   string `json:"note"`
	Reason string `json:"reason"`
}

func (d *dispatch) restore(_ app.Context, draft json.RawMessage, card *sw.Card) {
	v, kept := wire.Decode[dispatchDraft](draft)
	if card != nil {
		d.errs = message.Refusals(card.Entry)
		if kept && v.Was != "" {
			d.by, d.note, d.reason = v.By, v.Note, v.Reason
			return
		}
		if card.Entry.Op == string(wire.OpDispatchFail) {
			b, _ := wire.Decode[wire.FailBody]([]byte(card.Entry.Body))
			d.reason = b.Reason
			return
		}
		b, _ := wire.Decode[wire.DeliverBody]([]byte(card.Entry.Body))
		d.by, d.note = b.ReceivedBy, b.Note
		return
	}
	if kept && v.Key != "" {
		d.key, d.by, d.note, d.reason = v.Key, v.By, v.Note, v.Reason
	}
}

func (d *dispatch) refresh(ctx app.Context, done func()) {
	if v, ok := d.Ports.Catalogue.Get(wire.KindDispatches, d.recordID).(wire.Dispatch); ok && (d.rec == nil || v.Version >= d.rec.Version) {
		d.rec = &v
	}
	ui.Work(ctx, func(x context.Context) ([]sw.Card, error) { return d.Ports.Outbox.Find(x, d.recordID) },
		func(_ app.Context, cards []sw.Card, _ error) {
			defer done()
			d.cards = cards
		})
}

func (d *dispatch) ask(ctx app.Context) {
	ui.Work(ctx, func(x context.Context) (json.RawMessage, error) {
		return d.Ports.Office.Get(x, wire.KindDispatches, d.recordID)
	}, func(ctx app.Context, raw json.RawMessage, err error) {
		var p *wire.Problem
		d.missing = errors.As(err, &p) && p.Code == wire.CodeNotFound
		if v, ok := wire.Decode[wire.Dispatch](raw); ok && v.ID != "" {
			d.rec, d.asked = &v, d.Ports.Device.Now()
			d.askPhotos(ctx)
		}
	})
}

// askPhotos asks which photos there are. They are too large to be kept here, so
// they are shown while there is a connection.
func (d *dispatch) askPhotos(ctx app.Context) {
	if d.rec.Photos == 0 {
		return
	}
	ui.Work(ctx, func(x context.Context) ([]wire.Photo, error) { return d.Ports.Office.Photos(x, d.recordID) },
		func(_ app.Context, photos []wire.Photo, err error) {
			if err == nil {
				d.photos = photos
			}
		})
}

// waits says that a write of this dispatch still waits: one at a time.
func (d *dispatch) waits() bool {
	for _, c := range d.cards {
		if c.State.Unsent() && (d.editing == nil || c.Entry.Key != d.editing.Entry.Key) {
			return true
		}
	}
	return false
}

func (d *dispatch) onText(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	v, _ := a.Value.(ui.TextTyped)
	switch v.ID {
	case idReceivedBy:
		d.by = v.Text
		d.forgive("/received_by")
	case idDeliNote:
		d.note = v.Text
		d.forgive("/note")
	case idFailReason:
		d.reason = v.Text
		d.forgive("/reason")
	default:
		return
	}
	d.keepDraft(ctx, dispatchDraft{d.saver.draftHead(), d.by, d.note, d.reason})
}

func (d *dispatch) now() string {
	return time.UnixMilli(d.Ports.Device.Now()).UTC().Format(time.RFC3339)
}

func (d *dispatch) onDeliver(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	by, text := wire.StripBad(ui.DomText(idReceivedBy, d.by), false), wire.StripBad(ui.DomText(idDeliNote, d.note), true)
	d.submit(ctx, func() (client.Draft, []wire.FieldError) {
		b := wire.DeliverBody{DeliveredAt: d.stamp(wire.OpDispatchDeliver), ReceivedBy: by, Note: text}.Clean()
		return d.write(wire.OpDispatchDeliver, b, i18n.Fill(d.T.DeliverTitle, "number", d.number(), "name", b.ReceivedBy)), b.Check()
	})
}

// onFail saves that the delivery failed, for the reason that the page shows.
func (d *dispatch) onFail(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	reason := wire.StripBad(ui.DomText(idFailReason, d.failReason()), false)
	d.submit(ctx, func() (client.Draft, []wire.FieldError) {
		b := wire.FailBody{FailedAt: d.stamp(wire.OpDispatchFail), Reason: reason}.Clean()
		return d.write(wire.OpDispatchFail, b, i18n.Fill(d.T.FailTitle, "number", d.number(), "reason", b.Reason)), b.Check()
	})
}

// stamp is the moment it happened: that of the first saving, if it is only
// corrected.
func (d *dispatch) stamp(op wire.Op) string {
	if d.editing == nil || d.editing.Entry.Op != string(op) {
		return d.now()
	}
	b, _ := wire.Decode[struct {
		Delivered string `json:"delivered_at"`
		Failed    string `json:"failed_at"`
	}]([]byte(d.editing.Entry.Body))
	return i18n.First(b.Delivered, b.Failed, d.now())
}

func (d *dispatch) write(op wire.Op, body any, title string) client.Draft {
	return client.Draft{Key: d.key, Op: op, Record: d.recordID, Body: body, Title: title}
}

func (d *dispatch) number() string {
	if d.rec != nil {
		return d.rec.Number
	}
	return d.recordID
}

// onPhoto sends a picture, only now and only online: it is never queued, and
// never shown as if it were.
func (d *dispatch) onPhoto(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	if d.photo.busy {
		return
	}
	d.photo = photoState{busy: true}
	ui.Act(ctx, func(x context.Context) error {
		jpeg, err := d.Ports.Device.Picture(x, idPhoto, wire.PhotoMax)
		if err != nil {
			return errPicture
		}
		return d.Ports.Office.Photo(x, d.recordID, jpeg)
	}, func(ctx app.Context, err error) {
		var p *wire.Problem
		switch {
		case err == nil:
			d.photo = photoState{done: true}
			d.ask(ctx)
		case errors.Is(err, errPicture):
			d.photo = photoState{failed: d.T.PhotoUnreadable}
		case errors.As(err, &p):
			d.photo = photoState{failed: message.SayRefusal(d.T, p)}
		default:
			d.photo = photoState{failed: d.T.PhotoNotKnown}
		}
	})
}

var errPicture = errors.New("app: the picture cannot be read")

// failReason is what the rep typed, or the commonest reason.
func (d *dispatch) failReason() string { return i18n.First(d.reason, d.T.FailUsual) }
