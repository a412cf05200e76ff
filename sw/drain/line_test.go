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
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/exchange"
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
	answer func(exchange.Request) sw.Evidence
	asked  []exchange.Request
	made   int
}

func newLine(t *testing.T) *line {
	l := &line{t: t, ctx: context.Background(), mem: idbqueue.NewMem(), now: t0, luck: 0.5, online: true, took: time.Second}
	l.answer = l.office
	l.box = l.mem.Open()
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: 1}))
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
func (l *line) Send(ctx context.Context, r exchange.Request) sw.Evidence {
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

func (l *line) want(key string, state entry.State, reason sw.Reason, spent int) {
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
func (l *line) holds() sw.Holds {
	l.t.Helper()
	records, err := l.box.Records(l.ctx, entry.RecordUser, sw.RecordHolds)
	if err != nil {
		l.t.Fatal(err)
	}
	return sw.ReadStanding(records).Holds
}

// office stores whatever it is sent, and knows nothing of what was before.
func (l *line) office(r exchange.Request) sw.Evidence {
	switch {
	case r.Path == wire.PathBatch:
		return batchOf(r, func(w wire.BatchWrite) sw.Evidence { return accept(w.Path, w.Body) })
	case r.Method == "POST":
		return accept(r.Path, []byte(r.Body))
	case r.Method == "GET":
		return absence(r)
	}
	return ours(200, `{}`)
}

// accept is the answer of an office that takes a write.
func accept(path string, body []byte) sw.Evidence {
	s, record, _ := wire.OpFor("POST", path)
	if s.Create {
		return ours(201, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q,"state":%q}`, sw.Read(body).ID, fingerprint.Of(body), s.State))
	}
	return ours(200, fmt.Sprintf(`{"id":%q,"state":%q}`, record, s.State))
}

// batchOf answers each item by itself.
func batchOf(r exchange.Request, each func(wire.BatchWrite) sw.Evidence) sw.Evidence {
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
func absence(r exchange.Request) sw.Evidence {
	if _, ids, many := strings.Cut(r.Path, "?ids="); many {
		missing, _ := json.Marshal(strings.Split(ids, ","))
		return ours(200, `{"items":[],"missing":`+string(missing)+`}`)
	}
	return ours(404, fmt.Sprintf(`{"code":"not_found","id":%q}`, r.Path[strings.LastIndex(r.Path, "/")+1:]))
}

// script answers one after the other; the last goes on for ever.
func script(answers ...sw.Evidence) func(exchange.Request) sw.Evidence {
	return func(exchange.Request) sw.Evidence {
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

// anEntry is an order under way: version 2 of it is open, version 1 left before.
func anEntry(change ...func(*entry.Entry)) entry.Entry {
	e := entry.Entry{
		Key: id1, Owner: "ana", Op: string(wire.OpOrderCreate), Record: id1, Body: `{}`, Fingerprint: fp2,
		State: entry.Retrying, Attempt: 3, Left: []string{fp1, fp2}, Seq: 1, MadeAt: t0,
		Open: &entry.Attempt{N: 3, At: t0, Deadline: t0 + 30_000, Fingerprint: fp2},
	}
	for _, f := range change {
		f(&e)
	}
	return e
}

// judge runs an answer through classify and settle.
func judge(e entry.Entry, ev sw.Evidence, m sw.Moment) sw.Next {
	return sw.Decide(e, sw.Classify(spec(wire.Op(e.Op)), e.Record, e.Open.Fingerprint, ev), m)
}

const t0 = int64(1_790_000_000_000)

const id1 = "01HZX3M1N2P3Q4R5S6T7V8W9X1"

const id2 = "01HZX3M1N2P3Q4R5S6T7V8W9X2"

const fp1 = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

const fp2 = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

// ours is a whole answer with the office's header.
func ours(status int, body string) sw.Evidence {
	return sw.Evidence{Answered: true, Whole: true, Status: status, Contract: "1", Body: []byte(body)}
}

// strange is a whole answer of a stranger.
func strange(status int, body string) sw.Evidence {
	e := ours(status, body)
	e.Contract = ""
	return e
}

// code is a problem document of a server that has looked for the write and does
// not hold it.
func code(c wire.Code) string {
	return fmt.Sprintf(`{"code":%q,"request_id":"r","not_stored":true}`, c)
}

// unlooked is a problem document that does not say whether the write is stored.
func unlooked(c wire.Code) string { return fmt.Sprintf(`{"code":%q,"request_id":"r"}`, c) }

func proof(id, fingerprint string) string {
	return fmt.Sprintf(`{"id":%q,"fingerprint":%q,"state":"placed"}`, id, fingerprint)
}

func spec(op wire.Op) wire.OpSpec {
	s, _ := op.Spec()
	return s
}

func by(owner, fingerprint string) string {
	return fmt.Sprintf(`{"id":%q,"created_by":%q,"fingerprint":%q,"state":"placed"}`, id1, owner, fingerprint)
}
