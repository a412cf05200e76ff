package idbqueue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"waybill/idbqueue/entry"
)

// exportBatch bounds what an export holds twice.
const exportBatch = 200

// Export returns everything unsent of an owner as it is stored, oldest first:
// attempts, doubt and fingerprints go along, and so do entries that this
// version cannot read and fields that it does not know.
//
// From a store that is damaged it returns what can be read, together with an
// error of ErrDamaged's kind.
func (o *Outbox) Export(ctx context.Context, owner string) ([]json.RawMessage, error) {
	all, err := o.exportWhole(ctx, owner)
	if errors.Is(err, entry.ErrStorage) && ctx.Err() == nil {
		all, err = o.exportSingly(ctx, owner, err)
	}
	return all, failed("export", err)
}

func (o *Outbox) exportWhole(ctx context.Context, owner string) (all []json.RawMessage, err error) {
	err = o.eng.view(ctx, func(tx tx) error {
		all = nil
		q := under(ixList, owner, string(entry.ListUnsent)).upTo(exportBatch)
		for {
			f, err := tx.read(q)
			if err != nil {
				return err
			}
			for _, r := range f[0].rows {
				all = append(all, AsItCame(r.raw()))
			}
			if len(f[0].rows) < exportBatch {
				slices.Reverse(all)
				return nil
			}
			q.low = beyond(f[0].rows[exportBatch-1].keys()[ixList][0])
		}
	})
	return all, err
}

// exportSingly reads each entry in a transaction of its own, so that one that
// is damaged does not take the others along. why is what made it necessary.
func (o *Outbox) exportSingly(ctx context.Context, owner string, why error) ([]json.RawMessage, error) {
	var keys []string
	err := o.eng.view(ctx, func(tx tx) error {
		q := under(ixList, owner, string(entry.ListUnsent))
		q.bare = true
		f, err := tx.read(q)
		if err == nil {
			keys = f[0].keys
			slices.Reverse(keys)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []json.RawMessage
	for _, key := range keys {
		err := o.eng.view(ctx, func(tx tx) error {
			f, err := tx.read(byKeys(key))
			if err == nil && f[0].rows[0].stored != nil {
				all = append(all, AsItCame(f[0].rows[0].raw()))
			}
			return err
		})
		if ctx.Err() != nil {
			return nil, err
		}
	}
	if len(all) == len(keys) {
		return all, nil // it has healed meanwhile
	}
	return all, fmt.Errorf("%w: %d of %d entries could not be read: %w", entry.ErrDamaged, len(keys)-len(all), len(keys), why)
}
