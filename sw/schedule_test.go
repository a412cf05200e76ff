//go:build !js

package sw

import (
	"math/rand/v2"
	"testing"
	"time"

	"waybill/idbqueue/entry"
)

func TestTheScheduleInFull(t *testing.T) {
	caps := []time.Duration{ // after the n-th failure in a row, the most that is waited
		5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second,
		160 * time.Second, 320 * time.Second, 640 * time.Second, 15 * time.Minute, 15 * time.Minute,
	}
	for n, most := range caps {
		if got := delayCap(n); got != most {
			t.Errorf("after %d failures: at most %v, want %v", n, got, most)
		}
	}
	for _, n := range []int{-1, 62, 63, 64, 1 << 30} {
		if got := delayCap(n); got <= 0 || got > delayMax {
			t.Errorf("after %d failures: %v", n, got)
		}
	}
}

func TestJitterUsesTheWholeInterval(t *testing.T) {
	for n := range 12 {
		for _, r := range []float64{0, 0.25, 0.5, 0.999999} {
			if got, want := Delay(n, r), time.Duration(r*float64(delayCap(n))); got != want {
				t.Errorf("Delay(%d, %v) = %v, want %v", n, r, got, want)
			}
		}
	}
}

func TestAnExchangeIsBoundedByItsBodyAndDoubledByItsTimeouts(t *testing.T) {
	for _, c := range []struct {
		bytes, timeouts int
		want            time.Duration
	}{
		{0, 0, 30 * time.Second},
		{1, 0, 31 * time.Second},
		{4096, 0, 31 * time.Second},
		{4097, 0, 32 * time.Second},
		{0, 1, time.Minute},
		{0, 2, 2 * time.Minute},
		{0, 3, 4 * time.Minute},
		{0, 4, 4 * time.Minute},
		{0, 99, 4 * time.Minute},
		{256 << 10, 0, 94 * time.Second},
		{256 << 10, 1, 188 * time.Second},
		{256 << 10, 2, 4 * time.Minute},
		{1 << 20, 0, 286 * time.Second},
		{1 << 20, 5, 286 * time.Second},
		{8 << 20, 0, 5 * time.Minute},
	} {
		if got := Bound(c.bytes, c.timeouts); got != c.want {
			t.Errorf("Bound(%d, %d) = %v, want %v", c.bytes, c.timeouts, got, c.want)
		}
	}
}

func TestRetryAfterInEveryForm(t *testing.T) {
	const date = "Wed, 21 Oct 2026 07:26:00 GMT"
	for _, c := range []struct {
		value, date string
		want        time.Duration // of a proven answer, 0: ignored
	}{
		{"120", "", 2 * time.Minute},
		{" 120 ", "", 2 * time.Minute},
		{"Wed, 21 Oct 2026 07:28:00 GMT", date, 2 * time.Minute},
		{"Wednesday, 21-Oct-26 07:28:00 GMT", date, 2 * time.Minute},
		{"Wed Oct 21 07:28:00 2026", date, 2 * time.Minute},
		{"Wed, 21 Oct 2026 07:28:00 GMT", "", 0},
		{"Wed, 21 Oct 2026 07:20:00 GMT", date, 0}, // over already
		{"Fri, 21 Oct 2050 07:28:00 GMT", date, 24 * time.Hour},
		{"-3", date, 0},
		{"1.5", date, 0},
		{"1000abc", date, 0},
		{"", date, 0},
		{"0", date, 0},
		{"+5", date, 0},
		{"99999999999", date, 24 * time.Hour},
		{"999999999999999999999999999999", date, 24 * time.Hour},
		{"120, 120", date, 0},
		{"Wed, 21 Oct 2026 07:28:00 GMT, Wed, 21 Oct 2026 07:28:00 GMT", date, 0},
		{"١٢٠", date, 0},
		{"soon", date, 0},
	} {
		got, ok := RetryAfter(c.value, c.date, true)
		if got.Wait != c.want || ok != (c.want != 0) {
			t.Errorf("%q at %q: %v %v, want %v", c.value, c.date, got.Wait, ok, c.want)
		}
		if got, _ := RetryAfter(c.value, c.date, false); got.Wait != min(c.want, 15*time.Minute) {
			t.Errorf("%q of a stranger: %v", c.value, got.Wait)
		}
	}
}

