package client

import (
	"context"

	"waybill/sw"
)

// SendNow asks for a drain. While the office has asked to wait it returns
// until when, and sends only if the rep insists.
func (d *Desk) SendNow(ctx context.Context, insist bool) (until int64, err error) {
	records, err := d.Outbox.Records(ctx, sw.RecordHolds)
	if err != nil {
		return 0, err
	}
	asked := sw.ReadStanding(records).Holds.AskedUntil(d.Now())
	if asked > 0 && !insist {
		return asked, nil
	}
	if insist {
		return 0, d.nudge(ctx, sw.NudgeInsist)
	}
	return 0, d.nudge(ctx, sw.NudgeOnce)
}

// Start is the nudge of a page that opens: one canary through a hold.
func (d *Desk) Start(ctx context.Context) error { return d.nudge(ctx, sw.NudgeOnce) }

// BackOnline notes that the network came back: it shortens a hold for no
// answer or interception, and no other.
func (d *Desk) BackOnline(ctx context.Context) error {
	return d.leave(ctx, sw.NudgeRecord{Online: true, At: d.Now()})
}

func (d *Desk) nudge(ctx context.Context, n sw.Nudge) error {
	return d.leave(ctx, sw.NudgeRecord{Nudge: n, At: d.Now()})
}

// leave puts the wish where whoever drains finds it, with those that are there
// already.
func (d *Desk) leave(ctx context.Context, n sw.NudgeRecord) error {
	defer d.wake()
	return d.Outbox.Put(ctx, sw.AddNudge(n))
}
