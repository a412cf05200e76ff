package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue"
	"waybill/sw"
)

// ShareCard offers a copy for the customer, through the share sheet or as a
// file. Until the office has confirmed, the copy says so.
type ShareCard struct {
	app.Compo
	Ports *Ports
	Card  sw.Card
}

// Render is one button.
func (s *ShareCard) Render() app.UI {
	return button(s.Ports.words().Share, "outbox-share", "quiet", false, s.onShare)
}

func (s *ShareCard) onShare(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	title, text := titleOf(s.Ports.words(), s.Card.Entry), copyText(s.Ports, s.Card)
	if s.Ports.Device.Share(title, text) {
		return
	}
	if err := s.Ports.Device.Save("waybill-"+s.Card.Entry.Ref+".txt", "text/plain;charset=utf-8", []byte(text)); err != nil {
		app.Logf("share: %v", err)
	}
}

// copyText is the customer's copy as text. The short reference never changes.
func copyText(p *Ports, c sw.Card) string {
	t := p.words()
	e := c.Entry
	lines := []string{titleOf(t, e), fill(t.Reference, "ref", e.Ref), fill(t.SavedAt, "time", p.Device.Clock(e.MadeAt)), ""}
	for _, d := range compareOwn(t, e, reader{ports: p}) {
		lines = append(lines, d.Label+": "+d.Mine)
	}
	lines = append(lines, "")
	if c.State == idbqueue.Sent {
		lines = append(lines, saySent(t, c, p.Device))
	} else {
		lines = append(lines, t.NotConfirmed)
	}
	return strings.Join(lines, "\n")
}
