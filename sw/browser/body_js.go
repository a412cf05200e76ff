package browser

import (
	"context"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/idb"
	"waybill/sw/exchange"
)

// gzipMin is the size from which a body is worth packing: below it the frame
// eats the gain.
const gzipMin = 1 << 10

// readyBody is a body that was packed before it is sent.
type readyBody struct {
	body  string
	small safejs.Value
}

var _ exchange.Packer = (*Fetch)(nil)

// Pack prepares a body: what is sent next takes it, if it is this very one.
func (f *Fetch) Pack(ctx context.Context, body string) {
	f.ready = readyBody{}
	bytes, err := bytesOf(body)
	if err != nil || len(body) < gzipMin {
		return
	}
	if small, ok := packed(ctx, bytes); ok {
		f.ready = readyBody{body, small}
	}
}

// body is what travels, and whether it is packed. A photo is packed already.
func (f *Fetch) body(ctx context.Context, r exchange.Request) (body safejs.Value, small bool, err error) {
	if ready := f.ready; ready.body == r.Body {
		f.ready = readyBody{}
		return ready.small, true, nil
	}
	if body, err = bytesOf(r.Body); err != nil || len(r.Body) < gzipMin || r.Type != "" {
		return body, false, err
	}
	if tight, ok := packed(ctx, body); ok {
		return tight, true, nil
	}
	return body, false, nil
}

// bytesOf hands the body's own bytes over: a string would be encoded again.
func bytesOf(body string) (safejs.Value, error) {
	class, err := safejs.Global().Get("Uint8Array")
	if err != nil {
		return safejs.Value{}, err
	}
	array, err := class.New(len(body))
	if err != nil {
		return safejs.Value{}, err
	}
	_, err = safejs.CopyBytesToJS(array, []byte(body))
	return array, err
}

// packed compresses a body with the browser's own gzip. ok is false where the
// browser has none, or fails: then the body travels as it is. The fingerprint
// is of the bytes before packing, which is what the office compares.
func packed(ctx context.Context, body safejs.Value) (safejs.Value, bool) {
	stream, err := gzipStream(body)
	if err != nil {
		return safejs.Value{}, false
	}
	class, err := safejs.Global().Get("Response")
	if err != nil {
		return safejs.Value{}, false
	}
	response, err := class.New(stream)
	if err != nil {
		return safejs.Value{}, false
	}
	buffer, err := idb.Call(ctx, response, "arrayBuffer")
	return buffer, err == nil
}

// gzipStream is new Blob([body]).stream().pipeThrough(new CompressionStream("gzip")).
func gzipStream(body safejs.Value) (safejs.Value, error) {
	global := safejs.Global()
	gzip, err := global.Get("CompressionStream")
	if err != nil {
		return safejs.Value{}, err
	}
	compressor, err := gzip.New("gzip")
	if err != nil {
		return safejs.Value{}, err
	}
	class, err := global.Get("Blob")
	if err != nil {
		return safejs.Value{}, err
	}
	blob, err := class.New([]any{body})
	if err != nil {
		return safejs.Value{}, err
	}
	stream, err := blob.Call("stream")
	if err != nil {
		return safejs.Value{}, err
	}
	return stream.Call("pipeThrough", compressor)
}
