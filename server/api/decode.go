package api

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// depthMax bounds the nesting of a body. The deepest one of ours, a batch of
// orders, needs six.
const depthMax = 16

// limits of what the routes read, in bytes after decompression.
var limits = map[body]int64{bodyJSON: wire.BodyMax, bodyWrite: wire.BodyMax, bodyBatch: wire.BatchBytesMax, bodyPhoto: wire.PhotoMax}

// receive takes the body in before anything else is done: a phone on a slow
// line must hold neither a turn nor a connection to the store meanwhile, and
// the time of the answer counts from its last byte. What is wrong with the
// body is said when its turn in the order of checks has come.
func receive(w http.ResponseWriter, r *request) {
	if r.route.body != bodyNone {
		r.body, r.unread = readAll(w, r.http, limits[r.route.body])
	}
	// What is no connection (a test's recorder) has no deadline.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(wire.ServerTime))
}

// check does the route's type, size and fingerprint.
func check(r *request) error {
	if r.route.body == bodyNone {
		return nil
	}
	if r.route.body == bodyPhoto {
		return nil // the link comes first, see putPhoto
	}
	if t, _, err := mime.ParseMediaType(r.http.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return wire.NewProblem(wire.CodeUnsupportedMediaType, "The body must be application/json.")
	}
	if r.unread != nil {
		return r.unread
	}
	print := r.http.Header.Get(wire.HeaderFingerprint)
	if r.route.body == bodyWrite && fingerprintLost(r, print) {
		return wire.NewProblem(wire.CodeBodyAltered, "A packed write comes with its fingerprint.")
	}
	return sameBytes(r.body, print)
}

// fingerprintLost says that something on the way has taken a fingerprint off:
// who packs a write sends one.
func fingerprintLost(r *request, print string) bool { return cameGzip(r.http) && print == "" }

func cameGzip(r *http.Request) bool { return r.Header.Get("Content-Encoding") == "gzip" }

// gzipMagic begins every packed body, and no JSON.
var gzipMagic = []byte{0x1f, 0x8b}

// readAll reads a body of at most limit bytes, counted after decompression. A
// body that breaks off was not what was sent, nor was one that is packed and
// does not say so: that is no verdict.
func readAll(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	var body io.Reader = http.MaxBytesReader(w, r.Body, limit)
	switch r.Header.Get("Content-Encoding") {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, wire.NewProblem(wire.CodeBodyAltered, "The body is not gzip.")
		}
		body = io.LimitReader(z, limit+1)
	default:
		return nil, wire.NewProblem(wire.CodeUnsupportedMediaType, "Only gzip is unpacked.")
	}
	content, err := io.ReadAll(body)
	var over *http.MaxBytesError
	switch {
	case bytes.HasPrefix(content, gzipMagic):
		return nil, wire.NewProblem(wire.CodeBodyAltered, "The body is packed, and its Content-Encoding is lost.")
	case errors.As(err, &over), int64(len(content)) > limit:
		return nil, tooLarge(limit)
	case err != nil:
		return nil, wire.NewProblem(wire.CodeBodyAltered, "The body did not arrive whole.")
	}
	return content, nil
}

func tooLarge(limit int64) *wire.Problem {
	return wire.NewProblem(wire.CodePayloadTooLarge, fmt.Sprintf("At most %d bytes are possible.", limit))
}

// sameBytes compares what came with what was sent; want empty is unchecked.
func sameBytes(body []byte, want string) error {
	if want != "" && want != fingerprint.Of(body) {
		return wire.NewProblem(wire.CodeBodyAltered, "")
	}
	return nil
}

// decode reads a body strictly: one JSON object, valid UTF-8 without lone
// surrogates, no unknown or repeated field, no null, no deep nesting, nothing
// behind it. What is wrong is 400 malformed and names the place.
func decode[T any](body []byte) (v T, err error) {
	if err := shape(body); err != nil {
		return v, err
	}
	if err := json.Unmarshal(body, &v, json.RejectUnknownMembers(true)); err != nil {
		return v, malformed(err)
	}
	return v, nil
}

// shape walks the tokens once for what the decoder lets through.
func shape(body []byte) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(body))
	if d.PeekKind() != '{' {
		return wire.NewProblem(wire.CodeMalformed, "The body must be one JSON object.")
	}
	for {
		tok, err := d.ReadToken()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return malformed(err)
		case tok.Kind() == 'n':
			return wrong(string(d.StackPointer()), wire.FieldNull, "must not be null")
		case d.StackDepth() > depthMax:
			return wire.NewProblem(wire.CodeMalformed, "The body is nested too deeply.")
		}
	}
}

// carriesID says whether a body brings an id of its own at its top level.
func carriesID(body []byte) bool {
	var top map[string]jsontext.Value
	if json.Unmarshal(body, &top) != nil {
		return false // decode says what is wrong with it
	}
	_, id := top["id"]
	_, clientID := top["client_id"]
	return id || clientID
}

// readID is the client id of a body, however wrong the rest of it is; empty
// where none can be read.
func readID(body []byte) (id string) {
	var top map[string]jsontext.Value
	if json.Unmarshal(body, &top) != nil || json.Unmarshal(top["id"], &id) != nil || !wire.ValidID(id) {
		return ""
	}
	return id
}

// wrong is a malformed body whose fault has a place.
func wrong(field string, code wire.FieldCode, message string) *wire.Problem {
	p := wire.NewProblem(wire.CodeMalformed, message)
	if field != "" {
		p.Detail = field + " " + message
		p.Errors = []wire.FieldError{{Field: field, Code: code, Message: message}}
	}
	return p
}

func malformed(err error) *wire.Problem {
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic) && errors.Is(err, json.ErrUnknownName):
		return wrong(string(semantic.JSONPointer), wire.FieldUnknown, "is not a field of this route")
	case errors.As(err, &semantic):
		return wrong(string(semantic.JSONPointer), wire.FieldWrongType, "has the wrong type")
	case errors.As(err, &syntactic) && errors.Is(err, jsontext.ErrDuplicateName):
		return wrong(string(syntactic.JSONPointer), wire.FieldTwice, "stands there twice")
	case errors.As(err, &syntactic):
		return wire.NewProblem(wire.CodeMalformed, fmt.Sprintf("The body is not valid JSON at byte %d.", syntactic.ByteOffset))
	}
	return wire.NewProblem(wire.CodeMalformed, "The body is not valid JSON.")
}
