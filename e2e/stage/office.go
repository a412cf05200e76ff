package stage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"waybill/e2e/faultproxy"
)

// Office is one server program on its store, behind a network that can fail.
type Office struct {
	T     testing.TB
	Net   *faultproxy.Proxy // what phones talk to
	Addr  string            // of the server itself, the same over restarts
	Store string            // the database's file

	binary string
	flags  []string
	cmd    *exec.Cmd
	log    lockedBuffer
}

// Binary is the server program that stories run against.
func Binary() (string, error) {
	path, err := filepath.Abs(filepath.Join("..", "bin", "waybill"))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no server program: run `make build` first (%w)", err)
	}
	return path, nil
}

// OpenOffice starts a server with the demo data on a store of its own.
func OpenOffice(t testing.TB, flags ...string) *Office {
	t.Helper()
	binary, err := Binary()
	if err != nil {
		t.Fatal(err)
	}
	o := &Office{T: t, Addr: freeAddr(t), Store: filepath.Join(t.TempDir(), "waybill.db"), binary: binary, flags: flags}
	o.Start()
	t.Cleanup(o.Stop)
	Keep(t, "server.txt", o.Log)
	o.Net, err = faultproxy.New("http://" + o.Addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Net.Close)
	Keep(t, "network.txt", o.Net.Log)
	return o
}

// freeAddr reserves a port by using it once. The server gets it a moment
// later, and keeps it over its restarts.
func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Start runs the server and waits until it is ready.
func (o *Office) Start() {
	o.T.Helper()
	args := append([]string{"serve", "--addr", o.Addr, "--admin-addr", "127.0.0.1:0", "--db", o.Store, "--demo"}, o.flags...)
	o.cmd = exec.Command(o.binary, args...)
	o.cmd.Stdout, o.cmd.Stderr = &o.log, &o.log
	o.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := o.cmd.Start(); err != nil {
		o.T.Fatal(err)
	}
	ask := http.Client{Timeout: Patience}
	Wait(o.T, "the server is ready", func() bool {
		r, err := ask.Get("http://" + o.Addr + "/readyz")
		if err != nil {
			return false
		}
		r.Body.Close()
		return r.StatusCode == http.StatusOK
	}, o.Log)
}

// Replace puts another server program on the same store and address, as a
// deployment does.
func (o *Office) Replace(binary string) {
	o.T.Helper()
	o.Stop()
	o.binary = binary
	o.Start()
}

// Stop ends the server in order.
func (o *Office) Stop() { o.end(syscall.SIGTERM) }

func (o *Office) end(signal syscall.Signal) {
	if o.cmd == nil {
		return
	}
	_ = o.cmd.Process.Signal(signal) // it may have ended by itself
	late := time.AfterFunc(Patience, func() { _ = o.cmd.Process.Kill() })
	_ = o.cmd.Wait()
	o.cmd = nil
	if !late.Stop() {
		o.T.Errorf("the server did not end within %s", Patience)
	}
}

// Import reads a file of customers or products in, as the office does beside
// the running server.
func (o *Office) Import(kind, csv string) {
	o.T.Helper()
	file := filepath.Join(o.T.TempDir(), kind+".csv")
	if err := os.WriteFile(file, []byte(csv), 0o600); err != nil {
		o.T.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if out, err := exec.CommandContext(ctx, o.binary, "import", kind, file, "--db", o.Store).CombinedOutput(); err != nil {
		o.T.Fatalf("import %s: %v\n%s", kind, err, out)
	}
}

// Log is what the server has written.
func (o *Office) Log() string { return o.log.String() }

// Client is a user at the office's own desk, past the faulty network.
type Client struct {
	o    *Office
	http http.Client
}

// As signs a demo user in, by name.
func (o *Office) As(user string) *Client {
	o.T.Helper()
	return o.With(user, user+"-demo-pass")
}

// With signs a user in with a password of their own.
func (o *Office) With(user, password string) *Client {
	o.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		o.T.Fatal(err)
	}
	c := &Client{o: o, http: http.Client{Jar: jar, Timeout: Patience}}
	if status, body := c.Send("POST", "/api/v1/session", map[string]string{"username": user, "password": password}); status != http.StatusOK {
		o.T.Fatalf("sign in as %s: %d %s", user, status, body)
	}
	return c
}

// Send makes one request. body is encoded as JSON unless nil.
func (c *Client) Send(method, path string, body any) (status int, answer []byte) {
	c.o.T.Helper()
	var content io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			c.o.T.Fatal(err)
		}
		content = bytes.NewReader(raw)
	}
	r, err := http.NewRequest(method, "http://"+c.o.Addr+path, content)
	if err != nil {
		c.o.T.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(r)
	if err != nil {
		c.o.T.Fatalf("%s %s: %v\n%s", method, path, err, c.o.Log())
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	if err != nil {
		c.o.T.Fatal(err)
	}
	return response.StatusCode, answer
}

// Record is a record or a list as the office answers it.
type Record map[string]any

// Get returns the body of a 200, decoded.
func (c *Client) Get(path string) Record {
	c.o.T.Helper()
	status, body := c.Send("GET", path, nil)
	if status != http.StatusOK {
		c.o.T.Fatalf("GET %s: %d %s", path, status, body)
	}
	var r Record
	if err := json.Unmarshal(body, &r); err != nil {
		c.o.T.Fatal(err)
	}
	return r
}

// List returns every record of a kind that the user may see, through all pages.
func (c *Client) List(kind string) []Record {
	c.o.T.Helper()
	var all []Record
	for after := ""; ; {
		page := c.Get("/api/v1/" + kind + "?limit=100&after=" + after)
		items, _ := page["items"].([]any)
		for _, item := range items {
			all = append(all, Record(item.(map[string]any)))
		}
		next, _ := page["after"].(string)
		if next == "" || len(items) == 0 {
			return all
		}
		after = next
	}
}

// String is a field of a record as text, empty when it is not there.
func (r Record) String(field string) string {
	s, _ := r[field].(string)
	return s
}

// lockedBuffer collects a program's output while the test reads it.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
