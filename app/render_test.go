//go:build !js

package app

import (
	"regexp"
	"strings"
	"testing"

	"waybill/app/apptest"
)

func TestPreRenderedPagesAreSkeletonsWithoutControlsOrCounts(t *testing.T) {
	for _, p := range Pages() {
		t.Run(p.Path, func(t *testing.T) {
			html, _ := apptest.Show(t, p.New(nil))
			apptest.Wants(t, html, "<h1>", `data-testid="statusbar"`)
			apptest.Lacks(t, html, "data-pending", "data-sent", "data-online")
			for _, b := range regexp.MustCompile(`<(button|input|textarea)[^>]*>`).FindAllString(html, -1) {
				if !strings.Contains(b, " disabled") {
					t.Errorf("a control is enabled before the program runs: %s", b)
				}
			}
			if p.Path != "/signin" {
				apptest.Wants(t, html, `data-testid="signout"`)
			}
		})
	}
}

func TestEveryPageShowsAndSurvivesAUserAndNobody(t *testing.T) {
	for _, p := range Pages() {
		for _, who := range []string{"rep", "manager", "nobody"} {
			t.Run(p.Path+" "+who, func(t *testing.T) {
				w := apptest.New()
				switch who {
				case "manager":
					w.Office.SignedIn.Role = "manager"
				case "nobody":
					w.Office.SignedIn = nil
				}
				html, _ := apptest.Show(t, p.New(w.Ports))
				apptest.Wants(t, html, `data-pending="0"`)
				if who == "nobody" && p.Path != "/signin" {
					apptest.Wants(t, html, `href="/signin"`)
				}
			})
		}
	}
}

func TestEveryLinkOfTheAppLeadsToAPage(t *testing.T) {
	w := apptest.New()
	for _, p := range Pages() {
		html, _ := apptest.Show(t, p.New(w.Ports))
		for _, m := range regexp.MustCompile(`href="(/[^"?#]*)`).FindAllStringSubmatch(html, -1) {
			if _, ok := Known(m[1]); !ok {
				t.Errorf("%s links to %s, which is no page", p.Path, m[1])
			}
		}
	}
}

func TestNoPageUsesInlineStyle(t *testing.T) {
	w := apptest.New()
	w.Office.SignedIn.Role = "manager"
	for _, p := range Pages() {
		html, _ := apptest.Show(t, p.New(w.Ports))
		apptest.Lacks(t, html, " style=")
	}
}
