//go:build !js

package page

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
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

func passwordForm(t *testing.T, w *apptest.World) (*tapPassword, app.TestEngine) {
	t.Helper()
	p := &tapPassword{PasswordForm: PasswordForm{Ports: w.Ports, User: "ana", Online: !w.Device.Offline}}
	_, e := apptest.Show(t, p)
	return p, e
}

func (p *tapPassword) change(e app.TestEngine, current, fresh string) string {
	typeIn(p.ctx, idPassCurrent, current)
	typeIn(p.ctx, idPassNew, fresh)
	e.ConsumeAll()
	apptest.Press(e, p.ctx, p.onClick)
	return app.HTMLString(p)
}

func TestAPasswordIsChangedAndItsFieldsAreEmptied(t *testing.T) {
	w := apptest.New()
	p, e := passwordForm(t, w)
	html := app.HTMLString(p)
	apptest.Wants(t, html, i18n.English().PasswordExplains, "8 characters or more", `autocomplete="current-password"`, `autocomplete="new-password"`, `autocomplete="username"`)
	apptest.Lacks(t, html, "onpaste")
	html = p.change(e, "old one", "correct horse")
	apptest.Wants(t, html, `data-testid="password-done"`, i18n.English().PasswordDone)
	apptest.Lacks(t, html, "correct horse", "old one")
	if strings.Join(w.Office.Calls, " ") != "password old one correct horse" || p.current != "" || p.fresh != "" {
		t.Fatalf("did %v, keeps %q and %q", w.Office.Calls, p.current, p.fresh)
	}
	typeIn(p.ctx, idPassNew, "x")
	apptest.Lacks(t, apptest.Again(e, p), "password-done")
}

func TestWhatIsWrongWithAPasswordIsSaidBesideItsField(t *testing.T) {
	t1 := i18n.English()
	for name, c := range map[string]struct{ current, fresh, says string }{
		"nothing":  {"", "correct horse", t1.FieldMissing},
		"short":    {"old one", "seven77", "Please take 8 characters or more."},
		"the same": {"the old one", "the old one", t1.PasswordSame},
		"too long": {"old one", strings.Repeat("x", wire.PasswordMax+1), t1.TooLarge},
	} {
		w := apptest.New()
		p, e := passwordForm(t, w)
		html := p.change(e, c.current, c.fresh)
		apptest.Wants(t, html, c.says)
		if len(w.Office.Calls) != 0 || strings.Count(html, `class="field-error"`) != 1 {
			t.Errorf("%s: asked %v:\n%s", name, w.Office.Calls, html)
		}
	}
}

func TestWhatTheOfficeSaysOfAPasswordIsToldApart(t *testing.T) {
	t1 := i18n.English()
	wrong := wire.NewProblem(wire.CodeValidationFailed, "")
	wrong.Errors = []wire.FieldError{{Field: "/current", Code: wire.FieldWrongPassword, Message: "is not the current password"}}
	for says, answer := range map[string]error{
		t1.PasswordWrong:    wrong,
		t1.SignInSlow:       wire.NewProblem(wire.CodeRateLimited, ""),
		t1.HoldSignedOut:    wire.NewProblem(wire.CodeUnauthenticated, ""),
		t1.PasswordNotKnown: fake.ErrNoAnswer,
		"busy just now":     wire.NewProblem(wire.CodeDraining, ""),
	} {
		w := apptest.New()
		if p, ok := answer.(*wire.Problem); ok {
			w.Office.Refuse = p
		} else {
			w.Office.Fails(answer)
		}
		p, e := passwordForm(t, w)
		html := p.change(e, "old one", "correct horse")
		apptest.Wants(t, html, says)
		apptest.Lacks(t, html, "password-done")
		if p.fresh != "correct horse" {
			t.Errorf("%v: what was typed is gone", answer)
		}
	}
}

func TestWithNoConnectionThePasswordFormSaysWhyBeforeAnythingIsTyped(t *testing.T) {
	w := apptest.New()
	w.Device.Offline = true
	p, e := passwordForm(t, w)
	html := app.HTMLString(p)
	apptest.Wants(t, html, i18n.English().OnlineOnlyPass)
	for _, hook := range []string{idPassCurrent, idPassNew, "password-submit"} {
		if !strings.Contains(apptest.Tag(html, hook), "disabled") {
			t.Errorf("%s is offered", hook)
		}
	}
	p.change(e, "old one", "correct horse")
	if len(w.Office.Calls) != 0 {
		t.Errorf("asked %v", w.Office.Calls)
	}
}

func TestAPasswordIsShownOnRequestOnly(t *testing.T) {
	p, e := passwordForm(t, apptest.New())
	if html := app.HTMLString(p); strings.Count(html, `type="password"`) != 2 {
		t.Errorf("shown at once:\n%s", html)
	}
	apptest.Press(e, p.ctx, p.onShow)
	html := app.HTMLString(p)
	if strings.Contains(html, `type="password"`) || strings.Contains(apptest.Tag(html, "password-show"), `aria-pressed="false"`) {
		t.Errorf("not shown:\n%s", html)
	}
}

func TestTheSettingsOfferThePasswordToWhoIsSignedInOnly(t *testing.T) {
	w := apptest.New()
	html, _ := apptest.Show(t, NewSettings(w.Ports))
	apptest.Wants(t, html, "password-form")
	w.Office.SignedIn = nil
	html, _ = apptest.Show(t, NewSettings(w.Ports))
	apptest.Lacks(t, html, "password-form")
}
