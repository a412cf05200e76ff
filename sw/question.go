package sw

import (
	"time"

	"waybill/server/wire"
)

// AsksNext is how many ids the next question names.
func (h Holds) AsksNext() int {
	if h.Asks < 1 || h.Asks > wire.IDsMax {
		return wire.IDsMax
	}
	return h.Asks
}

// AfterQuestion is the holds after a question with so many ids: the next one names half
// as many after an answer that did not come or did not tell of each, down to
// one, and twice as many after one that did.
func (h Holds) AfterQuestion(ids int, whole bool) Holds {
	switch {
	case !whole:
		h.Asks = max(1, ids/2)
	case ids >= h.AsksNext():
		h.Asks = min(2*ids, wire.IDsMax)
	}
	return h
}

// QuestionBound is the limit of a question with so many ids: a record comes back
// for each.
func QuestionBound(ids int) time.Duration { return Bound(ids*ExchangeChunk, 0) }

// RefusesQuestion says that the office has answered, and will not answer this
// question otherwise: a smaller one finds the id that is the matter.
func RefusesQuestion(v Verdict) bool { return VerdictLifts(v) || v.Outcome == OutMisfit }
