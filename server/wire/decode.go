package wire

import "encoding/json"

// Decode decodes one side; ok is false for an empty or unreadable one.
func Decode[T any](raw json.RawMessage) (v T, ok bool) {
	return v, len(raw) > 0 && json.Unmarshal(raw, &v) == nil
}
