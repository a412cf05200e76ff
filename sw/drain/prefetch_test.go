//go:build !js

package drain

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// packer is a line whose sender prepares bodies, and writes them down.
type packer struct {
	*line
	packed []string
}

func (p *packer) Pack(_ context.Context, body string) { p.packed = append(p.packed, body) }

// leased is a line with so many orders and the lease: its next step sends.
func leased(t *testing.T, orders int) (*line, []string) {
	t.Helper()
	l := newLine(t)
	keys := l.orders(orders)
	if _, err := l.d.Step(l.ctx); err != nil || !l.d.leased {
		t.Fatal(err)
	}
	return l, keys
}

func (l *line) step() {
	l.t.Helper()
	if _, err := l.d.Step(l.ctx); err != nil {
		l.t.Fatal(err)
	}
}

func (l *line) posts() (batches int) {
	for _, r := range l.asked {
		if r.Path == wire.PathBatch {
			batches++
		}
	}
	return batches
}

func TestTheNextBatchIsLookedUpAndPackedWhileAnAnswerTravels(t *testing.T) {
	l, keys := leased(t, 250)
	p := &packer{line: l}
	l.d.Sender = p
	l.step()
	if n := l.posts(); n != 3 || l.count(entry.Sent) != len(keys) {
		t.Fatalf("one step sent %d of %d in %d batches", l.count(entry.Sent), len(keys), n)
	}
	for i, r := range l.asked[1:] {
		if i >= len(p.packed) || r.Body != p.packed[i] {
			t.Errorf("batch %d is not the one that was packed", i+2)
		}
	}
	for i, r := range l.asked {
		if want := fmt.Sprintf("%d;", 250-100*i); !strings.HasPrefix(r.Unsent, want) {
			t.Errorf("batch %d says that %q are unsent, want %s", i+1, r.Unsent, want)
		}
	}
}

func TestNothingFollowsAnAnswerThatChangesWhatMayGoOut(t *testing.T) {
	for name, ev := range map[string]sw.Evidence{
		"no answer": {}, "a portal": strange(200, "<html>"), "503": ours(503, code(wire.CodeBusy)),
		"signed out": ours(401, code(wire.CodeUnauthenticated)), "too old": ours(426, code(wire.CodeUpgradeRequired)),
		"no batch here": ours(404, code(wire.CodeNoSuchRoute)),
	} {
		l, _ := leased(t, 150)
		l.answer = script(ev)
		l.step()
		if n := l.posts(); n != 1 || len(l.asked) != 1 {
			t.Errorf("%s: %v", name, l.paths())
		}
	}
	l, _ := leased(t, 150)
	l.answer = func(r exchange.Request) sw.Evidence {
		return batchOf(r, func(wire.BatchWrite) sw.Evidence { return ours(503, code(wire.CodeBusy)) })
	}
	l.step()
	if n := l.posts(); n != 1 || len(l.asked) != 1 {
		t.Errorf("each write's own 503: %v", l.paths())
	}
}

func TestNothingFollowsWhatHappensWhileAnAnswerTravels(t *testing.T) {
	for name, happens := range map[string]func(*line){
		"the rep signs out":     func(l *line) { l.put(entry.Record{Name: entry.RecordUser}) },
		"another rep signs in":  func(l *line) { l.put(sw.Record(entry.RecordUser, sw.User{ID: "ben", Store: "S", SignedInAt: 2})) },
		"the network goes":      func(l *line) { l.online = false },
		"the clock runs back":   func(l *line) { l.now -= time.Hour.Milliseconds() },
		"it takes a long time":  func(l *line) { l.now += 2 * followWithin.Milliseconds() },
		"another has the lease": func(l *line) { l.now += time.Hour.Milliseconds(); l.drains("other") },
	} {
		l, _ := leased(t, 150)
		l.answer = func(r exchange.Request) sw.Evidence { happens(l); return l.office(r) }
		_, _ = l.d.Step(l.ctx) // a lost lease is no error that anybody need hear of
		if n := l.posts(); n != 1 {
			t.Errorf("%s: %d batches", name, n)
		}
	}
}

// drains lets another drainer take the lease.
func (l *line) drains(holder string) {
	l.t.Helper()
	if _, err := l.box.Acquire(l.ctx, holder, idbqueue.At(l.now), 60_000, l.now); err != nil {
		l.t.Fatal(err)
	}
}

