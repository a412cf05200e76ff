package idb

import "time"

// Breath lets a long transaction turn to the page now and then: a hundred puts
// take a weak phone several stretches, and whoever types should not notice.
type Breath struct {
	Every time.Duration // the stretch that it works without
	since time.Time
}

// Taken notes that the transaction has just been woken.
func (b *Breath) Taken() { b.since = time.Now() }

// Take lets others go first, once the stretch is over. It awaits a request of
// the transaction's own, to any store of it: without one it would commit.
func (b *Breath) Take(s Store) error {
	if time.Since(b.since) < b.Every {
		return nil
	}
	_, err := s.Get("").Await()
	b.Taken()
	return err
}
