//go:build !js

package app

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// tapPassword is the form with the context that its buttons act in.
type tapPassword struct {
	PasswordForm
	ctx app.Context
}

func (p *tapPassword) OnPreRender(ctx app.Context) {
	p.ctx = ctx
	p.PasswordForm.OnPreRender(ctx)
}

func passwordForm(t *testing.T, w *world) (*tapPassword, app.TestEngine) {
	t.Helper()
	p := &tapPassword{PasswordForm: PasswordForm{Ports: w.ports, User: "ana", Online: !w.device.offline}}
	_, e := show(t, p)
	return p, e
}

func (p *tapPassword) change(e app.TestEngine, current, fresh string) string {
	typeIn(p.ctx, idPassCurrent, current)
	typeIn(p.ctx, idPassNew, fresh)
	e.ConsumeAll()
	press(e, p.ctx, p.onClick)
	return app.HTMLString(p)
}

func TestAPasswordIsChangedAndItsFieldsAreEmptied(t *testing.T) {
	w := newWorld()
	p, e := passwordForm(t, w)
	html := app.HTMLString(p)
	wants(t, html, english().PasswordExplains, "8 characters or more", `autocomplete="current-password"`, `autocomplete="new-password"`, `autocomplete="username"`)
	lacks(t, html, "onpaste")
	html = p.change(e, "old one", "correct horse")
	wants(t, html, `data-testid="password-done"`, english().PasswordDone)
	lacks(t, html, "correct horse", "old one")
	if strings.Join(w.office.calls, " ") != "password old one correct horse" || p.current != "" || p.fresh != "" {
		t.Fatalf("did %v, keeps %q and %q", w.office.calls, p.current, p.fresh)
	}
	typeIn(p.ctx, idPassNew, "x")
	lacks(t, again(e, p), "password-done")
}

func TestWhatIsWrongWithAPasswordIsSaidBesideItsField(t *testing.T) {
	t1 := english()
	for name, c := range map[string]struct{ current, fresh, says string }{
		"nothing":  {"", "correct horse", t1.FieldMissing},
		"short":    {"old one", "seven77", "Please take 8 characters or more."},
		"the same": {"the old one", "the old one", t1.PasswordSame},
		"too long": {"old one", strings.Repeat("x", wire.PasswordMax+1), t1.TooLarge},
	} {
		w := newWorld()
		p, e := passwordForm(t, w)
		html := p.change(e, c.current, c.fresh)
		wants(t, html, c.says)
		if len(w.office.calls) != 0 || strings.Count(html, `class="field-error"`) != 1 {
			t.Errorf("%s: asked %v:\n%s", name, w.office.calls, html)
		}
	}
}

func TestWhatTheOfficeSaysOfAPasswordIsToldApart(t *testing.T) {
	t1 := english()
	wrong := wire.NewProblem(wire.CodeValidationFailed, "")
	wrong.Errors = []wire.FieldError{{Field: "/current", Code: wire.FieldWrongPassword, Message: "is not the current password"}}
	for says, answer := range map[string]error{
		t1.PasswordWrong:    wrong,
		t1.SignInSlow:       wire.NewProblem(wire.CodeRateLimited, ""),
		t1.HoldSignedOut:    wire.NewProblem(wire.CodeUnauthenticated, ""),
		t1.PasswordNotKnown: errNoAnswer,
		"busy just now":     wire.NewProblem(wire.CodeDraining, ""),
	} {
		w := newWorld()
		if p, ok := answer.(*wire.Problem); ok {
			w.office.refuse = p
		} else {
			w.office.fails(answer)
		}
		p, e := passwordForm(t, w)
		html := p.change(e, "old one", "correct horse")
		wants(t, html, says)
		lacks(t, html, "password-done")
		if p.fresh != "correct horse" {
			t.Errorf("%v: what was typed is gone", answer)
		}
	}
}

func TestWithNoConnectionThePasswordFormSaysWhyBeforeAnythingIsTyped(t *testing.T) {
	w := newWorld()
	w.device.offline = true
	p, e := passwordForm(t, w)
	html := app.HTMLString(p)
	wants(t, html, english().OnlineOnlyPass)
	for _, hook := range []string{idPassCurrent, idPassNew, "password-submit"} {
		if !strings.Contains(tag(html, hook), "disabled") {
			t.Errorf("%s is offered", hook)
		}
	}
	p.change(e, "old one", "correct horse")
	if len(w.office.calls) != 0 {
		t.Errorf("asked %v", w.office.calls)
	}
}

func TestAPasswordIsShownOnRequestOnly(t *testing.T) {
	p, e := passwordForm(t, newWorld())
	if html := app.HTMLString(p); strings.Count(html, `type="password"`) != 2 {
		t.Errorf("shown at once:\n%s", html)
	}
	press(e, p.ctx, p.onShow)
	html := app.HTMLString(p)
	if strings.Contains(html, `type="password"`) || strings.Contains(tag(html, "password-show"), `aria-pressed="false"`) {
		t.Errorf("not shown:\n%s", html)
	}
}

func TestTheSettingsOfferThePasswordToWhoIsSignedInOnly(t *testing.T) {
	w := newWorld()
	html, _ := show(t, newSettings(w.ports))
	wants(t, html, "password-form")
	w.office.user = nil
	html, _ = show(t, newSettings(w.ports))
	lacks(t, html, "password-form")
}