func TestWhatAStepLooksAtFirstIsHeardBeforeAnythingFollows(t *testing.T) {
	for name, r := range map[string]func(now int64) entry.Record{
		"a wish": func(now int64) entry.Record {
			return sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: now})
		},
		"a new sign-in": func(now int64) entry.Record {
			return sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: now})
		},
	} {
		l, _ := leased(t, 150)
		once := true
		l.d.Sender = sending(func(ctx context.Context, rq exchange.Request) sw.Evidence {
			if once {
				once = false
				l.put(r(l.now))
			}
			return l.Send(ctx, rq)
		})
		l.step()
		if n := l.posts(); n != 1 {
			t.Errorf("%s: %d batches", name, n)
		}
	}
}

func TestAWishThatComesWithTheAnswerIsKept(t *testing.T) {
	l, _ := leased(t, 150)
	l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now}))
	l.answer = func(r exchange.Request) sw.Evidence {
		if l.posts() == 1 {
			l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeInsist, At: l.now}))
		}
		return l.office(r)
	}
	l.step()
	records, err := l.box.Records(l.ctx, sw.RecordNudge)
	if err != nil || sw.ReadStanding(records).Nudge.Nudge != sw.NudgeInsist {
		t.Errorf("after %d batches the wish is %s (%v)", l.posts(), records[sw.RecordNudge], err)
	}
}

func TestAWriteThatWasJustTriedKeepsItsWait(t *testing.T) {
	l, keys := leased(t, 120)
	tries := 0
	l.answer = func(r exchange.Request) sw.Evidence {
		return batchOf(r, func(w wire.BatchWrite) sw.Evidence {
			if w.Ref == keys[0] {
				tries++
				return ours(503, code(wire.CodeBusy))
			}
			return accept(w.Path, w.Body)
		})
	}
	l.step()
	if tries != 1 || l.count(entry.Sent) != 119 {
		t.Errorf("tried %d times, %d others sent", tries, l.count(entry.Sent))
	}
	l.want(keys[0], entry.Retrying, sw.ReasonFailing, 1)
}

type sending func(context.Context, exchange.Request) sw.Evidence

func (f sending) Send(ctx context.Context, r exchange.Request) sw.Evidence { return f(ctx, r) }

func TestWhatTheRepTakesBackMeanwhileDoesNotFollow(t *testing.T) {
	l, keys := leased(t, 150)
	l.answer = func(r exchange.Request) sw.Evidence {
		if l.posts() == 1 {
			l.apply(entry.GiveUp(keys[120], l.now, sw.DiscardByRep))
			e := l.entry(keys[121])
			says(&e, `{"id":"`+e.Record+`","n":7}`)
			l.apply(entry.Edit(e.Key, l.now, e.Body, e.Fingerprint, "", nil))
		}
		return l.office(r)
	}
	l.step()
	if len(l.asked) != 2 {
		t.Fatalf("asked %v", l.paths())
	}
	var batch wire.Batch
	if err := json.Unmarshal([]byte(l.asked[1].Body), &batch); err != nil {
		t.Fatal(err)
	}
	if len(batch.Writes) != 48 {
		t.Errorf("%d writes follow, want all but two", len(batch.Writes))
	}
	l.want(keys[120], entry.Discarded, "", 0)
	l.want(keys[121], entry.Pending, "", 0) // its own step knows how large it is now
	l.rest()
	if last := l.asked[len(l.asked)-1]; !strings.Contains(last.Body, `"n":7`) {
		t.Errorf("the edited write went out as %s", last.Body)
	}
	l.want(keys[121], entry.Sent, "", 0)
}

func TestALookAheadThatFailsCostsNothing(t *testing.T) {
	l, keys := leased(t, 150)
	l.d.Sender = sending(func(ctx context.Context, r exchange.Request) sw.Evidence {
		if r.Meanwhile != nil {
			l.mem.FailAll(entry.ErrStorage)
			r.Meanwhile(ctx)
			r.Meanwhile = nil
			l.mem.FailAll(nil)
		}
		return l.Send(ctx, r)
	})
	l.step()
	if n := l.posts(); n != 1 {
		t.Errorf("%d batches in a step", n)
	}
	l.rest()
	if n := l.count(entry.Sent); n != len(keys) {
		t.Errorf("%d of %d sent", n, len(keys))
	}
}
