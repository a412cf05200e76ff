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

// Listed is a row of a page. Raw is the entry as it is stored. Entry is nil
// where this version cannot read it: then Raw is shown, and Seq says its place.
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
		one := Listed{Raw: r.raw()}
		if o.reads(r) {
			one.Entry, one.Seq = &r.entry, r.entry.Seq
		} else {
			one.Seq = decodeHead(one.Raw).Seq
		}
		page = append(page, one)
	}
	return page
}
