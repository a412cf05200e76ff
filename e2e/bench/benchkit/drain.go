package benchkit

import (
	"fmt"
	"strings"
	"time"

	"waybill/e2e/bench/slowlink"
	"waybill/e2e/stage"
)

// Drained is what a drain cost on the line.
type Drained struct {
	Orders   int
	Requests int           // writes and probes
	Wall     time.Duration // from the first write's first byte to the last answer's last byte
	Shown    time.Duration // from the same to when the page shows that all are sent
	Up, Down int           // bytes on the wire, of those requests
	Lost     int           // answers that got lost
	Conns    int           // connections that carried them

	OnLine time.Duration // while a request or an answer travelled
	Office time.Duration // while the server worked on one
	Phone  time.Duration // the rest: while the phone worked on what comes next
}

// UpEach and DownEach are bytes an order.
func (d Drained) UpEach() float64   { return float64(d.Up) / float64(d.Orders) }
func (d Drained) DownEach() float64 { return float64(d.Down) / float64(d.Orders) }

func (d Drained) String() string {
	return fmt.Sprintf("%5d requests on %d connections, %8.3f s (line %.3f, office %.3f, phone %.3f; shown after %.3f s), %4.0f B up and %4.0f B down an order",
		d.Requests, d.Conns, d.Wall.Seconds(), d.OnLine.Seconds(), d.Office.Seconds(), d.Phone.Seconds(), d.Shown.Seconds(), d.UpEach(), d.DownEach())
}

// writes says whether an exchange is part of a drain: a write, a batch, or the
// question whether writes have arrived.
func writes(x slowlink.Exchange) bool {
	path, query, _ := strings.Cut(x.Path, "?")
	return x.Method == "POST" && (path == "/api/v1/batch" || path == "/api/v1/orders") ||
		x.Method == "GET" && strings.HasPrefix(query, "ids=")
}

// Count adds up the drain of n orders from the line's log.
func Count(n int, xs []slowlink.Exchange, shown time.Time) Drained {
	d := Drained{Orders: n}
	var first, last time.Time
	conns := map[int]bool{}
	for _, x := range xs {
		if !writes(x) {
			continue
		}
		if first.IsZero() || x.Start.Before(first) {
			first = x.Start
		}
		if x.End.After(last) {
			last = x.End
		}
		if x.Lost {
			d.Lost++
		}
		d.Requests++
		d.Up += x.Up
		d.Down += x.Down
		conns[x.Conn] = true
		d.Office += x.Answered.Sub(x.Reached)
		d.OnLine += x.Reached.Sub(x.Start) + x.End.Sub(x.Answered)
	}
	d.Wall, d.Shown, d.Conns = last.Sub(first), shown.Sub(first), len(conns)
	d.Phone = d.Wall - d.OnLine - d.Office // less, where exchanges overlap
	return d
}

// UntilShown waits until the status bar fulfils a condition over b and returns
// when, by the page's clock, which is this machine's.
func (r *Rep) UntilShown(condition string, within time.Duration) time.Time {
	r.T.Helper()
	ms, err := stage.EvalWithin[float64](r.Tab, within, `new Promise((resolve) => {
		const look = () => {
			const el = document.querySelector('[data-testid="statusbar"]');
			if (!el || el.dataset.pending === undefined) return;
			const b = {};
			for (const k of ["pending", "retrying", "attention", "conflict", "rejected", "sent"]) b[k] = Number(el.dataset[k]);
			if (!(`+condition+`)) return;
			watch.disconnect();
			resolve(performance.timeOrigin + performance.now());
		};
		const watch = new MutationObserver(look);
		watch.observe(document, { subtree: true, childList: true, attributes: true });
		look();
	})`)
	if err != nil {
		r.T.Fatalf("not within %v: %s; the bar shows %s", within, condition,
			stage.Eval[string](r.Tab, "JSON.stringify({ ...at('statusbar').dataset })"))
	}
	return time.UnixMicro(int64(ms * 1000))
}

// startOver is when a page that has just started has done what it does then: it
// tries one write through any hold, at most one in 5 s.
const startOver = 7 * time.Second

// Drain lets the phone go online with its orders waiting, on a line like that,
// and waits until all are sent.
func (r *Rep) Drain(n int, lines slowlink.Lines, within time.Duration) Drained {
	r.T.Helper()
	r.Tab.Go("/")
	r.UntilShown(fmt.Sprintf("b.pending + b.retrying == %d", n), stage.Patience)
	time.Sleep(startOver)
	r.Line.Forget()
	r.Line.Shape(lines)
	r.Phone.Offline(false)
	shown := r.UntilShown(fmt.Sprintf("b.sent >= %d && b.pending + b.retrying + b.attention == 0", n), within)
	r.Line.Shape(slowlink.Lines{})
	return Count(n, r.Line.Exchanges(), shown)
}
