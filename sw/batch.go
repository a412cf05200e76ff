package sw

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Window bounds the next batch, in bytes before packing. It starts at 32 KiB on
// the line, doubles while batches come back in good time, and halves after one
// that got no verdict as a whole.
type Window struct {
	Count int
	Bytes int
	Most  int  // the largest Count
	Off   bool // a proven answer said "no batch here": singles until the next start
}

// The window's bounds.
const (
	WindowStart = windowLine * packing
	windowLine  = 32 << 10         // of a packed body: half a minute on the worst line there is
	packing     = 3                // what gzip makes of a batch at least; orders pack to a fifth
	windowGood  = 10 * time.Second // a batch that takes longer is large enough for this line
	ItemFrame   = 256              // bytes around a body in a batch, at most
)

// NewWindow is the window at start, for batches of at most so many writes; 0:
// as many as the contract lets.
func NewWindow(most int) Window {
	if most == 0 {
		most = wire.BatchMax
	}
	return Window{Count: most, Bytes: WindowStart, Most: most}
}

// Fits says whether so many writes of so many bytes go in one batch.
func (w Window) Fits(count, bytes int) bool {
	return count <= w.Count && bytes <= w.Bytes
}

// Alone says that a write does not travel in a batch: it would fill one, or it
// is one that networks have swallowed or timed out, and pays for itself only.
func (w Window) Alone(e entry.Entry) bool {
	troubled := e.Books.Swallowed > 0 || e.Books.Timeouts > 0
	return w.Off || troubled || !w.Fits(1, ItemBytes(e))
}

// Grown is the window after so many writes that were answered one by one. A
// single write says nothing about how many bytes the line takes.
func (w Window) Grown(count int, took time.Duration) Window {
	w.Count = min(w.Count*2, w.Most)
	if count > 1 && took <= windowGood {
		w.Bytes = min(w.Bytes*2, wire.BatchBytesMax)
	}
	return w
}

// Halved is the window after a batch of so many that got no verdict. Down to
// one, which goes out alone and pays for itself only.
func (w Window) Halved(count int) Window {
	w.Count = max(1, count/2)
	return w
}

// ItemBytes is what a write takes in a batch, its frame included.
func ItemBytes(e entry.Entry) int { return len(e.Body) + ItemFrame }

// BatchBody joins the bodies' own bytes: encoding them again would change them.
func BatchBody(entries []entry.Entry) string {
	var b strings.Builder
	b.WriteString(`{"writes":[`)
	for i, e := range entries {
		spec, _ := wire.Op(e.Op).Spec()
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"ref":` + strconv.Quote(e.Key) + `,"method":"POST","path":` + strconv.Quote(spec.Path(e.Record)))
		b.WriteString(`,"fingerprint":"` + e.Fingerprint + `","body":`)
		b.WriteString(e.Body)
		b.WriteByte('}')
	}
	b.WriteString(`]}`)
	return b.String()
}

// ItemEvidence is what each write would have got alone. An item that the
// answer does not name is not in the map.
func ItemEvidence(whole Evidence) (map[string]Evidence, bool) {
	if whole.Proof() != Proven || !whole.Speaks() || whole.Status != 200 {
		return nil, false
	}
	var answer wire.BatchAnswer
	if json.Unmarshal(whole.Body, &answer) != nil || answer.Results == nil {
		return nil, false
	}
	items := make(map[string]Evidence, len(answer.Results))
	for _, r := range answer.Results {
		ev := whole
		ev.Status, ev.Body, ev.RetryAfter = r.Status, r.Body, ""
		if r.RetryAfter != nil {
			ev.RetryAfter = strconv.Itoa(*r.RetryAfter)
		}
		items[r.Ref] = ev
	}
	return items, true
}

// NoBatchHere: only a proven 404, 405 or 501 says so.
func NoBatchHere(ev Evidence) bool {
	if ev.Proof() != Proven {
		return false
	}
	return ev.Status == 404 || ev.Status == 405 || ev.Status == 501
}
