package api

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// packMin is the size from which an answer is worth packing. Nothing secret is
// ever in a body beside what a stranger can put there, so its packed size tells
// nobody anything.
const packMin = 1 << 10

// packers are used again: one holds more memory than the answers do.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that exists
	return z
}}

// packed returns the body as it travels: on a slow line a batch's answer is
// most of what has to come through. A client that takes no gzip gets it plain.
func packed(h http.Header, r *http.Request, body []byte) []byte {
	if len(body) < packMin {
		return body
	}
	h.Add("Vary", "Accept-Encoding")
	if !takesGzip(r.Header) {
		return body
	}
	var out bytes.Buffer
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&out)
	if _, err := z.Write(body); err != nil {
		return body
	}
	if err := z.Close(); err != nil {
		return body
	}
	h.Set("Content-Encoding", "gzip")
	return out.Bytes()
}

// takesGzip reads Accept-Encoding. "gzip;q=0" is a refusal.
func takesGzip(h http.Header) bool {
	for part := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			q := strings.TrimRight(strings.ReplaceAll(weight, " ", ""), "0")
			return q != "q=" && q != "q=0."
		}
	}
	return false
}
