package idbqueuetest

import (
	"context"
	"encoding/json"
	"errors"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// act is one call of a public method, with the state that it needs before.
type act struct {
	name  string
	write bool
	heals bool // a step that fails once need not fail the act
	do    func(b *bench, f idbqueue.Fence, e entry.Entry) error
}

// acts are all the methods that touch the store. e is claimed, f is the lease.
var acts = []act{
	{"Add", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Add(b.ctx, b.order())
		return err
	}},
	{"Apply", true, false, func(b *bench, _ idbqueue.Fence, e entry.Entry) error {
		return b.box.Apply(b.ctx, entry.GiveUp(e.Key, now+60*sec, "typo"))
	}},
	{"Acquire", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Acquire(b.ctx, "worker", idbqueue.At(now+sec), sec, now+sec)
		return err
	}},
	{"Renew", true, false, func(b *bench, f idbqueue.Fence, _ entry.Entry) error {
		return b.box.Renew(b.ctx, f, idbqueue.At(now+5*sec), sec)
	}},
	{"Release", true, false, func(b *bench, f idbqueue.Fence, _ entry.Entry) error { return b.box.Release(b.ctx, f) }},
	{"Claim", true, false, func(b *bench, f idbqueue.Fence, e entry.Entry) error {
		_, err := b.box.Claim(b.ctx, f, ana, now, []entry.Move{entry.Claim(e.Key, e.Attempt+1, now, now, false)})
		return err
	}},
	{"Settle", true, false, func(b *bench, f idbqueue.Fence, e entry.Entry) error {
		_, err := b.box.Settle(b.ctx, f, []entry.Move{prove(e)}, entry.Record{Name: "holds", Value: json.RawMessage(`1`)})
		return err
	}},
	{"Put", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		return b.box.Put(b.ctx, entry.Record{Name: "nudge", Value: json.RawMessage(`1`)})
	}},
	{"PutFor", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		return b.box.PutFor(b.ctx, ana, entry.Record{Name: "clock", Value: json.RawMessage(`1`)})
	}},
	{"Prune", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Prune(b.ctx, ana, now+9999*sec, 10)
		return err
	}},
	{"Remove", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error { return b.box.Remove(b.ctx, "K0") }},
	{"Import", true, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Import(b.ctx, ana, now, brought(
			json.RawMessage(`{"key":"K5","owner":"01ANA","op":"order.create","record":"R5","state":"pending"}`),
		))
		return err
	}},
	{"Look", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Look(b.ctx, ana, now, 10)
		return err
	}},
	{"Get", false, false, func(b *bench, _ idbqueue.Fence, e entry.Entry) error {
		_, err := b.box.Get(b.ctx, e.Key)
		return err
	}},
	{"Find", false, false, func(b *bench, _ idbqueue.Fence, e entry.Entry) error {
		_, err := b.box.Find(b.ctx, ana, e.Record)
		return err
	}},
	{"Page", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Page(b.ctx, ana, entry.ListUnsent, 0, 10)
		return err
	}},
	{"Recent", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Recent(b.ctx, now)
		return err
	}},
	{"Children", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Children(b.ctx, ana)
		return err
	}},
	{"Looks", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Looks(b.ctx, ana, now, 10)
		return err
	}},
	{"Totals", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Totals(b.ctx, ana)
		return err
	}},
	{"Records", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Records(b.ctx, "holds")
		return err
	}},
	{"Drafts", false, false, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Drafts(b.ctx, ana)
		return err
	}},
	{"Export", false, true, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		_, err := b.box.Export(b.ctx, ana)
		return err
	}},
	{"Check", true, true, func(b *bench, _ idbqueue.Fence, _ entry.Entry) error {
		b.world.PutRaw(b, b.world.Raw(b, "K0"))
		_, err := b.box.Check(b.ctx)
		return err
	}},
}

// stage prepares what the acts need: a claimed write with a child, a
// discarded one, and one that cannot be read.
func (b *bench) stage() (idbqueue.Fence, entry.Entry) {
	b.Helper()
	b.odd()
	e := b.add()
	b.add(childOf(e.Key))
	b.apply(entry.GiveUp(b.add().Key, now, "typo"))
	f := b.claim(e.Key)
	return f, b.get(e.Key)
}

