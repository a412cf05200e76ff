package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer replies as the query asks, for tests of code on top of fetch:
//
//	status=409          the status, 200 by default
//	header=Name: value  a response header, may be repeated
//	asked=1             repeat the value of the question, as the office does
//	body=…              the body; body=@echo sends the request's body back
//	delay=250ms         wait before the first byte
//	cut=1               announce one byte more than is sent, then hang up
//	stall=1             send the body without its last byte and keep the line open
//
// The request's own headers come back as X-Echo-<Name>.
func answer(w http.ResponseWriter, r *http.Request) {
	sent, _ := io.ReadAll(r.Body)
	q := r.URL.Query()
	if wait, err := time.ParseDuration(q.Get("delay")); err == nil {
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return
		}
	}
	body := q.Get("body")
	if body == "@echo" {
		body = string(sent)
	}
	for name, values := range r.Header {
		w.Header().Set("X-Echo-"+name, strings.Join(values, ", "))
	}
	for _, line := range q["header"] {
		name, value, _ := strings.Cut(line, ":")
		w.Header().Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	if q.Has("asked") {
		w.Header().Set("Waybill-Asked", q.Get("ask"))
	}
	writeAnswer(w, r, q.Get("status"), body, q.Has("cut"), q.Has("stall"))
}

// writeAnswer sends the status and the body, whole or broken off. A cut or
// stalled body is announced in full first, so that the browser can tell.
func writeAnswer(w http.ResponseWriter, r *http.Request, statusText, body string, cut, stall bool) {
	status, err := strconv.Atoi(statusText)
	if err != nil {
		status = http.StatusOK
	}
	if cut || stall {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
	}
	w.WriteHeader(status)
	fmt.Fprint(w, body)
	_ = http.NewResponseController(w).Flush()
	if stall {
		<-r.Context().Done()
	}
	if cut {
		panic(http.ErrAbortHandler)
	}
}
