package sw

import (
	"encoding/json"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Names of the records that the drain keeps in the outbox, beside the user.
const (
	RecordHolds   = "holds"
	RecordNudge   = "nudge"
	RecordSignOut = "signout"
	RecordClock   = "clock"
	RecordRecheck = "recheck/" // one for each user
	RecordLoss    = "loss"
	RecordDevice  = "device"   // which device the office takes this store for
	RecordHistory = "history/" // one for each user: receipts are theirs
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

// SignOutRecord is the sign-out that the server does not know of yet: first in
// line, until it is proved.
type SignOutRecord struct {
	Session string     `json:"session,omitempty"` // the handle of the one that ends, empty: the cookie's
	At      int64      `json:"at"`
	Row     int        `json:"row"`
	Until   entry.Wait `json:"until"`
}

// Due says that the sign-out may be tried now, milliseconds.
func (s SignOutRecord) Due(now int64) bool { return s.Until.Due(now) || s.Until.Jumped(now) }

// RecheckRecord says that a restored office is being asked for its receipts.
type RecheckRecord struct {
	History string `json:"history"`
	Before  int64  `json:"before"` // receipts below this Seq are still to be asked for
}

// LossRecord says that the office knew of unsent writes which a wiped device
// has no more, until the rep has read it.
type LossRecord struct {
	Count int   `json:"count"`
	At    int64 `json:"at"`
}

// Standing is the drain's records, decoded. A record that does not decode is
// as good as absent: it is rebuilt from the next answer.
type Standing struct {
	User    User
	Holds   Holds
	Nudge   NudgeRecord
	SignOut *SignOutRecord
	Clock   ClockRecord
	Recheck *RecheckRecord
	Unsent  string // what the office is told of what waits here
	records map[string]json.RawMessage
}

// Unchanged lets a record be put only while it is what this step has read: a
// new wish, sign-in or restore is not overwritten by what became of the old.
func (s Standing) Unchanged(r entry.Record) entry.Record {
	was := s.records[r.Name]
	r.Was = &was
	return r
}

// ReadStanding reads the device's state out of the outbox's records.
func ReadStanding(records map[string]json.RawMessage) Standing {
	s := Standing{records: records}
	Decode(records[entry.RecordUser], &s.User)
	Decode(records[RecordHolds], &s.Holds)
	Decode(records[RecordNudge], &s.Nudge)
	Decode(records[RecordClock], &s.Clock)
	Decode(records[RecordSignOut], &s.SignOut)
	Decode(records[RecordRecheck+s.User.ID], &s.Recheck)
	// A sign-in since the 401 is what that hold was waiting for.
	if o, stands := s.Holds.SignedOut[s.User.ID]; stands && s.User.SignedInAt != o.SignIn {
		s.Holds = s.Holds.SignedIn(s.User.ID)
	}
	return s
}

// Decode reads a record into v. One that is missing or cannot be read leaves
// v as it is.
func Decode(raw json.RawMessage, v any) {
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, v)
	}
}

// Record encodes a value for the outbox. The types here always encode.
func Record(name string, v any) entry.Record {
	raw, err := json.Marshal(v)
	if err != nil {
		return entry.Record{Name: name}
	}
	return entry.Record{Name: name, Value: raw}
}

// Path names the session that ends: by the time that the request arrives, the
// browser's cookie may be of another.
func (s SignOutRecord) Path() string {
	if s.Session == "" {
		return wire.PathSession
	}
	return wire.PathSession + "?" + wire.QuerySession + "=" + s.Session
}
