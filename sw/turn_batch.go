package sw

import (
	"context"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// sendBatch sends many writes in one exchange. As a whole it spends nobody and
// says nothing of its items.
func (t *turn) sendBatch(ctx context.Context, entries []idbqueue.Entry) ([]idbqueue.Entry, error) {
	t.held = t.holds.Device != nil
	left := t.d.Now()
	ev := t.d.Sender.Send(ctx, Request{
		Method: "POST", Path: wire.PathBatch, Owner: t.st.User.ID, Build: t.d.Build,
		Body: batchBody(entries), Bound: t.bound(entries, false),
	})
	items, whole := itemEvidence(ev)
	if !whole {
		return t.noVerdict(ctx, entries, ev)
	}
	t.d.window = t.d.window.Grown(time.Duration(t.d.Now()-left) * time.Millisecond)
	var js []judgement
	var missing []idbqueue.Move
	for _, e := range entries {
		item, named := items[e.Key]
		if !named {
			missing = append(missing, unnamed(e, t.moment()))
			continue
		}
		spec, _ := wire.Op(e.Op).Spec()
		path := spec.Path(e.Record)
		js = append(js, judgement{e, Classify(spec, e.Record, e.Open.Fingerprint, item), path})
	}
	if len(missing) > 0 {
		if err := t.d.settle(ctx, missing); err != nil {
			return nil, err
		}
	}
	return t.settle(ctx, js, ev)
}

// unnamed: an item that the answer does not name is in doubt, without a hold.
func unnamed(e idbqueue.Entry, m Moment) idbqueue.Move {
	return idbqueue.End(e.Key, e.Attempt, m.Now, idbqueue.Ending{
		To: stillTried(e), Reason: e.Reason, Doubtful: true, Books: e.Books, Next: waitFrom(m.Now, Delay(1, m.Rand)),
	})
}

// noVerdict: every item is in doubt and as it was; the next batch is half as
// big, so that what poisons it is found in a few steps and pays alone.
func (t *turn) noVerdict(ctx context.Context, entries []idbqueue.Entry, ev Evidence) ([]idbqueue.Entry, error) {
	v := ClassifyOther(ev)
	if noBatchHere(ev) {
		t.d.window.Off = true
	} else {
		t.d.window = t.d.window.Halved(len(entries))
		// A verdict is on a write; a batch that was refused as a whole got none.
		if !verdictLifts(v) && v.Outcome != OutMisfit {
			if _, err := t.after(ctx, v, "", wire.PathBatch); err != nil {
				return nil, err
			}
		}
	}
	m := t.moment()
	moves := make([]idbqueue.Move, 0, len(entries))
	for _, e := range entries {
		moves = append(moves, idbqueue.End(e.Key, e.Attempt, m.Now, idbqueue.Ending{
			To: stillTried(e), Reason: stillReason(e, reasonOf(v)), Doubtful: true, Books: e.Books, Next: waitFrom(m.Now, 0),
		}))
	}
	return t.record(ctx, moves, nil, ev)
}
