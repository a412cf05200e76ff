package idbqueue

import (
	"context"
	"encoding/json"
	"slices"

	"waybill/idbqueue/entry"
)

// Page lists entries of one list by descending Seq, below before (0: from
// the newest).
func (o *Outbox) Page(ctx context.Context, owner string, l entry.List, before int64, limit int) ([]entry.Listed, error) {
	q := under(ixList, owner, string(l)).upTo(limit)
	if before > 0 {
		q.low = beyond(tuple{owner, string(l), -before})
	}
	var page []entry.Listed
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

// A save asks for the latest few, which are mostly none: it reads that many
// first, and more only while they are recent.
const (
	recentFirst = 8
	recentMax   = 128 // of each list
)

// Recent lists the signed-in user's writes that wait or are sent and were made
// since (milliseconds since 1970), newest first in each list. It ends where an
// older one lies between, as after an import, and at a bound.
func (o *Outbox) Recent(ctx context.Context, since int64) ([]entry.Entry, error) {
	var recent []entry.Entry
	err := o.eng.view(ctx, func(tx tx) error {
		recent = nil
		f, err := tx.read(byRecords(storeRecords, entry.RecordUser))
		if err != nil {
			return err
		}
		owner := userID(f[0].records[entry.RecordUser])
		if owner == "" {
			return nil
		}
		recent, err = o.madeSince(tx, owner, since)
		return err
	})
	return recent, failed("list recent", err)
}

// madeSince reads both lists further while all of one is recent.
func (o *Outbox) madeSince(tx tx, owner string, since int64) ([]entry.Entry, error) {
	unsent, sent := under(ixList, owner, string(entry.ListUnsent)), under(ixList, owner, string(entry.ListSent))
	for limit := recentFirst; ; limit *= 4 {
		f, err := tx.read(unsent.upTo(limit), sent.upTo(limit))
		if err != nil {
			return nil, err
		}
		var recent []entry.Entry
		over := true
		for _, list := range f {
			made := o.readable(list.rows)
			older := slices.IndexFunc(made, func(e entry.Entry) bool { return e.MadeAt < since })
			if older >= 0 {
				made = made[:older]
			} else if len(list.rows) == limit {
				over = false
			}
			recent = append(recent, made...)
		}
		if over || limit >= recentMax {
			return recent, nil
		}
	}
}

func (o *Outbox) listed(rows []row) []entry.Listed {
	page := make([]entry.Listed, 0, len(rows))
	for _, r := range rows {
		if o.reads(r) {
			page = append(page, entry.Listed{Entry: &r.entry, Seq: r.entry.Seq})
			continue
		}
		page = append(page, strange(r.raw()))
	}
	return page
}

// strange is the row of an entry that this version cannot read.
func strange(raw json.RawMessage) entry.Listed {
	l := entry.Listed{Seq: decodeHead(raw).Seq, Raw: AsItCame(raw)}
	if e, ok := decode(raw); !ok && e.State == kept {
		l.Kept, l.Flaw = e.Key, e.Reason
	}
	return l
}
