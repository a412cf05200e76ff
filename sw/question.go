package sw

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// asks is how many ids the next question names.
func (h Holds) asks() int {
	if h.Asks < 1 || h.Asks > wire.IDsMax {
		return wire.IDsMax
	}
	return h.Asks
}

// asked is the holds after a question with so many ids: the next one names half
// as many after an answer that did not come or did not tell of each, down to
// one, and twice as many after one that did.
func (h Holds) asked(ids int, whole bool) Holds {
	switch {
	case !whole:
		h.Asks = max(1, ids/2)
	case ids >= h.asks():
		h.Asks = min(2*ids, wire.IDsMax)
	}
	return h
}

// questionBound is the limit of a question with so many ids: a record comes back
// for each.
func questionBound(ids int) time.Duration { return Bound(ids*exchangeChunk, 0) }

// probeOf is the question: it is never answered from a cache of ours.
func probeOf(kind wire.Kind, entries []entry.Entry) Request {
	path := kind.RecordPath(entries[0].Record)
	if len(entries) > 1 {
		path = idsQuery(kind, entries)
	}
	return Request{Method: "GET", Path: path, Owner: entries[0].Owner, Bound: questionBound(len(entries))}
}

// inquire asks the office for records of one kind, in one exchange. whole says
// that the answer tells of each.
func (t *turn) inquire(ctx context.Context, kind wire.Kind, entries []entry.Entry) (ev Evidence, whole bool, err error) {
	ev, err = t.exchange(ctx, probeOf(kind, entries))
	if err != nil {
		return ev, false, err
	}
	whole = true
	for _, e := range entries {
		whole = whole && ReadProbe(e, ev).Find != FindUndecided
	}
	t.holds = t.holds.asked(len(entries), whole)
	return ev, whole, nil
}

// refusesQuestion says that the office has answered, and will not answer this
// question otherwise: a smaller one finds the id that is the matter.
func refusesQuestion(v Verdict) bool { return verdictLifts(v) || v.Outcome == OutMisfit }
