package idbqueue

import (
	"context"
	"encoding/json"
	"fmt"
)

// probeName names the scrap that Probe writes.
const probeName = "probe"

// Probe writes a scrap, reads it back and deletes it: the only way to know that
// saving works here. Errors: ErrQuota where the disk is full, any other where
// saving is off.
func (o *Outbox) Probe(ctx context.Context) error {
	scrap := json.RawMessage(`{"written":true}`)
	put := func(value json.RawMessage) error {
		return o.eng.update(ctx, func(tx tx) error { return tx.set(storeMeta, probeName, value) })
	}
	if err := put(scrap); err != nil {
		return failed("probe", err)
	}
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(byRecords(storeMeta, probeName))
		if err == nil && string(f[0].records[probeName]) != string(scrap) {
			err = fmt.Errorf("%w: what was written was not there", ErrNone)
		}
		return err
	})
	if err != nil {
		return failed("probe", err)
	}
	return failed("probe", put(nil))
}
