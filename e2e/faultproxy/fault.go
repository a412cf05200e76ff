package faultproxy

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"
)

// Fault is what happens to a request instead of being passed on.
type Fault struct {
	Name string // as in the log
	play func(x *exchange)
}

// ResetBefore drops the connection before the server saw anything.
func ResetBefore() Fault {
	return Fault{"reset-before", func(x *exchange) { x.reset() }}
}

// ResetAfter lets the server answer, then drops the connection: stored, unheard.
func ResetAfter() Fault {
	return Fault{"reset-after", func(x *exchange) { x.answer(); x.reset() }}
}

// Delay passes the request on after a time.
func Delay(d time.Duration) Fault {
	return Fault{"delay", func(x *exchange) {
		if x.wait(time.After(d)) {
			x.deliver(x.w)
		}
	}}
}

// Hold passes the request on when the test closes release.
func Hold(release <-chan struct{}) Fault {
	return Fault{"hold", func(x *exchange) {
		if x.wait(release) {
			x.deliver(x.w)
		}
	}}
}

// HoldAnswer lets the server answer, and passes that on when the test closes
// release.
func HoldAnswer(release <-chan struct{}) Fault {
	return Fault{"hold-answer", func(x *exchange) {
		answer := x.answer()
		if x.wait(release) {
			copyAnswer(x.w, answer, answer.Body.Bytes(), nil)
		}
	}}
}

// Stall sends half of the answer's body and keeps the line open.
func Stall() Fault {
	return Fault{"stall", func(x *exchange) {
		x.half()
		x.wait(make(chan struct{}))
	}}
}

// Truncate sends half of the answer's body and hangs up.
func Truncate() Fault {
	return Fault{"truncate", func(x *exchange) { x.half(); x.reset() }}
}

// Repeat delivers the request twice and passes the second answer on.
func Repeat() Fault {
	return Fault{"repeat", func(x *exchange) { x.answer(); x.deliver(x.w) }}
}

// Replace answers in the server's place, which sees nothing. headers are
// name, value, name, value …; a value "?name" is that of the parameter in the
// request's query, and no header where there is none.
func Replace(status int, contentType, body string, headers ...string) Fault {
	return Fault{fmt.Sprintf("replace-%d", status), func(x *exchange) {
		x.write(status, contentType, body, headers)
	}}
}

// ReplaceAfter lets the server answer, and puts another answer in its place.
func ReplaceAfter(status int, contentType, body string, headers ...string) Fault {
	return Fault{fmt.Sprintf("replace-after-%d", status), func(x *exchange) {
		x.answer()
		x.write(status, contentType, body, headers)
	}}
}

// Redirect sends the browser elsewhere.
func Redirect(location string) Fault {
	return Replace(http.StatusFound, "text/html", "moved", "Location", location)
}

// CaptivePage is a hotel's sign-in page: a 200 that nobody asked for.
func CaptivePage() Fault {
	return Replace(http.StatusOK, "text/html; charset=utf-8", "<!doctype html><title>Welcome</title><form>Room number <input></form>")
}

// StripHeaders passes the answer on without some headers.
func StripHeaders(names ...string) Fault {
	return Fault{"strip", func(x *exchange) {
		answer := x.answer()
		for _, name := range names {
			answer.Header().Del(name)
		}
		copyAnswer(x.w, answer, answer.Body.Bytes(), nil)
	}}
}

// AddHeader passes the answer on with one header more, beside one of that name
// which the server has set.
func AddHeader(name, value string) Fault {
	return Fault{"add", func(x *exchange) {
		answer := x.answer()
		answer.Header().Add(name, value)
		copyAnswer(x.w, answer, answer.Body.Bytes(), nil)
	}}
}

// Rewrite puts another body in the answer's place, as a CDN does that packs a
// file anew. change gets the body as it is without an encoding, and may change
// the headers.
func Rewrite(change func(header http.Header, body []byte) []byte) Fault {
	return Fault{"rewrite", func(x *exchange) {
		x.r.Header.Del("Accept-Encoding")
		answer := x.answer()
		body := change(answer.Header(), answer.Body.Bytes())
		copyAnswer(x.w, answer, body, []string{"Content-Length", strconv.Itoa(len(body))})
	}}
}

// PackTwice compresses what is compressed already, and names the second
// encoding alone.
func PackTwice() Fault {
	return Fault{"pack-twice", func(x *exchange) {
		answer := x.answer()
		var packed bytes.Buffer
		gz := gzip.NewWriter(&packed)
		_, _ = gz.Write(answer.Body.Bytes()) // a bytes.Buffer takes everything
		_ = gz.Close()
		copyAnswer(x.w, answer, packed.Bytes(), []string{"Content-Encoding", "gzip", "Content-Length", strconv.Itoa(packed.Len())})
	}}
}

// answer delivers the request and keeps the answer.
func (x *exchange) answer() *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	x.deliver(answer)
	return answer
}

// half sends the answer's headers, its full length and half of its body.
func (x *exchange) half() {
	answer := x.answer()
	body := answer.Body.Bytes()
	copyAnswer(x.w, answer, body[:len(body)/2], []string{"Content-Length", strconv.Itoa(len(body))})
	_ = http.NewResponseController(x.w).Flush()
}

func copyAnswer(w http.ResponseWriter, answer *httptest.ResponseRecorder, body []byte, headers []string) {
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	setHeaders(w, headers)
	w.WriteHeader(answer.Code)
	_, _ = w.Write(body)
}

func (x *exchange) write(status int, contentType, body string, headers []string) {
	x.w.Header().Set("Content-Type", contentType)
	for i := 0; i+1 < len(headers); i += 2 {
		value := headers[i+1]
		if name, asked := strings.CutPrefix(value, "?"); asked {
			value = x.r.URL.Query().Get(name)
		}
		if value != "" {
			x.w.Header().Set(headers[i], value)
		}
	}
	x.w.WriteHeader(status)
	_, _ = io.WriteString(x.w, body)
}

func setHeaders(w http.ResponseWriter, headers []string) {
	for i := 0; i+1 < len(headers); i += 2 {
		w.Header().Set(headers[i], headers[i+1])
	}
}

// wait blocks until the event, and says whether it came: the browser may leave
// or the proxy close first.
func (x *exchange) wait(event any) bool {
	var released <-chan struct{}
	var timer <-chan time.Time
	switch e := event.(type) {
	case <-chan struct{}:
		released = e
	case <-chan time.Time:
		timer = e
	}
	select {
	case <-released:
		return true
	case <-timer:
		return true
	case <-x.r.Context().Done():
	case <-x.proxy.closed:
	}
	return false
}

// reset drops the connection hard (RST, no FIN), as a lost network looks.
func (x *exchange) reset() {
	conn, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	// Noted before the drop: the browser may come back at once.
	x.proxy.end(x.hit, 0)
	_ = conn.Close()
}
