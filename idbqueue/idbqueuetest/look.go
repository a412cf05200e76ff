package idbqueuetest

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

func (b *bench) look(at int64, limit int) entry.Snapshot {
	b.Helper()
	s, err := b.box.Look(b.ctx, ana, at, limit)
	b.ok(err)
	return s
}

var looking = []claim{
	{"turns go to the never tried, then the one tried longest ago, then the oldest", func(b *bench) {
		one, two, three := b.add(), b.add(), b.add()
		f := b.claim(one.Key)
		b.settle(f, retry(one.Key, 1, 0))
		b.wantKeys("due", b.look(now+60*sec, 10).Due, two, three, one)
		b.wantKeys("due, two of them", b.look(now+60*sec, 2).Due, two, three)
		b.wantKeys("due, one of them", b.look(now+60*sec, 1).Due, two)
	}},
	{"the order of turns holds beyond the limit", func(b *bench) {
		var keys []string
		for range 30 {
			keys = append(keys, b.add().Key)
		}
		f := b.claim(keys[:20]...)
		var moves []entry.Move
		for _, key := range keys[:20] {
			moves = append(moves, retry(key, 1, 0))
		}
		b.settle(f, moves...)
		due := b.look(now+60*sec, 12).Due
		if len(due) != 12 || due[0].Key != keys[20] || due[9].Key != keys[29] || due[10].Key != keys[0] {
			b.Errorf("got %v", keysOf(due))
		}
	}},
	{"few that are due are found behind many that are not", func(b *bench) {
		var keys []string
		for range 20 {
			keys = append(keys, b.add().Key)
		}
		f := b.claim(keys...)
		var moves []entry.Move
		for i, key := range keys {
			delay := int64(3600) * sec
			if i >= 17 {
				delay = 0
			}
			moves = append(moves, retry(key, 1, delay))
		}
		b.settle(f, moves...)
		for limit, want := range map[int]int{2: 2, 3: 3, 5: 3, 40: 3} {
			due := b.look(now+60*sec, limit).Due
			if len(due) != want || due[0].Key != keys[17] || due[want-1].Key != keys[16+want] {
				b.Errorf("limit %d: got %v", limit, keysOf(due))
			}
		}
	}},
	{"a look without a limit reads no writes", func(b *bench) {
		b.add()
		if s := b.look(now+60*sec, 0); len(s.Due) != 0 || s.Totals.Pending != 1 {
			b.Errorf("got %v, %+v", keysOf(s.Due), s.Totals)
		}
	}},
	{"what is not due yet says when", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, retry(e.Key, 1, 40*sec))
		s := b.look(now+40*sec, 10)
		if len(s.Due) != 0 || s.NextAt != now+41*sec {
			b.Errorf("got due %v, next at %d, want %d", keysOf(s.Due), s.NextAt, now+41*sec)
		}
		b.wantKeys("due then", b.look(s.NextAt, 10).Due, e)
		if s := b.look(s.NextAt, 10); s.NextAt != 0 {
			b.Errorf("got next at %d after the last wait", s.NextAt)
		}
	}},
	{"a wait set by a clock that ran back is seen and rewritten once", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, retry(e.Key, 1, 5*sec))
		early := now - 24*3600*sec
		b.wantKeys("jumped", b.look(early, 10).Jumped, e)
		b.settle(f, entry.Restamp(e.Key, early, entry.Wait{SetAt: early, DelayMS: 2 * sec}))
		s := b.look(early, 10)
		if len(s.Jumped) != 0 || s.NextAt != early+2*sec {
			b.Errorf("got jumped %v, next at %d", keysOf(s.Jumped), s.NextAt)
		}
		if again := b.settle(f, entry.Restamp(e.Key, early, entry.Wait{})); len(again.Stale) != 1 {
			b.Errorf("a second rewrite was not stale")
		}
	}},
	{"open attempts of any owner are seen, and are not due", func(b *bench) {
		e := b.add()
		b.claim(e.Key)
		s, err := b.box.Look(b.ctx, ben, now+60*sec, 10)
		b.ok(err)
		b.wantKeys("open", s.Open, e)
		if due := b.look(now+60*sec, 10).Due; len(due) != 0 {
			b.Errorf("an open attempt is due: %v", keysOf(due))
		}
	}},
	{"another owner's writes are counted and not shown", func(b *bench) {
		b.add(of(ben))
		b.add(of(""))
		s := b.look(now+60*sec, 10)
		if len(s.Due) != 0 || s.Totals.Others != 1 || s.Totals.Unowned != 1 || s.Totals.Unsent() != 0 {
			b.Errorf("got due %v, totals %+v", keysOf(s.Due), s.Totals)
		}
	}},
	{"the records come along, drafts do not", func(b *bench) {
		b.signIn(ana)
		b.ok(b.box.Put(b.ctx,
			entry.Record{Name: idbqueue.DraftName(ana, "order"), Value: json.RawMessage(`{}`)},
			entry.Record{Name: "holds", Value: json.RawMessage(`{}`)}))
		b.lease()
		records := b.look(now, 10).Records
		if len(records) != 3 || records["user"] == nil || records["holds"] == nil || records["lease"] == nil {
			b.Errorf("got %v", records)
		}
	}},
	{"what is to be looked up again is listed when due", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, retry(e.Key, 1, 0))
		b.apply(entry.GiveUp(e.Key, now+2*sec, "typo"))
		got, err := b.box.Looks(b.ctx, ana, now+2*sec, 10)
		b.ok(err)
		b.wantKeys("looks", got, e)
		b.settle(f, entry.Look(e.Key, now+3*sec, now+3600*sec, "", "", nil))
		got, err = b.box.Looks(b.ctx, ana, now+3*sec, 10)
		b.ok(err)
		b.wantKeys("looks", got)
	}},
}

