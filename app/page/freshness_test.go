//go:build !js

package page

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/form"
	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/port"
)

func TestEachPageAndEachPriceSaysHowOldItIs(t *testing.T) {
	t1 := i18n.English()
	w := apptest.New()
	w.Stock(t)
	html, _ := apptest.Show(t, NewProducts(w.Ports))
	apptest.Wants(t, html, "18.50 EUR / bag", "prices from 12:00.")
	apptest.Lacks(t, html, "price of", t1.CopyEmpty)
	w.Office.Fails(fake.ErrNoAnswer)
	w.Device.Ahead = port.StaleAfter + 60_000
	html, _ = apptest.Show(t, NewProducts(w.Ports))
	apptest.Wants(t, html, "18.50 EUR / bag · price of 12:00", "from 12:00. They may have changed.")

	o := &orderPage{Page: layout.NewPage(w.Ports)}
	_, e := apptest.Show(t, o)
	o.id = "O1"
	o.Ctx.Dispatch(o.ask)
	e.ConsumeAll()
	o.Ctx.Dispatch(func(ctx app.Context) { o.refresh(ctx, func() {}) })
	apptest.Wants(t, apptest.Again(e, o), "As the office had it, 12:00.")
	w.Office.Fails(nil)
	o.Ctx.Dispatch(o.ask)
	e.ConsumeAll()
	apptest.Wants(t, apptest.Again(e, o), "As the office had it, 16:01.")
}

func TestARepWhoWasNeverOnlineSeesWhyTheListsAreEmpty(t *testing.T) {
	t1 := i18n.English()
	for _, c := range []struct {
		name    string
		offline bool
		err     error
		says    string
	}{
		{"no network", true, fake.ErrNoAnswer, t1.CopyNever},
		{"no answer", false, fake.ErrNoAnswer, t1.CopyNever + " " + t1.CopyNoAnswer},
	} {
		w := apptest.New()
		w.Office.Fails(c.err)
		w.Device.Offline = c.offline
		for path, page := range map[string]app.Composer{"/": NewToday(w.Ports), "/customers": NewCustomers(w.Ports), "/products": NewProducts(w.Ports), "/orders": NewOrders(w.Ports), "/dispatches": NewDispatches(w.Ports)} {
			t.Log(c.name, path)
			_, e := apptest.Show(t, page)
			if err := w.Ports.Catalogue.Pull(context.Background()); !errors.Is(err, fake.ErrNoAnswer) {
				t.Fatal(err)
			}
			apptest.Wants(t, apptest.Again(e, page), c.says)
		}
	}
}

func TestTheFirstLoadShowsThatItLoadsAndHowMuchHasCome(t *testing.T) {
	w := apptest.New()
	copied := w.Ports.Catalogue
	w.Ports.Catalogue = apptest.StillLoading{Catalogue: copied, State: port.Freshness{Pulling: true, Loaded: 300}}
	html, _ := apptest.Show(t, NewProducts(w.Ports))
	apptest.Wants(t, html, "<progress", i18n.English().CopyLoading, "300 records so far")
	w.Ports.Catalogue = apptest.StillLoading{Catalogue: copied, State: port.Freshness{Pulling: true, At: fake.Now}}
	html, _ = apptest.Show(t, NewProducts(w.Ports))
	apptest.Lacks(t, html, "<progress")
}

func TestTheBarHasAnEndWhereTheOfficeHasSaidIt(t *testing.T) {
	for _, c := range []struct {
		name    string
		fresh   port.Freshness
		en, de  string
		bar, of bool // there is one, and it has an end
	}{
		{"known", port.Freshness{Pulling: true, Loaded: 1500, Total: 6000}, "1,500 of 6,000 records", "1.500 von 6.000 Einträgen", true, true},
		{"not known", port.Freshness{Pulling: true, Loaded: 1500}, "1,500 records so far", "bisher 1.500 Einträge", true, false},
		{"just begun", port.Freshness{Pulling: true}, "0 records so far", "bisher 0 Einträge", true, false},
		{"broken off, known", port.Freshness{Loaded: 1500, Total: 6000, Err: fake.ErrNoAnswer}, "1,500 of 6,000 records", "1.500 von 6.000 Einträgen", true, true},
		{"broken off, not known", port.Freshness{Loaded: 1500, Err: fake.ErrNoAnswer}, "1,500 records so far", "bisher 1.500 Einträge", false, false},
		{"nothing came", port.Freshness{Err: fake.ErrNoAnswer}, "", "", false, false},
		{"whole", port.Freshness{At: fake.Now, Loaded: 6000, Total: 6000}, "", "", false, false},
		{"brought up to date", port.Freshness{At: fake.Now, Pulling: true, Loaded: 3}, "", "", false, false},
	} {
		for lang, text := range map[string]string{"en": c.en, "de": c.de} {
			w := apptest.New()
			w.Ports.Texts = i18n.For(lang)
			w.Ports.Catalogue = apptest.StillLoading{Catalogue: w.Ports.Catalogue, State: c.fresh}
			for path, page := range map[string]app.Composer{"/": NewToday(w.Ports), "/products": NewProducts(w.Ports), "/orders/new": form.NewOrder(w.Ports), "/settings": NewSettings(w.Ports)} {
				t.Log(c.name, lang, path)
				html, _ := apptest.Show(t, page)
				if bar := strings.Contains(html, "<progress"); bar != c.bar {
					t.Errorf("a bar: %v", bar)
				}
				if of := strings.Contains(html, `max="6000"`) && strings.Contains(html, `value="1500"`); of != c.of {
					t.Errorf("it has an end: %v", of)
				}
				if apptest.Wants(t, html, text); c.of {
					apptest.Wants(t, html, `aria-valuetext="`+text+`"`)
				}
			}
		}
	}
}

func TestWhatIsNotHereYetSaysWhyToo(t *testing.T) {
	w := apptest.New()
	w.Office.Fails(fake.ErrNoAnswer)
	w.Ports.Catalogue = apptest.StillLoading{Catalogue: w.Ports.Catalogue, State: port.Freshness{Err: fake.ErrNoAnswer, Loaded: 3, Total: 9}}
	t1 := i18n.English()
	o := &orderPage{Page: layout.NewPage(w.Ports)}
	html, _ := apptest.Show(t, o)
	apptest.Wants(t, html, t1.NotOnDevice, t1.CopyPart, t1.CopyAgain)
	html, _ = apptest.Show(t, NewOrders(w.Ports))
	apptest.Wants(t, html, t1.CopyPart, t1.CopyNone)
}
