package wire

import "encoding/json"

// User is who is signed in.
type User struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role string `json:"role"`
}

// Credentials is the body of POST /session.
type Credentials struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// Device is what the server knows of the device that asks. LastContact is RFC
// 3339; Unsent is the count that the device reported then.
type Device struct {
	ID          string `json:"id"`
	LastContact string `json:"last_contact,omitempty"`
	Unsent      int    `json:"unsent,omitempty"`
}

// Session is the answer to POST and GET /session. User is nil for nobody.
// Handle names the session to its holder and opens nothing: a sign-out says by
// it which session it ends.
// Store is made once with the store and kept by a restore; History is renewed
// by a restore, so that the client asks for its receipts again.
type Session struct {
	User      *User  `json:"user"`
	Handle    string `json:"handle,omitempty"`
	ExpiresAt string `json:"expires_at,omitempty"`
	Store     string `json:"store"`
	History   string `json:"history"`
	Device    Device `json:"device"`
}

// List is a page of records. After is the cursor of the next page, empty on
// the last one. Missing is there for a question by ids.
type List struct {
	Items   []json.RawMessage `json:"items"`
	After   string            `json:"after,omitempty"`
	Missing []string          `json:"missing,omitempty"`
}

// Change is one item of the changes feed. Record is null where Deleted.
type Change struct {
	Kind    Kind            `json:"kind"`
	ID      string          `json:"id"`
	Deleted bool            `json:"deleted"`
	Record  json.RawMessage `json:"record"`
}

// Changes is a page of the changes feed. Left is how many changes are to come
// after it, as far as is known now. A server counts them on the first page of a
// load; elsewhere, and from a server that does not count, it is absent.
type Changes struct {
	Items  []Change `json:"items"`
	Cursor string   `json:"cursor"`
	More   bool     `json:"more"`
	Left   int      `json:"left,omitempty"`
}

// BatchWrite is one item of a batch as the server reads it. The client puts
// the batch together by joining bytes, so that Body keeps its own.
type BatchWrite struct {
	Ref         string          `json:"ref"`
	Method      string          `json:"method"`
	Path        string          `json:"path"`
	Fingerprint string          `json:"fingerprint"`
	Body        json.RawMessage `json:"body"`
}

// Batch is the body of POST /batch.
type Batch struct {
	Writes []BatchWrite `json:"writes"`
}

// BatchResult is the verdict on one item: what it would have got alone.
// RetryAfter is in seconds.
type BatchResult struct {
	Ref        string          `json:"ref"`
	Status     int             `json:"status"`
	RetryAfter *int            `json:"retry_after,omitempty"`
	Body       json.RawMessage `json:"body"`
}

// BatchAnswer is the answer to POST /batch.
type BatchAnswer struct {
	Results []BatchResult `json:"results"`
}
