package sw

import (
	"encoding/json"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// Names of the records that the drain keeps in the outbox, beside the user.
const (
	recordHolds   = "holds"
	recordNudge   = "nudge"
	recordSignOut = "signout"
	recordClock   = "clock"
	recordRecheck = "recheck/" // one for each user
	recordLoss    = "loss"
	recordDevice  = "device"   // which device the office takes this store for
	recordHistory = "history/" // one for each user: receipts are theirs
)

// User is the signed-in user, as this device remembers it. It, not the cookie,
// says who may drain.
type User struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Role       string `json:"role"`
	Store      string `json:"store"`   // the office's store
	History    string `json:"history"` // renewed by a restore
	Device     string `json:"device"`
	Session    string `json:"session,omitempty"` // its handle
	SignedInAt int64  `json:"signedInAt"`
}

// nudgeRecord is a wish to try now, left for whoever drains. Online says that
// the network came back, Reached that the office has answered since.
type nudgeRecord struct {
	Nudge   Nudge `json:"nudge"`
	Online  bool  `json:"online"`
	Reached bool  `json:"reached"`
	At      int64 `json:"at"`
	Woken   bool  `json:"woken"` // it has made the misfits due
	Asked   bool  `json:"asked"` // the office was asked whether it is there
}

// unreached is the record without what was said of the network: a device that
// has none just now knows better.
func (n nudgeRecord) unreached() entry.Record {
	if n.Nudge == NudgeNone {
		return entry.Record{Name: recordNudge}
	}
	n.Online, n.Reached = false, false
	return record(recordNudge, n)
}

// wish adds n to the wishes that are there, whoever puts one at the same time.
func wish(n nudgeRecord) entry.Record {
	return entry.Record{Name: recordNudge, Of: func(stored json.RawMessage) json.RawMessage {
		var was nudgeRecord
		decode(stored, &was)
		return record("", was.and(n)).Value
	}}
}

// and is both wishes in one.
func (n nudgeRecord) and(more nudgeRecord) nudgeRecord {
	more.Nudge = max(n.Nudge, more.Nudge)
	more.Online, more.Reached = n.Online || more.Online, n.Reached || more.Reached
	return more
}

// signOutRecord is the sign-out that the server does not know of yet: first in
// line, until it is proved.
type signOutRecord struct {
	Session string     `json:"session,omitempty"` // the handle of the one that ends, empty: the cookie's
	At      int64      `json:"at"`
	Row     int        `json:"row"`
	Until   entry.Wait `json:"until"`
}

func (s signOutRecord) due(now int64) bool { return s.Until.Due(now) || s.Until.Jumped(now) }

// clockRecord is the server's time as seen in proven answers, by which
// receipts age.
type clockRecord struct {
	Server int64 `json:"server"` // milliseconds
	Device int64 `json:"device"` // this device's clock then
	Steady int64 `json:"steady"` // since when, by the server's, the two have kept their distance,
	Ahead  int64 `json:"ahead"`  // which is this much, the server's less the device's
}

// recheckRecord says that a restored office is being asked for its receipts.
type recheckRecord struct {
	History string `json:"history"`
	Before  int64  `json:"before"` // receipts below this Seq are still to be asked for
}

// lossRecord says that the office knew of unsent writes which a wiped device
// has no more, until the rep has read it.
type lossRecord struct {
	Count int   `json:"count"`
	At    int64 `json:"at"`
}

// standing is the drain's records, decoded. A record that does not decode is
// as good as absent: it is rebuilt from the next answer.
type standing struct {
	User    User
	Holds   Holds
	Nudge   nudgeRecord
	SignOut *signOutRecord
	Clock   clockRecord
	Recheck *recheckRecord
	Unsent  string // what the office is told of what waits here
	records map[string]json.RawMessage
}

// unchanged lets a record be put only while it is what this step has read: a
// new wish, sign-in or restore is not overwritten by what became of the old.
func (s standing) unchanged(r entry.Record) entry.Record {
	was := s.records[r.Name]
	r.Was = &was
	return r
}

func readStanding(records map[string]json.RawMessage) standing {
	s := standing{records: records}
	decode(records[idbqueue.RecordUser], &s.User)
	decode(records[recordHolds], &s.Holds)
	decode(records[recordNudge], &s.Nudge)
	decode(records[recordClock], &s.Clock)
	decode(records[recordSignOut], &s.SignOut)
	decode(records[recordRecheck+s.User.ID], &s.Recheck)
	// A sign-in since the 401 is what that hold was waiting for.
	if o, stands := s.Holds.SignedOut[s.User.ID]; stands && s.User.SignedInAt != o.SignIn {
		s.Holds = s.Holds.SignedIn(s.User.ID)
	}
	return s
}

func decode(raw json.RawMessage, v any) {
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, v)
	}
}

// record encodes a value for the outbox. The types here always encode.
func record(name string, v any) entry.Record {
	raw, err := json.Marshal(v)
	if err != nil {
		return entry.Record{Name: name}
	}
	return entry.Record{Name: name, Value: raw}
}
