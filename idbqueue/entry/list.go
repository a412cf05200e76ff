package entry

import "encoding/json"

// List names a list of the outbox.
type List string

// The lists. A write is on exactly one.
const (
	ListUnsent    List = "unsent"
	ListSent      List = "sent"
	ListDiscarded List = "discarded"
)

// Listed is a row of a page. Entry is nil where this version cannot read it:
// then Raw, the entry as it is stored, is shown, and Seq says its place.
type Listed struct {
	Entry *Entry
	Seq   int64
	Raw   json.RawMessage
	Kept  string // the key to forget it by, of what an import kept raw, else empty
	Flaw  string // why it was kept raw
}
