package client

import (
	"context"
	"encoding/json"
	"errors"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// ErrCancelled is returned for keeping a version that the office has cancelled.
var ErrCancelled = errors.New("sw: the office's version is cancelled")

// ErrCancelling is returned while a cancel whose answer was lost may still
// arrive: what the office has now need not be what it will have.
var ErrCancelling = errors.New("sw: a cancel may still arrive")

// Cancel cancels an order, online only: replayed against an order that has
// moved on it would be misreported. It returns the order as the office has it.
// That it leaves is noted before it does on the write that made the order, and
// what became of it after, where the office has said so.
func (d *Desk) Cancel(ctx context.Context, orderID, reason string) (json.RawMessage, error) {
	body, err := wire.Encode(wire.CancelBody{Reason: reason})
	if err != nil {
		return nil, err
	}
	by := d.Now() + (sw.Bound(len(body), 0) + sw.SettleWait).Milliseconds()
	noted, err := d.noteCancel(ctx, orderID, by, nil)
	if err != nil {
		return nil, err
	}
	record, err := d.post(ctx, wire.KindOrders.RecordPath(orderID)+"/cancel", string(body), "application/json")
	if now := cancelResult(orderID, record, err); noted && now != nil {
		now.At = d.Now()
		_, noteErr := d.noteCancel(ctx, orderID, 0, now)
		err = errors.Join(err, noteErr)
	}
	return record, err
}

// cancelResult is what the answer to a cancel says of the order; nil: nothing
// that is final.
func cancelResult(orderID string, record json.RawMessage, err error) *entry.Answer {
	if p, refused := asProblem(err); refused && p.Code == wire.CodeInvalidTransition {
		record = p.Current
	}
	if sw.Read(record).ID != orderID || sw.Cancellable(string(record)) {
		return nil
	}
	return &entry.Answer{Status: 200, Current: string(record)}
}

// noteCancel notes a cancel on the unsent write of this order, if there is one.
func (d *Desk) noteCancel(ctx context.Context, orderID string, by int64, a *entry.Answer) (noted bool, err error) {
	u, err := d.user(ctx)
	if err != nil {
		return false, err
	}
	entries, err := d.Outbox.Find(ctx, u.ID, orderID)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		if e.Record == orderID && e.Op == string(wire.OpOrderCreate) && e.State.Unsent() {
			return true, d.thawed(ctx, entry.Cancelling(e.Key, d.Now(), by, a))
		}
	}
	return false, nil
}
