package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"waybill/server/wire"
)

// childArgs makes the test's own binary be the program, so that it can be
// killed as a process is.
const childArgs = "WAYBILL_TEST_CHILD"

func TestMain(m *testing.M) {
	if args, child := os.LookupEnv(childArgs); child {
		os.Unsetenv(childArgs)
		if err := run(context.Background(), strings.Split(args, "\n"), os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child starts the program as a process of its own.
func child(t *testing.T, db string) (p *program, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childArgs+"="+strings.Join([]string{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "", "--db", db, "--demo"}, "\n"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait() // it ends with "killed", as it should
	})
	t.Cleanup(kill)
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &program{t: t, base: regexp.MustCompile(`http://[0-9.:]+`).FindString(said)}, kill
}

// Whatever was answered 201 is there after the process was killed in the
// middle of its work, and nothing is there by halves.
func TestAKilledServerHasAllThatItAnswered(t *testing.T) {
	db := filepath.Join(t.TempDir(), "w.db")
	p, kill := child(t, db)
	p.client = signedInClient(t, p)
	var (
		mu       sync.Mutex
		answered []int
		wg       sync.WaitGroup
		enough   = make(chan struct{})
		once     sync.Once
	)
	for w := range 8 {
		wg.Go(func() {
			for n := w*1000 + 1; ; n++ {
				res, err := p.client.Post(p.base+"/api/v1/orders", "application/json", strings.NewReader(orderBody(n)))
				if err != nil {
					return // killed
				}
				var o wire.Order
				err = json.NewDecoder(res.Body).Decode(&o)
				res.Body.Close()
				if err != nil || res.StatusCode != 201 {
					return
				}
				mu.Lock()
				if answered = append(answered, n); len(answered) >= 100 {
					once.Do(func() { close(enough) })
				}
				mu.Unlock()
			}
		})
	}
	<-enough
	kill()
	wg.Wait()
	if got := good(t, "check", "--db", db); !strings.Contains(got, "no faults") {
		t.Errorf("after the kill: %s", got)
	}
	again := start(t, "--db", db)
	again.expect("POST", "/api/v1/session", anaSignsIn, 200)
	for _, n := range answered {
		again.expect("GET", fmt.Sprintf("/api/v1/orders/01KDVDNEM0R%015d", n), "", 200)
	}
	again.expect("POST", "/api/v1/orders", orderBody(answered[0]), 409)
}

func signedInClient(t *testing.T, p *program) *http.Client {
	t.Helper()
	res, err := http.Post(p.base+"/api/v1/session", "application/json", strings.NewReader(anaSignsIn))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return &http.Client{Transport: withCookies{res.Cookies()}}
}

// withCookies sends the same cookies with each request.
type withCookies struct{ cookies []*http.Cookie }

func (c withCookies) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for _, k := range c.cookies {
		r.AddCookie(k)
	}
	return http.DefaultTransport.RoundTrip(r)
}
