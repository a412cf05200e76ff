package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/password"
	"waybill/server/store"
)

// options are the flags of serve.
type options struct {
	addr, adminAddr, db string
	demo, demoAnywhere  bool
	drainWait           time.Duration
}

func serveOptions(args []string, out io.Writer) (o options, err error) {
	fs := flags("serve", out)
	fs.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to serve on")
	fs.StringVar(&o.adminAddr, "admin-addr", "127.0.0.1:9090", "`address` of metrics, empty for none")
	fs.StringVar(&o.db, "db", dbDefault, "SQLite `file`, or postgres://…")
	fs.BoolVar(&o.demo, "demo", false, "fill an empty store with a demo office")
	fs.BoolVar(&o.demoAnywhere, "demo-anywhere", false, "serve a demo on an address that others reach")
	fs.DurationVar(&o.drainWait, "drain-wait", 2*time.Second, "how long to answer 503 draining before the door closes")
	if err := parse(fs, args); err != nil {
		return o, err
	}
	if o.demo && !o.demoAnywhere && !loopback(o.addr) {
		return o, fmt.Errorf("--demo has known passwords and would be reachable on %s; give --demo-anywhere too if that is meant", o.addr)
	}
	return o, nil
}

// loopback says whether only this machine reaches the address.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// serve runs the server until ctx ends, then lets what is in flight finish.
func serve(ctx context.Context, args []string, out io.Writer) (err error) {
	o, err := serveOptions(args, out)
	if err != nil {
		return err
	}
	st, err := open(ctx, o.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if o.demo {
		if err := demo.Fill(ctx, st, time.Now(), password.Hash); err != nil {
			return fmt.Errorf("filling the demo: %w", err)
		}
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	a := api.New(api.Config{Store: st, Log: log})
	h, err := mux(a, st)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "listening on http://%s\n", ln.Addr())
	return until(ctx, o, ln, h, a, log)
}

// mux puts the parts of the server beside each other.
func mux(a *api.API, st *store.DB) (http.Handler, error) {
	rest, err := pages()
	if err != nil {
		return nil, err
	}
	m := http.NewServeMux()
	m.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { health(w, nil) })
	m.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { health(w, readiness(r.Context(), a, st)) })
	m.Handle("/", rest)
	return apiFirst{a, m}, nil
}

// apiFirst keeps the mux's own redirects and plain-text answers away from
// everything under /api/: there each answer is a problem document.
type apiFirst struct{ api, rest http.Handler }

func (h apiFirst) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api" || len(r.URL.Path) > 4 && r.URL.Path[:5] == "/api/" {
		h.api.ServeHTTP(w, r)
		return
	}
	h.rest.ServeHTTP(w, r)
}

// until serves until ctx ends: then every new request is told so for a while,
// and those in flight finish.
func until(ctx context.Context, o options, ln net.Listener, h http.Handler, a *api.API, log *slog.Logger) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 6 * time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	flushing, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go flush(flushing, a, log)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	a.Drain()
	time.Sleep(o.drainWait)
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	return errors.Join(srv.Shutdown(end), a.Flush(end))
}

// flushEvery is how old the news of a device may get before it is written down.
const flushEvery = 10 * time.Second

func flush(ctx context.Context, a *api.API, log *slog.Logger) {
	t := time.NewTicker(flushEvery)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := a.Flush(ctx); err != nil {
				log.Error("noting contacts with devices", "error", err)
			}
		}
	}
}
