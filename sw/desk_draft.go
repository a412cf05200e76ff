package sw

import (
	"context"
	"encoding/json"

	"waybill/idbqueue"
)

// LoadDraft returns the signed-in user's draft of one form, nil where there is
// none.
func (d *Desk) LoadDraft(ctx context.Context, form string) (json.RawMessage, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	name := idbqueue.DraftName(u.ID, form)
	records, err := d.Outbox.Records(ctx, name)
	return records[name], err
}

// SaveDraft stores a draft durably; nil removes it.
func (d *Desk) SaveDraft(ctx context.Context, form string, draft json.RawMessage) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	return d.Outbox.Put(ctx, idbqueue.Record{Name: idbqueue.DraftName(u.ID, form), Value: draft})
}
