//go:build !js

package drain

import (
	"fmt"
	"strings"
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// Case D13: whichever step of the store fails once an answer is here, the
// proofs in it are recorded, and nothing that is proved is asked for again.
func TestNoProofOfABatchIsLostWhicheverStepOfTheStoreFails(t *testing.T) {
	for n := 1; n <= 12; n++ {
		l := newLine(t)
		keys := l.orders(3)
		once := true
		l.answer = func(r exchange.Request) sw.Evidence {
			if !once || r.Path != wire.PathBatch {
				return l.office(r)
			}
			once = false
			l.mem.FailStep(n, entry.ErrStorage)
			return batchOf(r, func(w wire.BatchWrite) sw.Evidence {
				if w.Ref == keys[0] {
					return ours(401, code(wire.CodeUnauthenticated))
				}
				return accept(w.Path, w.Body)
			})
		}
		for range 20 {
			_, _ = l.d.Step(l.ctx)
		}
		for _, key := range keys[1:] {
			sent := 0
			for _, r := range l.asked {
				sent += strings.Count(fmt.Sprintf("%s %s", r.Path, r.Body), key+`","method`)
			}
			if e := l.entry(key); e.State != entry.Sent || e.Doubted || sent != 1 {
				t.Errorf("step %d fails: %s is %s, in doubt once: %v, sent %d times: %v", n, key[20:], e.State, e.Doubted, sent, l.paths())
			}
		}
	}
}
