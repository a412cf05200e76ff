package order

import "github.com/oklog/ulid/v2"

// Head is what the drafts of all forms have in common.
type Head struct {
	Key     string `json:"key"`     // of the write that is being typed
	Was     string `json:"was"`     // fingerprint of the write that is corrected
	TypedAt int64  `json:"typedAt"` // when it was typed last (milliseconds)
}

// LastTyped is when the draft was typed last. A draft of an app that did not
// store this time has that of its key: when its form was opened.
func (h Head) LastTyped() int64 {
	if h.TypedAt != 0 {
		return h.TypedAt
	}
	return KeyTime(h.Key)
}

// KeyTime is when a key was made (milliseconds), 0 where it does not say.
func KeyTime(key string) int64 {
	id, err := ulid.ParseStrict(key)
	if err != nil {
		return 0
	}
	return int64(id.Time())
}
