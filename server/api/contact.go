package api

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// contacts holds what devices said until it is written down. A write for each
// request would cost the orders their disk.
type contacts struct {
	mu    sync.Mutex
	heard map[string]store.Device
}

// contactsMax bounds what is held; past it the oldest news waits for the
// device's next request.
const contactsMax = 20_000

// heard notes that a device was in contact.
func (a *API) heard(r *request) {
	if r.device == "" {
		return
	}
	d := store.Device{ID: r.device, UserID: r.session.User.ID, LastContact: r.began, Client: clientOf(r.http)}
	var err error
	if d.Unsent, d.Oldest, err = a.unsentOf(r); err != nil {
		return // not known is not "nothing": the device's next request is noted
	}
	c := &a.contacts
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.heard) < contactsMax {
		c.heard[d.ID] = d
	}
}

// unsentOf is what a device says that it holds. One that says nothing has not
// said "nothing": what it said before stands, so that a device whose storage
// was wiped can be told what it had.
func (a *API) unsentOf(r *request) (n int, oldest time.Duration, err error) {
	if said := r.http.Header.Get(wire.HeaderUnsent); said != "" {
		n, oldest = parseUnsent(said)
		return n, oldest, nil
	}
	d, known := a.contacts.of(r.device)
	if !known {
		d, err = a.Store.Device(r.http.Context(), r.device)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = nil // the zero device
	}
	return d.Unsent, d.Oldest, err
}

func (c *contacts) of(id string) (store.Device, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, ok := c.heard[id]
	return d, ok
}

// Flush writes down the contacts with devices since the last call. The server
// calls it every few seconds and at its end.
func (a *API) Flush(ctx context.Context) error {
	c := &a.contacts
	c.mu.Lock()
	heard := c.heard
	c.heard = map[string]store.Device{}
	c.mu.Unlock()
	if len(heard) == 0 {
		return nil
	}
	all := make([]store.Device, 0, len(heard))
	for _, d := range heard {
		all = append(all, d)
	}
	err := a.Store.PutDevices(ctx, all)
	if err != nil {
		c.again(all)
	}
	return err
}

// again takes back what could not be written down, unless there is newer news.
func (c *contacts) again(all []store.Device) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range all {
		if _, newer := c.heard[d.ID]; !newer && len(c.heard) < contactsMax {
			c.heard[d.ID] = d
		}
	}
}

// parseUnsent reads "n;oldest=<seconds>". It is what a device says of itself:
// whatever else stands there counts as nothing.
func parseUnsent(s string) (n int, oldest time.Duration) {
	const max = 1_000_000
	count, rest, _ := strings.Cut(s, ";")
	n, err := strconv.Atoi(strings.TrimSpace(count))
	if err != nil || n < 0 || n > max {
		return 0, 0
	}
	secs, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(rest), "oldest="))
	if err != nil || secs < 0 || secs > max*1000 {
		return n, 0
	}
	return n, time.Duration(secs) * time.Second
}