// odd stores an entry that cannot be read.
func (b *bench) odd() {
	b.Helper()
	b.world.PutRaw(b, `{"key":"K0","seq":1,"owner":"01ANA","op":"order.create","state":"melted"}`)
	_, err := b.box.Check(b.ctx)
	b.ok(err)
}

// steps counts the steps of one act.
func (b *bench) steps(a act, f idbqueue.Fence, e entry.Entry, failAt int, with error) (int, error) {
	n := 0
	b.world.Fail(func(o idbqueue.Op) error {
		if o.Kind == idbqueue.OpCommitted {
			return nil
		}
		if n++; n == failAt {
			return with
		}
		return nil
	})
	err := a.do(b, f, e)
	b.world.Fail(nil)
	return n, err
}

// endMidway ends the context of one act at a step; ended says that there was
// such a step.
func (b *bench) endMidway(a act, f idbqueue.Fence, e entry.Entry, at int) (ended bool, err error) {
	ending, cancel := context.WithCancel(b.ctx)
	defer cancel()
	n := 0
	b.world.Fail(func(o idbqueue.Op) error {
		if o.Kind == idbqueue.OpCommitted {
			return nil
		}
		if n++; n == at {
			cancel()
		}
		return nil
	})
	usual := b.ctx
	b.ctx = ending
	err = a.do(b, f, e)
	b.ctx = usual
	b.world.Fail(nil)
	return n >= at, err
}

// failStepsMax is beyond the steps of any act here.
const failStepsMax = 60

