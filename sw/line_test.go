//go:build !js

package sw

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
	"waybill/server/wire/fingerprint"
)

// line is a bench for the drain: the outbox in memory, a clock that is moved
// by hand, and an office that answers from a script.
type line struct {
	t      *testing.T
	ctx    context.Context
	mem    *idbqueue.Mem
	box    *idbqueue.Outbox
	d      *Drainer
	now    int64
	luck   float64
	online bool
	took   time.Duration // what each exchange takes
	answer func(Request) Evidence
	asked  []Request
	made   int
}

func newLine(t *testing.T) *line {
	l := &line{t: t, ctx: context.Background(), mem: idbqueue.NewMem(), now: t0, luck: 0.5, online: true, took: time.Second}
	l.answer = l.office
	l.box = l.mem.Open()
	l.put(record(idbqueue.RecordUser, User{ID: "ana", Store: "S", SignedInAt: 1}))
	l.d = l.drainer("tab", false)
	return l
}

func (l *line) drainer(name string, single bool) *Drainer {
	return New(Config{
		Outbox: l.box, Sender: l, Holder: name, Build: "b1", Single: single,
		Now: func() int64 { return l.now }, Day: func() string { return "2026-11-30" },
		Rand: func() float64 { return l.luck }, Online: func() bool { return l.online },
	})
}

// Send is the network: it takes its time, and is written down.
func (l *line) Send(ctx context.Context, r Request) Evidence {
	l.asked = append(l.asked, r)
	left := l.now
	if r.Meanwhile != nil {
		r.Meanwhile(ctx)
	}
	ev := l.answer(r)
	l.now += min(l.took, r.Bound).Milliseconds()
	ev.LeftAt, ev.ArrivedAt = left, l.now
	return ev
}

func (l *line) put(records ...entry.Record) {
	l.t.Helper()
	if err := l.box.Put(l.ctx, records...); err != nil {
		l.t.Fatal(err)
	}
}

// save stores a write whose key is its record's id.
func (l *line) save(op wire.Op, change ...func(*entry.Entry)) string {
	l.t.Helper()
	l.made++
	key := fmt.Sprintf("01HZX3M1N2P3Q4R5S6T7%06d", l.made)
	body := fmt.Sprintf(`{"id":%q,"n":1}`, key)
	if !spec(op).Create {
		body = `{"n":1}`
	}
	e := entry.Entry{
		Key: key, Owner: "ana", Store: "S", Op: string(op), Record: key, Body: body,
		Fingerprint: fingerprint.Of([]byte(body)), MadeAt: l.now,
	}
	for _, f := range change {
		f(&e)
	}
	if _, err := l.box.Add(l.ctx, e); err != nil {
		l.t.Fatal(err)
	}
	return key
}

// says gives a write other content.
func says(e *entry.Entry, body string) { e.Body, e.Fingerprint = body, fingerprint.Of([]byte(body)) }

func (l *line) orders(n int) (keys []string) {
	for range n {
		keys = append(keys, l.save(wire.OpOrderCreate))
	}
	return keys
}

func (l *line) entry(key string) entry.Entry {
	l.t.Helper()
	e, err := l.box.Get(l.ctx, key)
	if err != nil {
		l.t.Fatal(err)
	}
	return e
}

func (l *line) apply(moves ...entry.Move) {
	l.t.Helper()
	if err := l.box.Apply(l.ctx, moves...); err != nil {
		l.t.Fatal(err)
	}
}

// rest drains until there is nothing to do now, and says when there will be.
func (l *line) rest() int64 {
	l.t.Helper()
	for range 400 {
		report, err := l.d.Step(l.ctx)
		if err != nil {
			l.t.Fatal(err)
		}
		if !report.Again {
			return report.WakeAt
		}
	}
	l.t.Fatal("the drainer does not come to rest")
	return 0
}

// pass lets time go by as a page does: one timer for whatever is due first.
func (l *line) pass(d time.Duration) {
	l.t.Helper()
	end := l.now + d.Milliseconds()
	for {
		wake := l.rest()
		if wake == 0 || wake > end {
			break
		}
		l.now = max(wake, l.now)
	}
	l.now = max(l.now, end)
}

func (l *line) want(key string, state entry.State, reason Reason, spent int) {
	l.t.Helper()
	if e := l.entry(key); e.State != state || e.Reason != reason || e.Books.Spent != spent {
		l.t.Errorf("%s is %s %q with %d spent, want %s %q with %d", key[20:], e.State, e.Reason, e.Books.Spent, state, reason, spent)
	}
}

func (l *line) count(state entry.State) int {
	l.t.Helper()
	page, err := l.box.Page(l.ctx, "ana", entry.ListUnsent, 0, 1000)
	if state == entry.Sent {
		page, err = l.box.Page(l.ctx, "ana", entry.ListSent, 0, 1000)
	}
	if err != nil {
		l.t.Fatal(err)
	}
	n := 0
	for _, row := range page {
		if row.Entry != nil && row.Entry.State == state {
			n++
		}
	}
	return n
}

// holds are the holds as they are stored.
func (l *line) holds() Holds {
	l.t.Helper()
	records, err := l.box.Records(l.ctx, idbqueue.RecordUser, recordHolds)
	if err != nil {
		l.t.Fatal(err)
	}
	return readStanding(records).Holds
}

// office stores whatever it is sent, and knows nothing of what was before.
func (l *line) office(r Request) Evidence {
	switch {
	case r.Path == wire.PathBatch:
		return batchOf(r, func(w wire.BatchWrite) Evidence { return accept(w.Path, w.Body) })
	case r.Method == "POST":
		return accept(r.Path, []byte(r.Body))
	case r.Method == "GET":
		return absence(r)
	}
	return ours(200, `{}`)
}

// accept is the answer of an office that takes a write.
func accept(path string, body []byte) Evidence {
	s, record, _ := wire.OpFor("POST", path)
	if s.Create {
		return ours(201, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q,"state":%q}`, read(body).ID, fingerprint.Of(body), s.State))
	}
	return ours(200, fmt.Sprintf(`{"id":%q,"state":%q}`, record, s.State))
}

// batchOf answers each item by itself.
func batchOf(r Request, each func(wire.BatchWrite) Evidence) Evidence {
	var b wire.Batch
	if err := json.Unmarshal([]byte(r.Body), &b); err != nil {
		return ours(400, code(wire.CodeMalformed))
	}
	var answer wire.BatchAnswer
	for _, w := range b.Writes {
		ev := each(w)
		if ev.Answered {
			answer.Results = append(answer.Results, wire.BatchResult{Ref: w.Ref, Status: ev.Status, Body: ev.Body})
		}
	}
	body, _ := json.Marshal(answer)
	return ours(200, string(body))
}

// absence answers a probe: nothing of it is here.
func absence(r Request) Evidence {
	if _, ids, many := strings.Cut(r.Path, "?ids="); many {
		missing, _ := json.Marshal(strings.Split(ids, ","))
		return ours(200, `{"items":[],"missing":`+string(missing)+`}`)
	}
	return ours(404, fmt.Sprintf(`{"code":"not_found","id":%q}`, r.Path[strings.LastIndex(r.Path, "/")+1:]))
}

// script answers one after the other; the last goes on for ever.
func script(answers ...Evidence) func(Request) Evidence {
	return func(Request) Evidence {
		ev := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		return ev
	}
}

// paths are the requests so far, in short.
func (l *line) paths() (all []string) {
	for _, r := range l.asked {
		all = append(all, r.Method+" "+strings.TrimPrefix(r.Path, wire.Base))
	}
	return all
}
