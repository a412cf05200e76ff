package idbqueue_test

import (
	"context"
	"encoding/json"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// BenchmarkALifeInMemory is what the simulation pays for one write: saved,
// looked at, claimed and proved, with a hundred others waiting.
func BenchmarkALifeInMemory(b *testing.B) {
	ctx := context.Background()
	for b.Loop() {
		b.StopTimer()
		box := idbqueue.NewMem().Open()
		for n := range 100 {
			if _, err := box.Add(ctx, write(keyOf(1000+n))); err != nil {
				b.Fatal(err)
			}
		}
		if err := box.Put(ctx, entry.Record{Name: entry.RecordUser, Value: json.RawMessage(`{"id":"ana"}`)}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := live(ctx, box, write("K1")); err != nil {
			b.Fatal(err)
		}
	}
}

func live(ctx context.Context, box *idbqueue.Outbox, e entry.Entry) error {
	if _, err := box.Add(ctx, e); err != nil {
		return err
	}
	f, err := box.Acquire(ctx, "tab", idbqueue.At(1), 1000, 0)
	if err != nil {
		return err
	}
	if _, err := box.Look(ctx, "ana", 10, 10); err != nil {
		return err
	}
	if _, err := box.Claim(ctx, f, "ana", 1000, []entry.Move{entry.Claim(e.Key, 1, 1, 100, false)}); err != nil {
		return err
	}
	_, err = box.Settle(ctx, f, []entry.Move{entry.Prove(e.Key, e.Record, entry.Receipt{Fingerprint: e.Fingerprint}, "", nil)})
	return err
}
