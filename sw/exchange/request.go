package exchange

import (
	"context"
	"strings"
	"time"

	"waybill/server/wire"
	"waybill/sw"
)

// Request is one exchange to be made. Headers are built from it at send time;
// nothing of a session is ever stored with a write.
type Request struct {
	Method      string
	Path        string
	Owner       string // empty: not about a write
	Fingerprint string
	Build       string
	Unsent      string
	Body        string
	Type        string        // media type of the body; empty: JSON
	Bound       time.Duration // from request to last byte

	// Meanwhile is called once while the answer travels, and has ended when
	// Send does; nil: nothing is to be done. Its context ends with the exchange.
	Meanwhile func(context.Context)
}

// Asking is where a request goes, and the value that its answer must repeat: a
// question to the office carries one, so that no cache can answer it.
func (r Request) Asking(value string) (path, ask string) {
	if r.Method != "GET" || !strings.HasPrefix(r.Path, wire.Base) {
		return r.Path, ""
	}
	sep := "?"
	if strings.Contains(r.Path, sep) {
		sep = "&"
	}
	return r.Path + sep + wire.QueryAsk + "=" + value, value
}

// Sender makes an exchange. It never fails: what went wrong is evidence.
type Sender interface {
	Send(ctx context.Context, r Request) sw.Evidence
}

// Packer is a Sender that can prepare a body which is likely to be sent next.
type Packer interface {
	Pack(ctx context.Context, body string)
}
