package outbox

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// Versions is a table of two versions. What differs is marked in words too.
type Versions struct {
	app.Compo
	Ports *port.Ports
	Rows  []message.Diff
}

// Render shows three columns; on a narrow screen a row becomes a block.
func (v *Versions) Render() app.UI {
	t := v.Ports.Words()
	return app.Table().Class("versions-table").Body(
		app.Caption().Class("unseen").Text(t.BothVersions),
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(t.Field),
			app.Th().Scope("col").Text(t.OnThisPhone),
			app.Th().Scope("col").Text(t.AtTheOffice),
		)),
		app.TBody().Body(app.Range(v.Rows).Slice(func(i int) app.UI { return v.row(t, v.Rows[i]) })),
	)
}

func (v *Versions) row(t *i18n.Words, d message.Diff) app.UI {
	class := "same"
	if d.Differs {
		class = "differs"
	}
	return app.Tr().Class(class).Body(
		app.Th().Scope("row").Body(app.Text(d.Label), ui.When(d.Differs, func() app.UI {
			return app.Span().Class("mark").Text(" " + t.Differs)
		})),
		app.Td().Attr("data-label", t.OnThisPhone).Text(message.OrDash(d.Mine)),
		app.Td().Attr("data-label", t.AtTheOffice).Text(message.OrDash(d.Office)),
	)
}

// Countdown says when a write is tried next, live. Screen readers get the time
// and not the seconds.
type Countdown struct {
	app.Compo
	Ports *port.Ports
	At    int64

	gone bool
	tick *time.Timer
}

// OnMount starts the second hand.
func (c *Countdown) OnMount(ctx app.Context) { c.beat(ctx) }

func (c *Countdown) beat(ctx app.Context) {
	c.tick = time.AfterFunc(time.Second, func() {
		ctx.Dispatch(func(ctx app.Context) {
			if !c.gone {
				c.beat(ctx)
			}
		})
	})
}

// OnDismount stops it.
func (c *Countdown) OnDismount() {
	c.gone = true
	if c.tick != nil {
		c.tick.Stop()
	}
}

// Render shows seconds below two minutes, and the time always.
func (c *Countdown) Render() app.UI {
	t := c.Ports.Words()
	left := (c.At - c.Ports.Device.Now() + 999) / 1000
	text := i18n.Fill(t.NextTry, "time", c.Ports.Device.Clock(c.At))
	switch {
	case left <= 0:
		return app.P().Class("countdown").Text(t.NextTryNow)
	case left < 120:
		return app.P().Class("countdown").Body(
			app.Text(text+" "),
			app.Span().Aria("hidden", "true").Text(i18n.Fill(t.InSeconds, "n", strconv.FormatInt(left, 10))),
		)
	}
	return app.P().Class("countdown").Text(text)
}

// chain is the way of a write: saved, received, in the ERP; the same words for
// rep and office.
func chain(t *i18n.Words, e entry.Entry, p *port.Ports) app.UI {
	r := e.Receipt
	if r == nil {
		return nil
	}
	exported := ""
	if o, ok := p.Catalogue.Get(wire.KindOrders, e.Record).(wire.Order); ok && o.State == wire.StateExported {
		exported = message.Reader{Ports: p}.When(o.UpdatedAt)
	}
	step := func(done bool, label, at string) app.UI {
		class := "step"
		if done {
			class = "step done"
		}
		return app.Li().Class(class).Body(app.Span().Text(label), app.Span().Class("at").Text(at))
	}
	return app.Ol().Class("chain").Body(app.FilterUIElems(
		step(true, t.ChainSaved, p.Device.Clock(e.MadeAt)),
		step(true, t.ChainReceived, strings.TrimSpace(message.ClockOf(r.At, r.ProvedAt, p.Device)+" "+r.Number)),
		ui.When(e.Op == string(wire.OpOrderCreate), func() app.UI { return step(exported != "", t.ChainExported, exported) }),
	)...)
}

// detailList is what support asks for: nothing of the customer's is in it.
func (c *CardView) detailList(t *i18n.Words) app.UI {
	text := detailText(t, c.Card)
	return app.Div().Class("details").Body(
		app.Pre().Dir("ltr").Text(text),
		app.Button().Type("button").Class("btn", "quiet").Text(t.Copy).OnClick(c.onCopy),
	)
}

func (c *CardView) onCopy(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	t := c.Ports.Words()
	ui.Act(ctx, func(x context.Context) error { return c.Ports.Device.Copy(x, detailText(t, c.Card)) },
		func(_ app.Context, err error) {
			if err != nil {
				c.failed = t.CopyFailed
			}
		})
}

func detailText(t *i18n.Words, c sw.Card) string {
	e := c.Entry
	lines := []string{
		"ref " + e.Ref, "id " + e.Record, "op " + e.Op, "state " + string(c.State), "reason " + c.Reason,
		"attempts " + strconv.Itoa(e.Attempt) + " spent " + strconv.Itoa(e.Books.Spent),
		"saved " + message.Rfc3339(e.MadeAt), "tried " + message.Rfc3339(e.TriedAt), "next " + message.Rfc3339(c.NextAt),
	}
	if a := e.Answer; a != nil {
		lines = append(lines, "answer "+strconv.Itoa(a.Status)+" "+a.Code+" "+message.Rfc3339(a.At), "request "+a.RequestID)
	}
	if r := e.Receipt; r != nil {
		lines = append(lines, "proved "+r.At+" "+strconv.Itoa(r.Status)+" "+r.Code, "number "+r.Number, "request "+r.RequestID)
	}
	return strings.Join(lines, "\n")
}
