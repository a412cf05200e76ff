package faultproxy

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// Hit is one request as the proxy saw it.
type Hit struct {
	Method, Path, Query string
	Header              http.Header
	Body                []byte
	Fault               string // name of the fault that it met, empty for none
	Delivered           int    // how often the server got it
	Status              int    // what the browser was answered, 0: nothing
	Start, End          time.Time
}

func (p *Proxy) begin(r *http.Request, body []byte, fault string) *Hit {
	hit := &Hit{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(),
		Body: body, Fault: fault, Start: time.Now(),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hits = append(p.hits, hit)
	p.cond.Broadcast()
	return hit
}

func (p *Proxy) delivered(hit *Hit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	hit.Delivered++
	p.cond.Broadcast()
}

func (p *Proxy) end(hit *Hit, status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !hit.End.IsZero() {
		return // a dropped connection was noted as it was dropped
	}
	hit.Status, hit.End = status, time.Now()
	p.cond.Broadcast()
}

// Hits returns the requests so far with this method ("" is any) and a path
// that matches pattern, oldest first. One that is under way has no End.
func (p *Proxy) Hits(method, pattern string) []Hit {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.find(method, pattern)
}

// All returns every request so far, oldest first.
func (p *Proxy) All() []Hit {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]Hit, len(p.hits))
	for i, hit := range p.hits {
		all[i] = *hit
	}
	return all
}

// String is the hit as one line of a log.
func (h Hit) String() string {
	ended := "…" // under way
	if !h.End.IsZero() {
		ended = h.End.Format("05.000")
	}
	target := h.Path
	if h.Query != "" {
		target += "?" + h.Query
	}
	return fmt.Sprintf("%s–%s %s %s → %d %s ×%d", h.Start.Format("15:04:05.000"), ended, h.Method, target, h.Status, h.Fault, h.Delivered)
}

// Log is every request so far, one a line, oldest first.
func (p *Proxy) Log() string {
	var lines strings.Builder
	for _, hit := range p.All() {
		fmt.Fprintln(&lines, hit)
	}
	return lines.String()
}

func (p *Proxy) find(method, pattern string) []Hit {
	var found []Hit
	for _, hit := range p.hits {
		if match, _ := path.Match(pattern, hit.Path); match && (method == "" || method == hit.Method) {
			found = append(found, *hit)
		}
	}
	return found
}

// Wait returns the matching requests once ok accepts them, which it is asked
// at every change, or the context's error when that ends first.
func (p *Proxy) Wait(ctx context.Context, method, pattern string, ok func([]Hit) bool) ([]Hit, error) {
	wake := context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.cond.Broadcast()
	})
	defer wake()
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		found := p.find(method, pattern)
		if ok(found) {
			return found, nil
		}
		if err := ctx.Err(); err != nil {
			return found, err
		}
		p.cond.Wait()
	}
}

// AtLeast accepts n or more requests that have ended.
func AtLeast(n int) func([]Hit) bool {
	return func(hits []Hit) bool {
		ended := 0
		for _, hit := range hits {
			if !hit.End.IsZero() {
				ended++
			}
		}
		return ended >= n
	}
}

// Overlap is the highest number of hits that were under way at once.
func Overlap(hits []Hit) int {
	type edge struct {
		at   time.Time
		step int
	}
	var edges []edge
	for _, hit := range hits {
		edges = append(edges, edge{hit.Start, 1})
		if !hit.End.IsZero() {
			edges = append(edges, edge{hit.End, -1})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		if c := a.at.Compare(b.at); c != 0 {
			return c
		}
		return a.step - b.step
	})
	high, now := 0, 0
	for _, e := range edges {
		now += e.step
		high = max(high, now)
	}
	return high
}
