package browser

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/idb"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// bodyMax bounds what is read of an answer: a list of 500 records and room. An
// endless body ends here, and proves nothing.
const bodyMax = 8 << 20

// Fetch is the Sender of the browser. It speaks fetch itself: no timeout of
// net/http reaches a body here, and it would cost 7 MB.
type Fetch struct {
	Now   func() int64
	ready readyBody
}

// Send makes one exchange, bounded from request to last byte. Whatever goes
// wrong, a panic included, is evidence.
func (f *Fetch) Send(ctx context.Context, r exchange.Request) (ev sw.Evidence) {
	ev.LeftAt = f.Now()
	defer func() {
		if p := recover(); p != nil {
			Report("fetch: panic")
			ev = sw.Evidence{LeftAt: ev.LeftAt}
		}
		ev.ArrivedAt = f.Now()
	}()
	ctx, cancel := context.WithTimeout(ctx, bound(r))
	defer cancel()
	got, err := f.exchange(ctx, r)
	got.LeftAt = ev.LeftAt
	got.TimedOut = errors.Is(err, context.DeadlineExceeded)
	return got
}

func bound(r exchange.Request) time.Duration {
	if r.Bound > 0 {
		return r.Bound
	}
	return sw.Bound(len(r.Body), 0)
}

// exchange returns as much evidence as there was, and the error that ended it.
func (f *Fetch) exchange(ctx context.Context, r exchange.Request) (sw.Evidence, error) {
	abort, signal, err := aborter()
	if err != nil {
		return sw.Evidence{}, err
	}
	// Whatever ends this function ends the browser's work on it too.
	defer abort()
	options, err := f.options(ctx, r, signal)
	if err != nil {
		return sw.Evidence{}, err
	}
	value, err := random()
	if err != nil {
		return sw.Evidence{}, err
	}
	path, ask := r.Asking(value)
	promise, err := safejs.Global().Call("fetch", path, options)
	if err != nil {
		return sw.Evidence{}, err
	}
	defer meanwhile(ctx, r)()
	response, err := idb.Await(ctx, promise)
	if err != nil {
		return sw.Evidence{}, err
	}
	ev, err := headOf(response)
	ev.Ask = ask
	if err != nil || ev.Redirected {
		return ev, err
	}
	ev.Body, err = bodyOfResponse(ctx, response)
	ev.Whole = err == nil
	return ev, err
}

// random is a value that nobody can guess: 80 bits of the platform's secure
// source, as letters.
func random() (string, error) {
	class, err := safejs.Global().Get("Uint8Array")
	if err != nil {
		return "", err
	}
	drawn, err := class.New(16)
	if err != nil {
		return "", err
	}
	crypto, err := safejs.Global().Get("crypto")
	if err != nil {
		return "", err
	}
	if _, err := crypto.Call("getRandomValues", drawn); err != nil {
		return "", err
	}
	var value [16]byte
	if _, err := safejs.CopyBytesToGo(value[:], drawn); err != nil {
		return "", err
	}
	for i, b := range value {
		value[i] = 'A' + b&15 + b&16<<1 // A to P, a to p
	}
	return string(value[:]), nil
}

func aborter() (abort func(), signal safejs.Value, err error) {
	class, err := safejs.Global().Get("AbortController")
	if err != nil {
		return nil, safejs.Value{}, err
	}
	controller, err := class.New()
	if err != nil {
		return nil, safejs.Value{}, err
	}
	signal, err = controller.Get("signal")
	return func() { _, _ = controller.Call("abort") }, signal, err
}

// meanwhile starts what is to be done while the answer travels, and returns how
// to wait for its end. A panic in it costs what it would have brought.
func meanwhile(ctx context.Context, r exchange.Request) (ended func()) {
	if r.Meanwhile == nil {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				Report("meanwhile: panic")
			}
		}()
		r.Meanwhile(ctx)
	}()
	return func() { <-done }
}

