package slowlink

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"time"
)

// passage is one connection of the browser with its own to the server. Its
// exchanges follow each other, as HTTP/1.1 has it.
type passage struct {
	p      *Proxy
	n      int
	ready  time.Time // when the handshake is over
	client *side
	server *side
}

// side is an end of a passage; raw holds the bytes of the message being read.
type side struct {
	conn net.Conn
	in   *bufio.Reader
	raw  bytes.Buffer
}

func newSide(conn net.Conn) *side {
	s := &side{conn: conn}
	s.in = bufio.NewReader(io.TeeReader(conn, &s.raw))
	return s
}

func newPassage(p *Proxy, n int, ready time.Time, client, server net.Conn) *passage {
	return &passage{p: p, n: n, ready: ready, client: newSide(client), server: newSide(server)}
}

// run carries exchanges until either end has enough.
func (g *passage) run() {
	for g.exchange() {
	}
}

// exchange carries one request and its answer, and says whether the connection
// goes on.
func (g *passage) exchange() bool {
	g.client.raw.Reset()
	g.server.raw.Reset()
	if _, err := g.client.in.Peek(1); err != nil {
		return false
	}
	x := Exchange{Conn: g.n, Start: time.Now()}
	r, err := g.request(&x)
	if err != nil {
		return false
	}
	head, err := g.answer(r, &x)
	if err != nil {
		g.ended(x)
		return false
	}
	sleepUntil(g.p.down.book(x.Answered, x.Down))
	raw := g.server.raw.Bytes()
	x.Lost = g.p.loses(r)
	g.ended(x)
	if x.Lost {
		_, _ = g.client.conn.Write(raw[:head]) // the browser may be gone already
		g.reset()
		return false
	}
	_, err = g.client.conn.Write(raw)
	return err == nil && !r.Close
}

// ended notes an exchange, before the browser can know that it is over.
func (g *passage) ended(x Exchange) {
	x.End = time.Now()
	g.p.ended(x)
}

// request reads a whole request and lets the line have it.
func (g *passage) request(x *Exchange) (*http.Request, error) {
	r, err := http.ReadRequest(g.client.in)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return nil, err
	}
	x.Method, x.Path, x.Up = r.Method, r.URL.RequestURI(), g.client.raw.Len()
	left := time.Now()
	if g.ready.After(left) {
		left = g.ready
	}
	sleepUntil(g.p.up.book(left, x.Up))
	x.Reached = time.Now()
	return r, nil
}

// answer gets the answer to a request, whole, into the server's raw bytes. It
// returns how many of them are its head.
func (g *passage) answer(r *http.Request, x *Exchange) (head int, err error) {
	raw := g.p.answers(r)
	if raw != nil {
		g.server.raw.Write(raw)
	} else if err := g.ask(r); err != nil {
		return 0, err
	}
	x.Answered, x.Down = time.Now(), g.server.raw.Len()
	answer, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(g.server.raw.Bytes())), r)
	if err != nil {
		return 0, err
	}
	x.Status = answer.StatusCode
	return bytes.Index(g.server.raw.Bytes(), []byte("\r\n\r\n")) + 4, nil
}

// ask sends the browser's own bytes on, and reads what comes back to its end.
func (g *passage) ask(r *http.Request) error {
	if _, err := g.server.conn.Write(g.client.raw.Bytes()); err != nil {
		return err
	}
	answer, err := http.ReadResponse(g.server.in, r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// reset drops the connection hard, as a lost network looks.
func (g *passage) reset() {
	if tcp, ok := g.client.conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = g.client.conn.Close()
}

func sleepUntil(at time.Time) { time.Sleep(time.Until(at)) }
