package benchkit

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
)

// stand is the part of a test that the stage asks for. Whatever else a test
// can do is not there: the embedded interface is nil.
type stand struct {
	testing.TB
	ctx    context.Context
	mu     sync.Mutex
	failed bool
	after  []func()
}

// Run runs a benchmark, or a part of one, and what it has put off with Cleanup.
// ok says that nothing was fatal. A panic is fatal too: it is told, and what
// was started is ended.
func Run(f func(testing.TB)) (ok bool) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &stand{ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer s.cleanUp()
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				s.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		f(s)
	}()
	<-done
	return !s.Failed()
}

func (s *stand) cleanUp() {
	for i := len(s.after) - 1; i >= 0; i-- {
		s.after[i]()
	}
}

func (s *stand) Helper() {}

func (s *stand) Name() string { return "bench" }

func (s *stand) Context() context.Context { return s.ctx }

func (s *stand) Cleanup(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after = append(s.after, f)
}

func (s *stand) TempDir() string {
	dir, err := os.MkdirTemp("", "waybill-bench-")
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (s *stand) Failed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

func (s *stand) Fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = true
}

// FailNow ends the benchmark's goroutine, as a test's does.
func (s *stand) FailNow() { s.Fail(); runtime.Goexit() }

func (s *stand) Log(args ...any) { fmt.Fprintln(os.Stderr, args...) }

func (s *stand) Logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func (s *stand) Error(args ...any) { s.Log(args...); s.Fail() }

func (s *stand) Errorf(format string, args ...any) { s.Logf(format, args...); s.Fail() }

func (s *stand) Fatal(args ...any) { s.Log(args...); s.FailNow() }

func (s *stand) Fatalf(format string, args ...any) { s.Logf(format, args...); s.FailNow() }
