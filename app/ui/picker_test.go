//go:build !js

package ui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/server/wire"
)

// picked is what the picker shows for a text.
func picked(p *Picker, text string) string {
	p.text = text
	p.search()
	var codes []string
	for _, f := range p.found {
		codes = append(codes, f.Code)
	}
	return strings.Join(codes, " ")
}

func TestThePickerPutsHabitsFirstAndOffersNothingThatIsClosed(t *testing.T) {
	w := apptest.New()
	salt := w.Office.Records[wire.KindProducts][1].(wire.Product)
	salt.State = wire.StateInactive
	w.Office.Records[wire.KindProducts][1] = salt
	if err := w.Ports.Catalogue.Open(context.Background(), *w.Office.SignedIn); err != nil {
		t.Fatal(err)
	}
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	oil := w.Office.Records[wire.KindProducts][2].(wire.Product)
	p := &Picker{Ports: w.Ports, Kind: wire.KindProducts, First: []port.Found{{ID: oil.ID, Code: oil.Code, Name: oil.Name, Record: oil, Last: &wire.OrderLine{Quantity: 1}}}}
	for text, want := range map[string]string{"p-": "P-0003 P-0001", "P-0001": "P-0001", "salt": "", "oil": "P-0003", "olive 1 l": "P-0003"} {
		if got := picked(p, text); got != want {
			t.Errorf("%q offers %q, want %q", text, got, want)
		}
	}
}

func TestAPickerThatFindsNobodySaysWhyToo(t *testing.T) {
	w := apptest.New()
	w.Office.Fails(fake.ErrNoAnswer)
	w.Ports.Catalogue = apptest.StillLoading{Catalogue: w.Ports.Catalogue, State: port.Freshness{Err: fake.ErrNoAnswer, Loaded: 3, Total: 9}}
	t1 := i18n.English()
	p := &Picker{Ports: w.Ports, Kind: wire.KindCustomers, ID: "p", open: true, text: "nobody"}
	html, _ := apptest.Show(t, p)
	apptest.Wants(t, html, t1.CopyPart)
}

func TestAHundredClosedProductsDoNotHideTheOneThatIsSold(t *testing.T) {
	w := apptest.New()
	w.Office.Records[wire.KindProducts] = nil
	for i := range 300 {
		w.Office.Records[wire.KindProducts] = append(w.Office.Records[wire.KindProducts],
			wire.Product{Meta: wire.Meta{ID: fmt.Sprintf("01J0000000000000000000%04d", i), State: wire.StateInactive}, Code: fmt.Sprintf("P-%04d", i), Name: "Old"})
	}
	sold := wire.Product{Meta: wire.Meta{ID: "01J00000000000000000009999", State: wire.StateActive}, Code: "P-9999", Name: "Not so old"}
	w.Office.Records[wire.KindProducts] = append(w.Office.Records[wire.KindProducts], sold)
	if err := w.Ports.Catalogue.Open(context.Background(), *w.Office.SignedIn); err != nil {
		t.Fatal(err)
	}
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := picked(&Picker{Ports: w.Ports, Kind: wire.KindProducts}, "old"); got != "P-9999" {
		t.Errorf("offers %q", got)
	}
}

func BenchmarkSearchOf5000(b *testing.B) {
	w := apptest.New()
	w.Office.Records[wire.KindProducts] = nil
	for i := range 5000 {
		w.Office.Records[wire.KindProducts] = append(w.Office.Records[wire.KindProducts],
			wire.Product{Meta: wire.Meta{ID: fmt.Sprintf("01J0000000000000000000%04d", i), State: wire.StateActive}, Code: fmt.Sprintf("P-%05d", i), Name: fmt.Sprintf("Écrou à tête hexagonale %d mm", i)})
	}
	if err := w.Ports.Catalogue.Open(context.Background(), *w.Office.SignedIn); err != nil {
		b.Fatal(err)
	}
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"P-0", "tete", "hexagonale 99", "nothing"} {
		b.Run(text, func(b *testing.B) {
			p := &Picker{Ports: w.Ports, Kind: wire.KindProducts}
			for b.Loop() {
				picked(p, text)
			}
		})
	}
}
