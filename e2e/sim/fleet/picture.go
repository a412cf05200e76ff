package main

import (
	"fmt"
	"html"
	"strings"
	"time"
)

// The picture's measures, in pixels.
const (
	panelWide   = 860
	panelHigh   = 150
	panelLeft   = 60
	panelGap    = 46
	columnsMost = 800
)

// Picture draws arrivals per second of several outcomes of one outage, one
// panel each, all to one scale.
func Picture(title string, outcomes []Outcome) string {
	var b strings.Builder
	high := len(outcomes)*(panelHigh+panelGap) + 60
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", panelWide+panelLeft+20, high)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/><text x="%d" y="24" font-size="15" font-weight="bold">%s</text>`+"\n", panelLeft, html.EscapeString(title))
	top, seconds := 1, 1
	for _, o := range outcomes {
		seconds = max(seconds, int((o.Outage+o.Drained)/time.Second)+30)
		for _, n := range o.Arrivals {
			top = max(top, n)
		}
	}
	for i, o := range outcomes {
		panel(&b, 50+i*(panelHigh+panelGap), o, top, seconds)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// panel draws the highest second of each column of time.
func panel(b *strings.Builder, y int, o Outcome, top, seconds int) {
	each := max(1, (seconds+columnsMost-1)/columnsMost)
	x := func(second int) float64 { return panelLeft + float64(second)*panelWide/float64(seconds) }
	out := x(int(o.Outage / time.Second))
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="#f6e3e0"/>`, panelLeft, y, out-panelLeft, panelHigh)
	fmt.Fprintf(b, `<text x="%d" y="%d">%s: peak %d a second after the outage, %.1f × the mean, the last write after %s</text>`+"\n",
		panelLeft, y-6, o.Jitter.Name, o.Peak, ratio(o), o.Drained.Round(time.Second))
	b.WriteString(`<path fill="none" stroke="#1f5f8b" stroke-width="1" d="`)
	for from := 0; from < min(seconds, len(o.Arrivals)); from += each {
		n := 0
		for second := from; second < min(from+each, len(o.Arrivals)); second++ {
			n = max(n, o.Arrivals[second])
		}
		if n > 0 {
			fmt.Fprintf(b, "M%.1f %dV%.1f", x(from), y+panelHigh, float64(y+panelHigh)-float64(n)*panelHigh/float64(top))
		}
	}
	fmt.Fprintf(b, `"/><path stroke="#888" d="M%d %dH%d"/>`, panelLeft, y+panelHigh, panelLeft+panelWide)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%d</text><text x="%d" y="%d" text-anchor="end">0</text>`, panelLeft-6, y+10, top, panelLeft-6, y+panelHigh)
	fmt.Fprintf(b, `<text x="%.1f" y="%d" fill="#a33">the office is back after %s</text>`+"\n", out+4, y+14, o.Outage)
}

func ratio(o Outcome) float64 {
	if o.Mean == 0 {
		return 0
	}
	return float64(o.Peak) / o.Mean
}
