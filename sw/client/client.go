package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/alert"
	"waybill/sw/exchange"
)

// Shelf is what the desk needs of the outbox, beside what a drainer needs.
type Shelf interface {
	Add(ctx context.Context, e entry.Entry) (entry.Entry, error)
	Apply(ctx context.Context, moves ...entry.Move) error
	Look(ctx context.Context, owner string, now int64, limit int) (entry.Snapshot, error)
	Get(ctx context.Context, key string) (entry.Entry, error)
	Find(ctx context.Context, owner, record string) ([]entry.Entry, error)
	Page(ctx context.Context, owner string, l entry.List, before int64, limit int) ([]entry.Listed, error)
	Children(ctx context.Context, owner string) ([]entry.Entry, error)
	Recent(ctx context.Context, since int64) ([]entry.Entry, error)
	Export(ctx context.Context, owner string) ([]json.RawMessage, error)
	Import(ctx context.Context, owner string, now int64, all []idbqueue.Brought) (idbqueue.Imported, error)
	Remove(ctx context.Context, key string) error
	Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error)
	Drafts(ctx context.Context, owner string) (map[string]json.RawMessage, error)
	Put(ctx context.Context, records ...entry.Record) error
	PutFor(ctx context.Context, owner string, records ...entry.Record) error
	Watch(f func()) (stop func())
}

// Desk is where a rep's acts meet the outbox: saving, mending, carrying away.
// It decides nothing about delivery; it asks for a drain.
type Desk struct {
	Outbox      Shelf
	Sender      exchange.Sender
	Build       string
	Now         func() int64
	Day         func() string
	Fingerprint func(body []byte) string        // SHA-256 (hex); handed in, since the worker, which shares this package, need not load it
	NewID       func(now int64) (string, error) // a client id; handed in likewise
	Condition   func() sw.Condition             // how the store was found; nil: all is well
	Kept        func() bool                     // the browser has promised to keep the store; nil: it has
	Trouble     func() error                    // why the books cannot be kept, nil: they can; nil func: never
	Wake        func()                          // asks this context's run for a drain; nil: none runs here
	Saved       func()                          // hears of each durable save; nil: nobody
	Seen        func() bool                     // a page is in front of somebody; nil: always
	Show        func(alert.Told)                // shows a notice in the background; nil: none can be shown
	Thaw        time.Duration                   // how long a rep's move waits for the attempt under way; 0: not at all
}

// ErrSignedOut is returned for an act that needs a signed-in user.
var ErrSignedOut = errors.New("sw: nobody is signed in on this device")

// ErrNoAnswer is returned for an act that needs the office when it did not
// answer: what became of the act is not known.
var ErrNoAnswer = errors.New("sw: the office did not answer")

// wake asks for a drain after a change of the outbox, also one that seems to
// have failed: what was committed unheard is due like any other.
func (d *Desk) wake() {
	if d.Wake != nil {
		d.Wake()
	}
}

// user is who is signed in on this device.
func (d *Desk) user(ctx context.Context) (sw.User, error) {
	records, err := d.Outbox.Records(ctx, entry.RecordUser)
	if err != nil {
		return sw.User{}, err
	}
	var u sw.User
	sw.Decode(records[entry.RecordUser], &u)
	if u.ID == "" {
		return sw.User{}, ErrSignedOut
	}
	return u, nil
}

// Save stores a write. It returns nil only once the write is durable. The same
// draft saved again returns what is stored: pressed five times, it is one.
func (d *Desk) Save(ctx context.Context, draft Draft) (entry.Entry, error) {
	u, err := d.user(ctx)
	if err != nil {
		return entry.Entry{}, err
	}
	body, err := wire.Encode(draft.Body)
	if err != nil {
		return entry.Entry{}, fmt.Errorf("sw: save %s: %w", draft.Op, err)
	}
	stored, err := d.Outbox.Add(ctx, entry.Entry{
		Key: draft.Key, Owner: u.ID, Store: u.Store, Op: string(draft.Op), Record: draft.Record, Ref: Ref(draft.Key),
		Title: draft.Title, Body: string(body), Fingerprint: d.Fingerprint(body), MadeAt: d.Now(), Parents: draft.Parents,
	})
	d.wake()
	if errors.Is(err, entry.ErrExists) {
		if same, getErr := d.Outbox.Get(ctx, draft.Key); getErr == nil && same.Owner == u.ID {
			return same, nil
		}
	}
	if err != nil {
		return entry.Entry{}, err
	}
	if d.Saved != nil {
		d.Saved()
	}
	return stored, nil
}

// Ref is the short reference that people read to each other: the random end
// of the key, in two groups.
func Ref(key string) string {
	if len(key) < 8 {
		return key
	}
	tail := key[len(key)-8:]
	return tail[:4] + "-" + tail[4:]
}
