package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/receipt"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// acts are the buttons that the write's state offers. One under way makes all
// of them inert: a second tap must not do it twice. What gives the rep's work up
// stands behind what does not, and is never the button that stands out.
func (c *CardView) acts(t *i18n.Words) app.UI {
	off := c.busy != ""
	e := c.Card.Entry
	can := c.Card.Can
	return app.Div().Class("row", "acts").Body(app.FilterUIElems(
		ui.When(can(sw.ActSignIn), func() app.UI { return ui.Link(t.SignIn, "/signin", "", "primary") }),
		ui.When(can(sw.ActUpdate), func() app.UI { return ui.Button(t.UpdateApply, "", "primary", off, c.onUpdate) }),
		ui.When(can(sw.ActEdit), func() app.UI { return c.editLink(t, off) }),
		ui.When(can(sw.ActMine), func() app.UI { return c.mine(t, off) }),
		ui.When(can(sw.ActRepoint), func() app.UI { return ui.Button(t.Repoint, "outbox-repoint", "", off, c.onRepoint) }),
		ui.When(can(sw.ActCheck), func() app.UI { return ui.Button(t.CheckNow, "outbox-check", "", off, c.onCheck) }),
		ui.When(can(sw.ActRetry), func() app.UI { return ui.Button(c.retryLabel(t), "outbox-retry", "", off, c.onRetry) }),
		ui.When(can(sw.ActTheirs), func() app.UI {
			return ui.Button(t.KeepTheirs, "outbox-keep-theirs", "", off || c.office == nil, c.onTheirs)
		}),
		ui.When(c.same() && c.asking != "same", func() app.UI { return ui.Button(t.LooksLikeMine, "outbox-same", "", off, c.onSame) }),
		ui.When(can(sw.ActRestore), func() app.UI { return ui.Button(t.Restore, "outbox-restore", "", off, c.onRestore) }),
		ui.When(can(sw.ActDiscard) && c.asking != "discard", func() app.UI {
			return ui.Button(t.Discard, "outbox-discard", "quiet", off, c.onDiscard)
		}),
		ui.When(e.State == entry.Sent || e.State.Unsent(), func() app.UI { return &receipt.CustomerCopy{Ports: c.Ports, Card: c.Card} }),
		app.Button().Type("button").Class("btn", "quiet").DataSet("testid", "outbox-details").
			Aria("expanded", strconv.FormatBool(c.details)).Text(t.Details).OnClick(c.onDetails),
		ui.When(c.asking == "discard", func() app.UI { return c.askDiscard(t, off) }),
		ui.When(c.same() && c.asking == "same", func() app.UI { return c.askSame(t, off) }),
		ui.When(c.asking == "repoint", func() app.UI { return c.askRepoint(t, off) }),
	)...)
}

func (c *CardView) retryLabel(t *i18n.Words) string {
	switch {
	case c.Card.Reason == sw.ReasonCancelled:
		return t.SendAsNew
	case c.Card.State == entry.Rejected, c.Card.State == entry.Conflict:
		return t.RetryUnchanged
	}
	return t.RetryNow
}

// editLink leads to the form with this write in it.
func (c *CardView) editLink(t *i18n.Words, off bool) app.UI {
	label := t.CorrectAndSend
	if c.Card.State == entry.Pending || c.Card.State == entry.Retrying {
		label = t.Edit
	}
	if off {
		return ui.Button(label, "outbox-edit", "", true, nil)
	}
	class := ""
	if c.Card.State == entry.Rejected || c.Card.State == entry.Conflict {
		class = "primary"
	}
	return ui.Link(label, editPath(c.Card.Entry), "outbox-edit", class)
}

func editPath(e entry.Entry) string {
	q := "?edit=" + url.QueryEscape(e.Key)
	switch wire.Op(e.Op) {
	case wire.OpCustomerCreate:
		return "/customers/new" + q
	case wire.OpProductCreate:
		return "/products/new" + q
	case wire.OpDispatchDeliver, wire.OpDispatchFail:
		return "/dispatches/" + url.PathEscape(e.Record) + q
	}
	return "/orders/new" + q
}

// mine is online-only, and says so before it is pressed; what is cancelled needs
// nobody's answer.
func (c *CardView) mine(t *i18n.Words, off bool) app.UI {
	online := c.Ports.Device.Online() || c.Card.Cancelled
	why := t.MineExplains
	switch {
	case c.Card.Cancelled:
		why = ""
	case !online:
		why = t.OnlineOnlyMine
	}
	return app.Div().Class("online-only").Body(
		ui.Button(t.MineInstead, "outbox-mine", "", off || !online || c.office == nil, c.onMine),
		ui.When(why != "", func() app.UI { return app.P().Class("hint").Text(why) }),
	)
}

func (c *CardView) askDiscard(t *i18n.Words, off bool) app.UI {
	return app.Div().Class("ask").Attr("role", "group").Body(
		app.P().Text(t.DiscardAsk),
		ui.When(len(c.children) > 0, func() app.UI {
			return ui.Note(ui.LookNeeds, t.Plural(c.Ports.Device, t.DiscardChildren, len(c.children)))
		}),
		ui.Button(t.DiscardYes, "outbox-discard-confirm", "danger", off, c.onDiscardConfirm),
		ui.Button(t.Cancel, "", "quiet", off, c.onCancel),
	)
}

// same says that the office's record ended as the write says: only then may it
// be the same.
func (c *CardView) same() bool {
	spec, _ := wire.Op(c.Card.Entry.Op).Spec()
	return c.Card.Can(sw.ActSame) && officeState(c.office) == spec.State
}