var listing = []claim{
	{"a write is on one list, newest first, page by page", func(b *bench) {
		one, two, three := b.add(), b.add(), b.add()
		gone := b.add()
		b.apply(entry.GiveUp(gone.Key, now, "typo"))
		page, err := b.box.Page(b.ctx, ana, entry.ListUnsent, 0, 2)
		b.ok(err)
		b.wantKeys("first page", entriesOf(page), three, two)
		page, err = b.box.Page(b.ctx, ana, entry.ListUnsent, page[1].Seq, 2)
		b.ok(err)
		b.wantKeys("second page", entriesOf(page), one)
		page, err = b.box.Page(b.ctx, ana, entry.ListDiscarded, 0, 2)
		b.ok(err)
		b.wantKeys("discarded", entriesOf(page), gone)
	}},
	{"what was made lately is listed, sent or not, up to what is older", func(b *bench) {
		b.signIn(ana)
		made := func(at int64) func(*entry.Entry) { return func(e *entry.Entry) { e.MadeAt = at } }
		before, older := b.add(made(now)), b.add(made(now-10*sec))
		var recent []entry.Entry
		for range 40 { // more than one reading
			recent = append([]entry.Entry{b.add(made(now))}, recent...)
		}
		b.add(of(ben))
		sent := recent[0]
		b.settle(b.claim(sent.Key), entry.Prove(sent.Key, sent.Record, entry.Receipt{Fingerprint: sent.Fingerprint}, "", nil))
		got, err := b.box.Recent(b.ctx, now-5*sec)
		b.ok(err)
		b.wantKeys("recent", got, append(recent[1:], sent)...)
		got, err = b.box.Recent(b.ctx, now-10*sec)
		b.ok(err)
		b.wantKeys("recent and older", got, append(recent[1:], older, before, sent)...)
		b.ok(b.box.Put(b.ctx, entry.Record{Name: entry.RecordUser}))
		got, err = b.box.Recent(b.ctx, now-10*sec)
		b.ok(err)
		b.wantKeys("recent of nobody", got)
	}},
	{"what touches a record is found, the latest first", func(b *bench) {
		one := b.add(transition("dispatch.deliver", "D1"))
		b.apply(entry.GiveUp(one.Key, now, "typo"))
		two := b.add(transition("dispatch.fail", "D1"))
		b.add(transition("dispatch.fail", "D2"))
		got, err := b.box.Find(b.ctx, ana, "D1")
		b.ok(err)
		b.wantKeys("found", got, two, one)
		got, err = b.box.Find(b.ctx, ben, "D1")
		b.ok(err)
		b.wantKeys("found for another", got)
	}},
	{"a write is found by an id that it gave up", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, entry.End(e.Key, 1, now, entry.Ending{To: entry.Conflict, Reason: "id_reused"}))
		b.apply(entry.Replace(e.Key, now, "R-new", "{}", "F2"))
		for _, id := range []string{e.Record, "R-new"} {
			got, err := b.box.Find(b.ctx, ana, id)
			b.ok(err)
			b.wantKeys(id, got, e)
		}
	}},
	{"an absent entry is not found", func(b *bench) {
		if _, err := b.box.Get(b.ctx, "K9999"); !errors.Is(err, entry.ErrNotFound) {
			b.Errorf("got %v, want ErrNotFound", err)
		}
	}},
}

func entriesOf(page []entry.Listed) []entry.Entry {
	var entries []entry.Entry
	for _, l := range page {
		if l.Entry != nil {
			entries = append(entries, *l.Entry)
		}
	}
	return entries
}

