package page

import (
	"context"
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
)

// Ids of the password form's fields.
const (
	idPassCurrent = "password-current"
	idPassNew     = "password-new"
)

// PasswordForm changes the password of the user who is signed in. It is
// online-only and says so, with the reason, before anything is typed.
type PasswordForm struct {
	app.Compo
	Ports  *port.Ports
	User   string // name, for password stores
	Online bool

	current, fresh string
	rev            int // raised when the fields are emptied
	shown          bool
	busy           bool
	done           bool
	errs           map[string]string // by field id
	failed         string
}

// OnMount listens to the fields.
func (f *PasswordForm) OnMount(ctx app.Context) { f.start(ctx) }

// OnPreRender does the same where components are tested.
func (f *PasswordForm) OnPreRender(ctx app.Context) { f.start(ctx) }

func (f *PasswordForm) start(ctx app.Context) {
	ctx.Handle(ui.ActionText, f.onText)
	ctx.Handle(ui.ActionKey, f.onKey)
}

// Render shows both passwords and what came of them. The hidden name tells a
// password store whose they are.
func (f *PasswordForm) Render() app.UI {
	t := f.Ports.Words()
	why, off := t.PasswordExplains, !f.Online || f.busy
	if !f.Online {
		why = t.OnlineOnlyPass
	}
	return app.Section().Class("panel").DataSet("testid", "password-form").Body(
		app.H2().Text(t.PasswordHead),
		app.Form().Class("online-only").Attr("novalidate", "true").OnSubmit(f.onSubmit).Body(
			app.P().Class("hint").DataSet("testid", "password-why").Text(why),
			app.Input().Type("text").Attr("autocomplete", "username").Attr("value", f.User).Attr("readonly", "true").Hidden(true),
			&ui.Field{
				ID: idPassCurrent, TestID: idPassCurrent, Label: t.PasswordCurrent, Kind: f.kind(), Auto: "current-password",
				Rev: f.rev, Error: f.errs[idPassCurrent], Off: off,
			},
			&ui.Field{
				ID: idPassNew, TestID: idPassNew, Label: t.PasswordNew, Kind: f.kind(), Auto: "new-password",
				Rev: f.rev, Error: f.errs[idPassNew], Hint: i18n.Fill(t.PasswordRule, "n", strconv.Itoa(wire.PasswordMin)), Off: off,
			},
			ui.Button(t.PasswordShow, "password-show", "quiet", off, f.onShow).Aria("pressed", strconv.FormatBool(f.shown)),
			ui.Slot(f.failed != "", func() app.UI {
				return app.Div().Attr("role", "alert").DataSet("testid", "password-error").Body(ui.Note(ui.LookRefused, f.failed))
			}),
			ui.Slot(f.done, func() app.UI {
				return app.Div().Attr("role", "status").DataSet("testid", "password-done").Body(ui.Note(ui.LookSent, t.PasswordDone))
			}),
			ui.Button(f.label(t), "password-submit", "primary wide", off, f.onClick),
		),
	)
}

func (f *PasswordForm) kind() string {
	if f.shown {
		return "text"
	}
	return "password"
}

func (f *PasswordForm) label(t *i18n.Words) string {
	if f.busy {
		return t.PasswordChanging
	}
	return t.PasswordChange
}

func (f *PasswordForm) onText(_ app.Context, a app.Action) {
	v, _ := a.Value.(ui.TextTyped)
	switch v.ID {
	case idPassCurrent:
		f.current = v.Text
	case idPassNew:
		f.fresh = v.Text
	default:
		return
	}
	delete(f.errs, v.ID)
	f.done, f.failed = false, ""
}

func (f *PasswordForm) onKey(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	k, _ := a.Value.(ui.KeyPressed)
	switch {
	case k.Key != "Enter":
	case k.ID == idPassCurrent:
		ui.Focus(ctx, idPassNew)
	case k.ID == idPassNew:
		f.send(ctx)
	}
}

func (f *PasswordForm) onSubmit(ctx app.Context, e app.Event) {
	defer ui.Caught(ctx)
	e.PreventDefault()
	f.send(ctx)
}

func (f *PasswordForm) onClick(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	f.send(ctx)
}

func (f *PasswordForm) onShow(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	f.shown = !f.shown
}

func (f *PasswordForm) send(ctx app.Context) {
	if f.busy || !f.Online {
		return
	}
	b := wire.PasswordBody{Current: ui.DomText(idPassCurrent, f.current), New: ui.DomText(idPassNew, f.fresh)}
	f.done, f.failed = false, ""
	if f.errs = f.say(b.Check()); len(f.errs) > 0 {
		ui.FocusWrong(ctx)
		return
	}
	f.busy = true
	ui.Act(ctx, func(x context.Context) error { return f.Ports.Office.ChangePassword(x, b.Current, b.New) },
		func(ctx app.Context, err error) { f.answered(ctx, err) })
}

func (f *PasswordForm) answered(ctx app.Context, err error) {
	f.busy = false
	var p *wire.Problem
	switch {
	case err == nil:
		f.done, f.shown, f.current, f.fresh = true, false, "", ""
		f.rev++
	case errors.As(err, &p) && len(p.Errors) > 0:
		f.errs = f.say(p.Errors)
		ui.FocusWrong(ctx)
	default:
		f.failed = f.sayFailed(err)
	}
}

// say turns errors by pointer into the user's words by field.
func (f *PasswordForm) say(errs []wire.FieldError) map[string]string {
	t, said := f.Ports.Words(), map[string]string{}
	for _, e := range errs {
		switch e.Field {
		case "/current":
			said[idPassCurrent] = message.SayField(t, e)
		case "/new":
			said[idPassNew] = message.SayField(t, e)
		}
	}
	return said
}

// sayFailed tells a refusal from a lost answer: after that nobody knows here
// which password counts.
func (f *PasswordForm) sayFailed(err error) string {
	t := f.Ports.Words()
	var p *wire.Problem
	switch {
	case errors.As(err, &p) && p.Code == wire.CodeRateLimited:
		return t.SignInSlow
	case errors.As(err, &p) && p.Code == wire.CodeUnauthenticated:
		return t.HoldSignedOut
	case errors.As(err, &p):
		return message.SayRefusal(t, p)
	}
	return t.PasswordNotKnown
}
