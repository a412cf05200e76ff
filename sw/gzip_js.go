package sw

import (
	"context"

	"github.com/hack-pad/safejs"
)

// gzipMin is the size from which a body is worth packing: below it the frame
// eats the gain.
const gzipMin = 1 << 10

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
	promise, err := response.Call("arrayBuffer")
	if err != nil {
		return safejs.Value{}, false
	}
	buffer, err := Await(ctx, promise)
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
