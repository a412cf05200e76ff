package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/order"
)

// NearButtons offer the allowed quantities around a wrong one, a tap each.
func NearButtons(t *i18n.Words, c order.QuantityCheck, what, testID string, take func(int64) app.EventHandler) app.UI {
	return Slot(len(c.Near) > 0, func() app.UI {
		return app.Div().Class("near").Attr("role", "group").Aria("label", t.QuantityInstead).Body(
			app.Range(c.Near).Slice(func(i int) app.UI {
				n := c.Near[i]
				return Button(i18n.Fill(t.QuantityTake, "n", t.Number(n)), testID, "chip", false, take(n), strconv.FormatInt(n, 10)).
					Aria("label", i18n.Fill(t.QuantityTakeOf, "n", t.Number(n), "what", what))
			}))
	})
}
