package stage

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// kept are the failed tests that have a folder already.
var kept sync.Map

// Keep puts what told returns into a file of that name, in the folder of what
// a failed test leaves behind, if the test has failed when it ends.
func Keep(t testing.TB, name string, told func() string) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			keep(t, name, []byte(told()))
		}
	})
}

// out is e2e/out, from e2e and from the folders in it, where tests run.
func out() string {
	if dir, err := os.Getwd(); err == nil && filepath.Base(dir) != "e2e" {
		return filepath.Join("..", "out")
	}
	return "out"
}

// keep writes one file of a failed test. The first names the folder in the
// test's output, and clears away what an earlier run has left there.
func keep(t testing.TB, name string, content []byte) {
	t.Helper()
	dir := filepath.Join(out(), filepath.FromSlash(t.Name()))
	if _, known := kept.LoadOrStore(t, true); !known {
		_ = os.RemoveAll(dir)
		t.Logf("pictures, console and network: e2e/out/%s", t.Name())
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Log(err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
		t.Log(err)
	}
}
