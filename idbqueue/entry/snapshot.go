package entry

import "encoding/json"

// Snapshot is one consistent look at the outbox.
type Snapshot struct {
	Records map[string]json.RawMessage // all records but drafts and totals
	Due     []Entry                    // due writes: never tried first, then tried longest ago, then oldest
	Jumped  []Entry                    // writes whose wait lies in the future of its own clock
	Open    []Entry                    // writes with an attempt open, of any owner
	NextAt  int64                      // when the earliest wait that is not over ends, 0: none
	LookAt  int64                      // when the earliest settled write is to be looked up again, 0: none
	Totals  Totals
}
