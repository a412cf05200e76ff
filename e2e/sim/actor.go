package sim

import "iter"

// never is when an actor that waits for a call wakes by itself.
const never = int64(-1)

// actor is a tab, the worker, or the rep: a coroutine that runs alone until it
// waits. So two drainers interleave at every step, and always in the same way.
type actor struct {
	w     *World
	name  string
	phone *device // that it lives on; nil: none
	next  func() (int64, bool)
	stop  func()
	yield func(int64) bool
	turn  int // of the latest wake-up; an older one is void
	idle  bool
	calls bool // it was called while it did not rest
	dead  bool
	hand  bool // it is the rep's: what it does may be anything
}

type killed struct{}

// spawn starts an actor at the world's next event.
func (w *World) spawn(d *device, name string, body func(*actor)) *actor {
	a := &actor{w: w, phone: d, name: name}
	a.next, a.stop = iter.Pull(func(yield func(int64) bool) {
		a.yield = yield
		defer func() {
			if p := recover(); p != nil && p != any(killed{}) {
				panic(p)
			}
		}()
		body(a)
	})
	w.actors = append(w.actors, a)
	w.wake(a, w.now)
	return a
}

// wake runs the actor at a moment, unless it is woken before.
func (w *World) wake(a *actor, at int64) {
	a.turn++
	w.alarm(a, a.turn, max(at, a.phone.asleep), a.phone.stood)
}

// alarm is a timer. It stands still while its phone does.
func (w *World) alarm(a *actor, turn int, at, stood int64) {
	w.at(at, func() {
		late := a.phone.stood - stood
		switch {
		case a.dead || a.turn != turn:
		case late > 0:
			w.alarm(a, turn, at+late, stood+late)
		default:
			w.resume(a)
		}
	})
}

func (w *World) resume(a *actor) {
	a.idle, w.runs = false, a
	turn := a.turn
	until, alive := a.next()
	w.runs = nil
	switch {
	case !alive:
		a.dead = true
	case until != never && a.turn == turn:
		w.wake(a, until)
	}
}

// sleep waits until a moment of true time, or for a call.
func (a *actor) sleep(until int64) {
	if !a.yield(until) {
		panic(killed{})
	}
}

// rest is a sleep that a call may end early.
func (a *actor) rest(until int64) {
	if !a.calls {
		a.idle = true
		a.sleep(until)
	}
	a.calls = false
}

// call wakes an actor that rests.
func (a *actor) call() {
	if a.calls = !a.idle; a.idle && !a.dead {
		a.w.wake(a, a.w.now)
	}
}

// kill ends an actor where it waits.
func (a *actor) kill() {
	if !a.dead {
		a.dead = true
		a.stop()
	}
}

// die ends the actor that is running.
func (a *actor) die() {
	a.dead = true
	panic(killed{})
}
