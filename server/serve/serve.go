package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/internal/command"
	"waybill/server/password"
)

// options are the flags of serve.
type options struct {
	addr, adminAddr, db string
	demo, demoAnywhere  bool
	drainWait           time.Duration
	tls                 tlsOptions
	proxies             []netip.Prefix
}

func serveOptions(args []string, out io.Writer) (o options, err error) {
	fs := command.Flags("serve", "", out)
	db, proxies := command.DBFlag(fs), ""
	fs.StringVar(&o.addr, "addr", "127.0.0.1:8080", "`address` to serve on")
	fs.StringVar(&o.adminAddr, "admin-addr", "127.0.0.1:9090", "`address` of metrics, empty for none")
	fs.BoolVar(&o.demo, "demo", false, "fill an empty store with a demo office")
	fs.BoolVar(&o.demoAnywhere, "demo-anywhere", false, "serve a demo on an address that others reach")
	fs.DurationVar(&o.drainWait, "drain-wait", 2*time.Second, "how long to answer 503 draining before the door closes")
	fs.StringVar(&o.tls.cert, "tls-cert", "", "`file` with the certificate chain")
	fs.StringVar(&o.tls.key, "tls-key", "", "`file` with its key")
	fs.StringVar(&o.tls.domain, "domain", "", "`name` to get a certificate for by itself")
	fs.StringVar(&o.tls.certDir, "cert-dir", "certs", "`folder` where certificates are kept that were got by itself")
	fs.StringVar(&o.tls.httpAddr, "http-addr", ":80", "`address` that proves the domain and sends browsers to https")
	fs.StringVar(&proxies, "trusted-proxy", "", "`networks` whose X-Forwarded-For and -Proto count, with commas between")
	words, err := command.Parse(fs, args)
	if err != nil {
		return o, err
	}
	o.db = *db
	if len(words) > 0 {
		fs.Usage()
		return o, command.ErrUsage
	}
	if o.proxies, err = networks(proxies); err != nil {
		return o, err
	}
	return o, o.check()
}

// check refuses what would be dangerous or cannot be meant.
func (o options) check() error {
	if o.demo && !o.demoAnywhere && !loopback(o.addr) {
		return fmt.Errorf("--demo has known passwords and would be reachable on %s; give --demo-anywhere too if that is meant", o.addr)
	}
	return o.tls.check()
}

func networks(list string) (all []netip.Prefix, err error) {
	for _, s := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if addr, err := netip.ParseAddr(s); err == nil {
			all = append(all, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxy: %w", err)
		}
		all = append(all, p)
	}
	return all, nil
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

// Run runs the server until ctx ends, then lets what is in flight finish.
func Run(ctx context.Context, args []string, out io.Writer) (err error) {
	o, err := serveOptions(args, out)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	st, err := command.Open(ctx, o.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := st.Writable(ctx); err != nil {
		return err
	}
	if err := st.Serve(ctx, log); err != nil {
		return err
	}
	settings, err := st.Settings(ctx)
	if err != nil {
		return err
	}
	log.Info("store", "dialect", st.Dialect(), "id", st.ID(), "settings", command.Listed(settings))
	if o.demo {
		if err := demo.Fill(ctx, st, time.Now(), password.Hash); err != nil {
			return fmt.Errorf("filling the demo: %w", err)
		}
	}
	m := newMetrics(st, log)
	a := api.New(api.Config{Store: st, Log: log, TrustedProxies: o.proxies, Observe: m.observe})
	h, err := mux(a, &readiness{writable: st.Writable, log: log})
	if err != nil {
		return err
	}
	return listenAndServe(ctx, o, h, a, m, log, out)
}

// mux puts the parts of the server beside each other.
func mux(a *api.API, ready *readiness) (http.Handler, error) {
	rest, err := pages()
	if err != nil {
		return nil, err
	}
	m := http.NewServeMux()
	m.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { health(w, "") })
	m.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if a.Draining() {
			health(w, reasonDraining)
			return
		}
		health(w, ready.ask(r.Context()))
	})
	m.Handle("/", rest)
	return strict{a, apiFirst{a, m}}, nil
}

// apiFirst keeps the mux's own redirects and plain-text answers away from
// everything under /api/: there each answer is a problem document.
type apiFirst struct{ api, rest http.Handler }

func (h apiFirst) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
		h.api.ServeHTTP(w, r)
		return
	}
	h.rest.ServeHTTP(w, r)
}

// strict tells browsers that came by TLS to come by TLS only.
type strict struct {
	api  *api.API
	next http.Handler
}

func (h strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.api.Secure(r) {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
	}
	h.next.ServeHTTP(w, r)
}
