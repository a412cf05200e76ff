package idbqueue

import "waybill/idbqueue/entry"

// The indexes. Each is a derived key that is stored with the entry, so that an
// index can hold just the entries that a question is about; a browser's own
// key path cannot say "only those that are due by themselves".
const (
	ixTurn    = "turn"    // [owner, triedAt, seq] of what is tried by itself: the order of turns
	ixDue     = "due"     // [owner, dueAt, seq] of the same
	ixSet     = "set"     // [owner, setAt, seq] of the same: waits set by a clock that ran back
	ixOpen    = "open"    // [seq] of open attempts
	ixList    = "list"    // [owner, list, -seq] of all: the newest first
	ixTally   = "tally"   // [owner, bucket, day, seq] of all: what totals are checked against
	ixChild   = "child"   // [owner, seq] of unsent entries that wait for a parent
	ixMade    = "made"    // [owner, madeAt, seq] of unsent entries
	ixLook    = "look"    // [owner, lookAt, seq] of what will be looked up again
	ixOld     = "old"     // [owner, since, seq] of receipts and discarded writes
	ixParents = "parents" // [key] for each parent
	ixRecords = "records" // [id] for each record that it touches, or touched under a former id
)

// indexes lists them all; the last two hold several keys an entry.
var indexes = []string{
	ixTurn, ixDue, ixSet, ixOpen, ixList, ixTally, ixChild, ixMade, ixLook, ixOld, ixParents, ixRecords,
}

func multi(index string) bool { return index == ixParents || index == ixRecords }

// derived are an entry's keys by index; an index that it is not in has none.
type derived map[string][]tuple

// derive is the one place that says which index an entry is in.
func derive(e entry.Entry) derived {
	if e.State == kept {
		return deriveRaw(head{e.Key, e.Owner, e.Seq})
	}
	d := derived{
		ixList:  {{e.Owner, string(listOf(e.State)), -e.Seq}},
		ixTally: {{e.Owner, bucketOf(e), dayOf(e), e.Seq}},
	}
	if e.State.Unsent() {
		d[ixMade] = []tuple{{e.Owner, e.MadeAt, e.Seq}}
		d.unsent(e)
	}
	// What is still to be looked up is not old, whatever its age.
	if !e.State.Unsent() && e.LookAt == 0 {
		d[ixOld] = []tuple{{e.Owner, since(e), e.Seq}}
	}
	if e.LookAt != 0 {
		d[ixLook] = []tuple{{e.Owner, e.LookAt, e.Seq}}
	}
	for _, p := range e.Parents {
		d[ixParents] = append(d[ixParents], tuple{p})
	}
	for _, id := range append([]string{e.Record}, e.Former...) {
		d[ixRecords] = append(d[ixRecords], tuple{id})
	}
	return d
}

func (d derived) unsent(e entry.Entry) {
	switch {
	case e.Open != nil:
		d[ixOpen] = []tuple{{e.Seq}}
	case e.Waiting():
		d[ixChild] = []tuple{{e.Owner, e.Seq}}
	case e.Next != nil:
		d[ixTurn] = []tuple{{e.Owner, e.TriedAt, e.Seq}}
		d[ixDue] = []tuple{{e.Owner, e.Next.DueAt(), e.Seq}}
		d[ixSet] = []tuple{{e.Owner, e.Next.SetAt, e.Seq}}
	}
}

// deriveRaw indexes an entry that this version cannot read, so that it is at
// least listed. Only what is plainly there is used.
func deriveRaw(h head) derived {
	return derived{
		ixList:  {{h.Owner, string(entry.ListUnsent), -h.Seq}},
		ixTally: {{h.Owner, entry.BucketUnreadable, "", h.Seq}},
	}
}

func listOf(s entry.State) entry.List {
	switch s {
	case entry.Sent:
		return entry.ListSent
	case entry.Discarded:
		return entry.ListDiscarded
	}
	return entry.ListUnsent
}

// since is when a write came to rest: the age that pruning counts.
func since(e entry.Entry) int64 {
	switch {
	case e.State == entry.Discarded && e.Discard != nil:
		return e.Discard.At
	case e.Receipt != nil:
		return e.Receipt.ProvedAt
	}
	return e.MadeAt
}

// same says whether two entries have the same keys in every index.
func (d derived) same(o derived) bool {
	for _, ix := range indexes {
		if !sameTuples(d[ix], o[ix]) {
			return false
		}
	}
	return true
}

func sameTuples(a, b []tuple) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].compare(b[i]) != 0 {
			return false
		}
	}
	return true
}
