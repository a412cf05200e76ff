package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"waybill/server/api"
	"waybill/server/store"
)

// tlsOptions say where the certificate comes from; none of them means plain
// HTTP, on loopback or behind a proxy.
type tlsOptions struct{ cert, key, domain, certDir, httpAddr string }

func (t tlsOptions) check() error {
	switch {
	case (t.cert == "") != (t.key == ""):
		return errors.New("--tls-cert and --tls-key belong together")
	case t.cert != "" && t.domain != "":
		return errors.New("--domain gets a certificate by itself: give either it or --tls-cert")
	}
	return nil
}

// config is the TLS of the main address, nil for none, and what answers on the
// plain address of a domain, nil for none.
func (t tlsOptions) config() (*tls.Config, http.Handler, error) {
	switch {
	case t.domain != "":
		m := &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(t.domain), Cache: autocert.DirCache(t.certDir)}
		return m.TLSConfig(), m.HTTPHandler(nil), nil
	case t.cert != "":
		pair, err := tls.LoadX509KeyPair(t.cert, t.key)
		return &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"h2", "http/1.1"}}, nil, err
	}
	return nil, nil, nil
}

// listenAndServe opens every door and serves until ctx ends.
func listenAndServe(ctx context.Context, o options, h http.Handler, a *api.API, m *metrics, log *slog.Logger, out io.Writer) error {
	conf, plain, err := o.tls.config()
	if err != nil {
		return err
	}
	var all doors
	if err := all.open(ctx, o, conf, h, plain, m, log, out); err != nil {
		return errors.Join(err, all.close())
	}
	return all.serve(ctx, o, a, log)
}

// doors are the addresses that are listened on, each with who answers there.
type doors []struct {
	ln  net.Listener
	srv *http.Server
}

func (d *doors) open(ctx context.Context, o options, conf *tls.Config, h, plain http.Handler, m *metrics, log *slog.Logger, out io.Writer) error {
	scheme := "http"
	if conf != nil {
		scheme = "https"
	}
	if err := d.add(ctx, o.addr, conf, h, log); err != nil {
		return err
	}
	fmt.Fprintf(out, "listening on %s://%s\n", scheme, (*d)[0].ln.Addr())
	if o.adminAddr != "" {
		if err := d.add(ctx, o.adminAddr, nil, m.handler(), log); err != nil {
			return err
		}
		fmt.Fprintf(out, "metrics on http://%s/metrics\n", (*d)[1].ln.Addr())
	}
	if plain == nil {
		return nil
	}
	return d.add(ctx, o.tls.httpAddr, nil, plain, log)
}

func (d *doors) add(ctx context.Context, addr string, conf *tls.Config, h http.Handler, log *slog.Logger) error {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	if conf != nil {
		ln = tls.NewListener(ln, conf)
	}
	*d = append(*d, struct {
		ln  net.Listener
		srv *http.Server
	}{ln, server(h, log)})
	return nil
}

func (d doors) close() (err error) {
	for _, x := range d {
		err = errors.Join(err, x.ln.Close())
	}
	return err
}

// server bounds what a connection may cost. The API bounds each answer itself.
func server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 6 * time.Minute, WriteTimeout: 8 * time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// serve serves until ctx ends: then every new request is told so for a while,
// and those in flight finish.
func (d doors) serve(ctx context.Context, o options, a *api.API, log *slog.Logger) error {
	failed := make(chan error, len(d))
	for _, x := range d {
		go func() { failed <- x.srv.Serve(x.ln) }()
	}
	flushing, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go flush(flushing, a, log)
	select {
	case err := <-failed:
		return errors.Join(err, d.close())
	case <-ctx.Done():
	}
	log.Info("draining")
	a.Drain()
	time.Sleep(o.drainWait)
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	var err error
	for _, x := range d {
		err = errors.Join(err, x.srv.Shutdown(end))
	}
	return errors.Join(err, lastFlush(end, a))
}

// lastFlush writes down the last news of devices; nobody holds them later. A
// connection that was cut off while nobody used it shows only when it is used,
// so one failure says little.
func lastFlush(ctx context.Context, a *api.API) (err error) {
	for range 10 {
		if err = a.Flush(ctx); !errors.Is(err, store.ErrBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
	return err
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
			end, cancel := context.WithTimeout(ctx, flushEvery)
			if err := a.Flush(end); err != nil {
				log.Warn("noting contacts with devices", "error", err)
			}
			cancel()
		}
	}
}
