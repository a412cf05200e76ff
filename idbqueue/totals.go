package idbqueue

import (
	"context"

	"waybill/idbqueue/entry"
)

func bucketOf(e entry.Entry) string {
	if e.State.Unsent() && e.Waiting() {
		return entry.BucketChildren
	}
	return string(e.State)
}

// dayOf is the day that a sent write counts for.
func dayOf(e entry.Entry) string {
	if e.State == entry.Sent && e.Receipt != nil {
		return e.Receipt.Day
	}
	return ""
}

func byLedger() query { return byRecords(storeMeta, ledgerName) }

func byOldest(owner string) query { return under(ixMade, owner).firstKey() }

// oldest reads the answer to byOldest.
func oldest(f found) int64 {
	if len(f.at) < 2 {
		return 0
	}
	at, _ := f.at[1].(int64)
	return at
}

// Totals counts without reading entries.
func (o *Outbox) Totals(ctx context.Context, owner string) (entry.Totals, error) {
	var t entry.Totals
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(byLedger(), byOldest(owner))
		if err != nil {
			return err
		}
		t = readLedger(f[0].records[ledgerName]).view(owner, oldest(f[1]))
		return nil
	})
	return t, failed("count", err)
}
