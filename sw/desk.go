package sw

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// Shelf is what the desk needs of the outbox, beside what a drainer needs.
type Shelf interface {
	Add(ctx context.Context, e idbqueue.Entry) (idbqueue.Entry, error)
	Apply(ctx context.Context, moves ...idbqueue.Move) error
	Look(ctx context.Context, owner string, now int64, limit int) (idbqueue.Snapshot, error)
	Get(ctx context.Context, key string) (idbqueue.Entry, error)
	Find(ctx context.Context, owner, record string) ([]idbqueue.Entry, error)
	Page(ctx context.Context, owner string, l idbqueue.List, before int64, limit int) ([]idbqueue.Listed, error)
	Children(ctx context.Context, owner string) ([]idbqueue.Entry, error)
	Export(ctx context.Context, owner string) ([]json.RawMessage, error)
	Import(ctx context.Context, owner string, now int64, raws []json.RawMessage) (idbqueue.Imported, error)
	Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error)
	Put(ctx context.Context, records ...idbqueue.Record) error
	Watch(f func()) (stop func())
}

// Desk is where a rep's acts meet the outbox: saving, mending, carrying away.
// It decides nothing about delivery; it asks for a drain.
type Desk struct {
	Outbox      Shelf
	Sender      Sender
	Build       string
	Now         func() int64
	Day         func() string
	Fingerprint func(body []byte) string // SHA-256 (hex); handed in, since the worker, which shares this package, need not load it
	Off         func() bool              // nothing can be saved here; nil: it can
	Kept        func() bool              // the browser has promised to keep the store; nil: it has
	Trouble     func() error             // why the books cannot be kept, nil: they can; nil func: never
	Fresh       func() bool              // opening made the store: there was none before; nil: unknown
	Wake        func()                   // asks this context's run for a drain; nil: none runs here
	Saved       func()                   // hears of each durable save; nil: nobody
}

// ErrSignedOut is returned for an act that needs a signed-in user.
var ErrSignedOut = errors.New("sw: nobody is signed in on this device")

// ErrNoAnswer is returned for an act that needs the office when it did not
// answer: what became of the act is not known.
var ErrNoAnswer = errors.New("sw: the office did not answer")

func (d *Desk) wake() {
	if d.Wake != nil {
		d.Wake()
	}
}

// user is who is signed in on this device.
func (d *Desk) user(ctx context.Context) (User, error) {
	records, err := d.Outbox.Records(ctx, idbqueue.RecordUser)
	if err != nil {
		return User{}, err
	}
	var u User
	decode(records[idbqueue.RecordUser], &u)
	if u.ID == "" {
		return User{}, ErrSignedOut
	}
	return u, nil
}

// Save stores a write. It returns nil only once the write is durable. The same
// draft saved again returns what is stored: pressed five times, it is one.
func (d *Desk) Save(ctx context.Context, draft Draft) (idbqueue.Entry, error) {
	u, err := d.user(ctx)
	if err != nil {
		return idbqueue.Entry{}, err
	}
	body, err := wire.Encode(draft.Body)
	if err != nil {
		return idbqueue.Entry{}, fmt.Errorf("sw: save %s: %w", draft.Op, err)
	}
	stored, err := d.Outbox.Add(ctx, idbqueue.Entry{
		Key: draft.Key, Owner: u.ID, Store: u.Store, Op: string(draft.Op), Record: draft.Record, Ref: ref(draft.Key),
		Title: draft.Title, Body: string(body), Fingerprint: d.Fingerprint(body), MadeAt: d.Now(), Parents: draft.Parents,
	})
	if errors.Is(err, idbqueue.ErrExists) {
		if same, getErr := d.Outbox.Get(ctx, draft.Key); getErr == nil && same.Owner == u.ID {
			return same, nil
		}
	}
	if err != nil {
		return idbqueue.Entry{}, err
	}
	d.wake()
	if d.Saved != nil {
		d.Saved()
	}
	return stored, nil
}

// ref is the short reference that people read to each other: the random end
// of the key, in two groups.
func ref(key string) string {
	if len(key) < 8 {
		return key
	}
	tail := key[len(key)-8:]
	return tail[:4] + "-" + tail[4:]
}

