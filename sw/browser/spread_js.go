package browser

import (
	"context"
	"time"

	"waybill/sw"
)

// Spread waits full jitter over 3 s: a whole branch comes back at once.
func Spread(ctx context.Context, r float64) bool {
	timer := time.NewTimer(time.Duration(r * float64(sw.OnlineSpread)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
