package slowlink

import (
	"sync"
	"time"
)

// Line is one direction of the network. The zero Line is the machine's own.
type Line struct {
	Latency time.Duration // from first bit sent to first bit received
	Bytes   int           // a second, shared by all connections; 0: no limit
}

// Lines are both directions.
type Lines struct{ Up, Down Line }

// RoundTrip splits a round trip evenly over both directions. up and down are
// bytes a second, 0 for no limit.
func RoundTrip(d time.Duration, up, down int) Lines {
	return Lines{Up: Line{d / 2, up}, Down: Line{d - d/2, down}}
}

// wait is the round trip of a handshake.
func (l Lines) wait() time.Duration { return l.Up.Latency + l.Down.Latency }

// arrives says when a message of n bytes that is ready at a moment is received
// whole, and until when it keeps others off the line. free is until when those
// before it do.
func (l Line) arrives(ready, free time.Time, n int) (at, busy time.Time) {
	if free.After(ready) {
		ready = free
	}
	if l.Bytes > 0 {
		ready = ready.Add(time.Duration(n) * time.Second / time.Duration(l.Bytes))
	}
	return ready.Add(l.Latency), ready
}

// lane is a direction in use: its messages queue behind each other.
type lane struct {
	mu   sync.Mutex
	line Line
	free time.Time
}

func (l *lane) set(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line, l.free = line, time.Time{}
}

// book puts a message on the line and returns when it arrives.
func (l *lane) book(ready time.Time, n int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, busy := l.line.arrives(ready, l.free, n)
	l.free = busy
	return at
}
