package benchkit

import (
	"github.com/chromedp/cdproto/emulation"

	"waybill/e2e/stage"
)

// Throttle makes the page's processor slower by a factor. A worker's cannot be.
func Throttle(tab *stage.Tab, rate float64) {
	stage.Call(tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate})
}
