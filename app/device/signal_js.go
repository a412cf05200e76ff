package device

import (
	"sync"

	"github.com/hack-pad/safejs"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// signal is one thing that the page's script calls out, and who listens.
type signal struct {
	mu       sync.Mutex
	watchers map[int]func()
	next     int
}

// watch calls f at each call of waybill.<name>, until stop.
func (s *signal) watch(name string, f func()) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watchers == nil {
		s.watchers = map[int]func(){}
		s.hook(name)
	}
	n := s.next
	s.next++
	s.watchers[n] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, n)
	}
}

// hook stays for as long as the program: it is never released.
func (s *signal) hook(name string) {
	page := Get("waybill")
	if !truthy(page) {
		return
	}
	if fn, err := safejs.FuncOf(func(safejs.Value, []safejs.Value) any { s.call(); return nil }); err == nil {
		_ = page.Set(name, fn) // a page without its script has nothing to say
	}
}

func (s *signal) call() {
	defer func() {
		if r := recover(); r != nil { // in a callback it would end the program
			app.Logf("signal: %v", r)
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.watchers {
		f()
	}
}
