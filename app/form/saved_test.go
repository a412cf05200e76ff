//go:build !js

package form

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/app/outbox"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// tapCard is a card whose context a test can press buttons with.
type tapCard struct {
	outbox.CardView
	ctx app.Context
}

func (t *tapCard) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	t.CardView.OnPreRender(ctx)
}

func card(t *testing.T, w *apptest.World, c sw.Card) (*tapCard, string, app.TestEngine) {
	t.Helper()
	x := &tapCard{CardView: outbox.CardView{Ports: w.Ports, Card: c}}
	html, e := apptest.Show(t, x)
	return x, html, e
}

// The panel after saving and the card say the same of the same write.
func TestD23SavedWithNoNetworkSaysTheSameInBarPanelAndCard(t *testing.T) {
	t1 := i18n.English()
	w := apptest.New()
	c := sw.Card{Entry: apptest.Customer(), State: entry.Retrying, Reason: sw.ReasonNoAnswer, InDoubt: true, Hold: sw.ReasonNoAnswer}
	w.Outbox.Stored = []sw.Card{c}
	panel, _ := apptest.Show(t, &SavedState{Ports: w.Ports, Key: c.Entry.Key})
	_, html, _ := card(t, w, c)
	for name, html := range map[string]string{"panel": panel, "card": html} {
		apptest.Wants(t, html, t1.AskLater)
		apptest.Lacks(t, html, t1.DoubtText, t1.StateDoubt, "may have arrived")
		if name == "card" {
			apptest.Wants(t, html, t1.DoNotEnterAgain)
		}
	}
}
