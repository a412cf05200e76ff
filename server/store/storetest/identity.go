package storetest

import (
	"bytes"
	"errors"
	"sync"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

func (o office) signedIn(name, token string, at time.Time, want bool) store.Session {
	o.Helper()
	s, err := o.SessionOf(o.Context(), at, token)
	if want && err != nil || !want && !errors.Is(err, store.ErrNotFound) {
		o.Errorf("%s: %v", name, err)
	}
	return s
}

func sessions(o office) {
	first, s, err := o.OpenSession(o.Context(), now, ana, "device", "")
	o.must(err)
	if s.User.ID != ana || s.Device != "device" || !s.Expires.Equal(now.Add(store.SessionKeep)) {
		o.Errorf("opened as %+v", s)
	}
	later := now.Add(29 * 24 * time.Hour)
	o.signedIn("used before its end", first, later, true)
	o.signedIn("used again: it slid", first, later.Add(29*24*time.Hour), true)
	o.signedIn("not used for 30 days", first, later.Add(60*24*time.Hour), false)
	second, _, err := o.OpenSession(o.Context(), now, ben, "device", first)
	o.must(err)
	o.signedIn("replaced by a sign-in", first, now, false)
	if s := o.signedIn("the new one", second, now, true); s.User.ID != ben {
		o.Errorf("it is %s's", s.User.ID)
	}
	o.must(o.CloseSession(o.Context(), store.Handle(second)))
	o.signedIn("closed", second, now, false)
	o.signedIn("no token", "", now, false)
	o.must(o.CloseSession(o.Context(), "nobody's"))
}

func disabled(o office) {
	token, _, err := o.OpenSession(o.Context(), now, ana, "device", "")
	o.must(err)
	o.must(o.SetDisabled(o.Context(), "ANA", true))
	o.signedIn("a disabled user", token, now, false)
	if _, _, err := o.OpenSession(o.Context(), now, ana, "device", ""); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("a disabled user signs in: %v", err)
	}
	o.must(o.SetDisabled(o.Context(), "ana", false))
	token, _, err = o.OpenSession(o.Context(), now, ana, "device", "")
	o.must(err)
	o.must(o.SetPassword(o.Context(), "ana", "new"))
	o.signedIn("a session from before a new password", token, now, false)
	if u, err := o.UserNamed(o.Context(), " Ana "); err != nil || u.Password != "new" {
		o.Errorf("read back as %+v, %v", u, err)
	}
}

func ownPassword(o office) {
	open := func(user string) string {
		token, _, err := o.OpenSession(o.Context(), now, user, "device", "")
		o.must(err)
		return token
	}
	here, elsewhere, bens := open(ana), open(ana), open(ben)
	if err := o.ChangePassword(o.Context(), ana, "not what is stored", "new", here); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("over a password that was changed meanwhile: %v", err)
	}
	o.signedIn("another device before the change", elsewhere, now, true)
	o.must(o.ChangePassword(o.Context(), ana, "x", "new", here))
	o.signedIn("the device that changed it", here, now, true)
	o.signedIn("another device of the user", elsewhere, now, false)
	o.signedIn("another user", bens, now, true)
	for name, want := range map[string]string{"ana": "new", "ben": "x"} {
		if u, err := o.UserNamed(o.Context(), name); err != nil || u.Password != want {
			o.Errorf("%s's password reads %q, %v", name, u.Password, err)
		}
	}
	o.must(o.SetDisabled(o.Context(), "ana", true))
	if err := o.ChangePassword(o.Context(), ana, "new", "newer", here); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("by a disabled user: %v", err)
	}
}

func users(o office) {
	u := store.User{User: wire.User{ID: orderID(1), Name: "ANA", Role: wire.RoleRep}}
	if err := o.AddUser(o.Context(), now, u); !errors.Is(err, store.ErrTaken) {
		o.Errorf("a name in other case: %v", err)
	}
	if err := o.SetPassword(o.Context(), "nobody", "x"); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("nobody's password: %v", err)
	}
	u.Name, u.Role = "cleo", "king"
	if err := o.AddUser(o.Context(), now, u); err == nil || errors.Is(err, store.ErrTaken) {
		o.Errorf("a role that is none: %v", err)
	}
	all, err := o.Users(o.Context())
	o.must(err)
	if len(all) != 3 || all[0].Name != "ana" || all[2].Role != wire.RoleManager {
		o.Errorf("users are %+v", all)
	}
}

