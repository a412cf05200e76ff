package ui

import (
	"testing"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

func TestLooksAreSixAndNeverSaySentForWhatIsNot(t *testing.T) {
	for _, state := range []entry.State{entry.Pending, entry.Retrying, entry.Attention, entry.Conflict, entry.Rejected, entry.Discarded} {
		for _, doubt := range []bool{false, true} {
			if l := LookOf(sw.Card{State: state, InDoubt: doubt}); l == LookSent {
				t.Errorf("%s looks sent", state)
			}
		}
	}
	for _, hold := range []sw.Reason{sw.ReasonNoAnswer, ""} {
		if l := LookOfBar(sw.Bar{Pending: 1, Hold: hold}); l != LookNeutral {
			t.Errorf("being offline looks %s", l)
		}
	}
}