var failing = []claim{
	{"a transaction that fails at any step leaves no trace, and succeeds when done again", func(b *bench) {
		f, e := b.stage()
		for _, a := range acts {
			before := b.dump(b.box)
			for at := 1; ; at++ {
				n, err := b.steps(a, f, e, at, entry.ErrDamaged)
				if n < at { // it ran through: no step is left to fail
					b.ok(err)
					break
				}
				if a.heals && err == nil {
					continue // the ballast was not laid down; the export was read again
				}
				if !errors.Is(err, entry.ErrDamaged) || !errors.Is(err, entry.ErrStorage) {
					b.Fatalf("%s, step %d: got %v, want ErrDamaged", a.name, at, err)
				}
				if at > failStepsMax || b.dump(b.box) != before {
					b.Fatalf("%s, step %d: it left a trace", a.name, at)
				}
			}
			if changed := b.dump(b.box) != before; changed != a.write && a.name != "Check" {
				b.Errorf("%s: changed %v, want %v", a.name, changed, a.write)
			}
			b.again(&f, &e)
		}
	}},
	{"a context that ended is an error and never a success", func(b *bench) {
		f, e := b.stage()
		before := b.dump(b.box)
		ended, cancel := context.WithCancel(b.ctx)
		cancel()
		for _, a := range acts {
			late := &bench{TB: b, world: b.world, box: b.box, ctx: ended, made: 5000}
			if err := a.do(late, f, e); !errors.Is(err, context.Canceled) {
				b.Errorf("%s: got %v, want context.Canceled", a.name, err)
			}
		}
		if b.dump(b.box) != before {
			b.Errorf("it left a trace")
		}
	}},
	{"a context that ends in the middle leaves no trace", func(b *bench) {
		f, e := b.stage()
		for _, a := range acts {
			before := b.dump(b.box)
			for at := 1; ; at++ {
				ended, err := b.endMidway(a, f, e, at)
				if !ended { // it ran through
					b.ok(err)
					break
				}
				if a.heals && err == nil {
					continue
				}
				if !errors.Is(err, context.Canceled) || b.dump(b.box) != before {
					b.Fatalf("%s, step %d: got %v, and a trace: %v", a.name, at, err, b.dump(b.box) != before)
				}
			}
			b.again(&f, &e)
		}
	}},
	{"an outbox that was closed says so", func(b *bench) {
		f, e := b.stage()
		closed := b.world.Open(b)
		b.ok(closed.Close())
		for _, a := range acts {
			late := &bench{TB: b, world: b.world, box: closed, ctx: b.ctx, made: 5000}
			if err := a.do(late, f, e); !errors.Is(err, entry.ErrGone) {
				b.Errorf("%s: got %v, want ErrGone", a.name, err)
			}
		}
	}},
	{"a full disk fails a save, and only frees room for claims and proofs", func(b *bench) {
		e := b.add()
		b.sound() // lays the ballast
		commits := 0
		full := func(o idbqueue.Op) error {
			if o.Write && o.Kind == idbqueue.OpCommit {
				if commits++; commits == 1 {
					return entry.ErrQuota
				}
			}
			return nil
		}
		b.world.Fail(full)
		if _, err := b.box.Add(b.ctx, b.order()); !errors.Is(err, entry.ErrQuota) || commits != 1 {
			b.Errorf("save: got %v after %d commits", err, commits)
		}
		b.world.Fail(nil)
		b.signIn(ana)
		f := b.lease()
		commits = 0
		b.world.Fail(full)
		got, err := b.box.Claim(b.ctx, f, ana, now, []entry.Move{entry.Claim(e.Key, 1, now, now+sec, false)})
		b.world.Fail(nil)
		b.ok(err)
		b.wantKeys("claimed", got, e)
		if commits < 2 { // the claim, in memory the ballast, the claim
			b.Errorf("got %d commits, want 2 or more", commits)
		}
	}},
	{"a disk that stays full is said, and the write stays as it was", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		before := b.dump(b.box)
		b.world.Fail(func(o idbqueue.Op) error {
			if o.Write && o.Kind == idbqueue.OpCommit {
				return entry.ErrQuota
			}
			return nil
		})
		_, err := b.box.Settle(b.ctx, f, []entry.Move{prove(e)})
		b.world.Fail(nil)
		if !errors.Is(err, entry.ErrQuota) || b.dump(b.box) != before {
			b.Errorf("got %v", err)
		}
		b.settle(f, prove(e))
		if b.get(e.Key).State != entry.Sent {
			b.Errorf("with space again: got %s", b.get(e.Key).State)
		}
	}},
	{"killed at any step of its life, a write is here once and can still be sent", func(b *bench) {
		b.signIn(ana)
		for at := 1; at < failStepsMax; at++ {
			e := b.order()
			n := 0
			b.world.Fail(func(idbqueue.Op) error {
				if n++; n >= at { // nothing works any more
					return entry.ErrGone
				}
				return nil
			})
			_, saved := b.box.Add(b.ctx, e)
			_ = b.live(e)
			b.world.Fail(nil)
			b.box = b.world.Reopen(b)
			if n < at {
				return // it lived its whole life unharmed
			}
			if saved != nil { // the form still has it; it may be here all the same
				if _, err := b.box.Add(b.ctx, e); !errors.Is(err, entry.ErrExists) {
					b.ok(err)
				}
			}
			b.ok(b.live(e))
			found, err := b.box.Find(b.ctx, ana, e.Record)
			b.ok(err)
			if len(found) != 1 || found[0].State != entry.Sent {
				b.Fatalf("killed at step %d: got %+v", at, found)
			}
		}
		b.Fatal("its life has no end")
	}},
	{"what was committed survives a crash, what was not is gone", func(b *bench) {
		f, e := b.stage()
		before := b.dump(b.box)
		_, err := b.steps(acts[6], f, e, 3, entry.ErrGone)
		if err == nil {
			b.Errorf("the settle did not fail")
		}
		b.box = b.world.Reopen(b)
		if b.dump(b.box) != before {
			b.Errorf("half a settle survived")
		}
		b.settle(f, prove(e))
		after := b.dump(b.box)
		b.box = b.world.Reopen(b)
		if b.dump(b.box) != after {
			b.Errorf("a settle was lost")
		}
	}},
}

// live takes a write that is here from wherever it stands to its proof.
func (b *bench) live(e entry.Entry) error {
	f, err := b.box.Acquire(b.ctx, "tab", idbqueue.At(now), 60*sec, now)
	if err != nil {
		return err
	}
	stored, err := b.box.Get(b.ctx, e.Key)
	if err != nil {
		return err
	}
	claim := entry.Claim(e.Key, stored.Attempt+1, now, now+sec, false)
	if _, err := b.box.Claim(b.ctx, f, ana, now+2*sec, []entry.Move{claim}); err != nil {
		return err
	}
	_, err = b.box.Settle(b.ctx, f, []entry.Move{prove(e)})
	return err
}

// again readies the stage for the next act after one went through.
func (b *bench) again(f *idbqueue.Fence, e *entry.Entry) {
	b.Helper()
	b.odd()
	b.apply(entry.GiveUp(b.add().Key, now, "typo"))
	next := b.add()
	*f = b.claim(next.Key)
	*e = b.get(next.Key)
}
