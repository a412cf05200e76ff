//go:build !js

package page

import (
	"context"
	"strings"
	"testing"

	"waybill/app/apptest"
)

func TestTheListOfProductsSaysHowTheyAreSold(t *testing.T) {
	w := apptest.New()
	if err := w.Ports.Catalogue.Open(context.Background(), *w.Office.SignedIn); err != nil {
		t.Fatal(err)
	}
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	html, _ := apptest.Show(t, NewProducts(w.Ports))
	apptest.Wants(t, html, "9.90 EUR / bottle", "Sold as: packs of 6, at least 12, at most 1,200.")
	if strings.Count(html, "Sold as") != 1 {
		t.Error("a product without rules has some")
	}
}
