package engines

import (
	_ "embed" // the page's half
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// DriveScript is what a driven page's app.js must end with.
//
//go:embed drive.js
var DriveScript string

// Drive serves a driven page's questions, and everything else from the app. It
// is up while the network behind it is down.
type Drive struct {
	app      http.Handler
	last     int
	commands chan command
	running  chan command // the one that a page works on; room for one
	results  chan result
}

type command struct {
	id     string
	script string
}

type result struct {
	id  string
	out json.RawMessage
}

// NewDrive stands before the app at origin.
func NewDrive(origin string) (*Drive, error) {
	target, err := url.Parse(origin)
	if err != nil {
		return nil, err
	}
	return &Drive{
		app: &httputil.ReverseProxy{
			Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = r.In.Host },
			ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		},
		commands: make(chan command), running: make(chan command, 1), results: make(chan result),
	}, nil
}

func (d *Drive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, ours := strings.CutPrefix(r.URL.Path, "/drive/")
	switch {
	case !ours:
		d.app.ServeHTTP(w, r)
	case path == "next":
		d.next(w, r)
	case strings.HasPrefix(path, "done/"):
		d.done(r, strings.TrimPrefix(path, "done/"))
	default:
		d.module(w, strings.TrimSuffix(path, ".js"))
	}
}

// next hands a page the next command, or nothing after a while.
func (d *Drive) next(w http.ResponseWriter, r *http.Request) {
	select {
	case c := <-d.commands:
		select { // one that died with its page is forgotten
		case <-d.running:
		default:
		}
		d.running <- c
		_, _ = io.WriteString(w, c.id)
	case <-r.Context().Done():
	case <-time.After(Patience / 2):
		w.WriteHeader(http.StatusNoContent)
	}
}

func (d *Drive) module(w http.ResponseWriter, id string) {
	c := <-d.running
	d.running <- c
	if c.id != id {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/javascript")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = fmt.Fprintf(w, "export default async () => (%s);", c.script)
}

func (d *Drive) done(r *http.Request, id string) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	select {
	case d.results <- result{id, raw}:
	case <-time.After(Patience): // nobody waits any more
	}
}

// run lets the page evaluate an expression.
func (d *Drive) run(expression string) (json.RawMessage, error) {
	d.last++
	id := strconv.Itoa(d.last)
	deadline := time.After(Patience)
	select {
	case d.commands <- command{id, expression}:
	case <-deadline:
		return nil, errors.New("no page asked for a command")
	}
	for {
		select {
		case r := <-d.results:
			if r.id == id {
				return outcome(r.out)
			}
		case <-deadline:
			return nil, fmt.Errorf("no answer to %s", expression)
		}
	}
}

// Driven is a MiniBrowser that nobody controls from outside, so that it keeps
// what pages store. Its keys and clicks are events that a script makes.
type Driven struct {
	screen  WebKit
	env     []string
	drive   *Drive
	origin  string
	browser *process
}

// StartDriven starts MiniBrowser on the driven app at origin, which drive
// serves, with its profile in dir.
func StartDriven(dir string, drive *Drive, origin string) (*Driven, error) {
	d := &Driven{screen: WebKit{dir: dir}, drive: drive, origin: origin}
	display, err := d.screen.openScreen()
	if err == nil {
		d.env, err = d.screen.environment(display)
	}
	if err == nil {
		err = d.boot("/")
	}
	if err != nil {
		d.Close()
		return nil, fmt.Errorf("webkit: %w", err)
	}
	return d, nil
}

func (d *Driven) boot(path string) error {
	program, err := miniBrowser()
	if err != nil {
		return err
	}
	// MiniBrowser keeps cookies only where it is told to.
	cmd := exec.Command(program, "--cookies-file="+filepath.Join(d.screen.dir, "cookies"), d.origin+path)
	cmd.Env = d.env
	d.browser, err = launch(cmd)
	return err
}

// Go implements [Browser].
func (d *Driven) Go(url string) error {
	_, err := d.drive.run(fmt.Sprintf("(globalThis.driven = false, setTimeout(() => location.assign(%q), 100), true)", url))
	if err != nil {
		return err
	}
	_, err = d.drive.run("true") // the new page is there
	return err
}

// Eval implements [Browser].
func (d *Driven) Eval(expression string) (json.RawMessage, error) { return d.drive.run(expression) }

// Type implements [Browser].
func (d *Driven) Type(selector, keys string) error {
	text := strings.TrimSuffix(keys, Enter)
	_, err := d.drive.run(fmt.Sprintf(`(() => {
		const el = document.querySelector(%q);
		el.focus();
		if (%q) el.value = %q;
		el.dispatchEvent(new Event("input", { bubbles: true }));
		if (%t) for (const kind of ["keydown", "keyup"]) el.dispatchEvent(new KeyboardEvent(kind, { key: "Enter", bubbles: true, cancelable: true }));
		else el.dispatchEvent(new Event("change", { bubbles: true }));
		return true;
	})()`, selector, text, text, text != keys))
	return err
}

// Click implements [Browser].
func (d *Driven) Click(selector string) error {
	_, err := d.drive.run(fmt.Sprintf("(document.querySelector(%q).click(), true)", selector))
	return err
}

// Tab implements [Browser]: such a browser has one.
func (d *Driven) Tab() error { return errors.ErrUnsupported }

// Crash implements [Browser]: the whole browser ends, and starts on its
// profile, at the outbox.
func (d *Driven) Crash() error {
	d.browser.kill()
	return d.boot("/outbox")
}

// Close implements [Browser].
func (d *Driven) Close() {
	d.browser.kill()
	d.screen.screen.kill()
}