func devices(o office) {
	if _, err := o.Device(o.Context(), "d1"); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("an unknown device: %v", err)
	}
	d := store.Device{ID: "d1", UserID: ana, LastContact: now, Unsent: 3, Oldest: time.Hour, Client: "b1"}
	o.must(o.PutDevices(o.Context(), []store.Device{d, {ID: "d2", LastContact: now.Add(-time.Hour)}}))
	d.Unsent = 2
	o.must(o.PutDevices(o.Context(), []store.Device{d}))
	got, err := o.Device(o.Context(), "d1")
	if err != nil || got != d {
		o.Errorf("read back as %+v, %v", got, err)
	}
	all, err := o.Devices(o.Context())
	if err != nil || len(all) != 2 || all[0].ID != "d2" {
		o.Errorf("devices are %+v, %v", all, err)
	}
}

func photos(o office) {
	ctx, id, end := o.Context(), orderID(50), now.Add(time.Minute)
	code := func(err error) wire.Code {
		var p *wire.Problem
		if errors.As(err, &p) {
			return p.Code
		}
		return ""
	}
	if err := o.AddPhoto(ctx, now, asBen, dispatchID(1), id, end); code(err) != "not_found" {
		o.Errorf("on another's dispatch: %v", err)
	}
	o.must(o.AddPhoto(ctx, now, asAna, dispatchID(1), id, end))
	if _, err := o.Photo(ctx, asAna, id); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("before its upload: %v", err)
	}
	content := bytes.Repeat([]byte{0xff, 0xd8, 0}, 1000)
	o.must(o.PutPhoto(ctx, now, id, "image/jpeg", content))
	o.must(o.PutPhoto(ctx, now, id, "image/jpeg", content)) // the answer was lost
	if err := o.PutPhoto(ctx, now, id, "image/jpeg", []byte("other")); code(err) != "invalid_transition" {
		o.Errorf("exchanged: %v", err)
	}
	if err := o.PutPhoto(ctx, now, orderID(51), "image/jpeg", content); code(err) != "not_found" {
		o.Errorf("without a ticket: %v", err)
	}
	p, err := o.Photo(ctx, asMia, id)
	if err != nil || !bytes.Equal(p.Content, content) || p.ContentType != "image/jpeg" {
		o.Errorf("read back %d bytes of %s, %v", len(p.Content), p.ContentType, err)
	}
	if _, err := o.Photo(ctx, asBen, id); !errors.Is(err, store.ErrNotFound) {
		o.Errorf("another rep reads it: %v", err)
	}
	list, err := o.PhotosOf(ctx, asAna, dispatchID(1))
	if err != nil || len(list) != 1 || list[0].Size != 3000 || list[0].CreatedBy != ana {
		o.Errorf("listed as %+v, %v", list, err)
	}
	for n := range 19 {
		o.must(o.AddPhoto(ctx, now, asAna, dispatchID(1), orderID(100+n), end))
	}
	if err := o.AddPhoto(ctx, now, asAna, dispatchID(1), orderID(200), end); code(err) != "validation_failed" {
		o.Errorf("one photo too many: %v", err)
	}
	o.must(o.AddPhoto(ctx, end.Add(time.Second), asAna, dispatchID(1), orderID(200), end.Add(time.Minute))) // unused tickets are gone
	rec := o.read(asAna, wire.KindDispatches, dispatchID(1))
	if d := rec.(*wire.Dispatch); d.Photos != 1 || d.Version != 2 {
		o.Errorf("the dispatch counts %d photos in version %d", d.Photos, d.Version)
	}
}

func histories(o office) {
	id := o.ID()
	before, err := o.History(o.Context())
	o.must(err)
	o.must(o.RenewHistory(o.Context()))
	after, err := o.History(o.Context())
	o.must(err)
	if before == after || after == "" || o.ID() != id || id == "" {
		o.Errorf("history %s to %s, store %s to %s", before, after, id, o.ID())
	}
	key, err := o.SigningKey(o.Context())
	if err != nil || len(key) != 32 {
		o.Errorf("a signing key of %d bytes, %v", len(key), err)
	}
	o.must(o.Writable(o.Context()))
}

// fleet: many sessions that slide at once all have their new end.
func fleet(o office) {
	tokens := make([]string, 40)
	for i := range tokens {
		var err error
		tokens[i], _, err = o.OpenSession(o.Context(), now, ana, "d", "")
		o.must(err)
	}
	later := now.Add(20 * 24 * time.Hour)
	var wg sync.WaitGroup
	for _, token := range tokens {
		wg.Go(func() { o.signedIn("in the morning", token, later, true) })
	}
	wg.Wait()
	for _, token := range tokens {
		o.signedIn("long after its first end", token, later.Add(29*24*time.Hour), true)
	}
}
