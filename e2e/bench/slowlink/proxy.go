package slowlink

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// Proxy stands before one server. It is safe for concurrent use.
type Proxy struct {
	URL string // of the proxy, for the browser

	target   string
	listener net.Listener
	up, down lane

	mu        sync.Mutex
	handshake time.Duration
	lose      func(*http.Request) bool
	instead   func(*http.Request) []byte
	exchanges []Exchange
	conns     map[net.Conn]bool // both ends of those that are open
	accepted  int
	closed    bool
}

// Exchange is one request with its answer.
type Exchange struct {
	Method, Path string
	Conn         int       // which connection of the browser carried it, from 1
	Up, Down     int       // bytes on the wire, headers included
	Status       int       // of the answer, 0: none came
	Lost         bool      // the server answered, and the browser did not hear it
	Start, End   time.Time // first byte from the browser, last byte to it
	Reached      time.Time // when the server had it whole
	Answered     time.Time // when its answer was whole
}

// New starts a proxy on a free port of 127.0.0.1 before the server at target
// (host:port). Nothing is slowed down until Shape.
func New(target string) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		URL: "http://" + listener.Addr().String(), target: target, listener: listener,
		conns: map[net.Conn]bool{},
	}
	go p.accept()
	return p, nil
}

// Shape sets what the network is like from now on.
func (p *Proxy) Shape(l Lines) {
	p.up.set(l.Up)
	p.down.set(l.Down)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.handshake = l.wait()
}

// Lose asks lose about each answer from now on; nil loses none. A lost answer
// ends after its head: a connection that is dropped before makes a browser
// repeat the request by itself, and nobody would notice the loss.
func (p *Proxy) Lose(lose func(*http.Request) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = lose
}

// Instead asks instead about each request: what it returns is the answer, a
// whole HTTP message, and the server sees nothing. nil passes the request on.
func (p *Proxy) Instead(instead func(*http.Request) []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.instead = instead
}

// Exchanges are those that have ended, by their end.
func (p *Proxy) Exchanges() []Exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Exchange(nil), p.exchanges...)
}

// Forget empties the list of exchanges.
func (p *Proxy) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exchanges = nil
}

// Close ends the proxy and drops every connection.
func (p *Proxy) Close() {
	p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for c := range p.conns {
		c.Close()
	}
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		n, ready := p.opened(client)
		go func() {
			defer p.gone(client)
			server, err := net.Dial("tcp", p.target)
			if err != nil {
				return
			}
			defer p.gone(server)
			p.keep(server)
			newPassage(p, n, ready, client, server).run()
		}()
	}
}

// opened numbers a connection and says when its handshake is over.
func (p *Proxy) opened(client net.Conn) (n int, ready time.Time) {
	p.keep(client)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.accepted++
	return p.accepted, time.Now().Add(p.handshake)
}

func (p *Proxy) keep(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.Close()
	}
	p.conns[c] = true
}

func (p *Proxy) gone(c net.Conn) {
	c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

func (p *Proxy) ended(x Exchange) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exchanges = append(p.exchanges, x)
}

func (p *Proxy) loses(r *http.Request) bool {
	p.mu.Lock()
	lose := p.lose
	p.mu.Unlock()
	return lose != nil && lose(r)
}

func (p *Proxy) answers(r *http.Request) []byte {
	p.mu.Lock()
	instead := p.instead
	p.mu.Unlock()
	if instead == nil {
		return nil
	}
	return instead(r)
}
