package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/oklog/ulid/v2"
)

// ErrNotCompact is returned by [Encode] and [CheckBody] for bytes that are not
// one compact JSON object in valid UTF-8.
var ErrNotCompact = errors.New("wire: not one compact JSON object in valid UTF-8")

// Encode makes the bytes of a body: one compact JSON object with nothing
// around it. json.Encoder would add a newline and escape < > &, so the newline
// is cut and the escaping switched off.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if err := CheckBody(body); err != nil {
		return nil, err
	}
	return body, nil
}

// CheckBody reports [ErrNotCompact] unless body is one JSON object from { to }
// in valid UTF-8 with nothing around it.
func CheckBody(body []byte) error {
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' || !utf8.Valid(body) || !json.Valid(body) {
		return ErrNotCompact
	}
	return nil
}

// ValidID says whether id is an upper-case ULID.
func ValidID(id string) bool {
	u, err := ulid.ParseStrict(id)
	return err == nil && u.String() == id
}
