package main

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"waybill/server/store"
)

// looks counts how often the store was asked.
type looks struct {
	n   int
	err error
	how func(context.Context)
}

func (l *looks) writable(ctx context.Context) error {
	l.n++
	if l.how != nil {
		l.how(ctx)
	}
	return l.err
}

func TestReadinessLooksAtMostOnceInTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &looks{}
		r := &readiness{writable: l.writable, log: slog.New(slog.DiscardHandler)}
		for range 10 {
			if why := r.ask(t.Context()); why != "" {
				t.Errorf("not ready: %s", why)
			}
		}
		if l.n != 1 {
			t.Errorf("it looked %d times", l.n)
		}
		l.err = &store.Unwritable{Reason: store.ReasonFull}
		time.Sleep(readyFor)
		if why := r.ask(t.Context()); why != store.ReasonFull {
			t.Errorf("it says %q", why)
		}
		l.err = nil
		time.Sleep(readyFor)
		if why := r.ask(t.Context()); why != "" || l.n != 3 {
			t.Errorf("it says %q after %d looks", why, l.n)
		}
	})
}

// A look that does not end keeps nobody waiting for long, and there is one only.
func TestReadinessWaitsForNoDiskThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := make(chan struct{})
		l := &looks{how: func(context.Context) { <-hangs }}
		r := &readiness{writable: l.writable, log: slog.New(slog.DiscardHandler)}
		for range 3 {
			began := time.Now()
			if why := r.ask(t.Context()); why != store.ReasonSlow || time.Since(began) > 5*time.Second {
				t.Errorf("it says %q after %v", why, time.Since(began))
			}
		}
		close(hangs)
		synctest.Wait()
		if why := r.ask(t.Context()); why != "" || l.n != 1 {
			t.Errorf("it says %q after %d looks", why, l.n)
		}
	})
}

func TestAPanicWhileLookingIsAReason(t *testing.T) {
	r := &readiness{writable: func(context.Context) error { panic("broken") }, log: slog.New(slog.DiscardHandler)}
	if why := r.ask(t.Context()); why != store.ReasonBroken {
		t.Errorf("it says %q", why)
	}
}

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
