//go:build !js

package apptest

import (
	unescape "html"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Show loads a component, lets everything settle, and returns its markup.
func Show(t *testing.T, c app.Composer) (string, app.TestEngine) {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	return app.HTMLString(c), e
}

// Again lets everything settle once more and returns the markup.
func Again(e app.TestEngine, c app.Composer) string {
	e.ConsumeAll()
	return app.HTMLString(c)
}

// Wants checks that every piece of text is there.
func Wants(t *testing.T, html string, pieces ...string) {
	t.Helper()
	text := unescape.UnescapeString(html)
	for _, p := range pieces {
		if !strings.Contains(text, p) && !strings.Contains(html, p) {
			t.Errorf("missing %q in:\n%s", p, html)
		}
	}
}

// Lacks checks that no piece of text is there.
func Lacks(t *testing.T, html string, pieces ...string) {
	t.Helper()
	text := unescape.UnescapeString(html)
	for _, p := range pieces {
		if strings.Contains(text, p) {
			t.Errorf("found %q in:\n%s", p, html)
		}
	}
}

// Tag returns the opening tag that carries a test hook, empty: none does.
func Tag(html, testID string) string {
	return regexp.MustCompile(`<[a-z0-9]+[^>]*data-testid="` + testID + `"[^>]*>`).FindString(html)
}
