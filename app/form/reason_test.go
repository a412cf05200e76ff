//go:build !js

package form

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/outbox"
	"waybill/idbqueue/entry"
)

func TestCardAndFormSayARefusalInTheUsersLanguage(t *testing.T) {
	w := apptest.New()
	w.Ports.Texts = i18n.For("de")
	card := refusedOrder()
	card.Entry.Answer = &entry.Answer{Problem: `{"code":"validation_failed","errors":[{"field":"/lines/0/quantity","code":"quantity_rule","params":{"have":7,"pack":10},"message":"7 is not possible: in packs of 10"},` +
		`{"field":"/note","code":"next_year","params":{"why":"a text"},"message":"not on Sundays"},` +
		`{"field":"/deliver_on","code":"not_a_day","message":"is not a day"}]}`}
	html, _ := apptest.Show(t, &outbox.CardView{Ports: w.Ports, Card: card})
	apptest.Wants(t, html, "Zeile 1, Menge: 7 geht nicht: Packungen zu 10.", "Notiz: not on Sundays", "Liefern am: Diesen Tag gibt es nicht.")
	apptest.Lacks(t, html, "is not possible", "is not a day")

	f, e := openOrder(t, w)
	apptest.Press(e, f.Ctx, func(ctx app.Context, _ app.Event) { f.restore(ctx, nil, &card) })
	html = app.HTMLString(f)
	apptest.Wants(t, html, "7 geht nicht: Packungen zu 10.", "not on Sundays", "Diesen Tag gibt es nicht.")
	apptest.Lacks(t, html, "is not possible", "is not a day")
}
