package idbqueue

import (
	"encoding/json"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/idb"
)

// upgrade brings schema and entries up to date in the browser's one upgrade
// transaction: interrupted, it has not happened.
func upgrade(u *idb.Upgrade) error {
	if err := upgradeSchema(u); err != nil {
		return err
	}
	l := readLedger(nil)
	store := u.Store(storeEntries)
	var failed error
	err := store.Each(nil, idb.Next, func(_, value safejs.Value) bool {
		failed = upgradeEntry(store, value, l)
		return failed == nil
	})
	if err != nil || failed != nil {
		return firstOf(failed, err)
	}
	if err := setRecord(u.Tx, storeMeta, ledgerName, l.raw()); err != nil {
		return err
	}
	return markStep(u.Tx)
}

// schemaName names the record of the latest step that a database has been
// through. The browser's own version may be higher: completing what an older bug
// left half done takes a version too.
const schemaName = "schema"

// markStep writes down the step that was reached, unless a newer version has
// been further.
func markStep(tx *idb.Tx) error {
	v, err := tx.Store(storeMeta).Get(schemaName).Await()
	if err != nil || (!v.IsUndefined() && isNewer(stringified(v))) {
		return err
	}
	raw, err := json.Marshal(schemaRecord{Step: schemaVersion})
	if err != nil {
		return err
	}
	return setRecord(tx, storeMeta, schemaName, raw)
}

// makerName names the record of the holder that made the database. It is the
// same for as long as the database lives, so it tells one from the next.
const makerName = "maker"

func markMaker(tx *idb.Tx, holder string) error {
	raw, err := json.Marshal(holder)
	if err != nil {
		return err
	}
	return setRecord(tx, storeMeta, makerName, raw)
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// upgradeEntry adds what an entry lacks, and counts it. One that carries its
// derived keys is up to date.
func upgradeEntry(store idb.Store, value safejs.Value, l *ledger) error {
	raw := []byte(stringified(value))
	indexed := len(storedKeys(raw)[ixTally]) > 0
	e, ok := modernised(raw)
	if !ok {
		h := decodeHead(raw)
		l.Seq = max(l.Seq, h.Seq)
		l.addUnreadable(h.Owner, +1)
		if indexed {
			return nil
		}
		return putPatch(store, value, patch{}.withKeys(deriveRaw(h)))
	}
	l.Seq = max(l.Seq, e.Seq)
	l.add(e, +1)
	if indexed {
		return nil
	}
	before, _ := decode(raw)
	return putPatch(store, value, diff(before, e).withKeys(derive(e)))
}
