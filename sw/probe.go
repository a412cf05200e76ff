package sw

import (
	"encoding/json"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Find is what a probe found about one write (section 3). The zero value is
// undecided.
type Find string

// The finds.
const (
	FindUndecided Find = ""
	FindSame      Find = "same"    // there, by this owner, with the current fingerprint
	FindEarlier   Find = "earlier" // there, by this owner, with another of this write's fingerprints
	FindOther     Find = "other"   // there, anything else
	FindAbsent    Find = "absent"
	FindEarly     Find = "early" // absent, but an attempt may still be on its way
)

// Found is a probe's result for one write. Record is what the office has.
type Found struct {
	Find   Find
	Record string
}

// ReadProbe judges the answer to a probe for one write: of its record, or of
// the list that would contain it.
func ReadProbe(e entry.Entry, ev Evidence) Found {
	if ev.Proof() != Proven || !ev.Speaks() || stale(ev.Age) {
		return Found{}
	}
	record, absent := recordIn(e.Record, ev)
	switch {
	case record != "":
		return Found{Find: findOf(e, Read([]byte(record))), Record: record}
	case absent && TooEarly(e, ev.LeftAt):
		return Found{Find: FindEarly}
	case absent:
		return Found{Find: FindAbsent}
	}
	return Found{}
}

// recordIn looks for the record in a single answer or in a list. Absence must
// be said: a 404 that echoes the id, or the list's own word that it is missing.
func recordIn(id string, ev Evidence) (record string, absent bool) {
	switch ev.Status {
	case 200:
		return inList(id, ev.Body)
	case 404:
		body := Read(ev.Body)
		return "", body.Code == wire.CodeNotFound && body.ID == id
	}
	return "", false
}

func inList(id string, body []byte) (record string, absent bool) {
	if Read(body).ID == id {
		return string(body), false
	}
	var list wire.List
	if json.Unmarshal(body, &list) != nil {
		return "", false
	}
	for _, item := range list.Items {
		if Read(item).ID == id {
			return string(item), false
		}
	}
	for _, missing := range list.Missing {
		if missing == id {
			return "", true
		}
	}
	return "", false
}

func findOf(e entry.Entry, r reply) Find {
	switch {
	case r.CreatedBy != e.Owner || r.Fingerprint == "":
		return FindOther
	case r.Fingerprint == e.Fingerprint:
		return FindSame
	case e.HasLeft(r.Fingerprint):
		return FindEarlier
	}
	return FindOther
}

// TooEarly says that an attempt which ended in doubt may still arrive: "not
// there" counts a minute after the last one.
func TooEarly(e entry.Entry, leftAt int64) bool {
	return e.Doubt && leftAt < e.DoubtAt+SettleWait.Milliseconds()
}

// stale says that the answer came out of a cache: it proves nothing.
func stale(age string) bool { return age != "" && age != "0" }

// KindOf is the kind of record that a write makes or changes.
func KindOf(e entry.Entry) wire.Kind {
	spec, _ := wire.Op(e.Op).Spec()
	return spec.Kind
}
