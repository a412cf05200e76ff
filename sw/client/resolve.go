package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// own reads one of the signed-in user's writes.
func (d *Desk) own(ctx context.Context, key string) (entry.Entry, error) {
	u, err := d.user(ctx)
	if err != nil {
		return entry.Entry{}, err
	}
	e, err := d.Outbox.Get(ctx, key)
	if err != nil {
		return entry.Entry{}, err
	}
	if e.Owner != u.ID {
		return entry.Entry{}, entry.ErrNotFound
	}
	return e, nil
}

// apply carries out a rep's moves and asks for a drain.
func (d *Desk) apply(ctx context.Context, moves ...entry.Move) error {
	defer d.wake()
	return d.thawed(ctx, moves...)
}

// thawed carries out moves, if need be once the attempt under way has ended: a
// write is frozen while it is being sent, mostly for a blink.
func (d *Desk) thawed(ctx context.Context, moves ...entry.Move) error {
	err := d.Outbox.Apply(ctx, moves...)
	if d.Thaw == 0 || !errors.Is(err, entry.ErrFrozen) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, d.Thaw)
	defer cancel()
	changed := make(chan struct{}, 1)
	stop := d.Outbox.Watch(func() {
		select {
		case changed <- struct{}{}:
		default: // one is noted already
		}
	})
	defer stop()
	for errors.Is(err, entry.ErrFrozen) {
		select {
		case <-changed:
			err = d.Outbox.Apply(ctx, moves...)
		case <-ctx.Done():
			return entry.ErrFrozen
		}
	}
	return err
}

// Retry tries again unchanged, now: what the office has cancelled under a new
// client id.
func (d *Desk) Retry(ctx context.Context, key string) error {
	e, err := d.own(ctx, key)
	if err != nil {
		return err
	}
	if e.Dead {
		err = d.anew(ctx, e)
	} else {
		err = d.apply(ctx, entry.Redo(key, d.Now()))
	}
	if err != nil {
		return err
	}
	return d.nudge(ctx, sw.NudgeOnce)
}

// Check asks the office now whether a write in doubt has arrived.
func (d *Desk) Check(ctx context.Context, key string) error {
	if _, err := d.own(ctx, key); err != nil {
		return err
	}
	if err := d.apply(ctx, entry.Recheck(key, d.Now())); err != nil {
		return err
	}
	return d.nudge(ctx, sw.NudgeOnce)
}

// Edit gives the write new content under its client id. Content that says the
// same keeps the stored bytes, and so its fingerprint.
func (d *Desk) Edit(ctx context.Context, key string, body any, title string, parents []string) error {
	e, err := d.own(ctx, key)
	if err != nil {
		return err
	}
	if e.Dead || e.State == entry.Conflict && e.Reason == sw.ReasonTaken {
		return d.editTaken(ctx, e, body, title, parents)
	}
	move, err := d.edit(e, body, title, parents)
	if err != nil {
		return err
	}
	return d.apply(ctx, move)
}

func (d *Desk) edit(e entry.Entry, body any, title string, parents []string) (entry.Move, error) {
	raw, err := wire.Encode(body)
	if err != nil {
		return entry.Move{}, fmt.Errorf("sw: edit %s: %w", e.Key, err)
	}
	if sameJSON(raw, []byte(e.Body)) {
		raw = []byte(e.Body)
	}
	return entry.Edit(e.Key, d.Now(), string(raw), d.Fingerprint(raw), title, parents), nil
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// Discard moves the write to the discarded list, restorable for 30 days.
func (d *Desk) Discard(ctx context.Context, key string) error {
	return d.giveUp(ctx, key, sw.DiscardByRep)
}

// Same settles a transition that the office already has. It is never sent: a
// transition has no id to know itself by.
func (d *Desk) Same(ctx context.Context, key string) error {
	return d.giveUp(ctx, key, sw.DiscardSame)
}

func (d *Desk) giveUp(ctx context.Context, key string, reason sw.Reason) error {
	if _, err := d.own(ctx, key); err != nil {
		return err
	}
	return d.apply(ctx, entry.GiveUp(key, d.Now(), reason))
}

// Restore takes a discarded write back as it was.
func (d *Desk) Restore(ctx context.Context, key string) error {
	if _, err := d.own(ctx, key); err != nil {
		return err
	}
	return d.apply(ctx, entry.Restore(key, d.Now()))
}

// Adopt gives nobody's writes to the signed-in user.
func (d *Desk) Adopt(ctx context.Context) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	for {
		page, err := d.Outbox.Page(ctx, "", entry.ListUnsent, 0, 100)
		if err != nil {
			return err
		}
		var moves []entry.Move
		for _, l := range page {
			if l.Entry != nil {
				moves = append(moves, entry.Adopt(l.Entry.Key, d.Now(), u.ID))
			}
		}
		if len(moves) == 0 {
			return nil
		}
		if err := d.apply(ctx, moves...); err != nil {
			return err
		}
	}
}
