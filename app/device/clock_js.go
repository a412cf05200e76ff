package device

import (
	"fmt"
	"strings"
	"time"

	"github.com/hack-pad/safejs"
)

// Today asks the browser for the zone's rules: Go's zone here is one offset.
func (b *jsDevice) Today() string { return b.Day(b.Now()) }

func (b *jsDevice) Day(ms int64) string {
	d, err := Get("Date").New(float64(ms))
	if err != nil {
		return time.UnixMilli(ms).Format(time.DateOnly)
	}
	year, month, day := dateOf(d)
	return fmt.Sprintf("%04d-%02d-%02d", year, month+1, day)
}

// dateOf is a Date in its own zone; months start at 0 there.
func dateOf(d safejs.Value) (year, month, day int) {
	return int(num(d.Call("getFullYear"))), int(num(d.Call("getMonth"))), int(num(d.Call("getDate")))
}

// days are the moments at which the local days around now begin. A list asks
// for the clock dozens of times, and each question to the browser costs.
type days struct {
	asked                      int64
	yesterday, today, tomorrow int64
}

// daysFor is how long the answer stands: a traveller's zone changes too.
const daysFor = 60_000

func (d days) stand(now int64) bool {
	return d.today <= now && now < d.tomorrow && d.asked <= now && now-d.asked < daysFor
}

func (b *jsDevice) daysNow() days {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.Now()
	if b.days.stand(now) {
		return b.days
	}
	d, err := Get("Date").New(float64(now))
	if err != nil {
		return days{}
	}
	year, month, day := dateOf(d)
	// The local day may have 23 or 25 hours.
	begin := func(day int) int64 {
		d, err := Get("Date").New(year, month, day)
		if err != nil {
			return 0
		}
		return int64(num(d.Call("getTime")))
	}
	b.days = days{now, begin(day - 1), begin(day), begin(day + 1)}
	return b.days
}

func (b *jsDevice) Clock(ms int64) string {
	f, day := b.clock, ""
	switch d := b.daysNow(); {
	case ms >= d.today && ms < d.tomorrow:
	case ms >= d.yesterday && ms < d.today:
		day = Str(b.near.Call("format", -1, "day"))
	default:
		f = b.far
	}
	if text := Str(f.Call("format", float64(ms))); text != "" {
		return strings.TrimSpace(day + " " + text)
	}
	return time.UnixMilli(ms).Format("15:04")
}

func (b *jsDevice) Stamp(ms int64) string {
	if text := Str(b.full.Call("format", float64(ms))); text != "" {
		return text
	}
	return time.UnixMilli(ms).Format("2006-01-02 15:04")
}
