package entry

import "encoding/json"

// Record is a small named value in the outbox: the signed-in user, holds,
// "send now", the server's clock, drafts, settings. The queue does not read
// them, but for RecordUser's "id".
type Record struct {
	Name  string
	Value json.RawMessage // nil removes the record
	// Was lets it be put only while the stored value is this one, nil for none;
	// a nil pointer: whatever there is.
	Was *json.RawMessage
	// Of makes the value of the stored one, nil for none, in the same
	// transaction, which may be tried twice; Value does not count then.
	Of func(stored json.RawMessage) json.RawMessage
}

// RecordUser names the record of the signed-in user: a JSON object whose "id"
// says who may drain. No record or an empty id: nobody.
const RecordUser = "user"
