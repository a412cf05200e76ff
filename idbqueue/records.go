package idbqueue

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"waybill/idbqueue/entry"
)

// DraftPrefix starts the names of drafts. They are kept apart from what a
// drainer looks at. A name goes on with the owner: [DraftName].
const DraftPrefix = "draft/"

// DraftName is the name of an owner's draft of one form.
func DraftName(owner, form string) string { return DraftPrefix + owner + "/" + form }

func storeOf(name string) string {
	if strings.HasPrefix(name, DraftPrefix) {
		return storeDrafts
	}
	return storeRecords
}

// puttable refuses the lease, and what is not JSON.
func puttable(records []entry.Record) bool {
	for _, r := range records {
		if r.Name == "" || r.Name == RecordLease || (r.Value != nil && !json.Valid(r.Value)) {
			return false
		}
	}
	return true
}

// Records reads records by name; absent ones are missing from the map.
func (o *Outbox) Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error) {
	byStore := map[string][]string{}
	for _, name := range names {
		byStore[storeOf(name)] = append(byStore[storeOf(name)], name)
	}
	var qs []query
	for store, names := range byStore {
		qs = append(qs, byRecords(store, names...))
	}
	return o.readRecords(ctx, qs...)
}

// Drafts reads all of an owner's drafts, by full name.
func (o *Outbox) Drafts(ctx context.Context, owner string) (map[string]json.RawMessage, error) {
	all, err := o.readRecords(ctx, byRecords(storeDrafts))
	for name := range all {
		if !strings.HasPrefix(name, DraftName(owner, "")) {
			delete(all, name)
		}
	}
	return all, err
}

func (o *Outbox) readRecords(ctx context.Context, qs ...query) (map[string]json.RawMessage, error) {
	records := map[string]json.RawMessage{}
	err := o.eng.view(ctx, func(tx tx) error {
		clear(records)
		f, err := tx.read(qs...)
		for _, one := range f {
			for name, value := range one.records {
				records[name] = value
			}
		}
		return err
	})
	if err != nil {
		return nil, failed("read records", err)
	}
	return records, nil
}

// Put writes records that need no lease: the signed-in user, "send now",
// drafts, settings. A nil value removes one. Errors: ErrIllegal for the lease,
// a record without a name, or a value that is not JSON.
func (o *Outbox) Put(ctx context.Context, records ...entry.Record) error {
	if !puttable(records) {
		return failed("put", entry.ErrIllegal)
	}
	return failed("put", o.write(ctx, func(w *work) error { return w.put(records) }))
}

// PutFor is Put as long as owner is signed in: what was asked for a user must
// not be recorded when that user has left meanwhile. Errors: also ErrOwner.
func (o *Outbox) PutFor(ctx context.Context, owner string, records ...entry.Record) error {
	if !puttable(records) {
		return failed("put", entry.ErrIllegal)
	}
	return failed("put", o.write(ctx, func(w *work) error {
		f, err := w.tx.read(byRecords(storeRecords, entry.RecordUser))
		switch {
		case err != nil:
			return err
		case owner == "" || userID(f[0].records[entry.RecordUser]) != owner:
			return entry.ErrOwner
		}
		return w.put(records)
	}))
}

func (w *work) put(records []entry.Record) error {
	stored, err := w.guarded(records)
	if err != nil {
		return err
	}
	for _, r := range records {
		was := stored[r.Name]
		if r.Was != nil && !bytes.Equal(was, *r.Was) {
			continue // somebody else has put it since
		}
		if r.Of != nil {
			r.Value, r.Of = r.Of(was), nil
			if !puttable([]entry.Record{r}) {
				return entry.ErrIllegal
			}
		}
		if err := w.set(storeOf(r.Name), r.Name, r.Value); err != nil {
			return err
		}
	}
	return nil
}

// guarded reads the records whose stored value matters to what is put.
func (w *work) guarded(records []entry.Record) (map[string]json.RawMessage, error) {
	stored := map[string]json.RawMessage{}
	for _, r := range records {
		if r.Was == nil && r.Of == nil {
			continue
		}
		f, err := w.read(byRecords(storeOf(r.Name), r.Name))
		if err != nil {
			return nil, err
		}
		stored[r.Name] = f[0].records[r.Name]
	}
	return stored, nil
}
