package sim

import (
	"context"
	"errors"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// troubles are what a store answers with when it cannot: a lock, a time that
// ended inside BEGIN, a connection that broke.
var troubles = []error{store.ErrBusy, context.DeadlineExceeded, context.Canceled, errors.New("sim: the disk")}

// trouble fails a call of the store now and then: before anything is done, or
// as it commits, which undoes it. That all is stored and the caller hears an
// error is the crash.
func (o *office) trouble(what string) error {
	if !o.chance(o.failing) {
		return nil
	}
	o.w.Faults["office's store fails"]++
	err := pick(o, troubles)
	o.w.tell("the office's store fails at %s: %v", what, err)
	return err
}

// spoiled calls the store, if that has no trouble.
func spoiled[T any](o *office, what string, call func() (T, error)) (T, error) {
	if err := o.trouble(what); err != nil {
		var none T
		return none, err
	}
	return call()
}

func (t *truth) ByIDs(ctx context.Context, a store.Actor, kind wire.Kind, ids []string) ([]wire.Record, error) {
	return spoiled(t.o, "a look-up", func() ([]wire.Record, error) { return t.DB.ByIDs(ctx, a, kind, ids) })
}

func (t *truth) Changes(ctx context.Context, a store.Actor, after string, limit int) (store.Page, error) {
	return spoiled(t.o, "the changes", func() (store.Page, error) { return t.DB.Changes(ctx, a, after, limit) })
}

func (t *truth) UserNamed(ctx context.Context, name string) (store.User, error) {
	return spoiled(t.o, "a user", func() (store.User, error) { return t.DB.UserNamed(ctx, name) })
}

func (t *truth) PutDevices(ctx context.Context, devices []store.Device) error {
	_, err := spoiled(t.o, "the devices", func() (struct{}, error) { return struct{}{}, t.DB.PutDevices(ctx, devices) })
	return err
}

// visit is a session as the world knows it, under the token that its phone
// holds. A restored store has another for it.
type visit struct {
	token, fresh string
	user, device string
	at           int64
}

func (o *office) visitOf(token string) *visit {
	for i := range o.visits {
		if o.visits[i].token == token {
			return &o.visits[i]
		}
	}
	return &visit{token: token, fresh: token}
}

func (t *truth) OpenSession(ctx context.Context, now time.Time, userID, device, old string) (string, store.Session, error) {
	if err := t.o.trouble("a sign-in"); err != nil {
		return "", store.Session{}, err
	}
	token, s, err := t.DB.OpenSession(ctx, now, userID, device, t.o.visitOf(old).fresh)
	if err == nil {
		t.o.visits = append(t.o.visits, visit{token, token, userID, device, t.o.w.now})
	}
	return token, s, err
}

func (t *truth) SessionOf(ctx context.Context, now time.Time, token string) (store.Session, error) {
	s, err := spoiled(t.o, "a session", func() (store.Session, error) {
		return t.DB.SessionOf(ctx, now, t.o.visitOf(token).fresh)
	})
	s.Handle = store.Handle(token)
	return s, err
}

func (t *truth) CloseSession(ctx context.Context, handle string) error {
	for _, v := range t.o.visits {
		if store.Handle(v.token) == handle {
			handle = store.Handle(v.fresh)
			break
		}
	}
	_, err := spoiled(t.o, "a sign-out", func() (struct{}, error) { return struct{}{}, t.DB.CloseSession(ctx, handle) })
	return err
}

// reopen opens the sessions again that a restored store had: those from before
// the copy that had not ended by the restore.
func (o *office) reopen(before *store.DB, cut int64) {
	visits := o.visits
	o.visits = nil
	for _, v := range visits {
		if _, err := before.SessionOf(o.w.ctx, o.w.time(), v.fresh); err != nil || v.at > cut {
			continue
		}
		fresh, _, err := o.db.OpenSession(o.w.ctx, o.w.time(), v.user, v.device, "")
		if err == nil {
			v.fresh = fresh
			o.visits = append(o.visits, v)
		}
	}
}
