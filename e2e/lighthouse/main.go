// Command lighthouse lets Lighthouse look at the main pages of the real server:
// as a stranger's first visit, and as a rep who is signed in and at work. It prints the scores and ends non-zero unless accessibility and best
// practices are 100 everywhere. Run it in e2e/, after `make build`.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/browser"
	"waybill/e2e/stage"
)

var (
	strange = []string{"/", "/signin"}
	known   = []string{"/", "/orders/new", "/orders", "/customers", "/dispatches", "/outbox", "/settings"}
)

func main() {
	var r benchkit.Report
	ok := benchkit.Run(func(t testing.TB) { look(t, &r) })
	os.Exit(r.End(os.Stdout, "lighthouse", ok))
}

func look(t testing.TB, r *benchkit.Report) {
	office := stage.OpenOffice(t)
	origin := "http://" + office.Addr
	r.Head("a phone that has never seen the app")
	port := open(t, filepath.Join(t.TempDir(), "stranger"))
	for _, path := range strange {
		judge(r, path, audit(t, port, origin+path))
	}
	r.Head("a rep's phone: installed, signed in, an order sent")
	port = open(t, settled(t, office, origin))
	for _, path := range known {
		judge(r, path, audit(t, port, origin+path, "--disable-storage-reset"))
	}
}

// judge claims what must hold of a page, and shows what fell short.
func judge(r *benchkit.Report, path string, s scores) {
	r.Claim(s.accessibility == 100 && s.practices == 100, "%-12s accessibility %3d, best practices %3d, performance %3d (%s)",
		path, s.accessibility, s.practices, s.performance, s.shown)
	for _, f := range s.failed {
		r.Say("%s", f)
	}
}

// settled is the profile of a rep's phone, closed.
func settled(t testing.TB, office *stage.Office, origin string) (profile string) {
	phone := stage.NewLonePhone(t, origin)
	rep := benchkit.ArriveOn(t, office, phone)
	rep.TypeOrder("C-0001", "P-0001")
	rep.TapSave()
	rep.Tab.Bar("b.sent == 1")
	phone.Quit()
	return phone.Profile()
}

// open starts a browser on the profile that can be looked into from outside,
// and returns its port.
func open(t testing.TB, profile string) (port string) {
	path, err := browser.Find()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--remote-debugging-port=0", "--user-data-dir="+profile, "about:blank")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	stage.Wait(t, "the browser listens", func() bool {
		said, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
		port, _, _ = strings.Cut(string(said), "\n")
		return err == nil && port != ""
	})
	return port
}

// auditMax bounds one page.
const auditMax = 3 * time.Minute

// audit runs Lighthouse, as npm installs it here, on one page.
func audit(t testing.TB, port, url string, more ...string) scores {
	ctx, cancel := context.WithTimeout(context.Background(), auditMax)
	defer cancel()
	args := append([]string{
		"node_modules/lighthouse/cli/index.js", url, "--port=" + port, "--quiet", "--output=json", "--output-path=stdout",
		"--only-categories=accessibility,best-practices,performance",
	}, more...)
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("lighthouse %s: %w", url, err))
	}
	s, err := read(out)
	if err != nil {
		t.Fatal(fmt.Errorf("lighthouse %s: %w", url, err))
	}
	return s
}