func TestNothingIsTakenFromWhatTheOfficeAsks(t *testing.T) {
	for _, c := range []struct {
		asked    time.Duration
		r        float64
		low, top time.Duration
	}{
		{2 * time.Second, 0, 2 * time.Second, 2 * time.Second},
		{2 * time.Second, 0.999, 2 * time.Second, 4 * time.Second},
		{time.Hour, 0.999, time.Hour, time.Hour + time.Minute},
	} {
		got := OwnWait(7, 0, &Asked{Wait: c.asked, Proven: true}, c.r)
		if got < c.low || got > c.top {
			t.Errorf("asked for %v, waits %v", c.asked, got)
		}
	}
}

func TestABudgetEndsOnlyWithBothItsHalves(t *testing.T) {
	quarter := 15 * time.Minute.Milliseconds()
	for _, c := range []struct {
		spent   int
		failing int64
		want    bool
	}{
		{4, 10 * quarter, false}, {5, quarter - 1, false}, {5, quarter, true}, {19, 0, false}, {20, 0, true}, {0, quarter, false},
	} {
		if got := exhausted(c.spent, c.failing); got != c.want {
			t.Errorf("%d spent, failing for %d ms: %v", c.spent, c.failing, got)
		}
	}
}

func TestFailingTimeCountsWaitsAndNotTheDaysBetween(t *testing.T) {
	const day = int64(24 * 3600 * 1000)
	var b entry.Books
	b = failed(b, 10*day, 20*time.Second) // a 502 on Friday
	if b.FailingMS != 0 || b.Spent != 1 {
		t.Fatalf("the first failure: %+v", b)
	}
	b = failed(b, 13*day, 40*time.Second) // a deployment on Monday
	if b.FailingMS != 80_000 {
		t.Errorf("three days without a try count as %d ms, want the wait and a minute", b.FailingMS)
	}
	b = failed(b, 13*day+50_000, time.Minute)
	if b.FailingMS != 130_000 {
		t.Errorf("50 s later: %d ms", b.FailingMS)
	}
	b = failed(b, 12*day, time.Minute) // the clock ran back
	if b.FailingMS != 130_000 || b.Spent != 4 {
		t.Errorf("a clock that runs back: %+v", b)
	}
}

func TestAWaitFromAJumpedClockIsRewrittenAndNeverLonger(t *testing.T) {
	now := int64(1_000_000)
	for _, c := range []struct{ delay, low, top int64 }{
		{10_000, 0, 10_000},                  // its own is shorter than any fresh one
		{900_000, 0, 900_000},                // the schedule's longest
		{86_400_000, 86_400_000, 86_400_000}, // the office, or a misfit's day: it stands
	} {
		for _, r := range []float64{0, 0.5, 0.999} {
			w := Restamped(entry.Wait{SetAt: now + 1e12, DelayMS: c.delay}, now, r)
			if w.SetAt != now || w.DelayMS < c.low || w.DelayMS > c.top {
				t.Errorf("%d ms with %v: %+v", c.delay, r, w)
			}
		}
	}
}

// The worst luck is a failure just before the failing time is over, and then
// the longest wait: without a bound of its own that ends after 31 minutes.
func TestAServerThatFailsForEverIsShownWithinHalfAnHourWhateverTheLuck(t *testing.T) {
	const exchange = 50 * time.Second // the longest that the office takes to answer
	shown := func(luck func(failing time.Duration) float64) time.Duration {
		var b entry.Books
		began := int64(1_800_000_000_000)
		for now := began; ; now += exchange.Milliseconds() {
			failing := failingUntil(b, now)
			wait := OwnWait(b.Row+1, failing, nil, luck(time.Duration(failing)*time.Millisecond))
			if b = failed(b, now, wait); exhausted(b.Spent, b.FailingMS) {
				return time.Duration(now-began) * time.Millisecond
			}
			now += wait.Milliseconds()
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	cases := map[string]func(time.Duration) float64{
		"always the longest": func(time.Duration) float64 { return 0.999 },
		"long at the end":    func(f time.Duration) float64 { return map[bool]float64{true: 0.999, false: 0.02}[f > 13*time.Minute] },
		"any":                func(time.Duration) float64 { return rng.Float64() },
	}
	for name, luck := range cases {
		for range 2000 {
			if took := shown(luck); took > 30*time.Minute {
				t.Fatalf("%s: shown after %s", name, took)
			}
		}
	}
}
