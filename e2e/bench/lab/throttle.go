package lab

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"waybill/e2e/stage"
)

// Throttle makes the page's processor slower by a factor. A worker's cannot be.
func Throttle(tab *stage.Tab, rate float64) error {
	return chromedp.Do(tab.Context(), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return target.Call(ctx, "Emulation.setCPUThrottlingRate", emulation.SetCPUThrottlingRateParams{Rate: rate}, nil)
	}))
}
