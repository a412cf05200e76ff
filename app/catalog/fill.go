package catalog

import (
	"context"
	"errors"

	"github.com/cenkalti/backoff/v4"

	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/sw/client"
)

// freshen brings the copy up to date. An empty one is tried for until it is
// there, soon at first and later less often, as a write is: without customers
// and products nobody can take an order.
func (c *catalogue) freshen(ctx context.Context, owner string) {
	defer func() { _ = recover() }() // the next page pulls again
	mine := false
	defer func() {
		if mine {
			c.filled(owner)
		}
	}()
	pace := &pace{rand: c.random}
	_ = backoff.Retry(func() error {
		err := c.Pull(ctx)
		if err == nil || !c.empty(owner) || port.Refused(err) || left(err) {
			return nil // what is here stays usable; a refusal is for a person
		}
		if mine = mine || c.fills(owner); !mine {
			return nil // each page asks at once, and one of them goes on
		}
		pace.by(err)
		return err
	}, backoff.WithContext(pace, ctx))
}

// left says that whoever the copy is for is not signed in here any more.
func left(err error) bool {
	return errors.Is(err, client.ErrSignedOut) || errors.Is(err, entry.ErrOwner)
}

// fills says that nobody goes on for this owner yet: the caller does.
func (c *catalogue) fills(owner string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.filling[owner] {
		return false
	}
	c.filling[owner] = true
	return true
}

func (c *catalogue) filled(owner string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.filling, owner)
}

// empty says that this owner, who still uses it, has no copy yet.
func (c *catalogue) empty(owner string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.owner == owner && owner != "" && c.meta.At == 0
}
