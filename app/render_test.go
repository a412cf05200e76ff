//go:build !js

package app

import (
	unescape "html"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// show loads a component, lets everything settle, and returns its markup.
func show(t *testing.T, c app.Composer) (string, app.TestEngine) {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	return app.HTMLString(c), e
}

// again lets everything settle once more and returns the markup.
func again(e app.TestEngine, c app.Composer) string {
	e.ConsumeAll()
	return app.HTMLString(c)
}

// wants checks that every piece of text is there.
func wants(t *testing.T, html string, pieces ...string) {
	t.Helper()
	text := unescape.UnescapeString(html)
	for _, p := range pieces {
		if !strings.Contains(text, p) && !strings.Contains(html, p) {
			t.Errorf("missing %q in:\n%s", p, html)
		}
	}
}

// lacks checks that no piece of text is there.
func lacks(t *testing.T, html string, pieces ...string) {
	t.Helper()
	text := unescape.UnescapeString(html)
	for _, p := range pieces {
		if strings.Contains(text, p) {
			t.Errorf("found %q in:\n%s", p, html)
		}
	}
}

// tag returns the opening tag that carries a test hook, empty: none does.
func tag(html, testID string) string {
	return regexp.MustCompile(`<[a-z0-9]+[^>]*data-testid="` + testID + `"[^>]*>`).FindString(html)
}

func TestPreRenderedPagesAreSkeletonsWithoutControlsOrCounts(t *testing.T) {
	for _, p := range Pages() {
		t.Run(p.Path, func(t *testing.T) {
			html, _ := show(t, p.New(nil))
			wants(t, html, "<h1>", `data-testid="statusbar"`)
			lacks(t, html, "data-pending", "data-sent", "data-online")
			for _, b := range regexp.MustCompile(`<(button|input|textarea)[^>]*>`).FindAllString(html, -1) {
				if !strings.Contains(b, " disabled") {
					t.Errorf("a control is enabled before the program runs: %s", b)
				}
			}
			if p.Path != "/signin" {
				wants(t, html, `data-testid="signout"`)
			}
		})
	}
}

func TestEveryPageShowsAndSurvivesAUserAndNobody(t *testing.T) {
	for _, p := range Pages() {
		for _, who := range []string{"rep", "manager", "nobody"} {
			t.Run(p.Path+" "+who, func(t *testing.T) {
				w := newWorld()
				switch who {
				case "manager":
					w.office.user.Role = "manager"
				case "nobody":
					w.office.user = nil
				}
				html, _ := show(t, p.New(w.ports))
				wants(t, html, `data-pending="0"`)
				if who == "nobody" && p.Path != "/signin" {
					wants(t, html, `href="/signin"`)
				}
			})
		}
	}
}

func TestEveryLinkOfTheAppLeadsToAPage(t *testing.T) {
	w := newWorld()
	for _, p := range Pages() {
		html, _ := show(t, p.New(w.ports))
		for _, m := range regexp.MustCompile(`href="(/[^"?#]*)`).FindAllStringSubmatch(html, -1) {
			if _, ok := Known(m[1]); !ok {
				t.Errorf("%s links to %s, which is no page", p.Path, m[1])
			}
		}
	}
}

func TestNoPageUsesInlineStyle(t *testing.T) {
	w := newWorld()
	w.office.user.Role = "manager"
	for _, p := range Pages() {
		html, _ := show(t, p.New(w.ports))
		lacks(t, html, " style=")
	}
}
