package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
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

// idAlphabet is Crockford's base 32, in which ULIDs are written.
const idAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// ValidID says whether id is an upper-case ULID. The rule is small enough to
// stand here, and the library would cost the service worker 14 KB; a test holds
// one to the other.
func ValidID(id string) bool {
	const length, firstMax = 26, '7' // 130 bits for 128
	return len(id) == length && id[0] <= firstMax && strings.Trim(id, idAlphabet) == ""
}
