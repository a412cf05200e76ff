//go:build !js

package drain

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// Many writes in one exchange, and many doubts in one question.

func TestWhereThereIsNoBatchTheyGoOneByOneUntilTheNextStart(t *testing.T) {
	for _, status := range []int{404, 405, 501} {
		l := newLine(t)
		l.orders(3)
		l.answer = func(r exchange.Request) sw.Evidence {
			if r.Path == wire.PathBatch {
				return ours(status, `{}`)
			}
			return l.office(r)
		}
		l.rest()
		l.orders(2)
		l.rest()
		if n := l.count(entry.Sent); n != 5 || len(l.asked) != 6 || l.holds().Device != nil {
			t.Errorf("%d: %d sent in %v", status, n, l.paths())
		}
	}
	// A stranger's 404 says nothing about batches.
	l := newLine(t)
	l.orders(3)
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Path == wire.PathBatch {
			return strange(404, "<html>")
		}
		return l.office(r)
	}
	l.rest()
	if l.d.window.Off {
		t.Error("a stranger's 404 switches batches off")
	}
}

func TestABatchAsAWholeSpendsNobodyAndEachItemGetsItsOwnVerdict(t *testing.T) {
	l := newLine(t)
	keys := l.orders(5)
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return absence(r)
		}
		return batchOf(r, func(w wire.BatchWrite) sw.Evidence {
			switch w.Ref {
			case keys[0]:
				return ours(503, code(wire.CodeBusy))
			case keys[1]:
				return ours(422, code(wire.CodeValidationFailed))
			case keys[2]:
				return ours(409, code(wire.CodeDuplicateCode))
			case keys[3]:
				return sw.Evidence{} // it is not named
			}
			return accept(w.Path, w.Body)
		})
	}
	l.d.Step(l.ctx) // the lease
	l.d.Step(l.ctx) // the turn
	l.want(keys[0], entry.Retrying, sw.ReasonFailing, 1)
	l.want(keys[1], entry.Rejected, "validation_failed", 1)
	l.want(keys[2], entry.Conflict, "duplicate_code", 1)
	l.want(keys[3], entry.Retrying, sw.ReasonFailing, 0)
	l.want(keys[4], entry.Sent, "", 0)
	if l.holds().Device != nil {
		t.Errorf("a verdict has the last word on the hold: %+v", l.holds().Device)
	}
	if !l.entry(keys[3]).Doubt {
		t.Error("what is not named is not in doubt")
	}
	l = newLine(t)
	keys = l.orders(3)
	l.answer = script(ours(503, code(wire.CodeBusy)))
	l.rest()
	for _, key := range keys {
		if e := l.entry(key); e.Books.Spent != 0 || !e.Doubt {
			t.Errorf("a whole batch's 503: spent %d, doubt %v", e.Books.Spent, e.Doubt)
		}
	}
	if l.holds().Device == nil {
		t.Error("and it holds nothing")
	}
}

func TestABatchCarriesTheBodiesOwnBytes(t *testing.T) {
	l := newLine(t)
	odd := `{"id":"%s","note":"<&> \u2028 ` + "\u2028" + ` é","n":1.50}`
	a := l.save(wire.OpOrderCreate, func(e *entry.Entry) { says(e, fmt.Sprintf(odd, e.Record)) })
	b := l.save(wire.OpDispatchDeliver)
	l.rest()
	var batch wire.Batch
	if err := json.Unmarshal([]byte(l.asked[0].Body), &batch); err != nil {
		t.Fatal(err)
	}
	for i, key := range []string{a, b} {
		w, e := batch.Writes[i], l.entry(key)
		if string(w.Body) != e.Body || w.Fingerprint != e.Fingerprint || w.Ref != key || w.Method != "POST" {
			t.Errorf("%+v", w)
		}
		if frame := len(l.asked[0].Body) - len(e.Body); frame > 2*sw.ItemFrame+len(e.Body)+200 {
			t.Errorf("the frame is larger than it is counted: %d", frame)
		}
	}
}

func TestTheWindowHalvesAndGrows(t *testing.T) {
	w := sw.NewWindow(0)
	if !w.Fits(50, sw.WindowStart) || w.Fits(50, sw.WindowStart+1) || w.Fits(wire.BatchMax+1, 1) {
		t.Errorf("it starts as %+v", w)
	}
	for n := range 6 {
		w = w.Grown(50, time.Second)
		if want := min(2*sw.WindowStart<<n, wire.BatchBytesMax); w.Bytes != want {
			t.Errorf("after %d batches %d bytes, want %d", n+1, w.Bytes, want)
		}
	}
	if slow := sw.NewWindow(0).Grown(50, 11*time.Second); slow.Bytes != sw.NewWindow(0).Bytes {
		t.Error("a slow line gets more at a time")
	}
	for _, want := range []int{50, 25, 12, 6, 3, 1, 1} {
		count := min(w.Count, wire.BatchMax)
		if w = w.Halved(count); w.Count != want {
			t.Errorf("halved to %d, want %d", w.Count, want)
		}
	}
	for _, want := range []int{2, 4, 8, 16, 32, 64, 100, 100} {
		if w = w.Grown(1, 0); w.Count != want {
			t.Errorf("grown to %d, want %d", w.Count, want)
		}
	}
}

func TestManyDoubtsAreOneQuestion(t *testing.T) {
	l := newLine(t)
	keys := l.orders(40)
	there := true
	l.answer = func(r exchange.Request) sw.Evidence {
		switch {
		case r.Path == wire.PathBatch && len(l.asked) == 1:
			return batchOf(r, func(wire.BatchWrite) sw.Evidence { return ours(409, `{}`) })
		case r.Method == "GET" && there:
			var items []string
			for _, key := range keys {
				items = append(items, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, l.entry(key).Fingerprint))
			}
			return ours(200, `{"items":[`+strings.Join(items, ",")+`],"missing":[]}`)
		}
		return l.office(r)
	}
	l.rest()
	if n := l.count(entry.Sent); n != 40 || len(l.asked) != 2 {
		t.Errorf("%d sent, asked %v", n, l.paths())
	}
}
