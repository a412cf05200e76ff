package client_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/client"
	"waybill/sw/drain"
	"waybill/sw/exchange"
	"waybill/sw/newid"
)

// line is a network whose answers a test writes; the body of a create comes
// back as its record.
type line struct {
	answer func(n int, r exchange.Request) sw.Evidence
	sent   []time.Time
}

func (l *line) Send(_ context.Context, r exchange.Request) sw.Evidence {
	l.sent = append(l.sent, time.Now())
	ev := l.answer(len(l.sent), r)
	ev.LeftAt, ev.ArrivedAt = now(), now()
	return ev
}

func now() int64 { return time.Now().UnixMilli() }

// accepted is the office's proof of a create.
func accepted(r exchange.Request) sw.Evidence {
	var body map[string]any
	_ = json.Unmarshal([]byte(r.Body), &body)
	body["fingerprint"] = r.Fingerprint
	return answer(201, body)
}

// running is a run over a memory outbox with one saved order.
func running(t *testing.T, l *line) (*drain.Run, *idbqueue.Outbox) {
	t.Helper()
	box := idbqueue.NewMem().Open()
	desk := &client.Desk{Outbox: box, Sender: &office{answers: map[string]sw.Evidence{
		"POST /api/v1/session": answer(200, wire.Session{User: &wire.User{ID: ana, Name: "ana"}, Store: "S1"}),
	}}, Now: now, Day: today, Fingerprint: fingerprint.Of, NewID: newid.New}
	if _, err := desk.SignIn(t.Context(), "ana", "secret"); err != nil {
		t.Fatal(err)
	}
	if _, err := desk.Save(t.Context(), client.Draft{Key: key1, Op: wire.OpOrderCreate, Record: key1, Body: orderBody(key1, key2, 5)}); err != nil {
		t.Fatal(err)
	}
	drainer := drain.New(drain.Config{
		Outbox: box, Sender: l, Holder: "tab", Build: "test", Now: now, Day: today,
		Rand: func() float64 { return 0.5 },
	})
	// Under js a test cannot write to its log inside a bubble.
	return drain.NewRun(drainer, nil, nil), box
}

func stateOf(t *testing.T, box *idbqueue.Outbox) entry.State {
	t.Helper()
	e, err := box.Get(context.Background(), key1)
	if err != nil {
		t.Fatal(err)
	}
	return e.State
}

func TestARecordedRetryIsExecutedWithNobodyTouchingTheDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{answer: func(n int, r exchange.Request) sw.Evidence {
			if n == 1 {
				return answer(503, wire.NewProblem(wire.CodeDraining, ""))
			}
			return accepted(r)
		}}
		run, box := running(t, l)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go run.Loop(ctx)
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := stateOf(t, box); got != entry.Sent || len(l.sent) != 2 {
			t.Fatalf("%s after %d tries, want sent after 2", got, len(l.sent))
		}
		if gap := l.sent[1].Sub(l.sent[0]); gap < time.Second || gap > 15*time.Second {
			t.Fatalf("the second try came after %v, want the schedule's", gap)
		}
	})
}

func TestAPanicCostsAStepAndNeverAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{answer: func(n int, r exchange.Request) sw.Evidence {
			if n == 1 {
				panic("transport")
			}
			return accepted(r)
		}}
		run, box := running(t, l)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go run.Loop(ctx)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if got := stateOf(t, box); got != entry.Sent {
			t.Fatalf("%s, want sent", got)
		}
	})
}

func TestAWorkersPassEndsInTimeAndSaysThatWorkIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{answer: func(int, exchange.Request) sw.Evidence { return sw.Evidence{} }}
		run, box := running(t, l)
		from := time.Now()
		if left := run.Pass(t.Context()); !left {
			t.Error("a pass with an unsent write says that nothing is left")
		}
		if took := time.Since(from); took > 140*time.Second {
			t.Errorf("the pass took %v", took)
		}
		for _, at := range l.sent {
			if at.Sub(from) > 100*time.Second {
				t.Errorf("an exchange started %v into the pass", at.Sub(from))
			}
		}
		if got := stateOf(t, box); got == entry.Sent || !got.Unsent() {
			t.Errorf("the write is %s", got)
		}
	})
}

// The third try of a slow line is answered with a code that needs a question.
func TestNoExchangeOfAPassStartsAfterAHundredSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{answer: func(n int, r exchange.Request) sw.Evidence {
			time.Sleep(29 * time.Second)
			if n < 3 {
				return answer(503, wire.NewProblem(wire.CodeDraining, ""))
			}
			return answer(409, wire.NewProblem(wire.CodeDuplicateCode, ""))
		}}
		run, _ := running(t, l)
		from := time.Now()
		run.Pass(t.Context())
		for _, at := range l.sent {
			if at.Sub(from) > 100*time.Second {
				t.Errorf("an exchange started %v into the pass", at.Sub(from))
			}
		}
	})
}

func TestAWorkersPassWithAllSentLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{answer: func(_ int, r exchange.Request) sw.Evidence { return accepted(r) }}
		run, box := running(t, l)
		if run.Pass(t.Context()) || stateOf(t, box) != entry.Sent {
			t.Fatalf("the write is %s", stateOf(t, box))
		}
	})
}

func today() string { return wire.LocalDay(time.Now()) }
