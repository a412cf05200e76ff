package form

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/outbox"
	"waybill/app/ui"
	"waybill/server/wire"
)

// Render shows the delivery, what waits for it, and what can be said about it.
func (d *dispatch) Render() app.UI {
	t := d.T
	if !d.Ready() {
		return d.Frame(t.Dispatch, "/dispatches/{id}")
	}
	title := t.Dispatch
	if d.rec != nil {
		title = i18n.Fill(t.DispatchNumber, "number", d.rec.Number)
	}
	return d.Frame(title, "/dispatches/{id}",
		ui.Slot(d.saved != nil, func() app.UI { return d.savedNote() }),
		outbox.CardList(d.Ports, d.cards),
		ui.Slot(d.rec != nil, d.facts),
		ui.Slot(d.rec == nil && len(d.cards) == 0, func() app.UI {
			if d.missing {
				return ui.Note(ui.LookNeutral, t.NoSuchRecord)
			}
			return ui.NotHere(d.Ports)
		}),
		ui.Slot(d.saved == nil && d.open(), d.forms),
		ui.Slot(d.rec != nil, d.photoForm),
	)
}

// open says whether there is still something to say about the delivery.
func (d *dispatch) open() bool {
	out := d.rec != nil && d.rec.State == wire.StateOut
	return !d.waits() && (out || d.editing != nil)
}

func (d *dispatch) savedNote() app.UI {
	return app.Div().Class("saved").DataSet("testid", "dispatch-saved").DataSet("id", d.saved.Record).Attr("role", "status").Body(
		ui.Note(ui.LookWaiting, d.T.SavedHere),
	)
}

func (d *dispatch) facts() app.UI {
	t, v, r := d.T, d.rec, message.Reader{Ports: d.Ports}
	return app.Section().Class("panel").DataSet("testid", "dispatch-item").DataSet("id", v.ID).DataSet("state", v.State).Body(
		app.H2().Text(t.AtTheOffice),
		app.P().Class("hint").DataSet("testid", "as-of").Text(message.AsOf(t, d.asked, d.Ports.Catalogue.Fresh(), d.Ports.Device)),
		app.Dl().Class("facts").Body(
			ui.Fact(t.Customer, r.Name(wire.KindCustomers, v.CustomerID)),
			ui.Fact(t.State, t.RecordStateName(v.State)),
			ui.Fact(t.Goods, v.Summary),
			ui.Fact(t.When, r.When(v.DeliveredAt+v.FailedAt)),
			ui.Fact(t.ReceivedBy, v.ReceivedBy),
			ui.Fact(t.Reason, v.Reason),
			ui.Fact(t.Note, v.Note),
		),
		ui.When(v.Photos > 0, func() app.UI { return app.P().Text(t.Plural(d.Ports.Device, t.Photos, v.Photos)) }),
		ui.When(v.Photos > 0 && len(d.photos) == 0, func() app.UI { return app.P().Class("hint").Text(t.PhotosOnline) }),
		app.Range(d.photos).Slice(func(i int) app.UI { return d.picture(d.photos[i]) }),
	)
}

// picture is one photo with the time at which it came. Who may see the
// delivery may see it: the server checks that again.
func (d *dispatch) picture(p wire.Photo) app.UI {
	label := i18n.Fill(d.T.PhotoOf, "time", message.Reader{Ports: d.Ports}.When(p.CreatedAt))
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
		ui.Slot(deliver, d.deliverForm),
		ui.Slot(fail, d.failForm),
	)
}

func (d *dispatch) deliverForm() app.UI {
	t := d.T
	return app.Section().Class("panel").Body(
		app.H2().Text(t.DeliverHead),
		&ui.Field{
			ID: idReceivedBy, TestID: idReceivedBy, Label: t.ReceivedBy, Kind: "text", Auto: "off", Max: wire.TextMax,
			Value: d.by, Error: d.errorIn("/received_by", d.by, wire.TextMax), Off: d.full(),
		},
		&ui.Field{ID: idDeliNote, TestID: idDeliNote, Label: t.Note, Kind: "area", Max: wire.NoteMax, Value: d.note, Error: d.errorIn("/note", d.note, wire.NoteMax)},
		ui.Slot(d.failed != "", func() app.UI { return app.Div().Attr("role", "alert").Body(ui.Note(ui.LookRefused, d.failed)) }),
		ui.Button(d.T.DeliverSave, "dispatch-deliver", "primary wide", d.busy || d.full(), d.onDeliver),
	)
}

func (d *dispatch) failForm() app.UI {
	t := d.T
	return app.Section().Class("panel").Body(
		app.H2().Text(t.FailHead),
		&ui.Field{
			ID: idFailReason, TestID: idFailReason, Label: t.FailReason, Kind: "text", Auto: "off", Max: wire.TextMax,
			Value: d.failReason(), Error: d.errorIn("/reason", d.reason, wire.TextMax), Off: d.full(),
		},
		ui.Button(t.FailSave, "dispatch-fail", "wide", d.busy || d.full(), d.onFail),
	)
}

// photoForm says that a photo needs the office now, and why, before a picture
// is taken.
func (d *dispatch) photoForm() app.UI {
	t := d.T
	online := d.Ports.Device.Online()
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
		ui.When(d.photo.busy, func() app.UI {
			return app.Div().Body(app.Elem("progress").Aria("label", t.PhotoSending), app.P().Text(t.PhotoSending))
		}),
		ui.When(d.photo.done, func() app.UI { return ui.Note(ui.LookSent, t.PhotoDone) }),
		ui.When(d.photo.failed != "", func() app.UI { return ui.Note(ui.LookNeeds, d.photo.failed) }),
	)
}
