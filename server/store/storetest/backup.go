package storetest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"waybill/server/store"
	"waybill/server/wire"
)

// filled is an office in which something of every kind has happened.
func (o office) filled() {
	o.Helper()
	o.expect("an order", order(1), wire.StatePlaced)
	o.expect("a second", order(2, func(b *wire.OrderBody) { b.Note = "<&>\u2028" }), wire.StatePlaced)
	o.expect("a delivery", deliver(asAna, dispatchID(1)), wire.StateDelivered)
	o.must(o.Give(o.Context(), now, wire.KindOrders, orderID(2), ben))
	o.must(o.AddPhoto(o.Context(), now, asBen, dispatchID(2), orderID(50), now))
	o.must(o.PutPhoto(o.Context(), now, orderID(50), "image/jpeg", []byte{0xff, 0xd8, 0, 1}))
	o.must(o.PutDevices(o.Context(), []store.Device{{ID: "d1", UserID: ana, LastContact: now, Unsent: 2}}))
}

// backups: what comes back is what was there, under a new history, in a store
// of either kind.
func backups(o office) {
	o.filled()
	token, _, err := o.OpenSession(o.Context(), now, ana, "d1", "")
	o.must(err)
	before, err := o.History(o.Context())
	o.must(err)
	file := filepath.Join(o.TempDir(), "backup.db")
	o.must(o.Backup(o.Context(), file))
	if err := o.Backup(o.Context(), file); err == nil {
		o.Error("a backup is overwritten")
	}
	o.expect("an order after the backup", order(3), wire.StatePlaced)
	bytesBefore, err := os.ReadFile(file)
	o.must(err)

	s := o.empty(o.T)
	back := office{o.T, s.Store, s.Exec, s.Settle, s.Forget, o.empty}
	o.must(back.Restore(o.Context(), file))
	if bytesAfter, err := os.ReadFile(file); err != nil || !bytes.Equal(bytesBefore, bytesAfter) {
		o.Errorf("the backup was changed by the restore: %v", err)
	}
	if err := back.Restore(o.Context(), file); err == nil {
		o.Error("a restore over an office passes")
	}
	history, err := back.History(o.Context())
	o.must(err)
	if back.ID() != o.ID() || history == before {
		o.Errorf("store %s became %s, history %s became %s", o.ID(), back.ID(), before, history)
	}
	for _, kind := range wire.Kinds {
		if kind != wire.KindOrders && back.count(kind) != o.count(kind) {
			o.Errorf("%d %s came back, want %d", back.count(kind), kind, o.count(kind))
		}
	}
	if n := back.count(wire.KindOrders); n != 2 {
		o.Errorf("%d orders came back", n)
	}
	if got, want := back.read(asBen, wire.KindOrders, orderID(2)), o.read(asBen, wire.KindOrders, orderID(2)); string(encoded(got)) != string(encoded(want)) {
		o.Errorf("an order came back as %s, was %s", encoded(got), encoded(want))
	}
	back.signedIn("a session from before", token, now, true)
	if p, err := back.Photo(o.Context(), asBen, orderID(50)); err != nil || len(p.Content) != 4 {
		o.Errorf("the photo came back as %d bytes, %v", len(p.Content), err)
	}
	back.expect("a replay", order(1), "id_exists")
	r := back.expect("what the backup did not have", order(3), wire.StatePlaced)
	if got := r.Record.(*wire.Order).Number; got <= "A-000003" {
		o.Errorf("the number %s is handed out a second time", got)
	}
	copy := map[string]wire.Record{}
	back.drain(asAna, "", 100, copy)
	back.holds("Ana", copy, true, keys(wire.KindOrders, orderID(1), orderID(3))...)
	back.holds("Ana", copy, false, keys(wire.KindOrders, orderID(2))...)
}

func encoded(rec wire.Record) []byte {
	b, err := wire.Encode(rec)
	if err != nil {
		panic(err)
	}
	return b
}

// halfBackups leave nothing that looks like a backup.
func halfBackups(o office) {
	dir := o.TempDir()
	if err := o.Backup(o.Context(), filepath.Join(dir, "no such folder", "b.db")); err == nil {
		o.Error("a backup into nowhere passes")
	}
	if found, err := os.ReadDir(dir); err != nil || len(found) != 0 {
		o.Errorf("%v is left, %v", found, err)
	}
	s := o.empty(o.T)
	if err := s.Store.Restore(o.Context(), filepath.Join(dir, "nothing.db")); !errors.Is(err, os.ErrNotExist) {
		o.Errorf("restoring from nothing: %v", err)
	}
	bad := filepath.Join(dir, "bad.db")
	o.must(os.WriteFile(bad, bytes.Repeat([]byte("no database"), 1000), 0o600))
	if err := s.Store.Restore(o.Context(), bad); err == nil {
		o.Error("a file that is no backup is restored")
	}
}

// checks: a healthy store has no faults, a damaged one has its fault named.
func checks(o office) {
	o.filled()
	if found, err := o.Check(o.Context()); err != nil || len(found) != 0 {
		o.Errorf("a healthy store: %v, %v", found, err)
	}
	o.must(o.exec("DELETE FROM order_lines WHERE order_id = '" + orderID(1) + "'"))
	o.must(o.exec("DELETE FROM changes WHERE kind = 'products' AND record_id = '" + productID(1) + "'"))
	if found, err := o.Check(o.Context()); err != nil || len(found) != 2 {
		o.Errorf("two faults: %v, %v", found, err)
	}
}
