package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// Render shows the delivery, what waits for it, and what can be said about it.
func (d *dispatch) Render() app.UI {
	t := d.t
	if !d.ready() {
		return d.frame(t.Dispatch, "/dispatches/{id}")
	}
	title := t.Dispatch
	if d.rec != nil {
		title = fill(t.DispatchNumber, "number", d.rec.Number)
	}
	return d.frame(title, "/dispatches/{id}",
		slot(d.saved != nil, func() app.UI { return d.savedNote() }),
		cardList(d.ports, d.cards),
		slot(d.rec != nil, d.facts),
		slot(d.rec == nil && len(d.cards) == 0, func() app.UI {
			if d.missing {
				return note(LookNeutral, t.NoSuchRecord)
			}
			return notHere(d.ports)
		}),
		slot(d.saved == nil && d.open(), d.forms),
		slot(d.rec != nil, d.photoForm),
	)
}

// open says whether there is still something to say about the delivery.
func (d *dispatch) open() bool {
	out := d.rec != nil && d.rec.State == wire.StateOut
	return !d.waits() && (out || d.editing != nil)
}

func (d *dispatch) savedNote() app.UI {
	return app.Div().Class("saved").DataSet("testid", "dispatch-saved").DataSet("id", d.saved.Record).Attr("role", "status").Body(
		note(LookWaiting, d.t.SavedHere),
	)
}

func (d *dispatch) facts() app.UI {
	t, v, r := d.t, d.rec, reader{ports: d.ports}
	return app.Section().Class("panel").DataSet("testid", "dispatch-item").DataSet("id", v.ID).DataSet("state", v.State).Body(
		app.H2().Text(t.AtTheOffice),
		app.P().Class("hint").DataSet("testid", "as-of").Text(asOf(t, d.asked, d.ports.Catalogue.Fresh(), d.ports.Device)),
		app.Dl().Class("facts").Body(
			fact(t.Customer, r.name(wire.KindCustomers, v.CustomerID)),
			fact(t.State, t.recordState(v.State)),
			fact(t.Goods, v.Summary),
			fact(t.When, r.when(v.DeliveredAt+v.FailedAt)),
			fact(t.ReceivedBy, v.ReceivedBy),
			fact(t.Reason, v.Reason),
			fact(t.Note, v.Note),
		),
		when(v.Photos > 0, func() app.UI { return app.P().Text(t.n(d.ports.Device, t.Photos, v.Photos)) }),
		when(v.Photos > 0 && len(d.photos) == 0, func() app.UI { return app.P().Class("hint").Text(t.PhotosOnline) }),
		app.Range(d.photos).Slice(func(i int) app.UI { return d.picture(d.photos[i]) }),
	)
}

// picture is one photo with the time at which it came. Who may see the
// delivery may see it: the server checks that again.
func (d *dispatch) picture(p wire.Photo) app.UI {
	label := fill(d.t.PhotoOf, "time", reader{ports: d.ports}.when(p.CreatedAt))
	return app.Figure().Class("photo").DataSet("testid", "dispatch-picture").Body(
		app.Img().Src(wire.PhotoPath(p.ID)).Alt(label).Loading("lazy"),
		app.FigCaption().Class("hint").Text(label),
	)
}

func (d *dispatch) forms() app.UI {
	deliver := d.editing == nil || d.editing.Entry.Op == string(wire.OpDispatchDeliver)
	fail := d.editing == nil || !deliver
	return app.Div().Body(
		d.head(),
		slot(deliver, d.deliverForm),
		slot(fail, d.failForm),
	)
}

func (d *dispatch) deliverForm() app.UI {
	t := d.t
	return app.Section().Class("panel").Body(
		app.H2().Text(t.DeliverHead),
		&Field{
			ID: idReceivedBy, TestID: idReceivedBy, Label: t.ReceivedBy, Kind: "text", Auto: "off", Max: wire.TextMax,
			Value: d.by, Error: d.errorIn("/received_by", d.by, wire.TextMax), Off: d.full(),
		},
		&Field{ID: idDeliNote, TestID: idDeliNote, Label: t.Note, Kind: "area", Max: wire.NoteMax, Value: d.note, Error: d.errorIn("/note", d.note, wire.NoteMax)},
		slot(d.failed != "", func() app.UI { return app.Div().Attr("role", "alert").Body(note(LookRefused, d.failed)) }),
		button(d.t.DeliverSave, "dispatch-deliver", "primary wide", d.busy || d.full(), d.onDeliver),
	)
}

func (d *dispatch) failForm() app.UI {
	t := d.t
	return app.Section().Class("panel").Body(
		app.H2().Text(t.FailHead),
		&Field{
			ID: idFailReason, TestID: idFailReason, Label: t.FailReason, Kind: "text", Auto: "off", Max: wire.TextMax,
			Value: d.failReason(), Error: d.errorIn("/reason", d.reason, wire.TextMax), Off: d.full(),
		},
		button(t.FailSave, "dispatch-fail", "wide", d.busy || d.full(), d.onFail),
	)
}

// photoForm says that a photo needs the office now, and why, before a picture
// is taken.
func (d *dispatch) photoForm() app.UI {
	t := d.t
	online := d.ports.Device.Online()
	why := t.PhotoExplains
	if !online {
		why = t.OnlineOnlyPhoto
	}
	input := app.Input().ID(idPhoto).Type("file").Accept("image/*").Attr("capture", "environment").DataSet("testid", idPhoto).OnChange(d.onPhoto)
	if !online || d.photo.busy {
		input = input.Disabled(true)
	}
	return app.Section().Class("panel", "online-only").Body(
		app.H2().Text(t.Photo),
		app.P().Class("hint").ID("photo-why").Text(why),
		app.Label().For(idPhoto).Text(t.PhotoPick),
		input.Aria("describedby", "photo-why"),
		when(d.photo.busy, func() app.UI {
			return app.Div().Body(app.Elem("progress").Aria("label", t.PhotoSending), app.P().Text(t.PhotoSending))
		}),
		when(d.photo.done, func() app.UI { return note(LookSent, t.PhotoDone) }),
		when(d.photo.failed != "", func() app.UI { return note(LookNeeds, d.photo.failed) }),
	)
}