var recording = []claim{
	{"a record is put, read and removed", func(b *bench) {
		name := idbqueue.DraftName(ana, "order")
		b.ok(b.box.Put(b.ctx, entry.Record{Name: name, Value: json.RawMessage(`{"note":"< ü"}`)}))
		b.box = b.world.Reopen(b)
		records, err := b.box.Records(b.ctx, name, "absent")
		b.ok(err)
		var draft struct{ Note string }
		b.ok(json.Unmarshal(records[name], &draft))
		if len(records) != 1 || draft.Note != "< ü" {
			b.Errorf("got %v", records)
		}
		b.ok(b.box.Put(b.ctx, entry.Record{Name: name}))
		if records, _ := b.box.Records(b.ctx, name); len(records) != 0 {
			b.Errorf("a removed record is here: %v", records)
		}
	}},
	{"drafts are their owner's", func(b *bench) {
		b.ok(b.box.Put(b.ctx, entry.Record{Name: idbqueue.DraftName(ana, "order"), Value: json.RawMessage(`{}`)},
			entry.Record{Name: idbqueue.DraftName(ben, "order"), Value: json.RawMessage(`{}`)}))
		drafts, err := b.box.Drafts(b.ctx, ana)
		b.ok(err)
		if len(drafts) != 1 || drafts[idbqueue.DraftName(ana, "order")] == nil {
			b.Errorf("got %v", drafts)
		}
	}},
	{"a record that is made of what is stored loses nothing, whoever puts at once", func(b *bench) {
		const tabs, times = 4, 10
		more := func(was json.RawMessage) json.RawMessage {
			return json.RawMessage(`"` + strings.Trim(string(was), `"`) + `x"`)
		}
		var all sync.WaitGroup
		for range tabs {
			box := b.world.Open(b)
			all.Go(func() {
				for range times {
					if err := box.Put(b.ctx, entry.Record{Name: "wishes", Of: more}); err != nil {
						b.Error(err)
					}
				}
			})
		}
		all.Wait()
		f := b.lease()
		_, err := b.box.Settle(b.ctx, f, nil, entry.Record{Name: "wishes", Of: more})
		b.ok(err)
		draft := idbqueue.DraftName(ana, "order")
		b.ok(b.box.Put(b.ctx, entry.Record{Name: draft, Of: more}))
		b.ok(b.box.Put(b.ctx, entry.Record{Name: draft, Of: more}))
		records, err := b.box.Records(b.ctx, "wishes", draft)
		b.ok(err)
		if got := string(records["wishes"]); got != `"`+strings.Repeat("x", tabs*times+1)+`"` || string(records[draft]) != `"xx"` {
			b.Errorf("wishes are %s, the draft %s", got, records[draft])
		}
		b.ok(b.box.Put(b.ctx, entry.Record{Name: "wishes", Of: func(json.RawMessage) json.RawMessage { return nil }}))
		if records, _ := b.box.Records(b.ctx, "wishes"); len(records) != 0 {
			b.Errorf("made into nothing, it is here: %v", records)
		}
		bad := entry.Record{Name: "wishes", Of: func(json.RawMessage) json.RawMessage { return json.RawMessage("{") }}
		if err := b.box.Put(b.ctx, bad); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("made into what is no JSON: %v", err)
		}
	}},
	{"what is put for a user is put as long as that one is signed in", func(b *bench) {
		one := entry.Record{Name: "a", Value: json.RawMessage(`1`)}
		b.signIn(ana)
		b.ok(b.box.PutFor(b.ctx, ana, one))
		b.ok(b.box.Put(b.ctx, entry.Record{Name: "a"}, entry.Record{Name: entry.RecordUser}))
		for _, owner := range []string{ana, ""} {
			if err := b.box.PutFor(b.ctx, owner, one); !errors.Is(err, entry.ErrOwner) {
				b.Errorf("nobody is signed in, for %q: got %v, want ErrOwner", owner, err)
			}
		}
		b.signIn("01BEN")
		if err := b.box.PutFor(b.ctx, ana, one); !errors.Is(err, entry.ErrOwner) {
			b.Errorf("another is signed in: got %v, want ErrOwner", err)
		}
		records, err := b.box.Records(b.ctx, "a")
		b.ok(err)
		if len(records) != 0 {
			b.Errorf("got %v", records)
		}
	}},
	{"what is not JSON is no record", func(b *bench) {
		err := b.box.Put(b.ctx, entry.Record{Name: "a", Value: json.RawMessage(`{`)})
		if !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
	}},
	{"a change is heard by every tab, a look or a try by none", func(b *bench) {
		other := b.world.Open(b)
		heard := make(chan struct{}, 100)
		stop := other.Watch(func() { heard <- struct{}{} })
		b.ok(b.box.Probe(b.ctx, "page"))
		b.look(now, 10)
		b.add()
		<-heard
		b.add()
		<-heard
		if n := len(heard); n != 0 {
			b.Errorf("%d more were heard", n)
		}
		stop()
	}},
}
