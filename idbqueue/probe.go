package idbqueue

import (
	"context"
	"encoding/json"
	"fmt"

	"waybill/idbqueue/entry"
)

// probeName names the scrap that Probe writes.
const probeName = "probe"

// Probe writes a scrap, reads it back and deletes it: the only way to know that
// saving works here. holder is the tab or worker that tries: each has a scrap of
// its own, or one would delete what the other is about to read. Errors: ErrQuota where the disk is full, any other where
// saving is off.
func (o *Outbox) Probe(ctx context.Context, holder string) error {
	scrap := json.RawMessage(`{"written":true}`)
	name := probeName + "/" + holder
	put := func(value json.RawMessage) error {
		return o.eng.update(ctx, func(tx tx) error { return tx.set(storeMeta, name, value) })
	}
	if err := put(scrap); err != nil {
		return failed("probe", err)
	}
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(byRecords(storeMeta, name))
		if err == nil && string(f[0].records[name]) != string(scrap) {
			err = fmt.Errorf("%w: what was written was not there", entry.ErrNone)
		}
		return err
	})
	if err != nil {
		return failed("probe", err)
	}
	return failed("probe", put(nil))
}
