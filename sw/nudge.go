package sw

import (
	"encoding/json"

	"waybill/idbqueue/entry"
)

// NudgeRecord is a wish to try now, left for whoever drains. Online says that
// the network came back, Reached that the office has answered since.
type NudgeRecord struct {
	Nudge   Nudge `json:"nudge"`
	Online  bool  `json:"online"`
	Reached bool  `json:"reached"`
	At      int64 `json:"at"`
	Woken   bool  `json:"woken"` // it has made the misfits due
	Asked   bool  `json:"asked"` // the office was asked whether it is there
}

// and is both wishes in one.
func (n NudgeRecord) and(more NudgeRecord) NudgeRecord {
	more.Nudge = max(n.Nudge, more.Nudge)
	more.Online, more.Reached = n.Online || more.Online, n.Reached || more.Reached
	return more
}

// Unreached is the record without what was said of the network: a device that
// has none just now knows better.
func (n NudgeRecord) Unreached() entry.Record {
	if n.Nudge == NudgeNone {
		return entry.Record{Name: RecordNudge}
	}
	n.Online, n.Reached = false, false
	return Record(RecordNudge, n)
}

// WakesMisfits says whether a start or "send now" is still to make the writes
// due that did not fit the server: a newer one may run by now, or this app may
// be the newer one.
func (n NudgeRecord) WakesMisfits(s entry.Snapshot) bool {
	return n.Nudge != NudgeNone && !n.Woken && s.Totals.Attention > 0
}

// AddNudge adds n to the wishes that are there, whoever puts one at the same time.
func AddNudge(n NudgeRecord) entry.Record {
	return entry.Record{Name: RecordNudge, Of: func(stored json.RawMessage) json.RawMessage {
		var was NudgeRecord
		Decode(stored, &was)
		return Record("", was.and(n)).Value
	}}
}

// WaitsAsMisfit says that a write waits for another version of the app or of
// the server, by no timer.
func WaitsAsMisfit(e entry.Entry) bool {
	return e.State == entry.Attention && e.Reason == ReasonMisfit && e.Open == nil && !e.Waiting()
}
