package idbqueue

import (
	"context"
	"encoding/json"
)

// List names a list of the outbox.
type List string

// The lists. A write is on exactly one.
const (
	ListUnsent    List = "unsent"
	ListSent      List = "sent"
	ListDiscarded List = "discarded"
)

// Listed is a row of a page. Entry is nil where this version cannot read it:
// then Raw, the entry as it is stored, is shown, and Seq says its place.
type Listed struct {
	Entry *Entry
	Seq   int64
	Raw   json.RawMessage
}

// Page lists entries of one list by descending Seq, below before (0: from
// the newest).
func (o *Outbox) Page(ctx context.Context, owner string, l List, before int64, limit int) ([]Listed, error) {
	q := under(ixList, owner, string(l)).upTo(limit)
	if before > 0 {
		q.low = beyond(tuple{owner, string(l), -before})
	}
	var page []Listed
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(q)
		if err != nil {
			return err
		}
		page = o.listed(f[0].rows)
		return nil
	})
	return page, failed("page", err)
}

func (o *Outbox) listed(rows []row) []Listed {
	page := make([]Listed, 0, len(rows))
	for _, r := range rows {
		if o.reads(r) {
			page = append(page, Listed{Entry: &r.entry, Seq: r.entry.Seq})
			continue
		}
		raw := r.raw()
		page = append(page, Listed{Seq: decodeHead(raw).Seq, Raw: raw})
	}
	return page
}
