package main

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// readyz asks until the answer is as wanted.
func (p *program) readyz(code int, want string) {
	p.t.Helper()
	end, cancel := context.WithTimeout(p.t.Context(), 2*time.Minute)
	defer cancel()
	for end.Err() == nil {
		if got, body := p.do("GET", p.base+"/readyz", ""); got == code && strings.Contains(body, want) {
			return
		}
	}
	p.t.Fatalf("/readyz never said %d %s", code, want)
}

// An administrator holds the database, then its files are removed: /readyz says
// so, and that it is over (D46).
func TestReadyzSaysWhyNothingCanBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	p := start(t, "--db", path)
	p.readyz(200, `"ok"`)
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	conn, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	p.readyz(503, `"reason":"locked"`)
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	p.readyz(200, `"ok"`)
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil {
			t.Fatal(err)
		}
	}
	p.readyz(503, `"reason":"missing"`)
}

// A database that cannot be written to is not served, and the refusal says what
// to change (D53).
func TestADatabaseThatTakesNoWritesIsNotServed(t *testing.T) {
	for name, forbid := range map[string]func(t *testing.T, file, folder string){
		"the file":   func(t *testing.T, file, _ string) { mode(t, file, 0o444) },
		"the folder": func(t *testing.T, file, folder string) { mode(t, file, 0o444); mode(t, folder, 0o555) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := reachable(t)
			file := filepath.Join(folder, "w.db")
			good(t, "user", "list", "--db", file) // makes it
			if os.Getuid() == 0 {
				if err := os.Chown(folder, nobody, nobody); err != nil {
					t.Fatal(err)
				}
			}
			forbid(t, file, folder)
			cmd := exec.Command("/proc/self/exe") // which another user may not find by its name
			cmd.Env = append(os.Environ(), childArgs+"="+strings.Join([]string{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "", "--db", file}, "\n"))
			if os.Getuid() == 0 {
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			}
			said, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(said), "write permission for the database's file and its folder") &&
				!strings.Contains(string(said), "may write into the database's folder") {
				t.Errorf("%v: %s", err, said)
			}
		})
	}
}

// nobody is a user who owns nothing.
const nobody = 65534

func mode(t *testing.T, path string, m os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, m); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(path, 0o755) })
}

// reachable is a folder that every user comes to.
func reachable(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "waybill-other")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// program is a running server.
type program struct {
	t           *testing.T
	base, admin string
	client      *http.Client
	stop        context.CancelFunc
	ended       chan error
}

// end stops the server and wants it to end well.
func (p *program) end() {
	p.stop()
	if err := <-p.ended; err != nil {
		p.t.Error(err)
	}
	p.ended <- nil
}

func (p *program) do(method, url, body string) (int, string) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res.StatusCode, string(got)
}

func (p *program) expect(method, path, body string, want int) string {
	p.t.Helper()
	code, got := p.do(method, p.base+path, body)
	if code != want {
		p.t.Errorf("%s %s: %d %s, want %d", method, path, code, got, want)
	}
	return got
}
