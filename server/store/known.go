package store

import "sync"

// known is what this server knows to be committed, so that a mark costs no
// question. Another server before the same database may have committed more.
type known struct {
	mu   sync.Mutex
	is   mark
	key  []byte  // of signatures
	near *beside // keeps the latest mark outside of the database; nil for none
}

func (k *known) now() (mark, []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.is, k.key
}

func (k *known) history() string {
	m, _ := k.now()
	return m.history
}

// saw takes what a transaction has committed.
func (k *known) saw(t tip) {
	k.mu.Lock()
	defer k.mu.Unlock()
	t.add(tip{k.is.at, k.is.number})
	k.is.at, k.is.number = t.at, t.number
	k.write()
}

// learn takes what was read of the store, before which this server knew of
// before. Within one epoch nothing goes back, and a slow reader does not undo
// what a faster one has learned meanwhile.
func (k *known) learn(before mark, s standing) {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := s.mark
	switch {
	case !k.is.same(before):
		return
	case k.is.same(m):
		m.at, m.number = later(m.at, k.is.at), max(m.number, k.is.number)
	}
	k.is, k.key = m, s.key
	k.write()
}

// write has the mark written down. The lock is held, so that the file's is never
// older than one that was answered.
func (k *known) write() {
	if k.near != nil {
		k.near.keep(k.text())
	}
}

// keepIn has every mark written down from now on.
func (k *known) keepIn(near *beside) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.near = near
	k.write()
}

func (k *known) text() string { return signed(k.key, signedMark, k.is.String()) }

// tip is the newest of what a transaction writes: its place in the feed, and
// the greatest order number.
type tip struct {
	at     position
	number int64
}

// add takes what another part of the transaction has written.
func (t *tip) add(o tip) { t.at, t.number = later(t.at, o.at), max(t.number, o.number) }

// scan reads the place of one more change.
func (t *tip) scan(r row) error {
	at, err := scanPosition(r)
	t.at = later(t.at, at)
	return err
}

func later(a, b position) position {
	if a.beyond(b) {
		return a
	}
	return b
}
