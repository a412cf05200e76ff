package idbqueue

import (
	"encoding/json"

	"waybill/idbqueue/entry"
)

// schemaVersion is the number of the latest step.
const schemaVersion = 3

// schemaRecord says which step a database has been through.
type schemaRecord struct {
	Step int `json:"step"`
}

// isNewer says that a database has been through steps that this code does not
// know.
func isNewer(raw json.RawMessage) bool {
	var r schemaRecord
	return json.Unmarshal(raw, &r) == nil && r.Step > schemaVersion
}

// indexNext is an index of step 2 on the browser's own key path. It stays, for
// a release that is rolled back.
const indexNext = "next"

// layout is what a schema step may look at and add. Nothing is ever taken away.
type layout interface {
	HasStore(name string) bool
	CreateStore(name, keyPath string) error
	HasIndex(store, index string) bool
	CreateIndex(store, index, keyPath string, multi bool) error
}

// schemaSteps are carried out in order, each guarded by what is really there:
// from any earlier version, and from one that an older bug left half done,
// they lead to the same schema; a second run does nothing.
var schemaSteps = []func(layout) error{
	1: func(l layout) error { return addStore(l, storeEntries, "key") },
	2: func(l layout) error { return addIndex(l, indexNext, "next.setAt", false) },
	3: func(l layout) error {
		for _, store := range []string{storeRecords, storeDrafts, storeMeta} {
			if err := addStore(l, store, ""); err != nil {
				return err
			}
		}
		for _, ix := range indexes {
			if err := addIndex(l, ix, derivedField+"."+ix, multi(ix)); err != nil {
				return err
			}
		}
		return nil
	},
}

func addStore(l layout, name, keyPath string) error {
	if l.HasStore(name) {
		return nil
	}
	return l.CreateStore(name, keyPath)
}

func addIndex(l layout, name, keyPath string, multi bool) error {
	if l.HasIndex(storeEntries, name) {
		return nil
	}
	return l.CreateIndex(storeEntries, name, keyPath, multi)
}

// upgradeSchema carries out all steps. Which version the database claims does
// not matter: what is there does.
func upgradeSchema(l layout) error {
	for _, step := range schemaSteps[1:] {
		if err := step(l); err != nil {
			return err
		}
	}
	return nil
}

// Entries of steps 1 and 2 had neither owner nor parents nor lease. An attempt
// was a state of its own there.
const oldSending entry.State = "sending"

// modernised brings an entry of an earlier step up to date; ok is false for one
// that cannot be read even so. What was tried then may be at the office: nobody
// wrote down how it ended.
func modernised(raw []byte) (e entry.Entry, ok bool) {
	var old struct{ State entry.State }
	if json.Unmarshal(raw, &old) == nil && old.State == oldSending {
		raw = patchState(raw, entry.Retrying)
	}
	if e, ok = decode(raw); !ok {
		return e, false
	}
	if e.Attempt > 0 && e.State != entry.Sent && len(e.Left) == 0 {
		e.Left, e.Doubt, e.Doubted = []string{e.Fingerprint}, true, true
	}
	return due(e), true
}

func patchState(raw []byte, s entry.State) []byte {
	object := patch{whole: map[string]any{"state": s}}.onto(objectOf(json.RawMessage(raw)))
	return objectBytes(object)
}

func objectBytes(object map[string]json.RawMessage) []byte {
	raw, err := json.Marshal(object)
	if err != nil {
		panic("idbqueue: an object of JSON is JSON: " + err.Error())
	}
	return raw
}

// due makes a write due that goes out by itself but that nothing would try:
// nobody drains one that is stored without a time.
func due(e entry.Entry) entry.Entry {
	byItself := e.State == entry.Pending || e.State == entry.Retrying
	if byItself && e.Open == nil && e.Next == nil && !e.Waiting() {
		e.Next = &entry.Wait{}
	}
	return e
}
