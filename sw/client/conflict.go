package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// Theirs keeps the office's record: the earlier version of this write becomes
// its content; otherwise the write is given up and what waited for it is
// re-pointed to the record with the id seen, in one transaction. Errors:
// idbqueue.ErrStale if the conflict is with another record by now.
func (d *Desk) Theirs(ctx context.Context, key, seen string) error {
	e, err := d.own(ctx, key)
	if err != nil {
		return err
	}
	if e.State != entry.Conflict {
		return entry.ErrIllegal
	}
	if e.Reason == sw.ReasonEarlier {
		return d.keepEarlier(ctx, e)
	}
	children, err := d.Outbox.Children(ctx, e.Owner)
	if err != nil {
		return err
	}
	children = childrenOf(children, key)
	if len(children) > 0 && seen != existing(e) {
		return entry.ErrStale
	}
	moves := []entry.Move{entry.GiveUp(key, d.Now(), sw.DiscardTheirs)}
	for _, child := range children {
		move, err := d.repoint(child, e.Record, seen, without(child.Parents, key))
		if err != nil {
			return err
		}
		moves = append(moves, move)
	}
	return d.apply(ctx, moves...)
}

// keepEarlier makes the office's earlier version the content. After a cancel
// without an answer the office is asked first what it has.
func (d *Desk) keepEarlier(ctx context.Context, e entry.Entry) error {
	var moves []entry.Move
	if e.CancelBy != 0 {
		left := d.Now()
		raw, err := d.Get(ctx, sw.KindOf(e), e.Record)
		if err != nil {
			return err
		}
		if sw.Read(raw).ID != e.Record {
			return ErrNoAnswer
		}
		if left < e.CancelBy && sw.Cancellable(string(raw)) {
			return ErrCancelling
		}
		e.Answer = &entry.Answer{At: d.Now(), Status: 200, Current: string(raw)}
		moves = append(moves, entry.Cancelling(e.Key, d.Now(), 0, e.Answer))
	}
	if e.Answer != nil && sw.Cancelled(e.Answer.Current) {
		return errors.Join(ErrCancelled, d.apply(ctx, moves...))
	}
	move, err := d.theirs(e)
	if err != nil {
		return err
	}
	return d.apply(ctx, append(moves, move)...)
}

// existing is the office's record that a conflict is with.
func existing(e entry.Entry) string {
	if e.Answer == nil {
		return ""
	}
	var p wire.Problem
	_ = json.Unmarshal([]byte(e.Answer.Problem), &p)
	if p.ExistingID != "" {
		return p.ExistingID
	}
	return sw.Read([]byte(e.Answer.Current)).ID
}

// theirs makes the office's earlier version of a write the content. Its bytes
// are written anew and need not be those that were proved, so they get a
// fingerprint of their own: a restored office may ask for them again, and would
// take another one for a network that changes what we send.
func (d *Desk) theirs(e entry.Entry) (entry.Move, error) {
	if e.Answer == nil || e.Answer.Current == "" { // it is not known yet: looking again finds it
		return entry.Move{}, entry.ErrIllegal
	}
	current := []byte(e.Answer.Current)
	body, err := bodyOf(wire.Op(e.Op), current)
	if err != nil {
		return entry.Move{}, fmt.Errorf("sw: keep the office's version of %s: %w", e.Key, err)
	}
	r := sw.Read(current)
	return entry.Theirs(e.Key, string(body), d.Fingerprint(body), e.Title, entry.Receipt{
		At: updatedAt(current), ProvedAt: d.Now(), Day: d.Day(), Status: 200, Number: r.Number,
		Fingerprint: r.Fingerprint, Record: e.Answer.Current,
	}), nil
}

func updatedAt(record []byte) string {
	var meta wire.Meta
	_ = json.Unmarshal(record, &meta)
	return meta.UpdatedAt
}

// bodyOf writes a record as the body that would have made it.
func bodyOf(op wire.Op, record []byte) ([]byte, error) {
	var body any
	switch op {
	case wire.OpCustomerCreate:
		body = &wire.CustomerBody{}
	case wire.OpProductCreate:
		body = &wire.ProductBody{}
	case wire.OpOrderCreate:
		body = &wire.OrderBody{}
	default:
		return nil, entry.ErrIllegal
	}
	if err := json.Unmarshal(record, body); err != nil {
		return nil, err
	}
	return wire.Encode(body)
}

// Mine cancels the office's order, and after proof of that puts the rep's
// version out under a new client id. Errors: a *wire.Problem is the office's
// refusal, ErrNoAnswer means not known: the entry notes that, and the drain asks.
func (d *Desk) Mine(ctx context.Context, key string) error {
	e, err := d.own(ctx, key)
	if err != nil {
		return err
	}
	if e.State != entry.Conflict || e.Reason != sw.ReasonEarlier || e.Op != string(wire.OpOrderCreate) {
		return entry.ErrIllegal
	}
	if e.Answer == nil || !sw.Cancelled(e.Answer.Current) {
		if err := d.cancelTheirs(ctx, e); err != nil {
			return err
		}
	}
	return d.anew(ctx, e)
}

