package sim

import (
	"context"
	"encoding/json"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/sw/client"
)

// page is the outbox as the rep's tab has it: between any two steps of an act
// the drainers and the other tab may go on.
type page struct {
	*idbqueue.Outbox
	d *device
}

var _ client.Shelf = (*page)(nil)

// point is a moment between two steps of the rep. The checks do not wait.
func (p *page) point() {
	d, a := p.d, p.d.w.runs
	if a != nil && a.hand && !d.peeks && d.hand.chance(d.odds.pass) {
		a.sleep(d.w.now + d.hand.Int64N(20))
	}
}

// between runs one step with a moment before it and one after.
func between[T any](p *page, step func() (T, error)) (T, error) {
	p.point()
	v, err := step()
	p.d.acting++ // who waits for a change has not heard of it yet
	defer func() { p.d.acting-- }()
	p.point()
	return v, err
}

func (p *page) Add(ctx context.Context, e entry.Entry) (entry.Entry, error) {
	return between(p, func() (entry.Entry, error) { return p.Outbox.Add(ctx, e) })
}

func (p *page) Apply(ctx context.Context, moves ...entry.Move) error {
	_, err := between(p, func() (struct{}, error) {
		defer p.d.touch(moves)
		return struct{}{}, p.Outbox.Apply(ctx, moves...)
	})
	return err
}

func (p *page) Get(ctx context.Context, key string) (entry.Entry, error) {
	return between(p, func() (entry.Entry, error) { return p.Outbox.Get(ctx, key) })
}

func (p *page) Children(ctx context.Context, owner string) ([]entry.Entry, error) {
	return between(p, func() ([]entry.Entry, error) { return p.Outbox.Children(ctx, owner) })
}

func (p *page) Export(ctx context.Context, owner string) ([]json.RawMessage, error) {
	return between(p, func() ([]json.RawMessage, error) { return p.Outbox.Export(ctx, owner) })
}

func (p *page) Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error) {
	return between(p, func() (map[string]json.RawMessage, error) { return p.Outbox.Records(ctx, names...) })
}

func (p *page) Put(ctx context.Context, records ...entry.Record) error {
	return p.put(records, func() error { return p.Outbox.Put(ctx, records...) })
}

func (p *page) PutFor(ctx context.Context, owner string, records ...entry.Record) error {
	return p.put(records, func() error { return p.Outbox.PutFor(ctx, owner, records...) })
}

func (p *page) put(records []entry.Record, step func() error) error {
	_, err := between(p, func() (struct{}, error) {
		err := step()
		p.d.knows(records)
		return struct{}{}, err
	})
	return err
}

// knows notes who is signed in, as a put that names the user has left it.
func (d *device) knows(records []entry.Record) {
	for _, r := range records {
		if r.Name == entry.RecordUser {
			d.signed = d.user()
		}
	}
}

// touch notes the writes that moves may have changed.
func (d *device) touch(moves []entry.Move) {
	for _, m := range moves {
		if s := d.writes[m.Key]; s != nil {
			s.touched = true
		}
	}
}
