package client

import (
	"context"
	"encoding/json"
	"strings"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// Drafts are all drafts of a form of the signed-in user, by name: that of its
// own name, and those of tabs, whose name goes on with an @.
func (d *Desk) Drafts(ctx context.Context, form string) (map[string]json.RawMessage, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	all, err := d.Outbox.Drafts(ctx, u.ID)
	of := map[string]json.RawMessage{}
	for full, draft := range all {
		name := strings.TrimPrefix(full, idbqueue.DraftName(u.ID, ""))
		if its, _, _ := strings.Cut(name, "@"); its == form {
			of[name] = draft
		}
	}
	return of, err
}

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
	return d.Outbox.Put(ctx, entry.Record{Name: idbqueue.DraftName(u.ID, form), Value: draft})
}