// anew puts an order out under a new client id, as if it had never left.
func (d *Desk) anew(ctx context.Context, e entry.Entry) error {
	id, err := d.NewID(d.Now())
	if err != nil {
		return err
	}
	var order wire.OrderBody
	if err := json.Unmarshal([]byte(e.Body), &order); err != nil {
		return fmt.Errorf("sw: a new id for %s: %w", e.Key, err)
	}
	order.ID = id
	raw, err := wire.Encode(order)
	if err != nil {
		return err
	}
	return d.apply(ctx, entry.Replace(e.Key, d.Now(), id, string(raw), d.Fingerprint(raw)))
}

// cancelTheirs cancels the office's order, or finds that it is cancelled
// already: an answer to the first try may have been lost.
func (d *Desk) cancelTheirs(ctx context.Context, e entry.Entry) error {
	left := d.Now()
	record, err := d.Cancel(ctx, e.Record, "replaced by a corrected order")
	p, refused := asProblem(err)
	if refused && p.Code == wire.CodeInvalidTransition && sw.Cancelled(string(p.Current)) {
		record, err = p.Current, nil
	}
	if refused && p.Code == wire.CodeNotFound && p.ID == e.Record && !sw.TooEarly(e, left) {
		return nil // a restored office holds it no more, and nothing of it is on its way
	}
	if err != nil {
		return err
	}
	if sw.Read(record).ID != e.Record || !sw.Cancelled(string(record)) {
		return ErrNoAnswer
	}
	return nil
}

// Repoint puts another customer in an order: the office's record, or with
// parent set the unsent create of that key.
func (d *Desk) Repoint(ctx context.Context, key, customerID, parent string) error {
	e, err := d.own(ctx, key)
	if err != nil {
		return err
	}
	var order wire.OrderBody
	if err := json.Unmarshal([]byte(e.Body), &order); err != nil {
		return fmt.Errorf("sw: re-point %s: %w", key, err)
	}
	parents, err := d.parentsBut(ctx, e, order.CustomerID)
	if err != nil {
		return err
	}
	if parent != "" {
		parents = append(parents, parent)
	}
	move, err := d.repoint(e, order.CustomerID, customerID, parents)
	if err != nil {
		return err
	}
	return d.apply(ctx, move)
}

// parentsBut are the write's parents, less the create of a record, and less
// those that are gone: nothing will ever prove them.
func (d *Desk) parentsBut(ctx context.Context, e entry.Entry, record string) ([]string, error) {
	known, err := d.known(ctx, []entry.Entry{e})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(e.Parents), func(key string) bool {
		parent, have := known[key]
		return !have || parent.Record == record
	}), nil
}

// repoint writes another record's id where an order named one.
func (d *Desk) repoint(e entry.Entry, from, to string, parents []string) (entry.Move, error) {
	if e.Op != string(wire.OpOrderCreate) {
		return entry.Move{}, entry.ErrIllegal
	}
	var order wire.OrderBody
	if err := json.Unmarshal([]byte(e.Body), &order); err != nil {
		return entry.Move{}, fmt.Errorf("sw: re-point %s: %w", e.Key, err)
	}
	if order.CustomerID == from {
		order.CustomerID = to
	}
	for i := range order.Lines {
		if order.Lines[i].ProductID == from {
			order.Lines[i].ProductID = to
		}
	}
	return d.edit(e, order, e.Title, parents)
}

func without(keys []string, key string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == key })
}

// editTaken gives a write whose id a probe showed to be taken by other content
// its new content under a new id, and follows with what waits for it.
func (d *Desk) editTaken(ctx context.Context, e entry.Entry, body any, title string, parents []string) error {
	id, err := d.NewID(d.Now())
	if err != nil {
		return err
	}
	raw, err := wire.Encode(withID(body, id))
	if err != nil {
		return fmt.Errorf("sw: edit %s: %w", e.Key, err)
	}
	mark := d.Fingerprint(raw)
	moves := []entry.Move{
		entry.Replace(e.Key, d.Now(), id, string(raw), mark),
		entry.Edit(e.Key, d.Now(), string(raw), mark, title, parents),
	}
	family, err := d.Outbox.Children(ctx, e.Owner)
	if err != nil {
		return err
	}
	for _, child := range childrenOf(family, e.Key) {
		move, err := d.repoint(child, e.Record, id, child.Parents)
		if err != nil {
			return err
		}
		moves = append(moves, move)
	}
	return d.apply(ctx, moves...)
}

// withID is a create's body under another client id.
func withID(body any, id string) any {
	switch b := body.(type) {
	case wire.OrderBody:
		b.ID = id
		return b
	case wire.CustomerBody:
		b.ID = id
		return b
	case wire.ProductBody:
		b.ID = id
		return b
	}
	return body
}