// options: redirects are not followed and caches not asked, so that what
// comes back is an answer to this very request.
func (f *Fetch) options(ctx context.Context, r exchange.Request, signal safejs.Value) (safejs.Value, error) {
	headers := headersOf(r)
	fields := map[string]any{
		"method": r.Method, "redirect": "manual", "cache": "no-store", "credentials": "same-origin", "signal": signal,
	}
	if r.Body != "" {
		body, packed, err := f.body(ctx, r)
		if err != nil {
			return safejs.Value{}, err
		}
		if packed {
			headers["Content-Encoding"] = "gzip"
		}
		fields["body"] = body
	}
	h, err := object(headers)
	if err != nil {
		return safejs.Value{}, err
	}
	fields["headers"] = h
	return object(fields)
}

func headersOf(r exchange.Request) map[string]any {
	h := map[string]any{wire.HeaderContract: strconv.Itoa(wire.Contract)}
	for name, value := range map[string]string{
		wire.HeaderOwner: r.Owner, wire.HeaderFingerprint: r.Fingerprint,
		wire.HeaderClient: r.Build, wire.HeaderUnsent: r.Unsent,
	} {
		if value != "" {
			h[name] = value
		}
	}
	if r.Body != "" {
		h["Content-Type"] = "application/json"
		if r.Type != "" {
			h["Content-Type"] = r.Type
		}
	}
	return h
}

// headOf reads status and headers. The response's type is looked at before its
// status: an opaque redirect has none.
func headOf(response safejs.Value) (sw.Evidence, error) {
	ev := sw.Evidence{Answered: true}
	kind, err := text(response, "type")
	if err != nil {
		return sw.Evidence{}, err
	}
	followed, err := response.Get("redirected")
	if err != nil {
		return sw.Evidence{}, err
	}
	ev.Redirected, _ = followed.Truthy()
	if kind == "opaqueredirect" || kind == "opaque" || kind == "error" {
		ev.Redirected = true
		return ev, nil
	}
	status, err := response.Get("status")
	if err != nil {
		return sw.Evidence{}, err
	}
	if ev.Status, err = status.Int(); err != nil {
		return sw.Evidence{}, err
	}
	headers, err := response.Get("headers")
	if err != nil {
		return sw.Evidence{}, err
	}
	ev.Contract, ev.RetryAfter = header(headers, wire.HeaderContract), header(headers, "Retry-After")
	ev.Date, ev.Age = header(headers, "Date"), header(headers, "Age")
	ev.Asked = header(headers, wire.HeaderAsked)
	return ev, nil
}

func text(v safejs.Value, name string) (string, error) {
	field, err := v.Get(name)
	if err != nil {
		return "", err
	}
	return field.String()
}

// header is empty for one that is not there, or that the browser hides.
func header(headers safejs.Value, name string) string {
	value, err := headers.Call("get", name)
	if err != nil || value.IsNull() {
		return ""
	}
	s, err := value.String()
	if err != nil {
		return ""
	}
	return s
}

var errTooMuch = errors.New("sw: the answer does not end")

// bodyOfResponse reads to the last byte, piece by piece, within the bound.
func bodyOfResponse(ctx context.Context, response safejs.Value) ([]byte, error) {
	stream, err := response.Get("body")
	if err != nil || stream.IsNull() {
		return nil, err // no body at all, which is whole
	}
	reader, err := stream.Call("getReader")
	if err != nil {
		return nil, err
	}
	var body []byte
	for {
		piece, done, err := readPiece(ctx, reader)
		if err != nil {
			return nil, err
		}
		if done {
			return body, nil
		}
		body = append(body, piece...)
		if len(body) > bodyMax {
			return nil, errTooMuch
		}
	}
}

func readPiece(ctx context.Context, reader safejs.Value) (piece []byte, done bool, err error) {
	result, err := idb.Call(ctx, reader, "read")
	if err != nil {
		return nil, false, err
	}
	end, err := result.Get("done")
	if err != nil {
		return nil, false, err
	}
	if done, err = end.Truthy(); done || err != nil {
		return nil, done, err
	}
	value, err := result.Get("value")
	if err != nil {
		return nil, false, err
	}
	n, err := value.Length()
	if err != nil {
		return nil, false, err
	}
	piece = make([]byte, n)
	_, err = safejs.CopyBytesToGo(piece, value)
	return piece, false, err
}