// officeState is the state of a record of the office's, empty: not known.
func officeState(rec json.RawMessage) string {
	meta, _ := wire.Decode[wire.Meta](rec)
	return meta.State
}

func (c *CardView) askSame(t *i18n.Words, off bool) app.UI {
	return app.Div().Class("ask").Attr("role", "group").Body(
		app.P().Text(t.SameAsk),
		ui.Button(t.SameYes, "outbox-same-confirm", "", off, c.onSameConfirm),
		ui.Button(t.Cancel, "", "quiet", off, c.onCancel),
	)
}

func (c *CardView) askRepoint(t *i18n.Words, off bool) app.UI {
	return app.Div().Class("ask").Body(
		&ui.Picker{
			Ports: c.Ports, Kind: wire.KindCustomers, ID: "repoint-" + c.Card.Entry.Key, TestID: "repoint-customer",
			Label: t.RepointTo, Chosen: message.CodeName(c.pick.Code, c.pick.Name),
		},
		ui.Button(t.RepointYes, "outbox-repoint-confirm", "primary", off || c.pick.ID == "", c.onRepointConfirm),
		ui.Button(t.Cancel, "", "quiet", off, c.onCancel),
	)
}

// do runs one act and says what it says when it fails.
func (c *CardView) do(ctx app.Context, name string, f func(context.Context) error) {
	if c.busy != "" {
		return
	}
	c.busy, c.failed = name, ""
	ui.Act(ctx, f, func(_ app.Context, err error) {
		c.busy = ""
		if err != nil {
			c.failed = c.sayFailed(name, err)
			return
		}
		c.asking = ""
	})
}

// sayFailed branches on what kind of failure it was. What is not known is said
// as that.
func (c *CardView) sayFailed(name string, err error) string {
	t := c.Ports.Words()
	var p *wire.Problem
	switch {
	case errors.As(err, &p):
		return message.SayRefusal(t, p)
	case errors.Is(err, entry.ErrFrozen):
		return t.BeingSent
	case errors.Is(err, client.ErrCancelled):
		return t.KeepCancelled
	case errors.Is(err, client.ErrCancelling):
		return i18n.Fill(t.KeepCancelling, "time", c.Ports.Device.Clock(c.Card.Entry.CancelBy))
	case errors.Is(err, entry.ErrStale), errors.Is(err, entry.ErrIllegal), errors.Is(err, entry.ErrNotFound):
		return t.MovedOn
	case errors.Is(err, entry.ErrStorage):
		return t.NotSaved
	case name == "theirs" && errors.Is(err, client.ErrNoAnswer):
		return t.KeepNotKnown
	case name == "mine", name == "check":
		return t.NotKnown
	}
	return t.DidNotWork
}

func (c *CardView) key() string { return c.Card.Entry.Key }

func (c *CardView) onRetry(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "retry", func(x context.Context) error { return c.Ports.Mend.Retry(x, c.key()) })
}

func (c *CardView) onCheck(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "check", func(x context.Context) error { return c.Ports.Mend.Check(x, c.key()) })
}

func (c *CardView) onRestore(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "restore", func(x context.Context) error { return c.Ports.Mend.Restore(x, c.key()) })
}

func (c *CardView) onSame(app.Context, app.Event) { c.asking = "same" }

func (c *CardView) onSameConfirm(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "same", func(x context.Context) error { return c.Ports.Mend.Same(x, c.key()) })
}

func (c *CardView) onTheirs(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	seen, rec := c.officeID, c.office
	c.do(ctx, "theirs", func(x context.Context) error {
		if err := c.Ports.Mend.Theirs(x, c.key(), seen); err != nil {
			return err
		}
		return Keep(x, c.Ports, wire.Op(c.Card.Entry.Op), rec)
	})
}

// Keep puts the office's record into the local copy, so that lists and children
// can name it at once.
func Keep(ctx context.Context, p *port.Ports, op wire.Op, rec json.RawMessage) error {
	spec, ok := op.Spec()
	if !ok || len(rec) == 0 {
		return nil
	}
	if err := p.Catalogue.Put(ctx, spec.Kind, rec); err != nil {
		app.Logf("local copy: %v", err)
	}
	return nil
}

func (c *CardView) onMine(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "mine", func(x context.Context) error { return c.Ports.Mend.Mine(x, c.key()) })
}

func (c *CardView) onUpdate(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "update", c.Ports.Device.Update)
}

func (c *CardView) onDiscard(ctx app.Context, _ app.Event) { c.asking = "discard" }

func (c *CardView) onDiscardConfirm(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.do(ctx, "discard", func(x context.Context) error {
		err := c.Ports.Mend.Discard(x, c.key())
		if err == nil {
			// What was typed of a correction goes too; one that stays does no harm.
			_ = c.Ports.Drafts.SaveDraft(x, message.CorrectionDraft(c.Card.Entry), nil)
		}
		return err
	})
}

func (c *CardView) onRepoint(ctx app.Context, _ app.Event) {
	c.asking = "repoint"
	ui.Focus(ctx, "repoint-"+c.key())
}

func (c *CardView) onRepointConfirm(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	to := c.pick
	c.do(ctx, "repoint", func(x context.Context) error { return c.Ports.Mend.Repoint(x, c.key(), to.ID, to.Unsent) })
}

func (c *CardView) onPick(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	if p, ok := a.Value.(ui.Pick); ok && p.ID == "repoint-"+c.key() {
		c.pick = p.Found
	}
}

func (c *CardView) onCancel(app.Context, app.Event) { c.asking = "" }

func (c *CardView) onDetails(app.Context, app.Event) { c.details = !c.details }
