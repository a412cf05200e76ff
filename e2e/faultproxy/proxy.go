package faultproxy

import (
	"bytes"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"sync"
)

// Always is the count of a rule that holds until it is lifted.
const Always = -1

// Proxy stands before one server. It is safe for concurrent use.
type Proxy struct {
	URL string // of the proxy, kept over Down and Up

	addr    string
	forward *httputil.ReverseProxy
	closed  chan struct{}

	mu     sync.Mutex
	cond   *sync.Cond // signalled at every change of hits
	target *url.URL
	server *http.Server
	rules  []*Rule
	hits   []*Hit
}

// Rule is one scripted fault.
type Rule struct {
	proxy   *Proxy
	method  string
	pattern string
	left    int
	only    func(*http.Request) bool // nil: every request
	fault   Fault
}

// New starts a proxy on a free port of 127.0.0.1 before the server at target.
func New(target string) (*Proxy, error) {
	p := &Proxy{addr: "127.0.0.1:0", closed: make(chan struct{})}
	p.cond = sync.NewCond(&p.mu)
	if err := p.SetTarget(target); err != nil {
		return nil, err
	}
	p.forward = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(p.upstream())
			// The server compares Origin and Host as the browser sent them.
			r.Out.Host = r.In.Host
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	if err := p.Up(); err != nil {
		return nil, err
	}
	p.URL = "http://" + p.addr
	return p, nil
}

// SetTarget points the proxy at another server, as a deploy does.
func (p *Proxy) SetTarget(target string) error {
	u, err := url.Parse(target)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = u
	return nil
}

func (p *Proxy) upstream() *url.URL {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.target
}

// Up accepts connections, on the same port as before.
func (p *Proxy) Up() error {
	listener, err := net.Listen("tcp", p.addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: http.HandlerFunc(p.serve), ErrorLog: log.New(io.Discard, "", 0)}
	server.SetKeepAlivesEnabled(false)
	p.mu.Lock()
	p.addr, p.server = listener.Addr().String(), server
	p.mu.Unlock()
	go func() { _ = server.Serve(listener) }() // ends with Down
	return nil
}

// KeepAlive lets the browser use connections again, as most networks do: on one
// that is reset it repeats a request by itself, POST too. It holds until Down.
func (p *Proxy) KeepAlive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.server.SetKeepAlivesEnabled(true)
}

// Down refuses connections and drops those that are open, as no network does.
func (p *Proxy) Down() error {
	p.mu.Lock()
	server := p.server
	p.server = nil
	p.mu.Unlock()
	if server == nil {
		return errors.New("faultproxy: is down already")
	}
	return server.Close()
}

// Close ends the proxy and lets go of everything that waits in it.
func (p *Proxy) Close() {
	close(p.closed)
	_ = p.Down() // down already is as good
}

// Script adds a rule: the next times requests (Always: all) with this method
// ("" is any) and a path that matches pattern (as in [path.Match], without the
// query) meet the fault. Earlier rules come first while they last.
func (p *Proxy) Script(method, pattern string, times int, fault Fault) *Rule {
	return p.ScriptFor(nil, method, pattern, times, fault)
}

// ScriptFor is Script for the requests that only accepts.
func (p *Proxy) ScriptFor(only func(*http.Request) bool, method, pattern string, times int, fault Fault) *Rule {
	rule := &Rule{proxy: p, method: method, pattern: pattern, left: times, only: only, fault: fault}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules = append(p.rules, rule)
	return rule
}

// Lift ends the rule, whatever is left of it.
func (r *Rule) Lift() {
	r.proxy.mu.Lock()
	defer r.proxy.mu.Unlock()
	r.left = 0
}

// take returns the fault for a request and counts it off.
func (p *Proxy) take(r *http.Request) (Fault, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, rule := range p.rules {
		match, _ := path.Match(rule.pattern, r.URL.Path)
		if rule.left == 0 || !match || (rule.method != "" && rule.method != r.Method) || (rule.only != nil && !rule.only(r)) {
			continue
		}
		if rule.left > 0 {
			rule.left--
		}
		return rule.fault, true
	}
	return Fault{}, false
}

// serve reads the request whole, so that it can be delivered again and shown
// in the log, and lets its fault or the plain way answer it.
func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	fault, faulty := p.take(r)
	hit := p.begin(r, body, fault.Name)
	counted := &statusWriter{ResponseWriter: w}
	defer func() { p.end(hit, counted.status) }()
	x := &exchange{w: counted, r: r, body: body, proxy: p, hit: hit}
	if faulty {
		fault.play(x)
		return
	}
	x.deliver(counted)
}

// exchange is one request on its way.
type exchange struct {
	w     http.ResponseWriter
	r     *http.Request
	body  []byte
	proxy *Proxy
	hit   *Hit
}

// deliver sends the request to the server and the answer to w.
func (x *exchange) deliver(w http.ResponseWriter) {
	x.proxy.delivered(x.hit)
	again := x.r.Clone(x.r.Context())
	again.Body = io.NopCloser(bytes.NewReader(x.body))
	x.proxy.forward.ServeHTTP(w, again)
}

// statusWriter notes the status that the browser got.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
