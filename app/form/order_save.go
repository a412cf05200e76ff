package form

import (
	"context"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw/client"
)

// askPause is how long the question about a similar order stands before a tap
// answers it: taps that were meant for the save button must not.
const askPause = 800

func (f *orderForm) onSave(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	if f.checking || f.busy || f.saved != nil {
		return
	}
	f.draft.Note, f.draft.DeliverOn = wire.StripBad(ui.DomText(idNote, f.draft.Note), true), ui.DomText(idDeliver, f.draft.DeliverOn)
	if !f.finishEntry(ctx) {
		return
	}
	if f.askedAt > 0 {
		if f.Ports.Device.Now()-f.askedAt >= askPause {
			f.save(ctx)
		}
		return
	}
	if f.editing != nil || len(f.draft.Lines) == 0 {
		f.save(ctx)
		return
	}
	f.checking = true
	ctx.PreventUpdate() // nothing shows that it is looked for, and drawing takes longer than looking
	body := f.draft.Body(f.record(), "")
	ui.Work(ctx, func(x context.Context) (bool, error) { return f.similarLately(x, body) },
		func(ctx app.Context, found bool, _ error) {
			f.checking = false
			// A question that cannot be asked must not keep an order from being saved.
			if found {
				f.askedAt = f.Ports.Device.Now()
				return
			}
			f.save(ctx)
		})
}

// similarFor is how long an order counts as "just now".
const similarFor = 10 * 60 * 1000

func (f *orderForm) similarLately(ctx context.Context, body wire.OrderBody) (bool, error) {
	recent, err := f.Ports.Outbox.Recent(ctx, f.Ports.Device.Now()-similarFor)
	if err != nil {
		return false, err
	}
	for _, e := range recent {
		b, ok := wire.Decode[wire.OrderBody]([]byte(e.Body))
		if ok && e.Op == string(wire.OpOrderCreate) && e.Key != f.key && order.Similar(b, body) {
			return true, nil
		}
	}
	return false, nil
}

func (f *orderForm) save(ctx app.Context) {
	f.submit(ctx, func() (client.Draft, []wire.FieldError) {
		placed := f.draft.PlacedAt
		if placed == "" {
			placed = time.UnixMilli(f.Ports.Device.Now()).UTC().Format(time.RFC3339)
		}
		body := f.draft.Body(f.record(), placed)
		d := client.Draft{Key: f.key, Op: wire.OpOrderCreate, Record: f.record(), Body: body, Title: f.title()}
		if f.draft.Customer.Unsent != "" {
			d.Parents = []string{f.draft.Customer.Unsent}
		}
		return d, append(body.Check(), body.CheckQuantities(func(id string) wire.QuantityRules { return rulesOf(f.Ports, id) })...)
	})
}

func (f *orderForm) title() string {
	return i18n.Fill(f.T.Plural(f.Ports.Device, f.T.OrderTitle, len(f.draft.Lines)),
		"customer", message.CodeName(f.draft.Customer.Code, f.draft.Customer.Name), "total", message.SayTotal(f.Ports, &f.draft))
}