// Bar is the status of the signed-in user's writes.
func (d *Desk) Bar(ctx context.Context) (Bar, error) {
	v, err := d.view(ctx)
	if err != nil {
		return Bar{}, err
	}
	bar := BarOf(v)
	bar.Storage = d.storage(bar)
	bar.Lost = v.Lost
	if d.Trouble != nil && d.Trouble() != nil {
		bar.Hold = ReasonStorage
	}
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

func (d *Desk) storage(b Bar) string {
	switch {
	case d.Off != nil && d.Off():
		return StorageOff
	case d.Kept != nil && !d.Kept() && b.Oldest > 0 && d.Now()-b.Oldest > atRisk.Milliseconds():
		return StorageVolatile
	}
	return StorageOK
}

// view gathers all that the status is a function of.
func (d *Desk) view(ctx context.Context) (View, error) {
	records, err := d.Outbox.Records(ctx, idbqueue.RecordUser)
	if err != nil {
		return View{}, err
	}
	owner := readStanding(records).User
	now := d.Now()
	snap, err := d.Outbox.Look(ctx, owner.ID, now, 0)
	if err != nil {
		return View{}, err
	}
	v := View{
		Now: now, Day: d.Day(), Owner: owner.ID, Store: owner.Store, Build: d.Build,
		Holds: readStanding(snap.Records).Holds, Totals: snap.Totals, Open: snap.Open,
	}
	var loss lossRecord
	decode(snap.Records[recordLoss], &loss)
	v.Lost = loss.Count
	if snap.Totals.Children > 0 {
		if v.Family, err = d.Outbox.Children(ctx, owner.ID); err != nil {
			return View{}, err
		}
	}
	v.Known, err = d.known(ctx, v.Family)
	return v, err
}

// known reads the parents of writes, and theirs.
func (d *Desk) known(ctx context.Context, entries []idbqueue.Entry) (map[string]idbqueue.Entry, error) {
	known := map[string]idbqueue.Entry{}
	for range generations {
		var next []idbqueue.Entry
		for _, e := range entries {
			for _, key := range e.Parents {
				if _, have := known[key]; have {
					continue
				}
				parent, err := d.Outbox.Get(ctx, key)
				if errors.Is(err, idbqueue.ErrNotFound) {
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

// Cards lists the user's writes of one list, newest first. raw are the rows
// that this version cannot read.
func (d *Desk) Cards(ctx context.Context, list idbqueue.List, before int64, limit int) ([]Card, []json.RawMessage, error) {
	v, err := d.view(ctx)
	if err != nil || v.Owner == "" {
		return nil, nil, err
	}
	page, err := d.Outbox.Page(ctx, v.Owner, list, before, limit)
	if err != nil {
		return nil, nil, err
	}
	var cards []Card
	var raw []json.RawMessage
	for _, l := range page {
		if l.Entry == nil {
			raw = append(raw, l.Raw)
			continue
		}
		cards = append(cards, CardOf(*l.Entry, v))
	}
	return cards, raw, nil
}

// Card is one of the user's writes. Errors: idbqueue.ErrNotFound, also for
// another user's.
func (d *Desk) Card(ctx context.Context, key string) (Card, error) {
	v, err := d.view(ctx)
	if err != nil {
		return Card{}, err
	}
	e, err := d.Outbox.Get(ctx, key)
	if err != nil {
		return Card{}, err
	}
	if e.Owner != v.Owner {
		return Card{}, idbqueue.ErrNotFound
	}
	return CardOf(e, v), nil
}

// Find lists the user's writes that touch a record, the latest first.
func (d *Desk) Find(ctx context.Context, record string) ([]Card, error) {
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
func (d *Desk) Children(ctx context.Context, key string) ([]Card, error) {
	v, err := d.view(ctx)
	if err != nil {
		return nil, err
	}
	return cardsOf(childrenOf(v.Family, key), v), nil
}

func childrenOf(family []idbqueue.Entry, key string) []idbqueue.Entry {
	var out []idbqueue.Entry
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

func cardsOf(entries []idbqueue.Entry, v View) []Card {
	cards := make([]Card, 0, len(entries))
	for _, e := range entries {
		cards = append(cards, CardOf(e, v))
	}
	return cards
}

// Watch calls f soon after every change of the outbox, in any tab or the
// worker; a burst is told once.
func (d *Desk) Watch(f func()) (stop func()) {
	g := &gather{f: f}
	end := d.Outbox.Watch(g.changed)
	return func() { end(); g.end() }
}
