package client

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// Bar is the status of the signed-in user's writes.
func (d *Desk) Bar(ctx context.Context) (sw.Bar, error) {
	v, err := d.view(ctx)
	if err != nil {
		return sw.Bar{}, err
	}
	bar := sw.BarOf(v)
	bar.Storage, bar.Ahead = d.storage(bar), v.Ahead
	bar.Fault = sw.FaultOf(d.condition(), d.trouble(), v.Owner != "")
	bar.Lost, bar.Untold = v.Lost, v.Untold
	return bar, nil
}

// What saving is worth on a device (data-storage).
const (
	StorageOK       = "ok"
	StorageVolatile = "volatile" // work waits for days in a store that the browser may clear
	StorageOff      = "off"      // nothing can be saved here
)

// atRisk is the age from which unsent work in a store that the browser may
// clear is worth a warning: some clear what a week has not seen.
const atRisk = 48 * time.Hour

func (d *Desk) condition() sw.Condition {
	if d.Condition == nil {
		return sw.Condition{}
	}
	return d.Condition()
}

func (d *Desk) trouble() error {
	if d.Trouble == nil {
		return nil
	}
	return d.Trouble()
}

func (d *Desk) storage(b sw.Bar) string {
	switch {
	case d.condition().Off != nil:
		return StorageOff
	case d.Kept != nil && !d.Kept() && b.Oldest > 0 && d.Now()-b.Oldest > atRisk.Milliseconds():
		return StorageVolatile
	}
	return StorageOK
}

// view gathers all that the status is a function of.
func (d *Desk) view(ctx context.Context) (sw.View, error) {
	records, err := d.Outbox.Records(ctx, entry.RecordUser)
	if err != nil {
		return sw.View{}, err
	}
	owner := sw.ReadStanding(records).User
	now := d.Now()
	snap, err := d.Outbox.Look(ctx, owner.ID, now, 0)
	if err != nil {
		return sw.View{}, err
	}
	v := sw.View{
		Off: d.condition().Off != nil, Stuck: d.trouble() != nil,
		Now: now, Day: d.Day(), Owner: owner.ID, Store: owner.Store, Build: d.Build,
		Holds: sw.ReadStanding(snap.Records).Holds, Totals: snap.Totals, Open: snap.Open,
	}
	var loss sw.LossRecord
	sw.Decode(snap.Records[sw.RecordLoss], &loss)
	v.Lost, v.Untold = loss.Count, untoldIn(snap, d.Build, now)
	v.Ahead = sw.ReadStanding(snap.Records).Clock.Off()
	if snap.Totals.Children > 0 {
		if v.Family, err = d.Outbox.Children(ctx, owner.ID); err != nil {
			return sw.View{}, err
		}
	}
	v.Known, err = d.known(ctx, v.Family)
	return v, err
}

// known reads the parents of writes, and theirs.
func (d *Desk) known(ctx context.Context, entries []entry.Entry) (map[string]entry.Entry, error) {
	known := map[string]entry.Entry{}
	for range sw.Generations {
		var next []entry.Entry
		for _, e := range entries {
			for _, key := range e.Parents {
				if _, have := known[key]; have {
					continue
				}
				parent, err := d.Outbox.Get(ctx, key)
				if errors.Is(err, entry.ErrNotFound) {
					continue
				}
				if err != nil {
					return nil, err
				}
				known[key] = parent
				next = append(next, parent)
			}
		}
		entries = next
	}
	return known, nil
}

// Strange is an entry that this version cannot read, as it came. One that an
// import kept has a key, by which it can be forgotten, and the flaw it was kept
// for.
type Strange struct {
	Raw  json.RawMessage
	Key  string
	Flaw string
}

// Cards lists the user's writes of one list, newest first. raw are the rows
// that this version cannot read.
func (d *Desk) Cards(ctx context.Context, list entry.List, before int64, limit int) (cards []sw.Card, raw []Strange, err error) {
	v, err := d.view(ctx)
	if err != nil || v.Owner == "" {
		return nil, nil, err
	}
	page, err := d.Outbox.Page(ctx, v.Owner, list, before, limit)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range page {
		if l.Entry == nil {
			raw = append(raw, Strange{l.Raw, l.Kept, l.Flaw})
			continue
		}
		cards = append(cards, sw.CardOf(*l.Entry, v))
	}
	return cards, raw, nil
}

// Card is one of the user's writes. Errors: idbqueue.ErrNotFound, also for
// another user's.
func (d *Desk) Card(ctx context.Context, key string) (sw.Card, error) {
	v, err := d.view(ctx)
	if err != nil {
		return sw.Card{}, err
	}
	e, err := d.Outbox.Get(ctx, key)
	if err != nil {
		return sw.Card{}, err
	}
	if e.Owner != v.Owner {
		return sw.Card{}, entry.ErrNotFound
	}
	return sw.CardOf(e, v), nil
}

// Find lists the user's writes that touch a record, the latest first.
func (d *Desk) Find(ctx context.Context, record string) ([]sw.Card, error) {
	v, err := d.view(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := d.Outbox.Find(ctx, v.Owner, record)
	if err != nil {
		return nil, err
	}
	return cardsOf(entries, v), nil
}

// Children lists the user's unsent writes that wait for the write key.
func (d *Desk) Children(ctx context.Context, key string) ([]sw.Card, error) {
	v, err := d.view(ctx)
	if err != nil {
		return nil, err
	}
	return cardsOf(childrenOf(v.Family, key), v), nil
}

func childrenOf(family []entry.Entry, key string) []entry.Entry {
	var out []entry.Entry
	for _, e := range family {
		for _, parent := range e.Parents {
			if parent == key {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

func cardsOf(entries []entry.Entry, v sw.View) []sw.Card {
	cards := make([]sw.Card, 0, len(entries))
	for _, e := range entries {
		cards = append(cards, sw.CardOf(e, v))
	}
	return cards
}

// Recent lists the user's writes that were made since (milliseconds), sent or
// not: a look so small that a save can wait for it.
func (d *Desk) Recent(ctx context.Context, since int64) ([]entry.Entry, error) {
	return d.Outbox.Recent(ctx, since)
}

// Watch calls f soon after every change of the outbox, in any tab or the
// worker; a burst is told once.
func (d *Desk) Watch(f func()) (stop func()) {
	g := &gather{f: f}
	end := d.Outbox.Watch(g.changed)
	return func() { end(); g.end() }
}
