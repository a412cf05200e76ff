//go:build !js

package idbqueue_test

import (
	"context"
	"errors"
	"fmt"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

func ExampleOutbox() {
	ctx := context.Background()
	box := idbqueue.NewMem().Open()
	_, _ = box.Add(ctx, entry.Entry{
		Key: "K1", Owner: "ana", Op: "order.create", Record: "R1", Body: `{"id":"R1"}`, Fingerprint: "F1",
	})
	_ = box.Put(ctx, entry.Record{Name: entry.RecordUser, Value: []byte(`{"id":"ana"}`)})

	// A drainer claims before it sends, and settles what it has proof of.
	fence, _ := box.Acquire(ctx, "this tab", idbqueue.At(0), 60_000, 0)
	claimed, _ := box.Claim(ctx, fence, "ana", 40_000, []entry.Move{entry.Claim("K1", 1, 0, 30_000, false)})
	proof := entry.Receipt{Fingerprint: claimed[0].Fingerprint, ProvedAt: 1_000, Day: "1970-01-01", Status: 201}
	_, _ = box.Settle(ctx, fence, []entry.Move{entry.Prove("K1", "R1", proof, "", nil)})

	totals, _ := box.Totals(ctx, "ana")
	fmt.Println("unsent", totals.Unsent(), "sent today", totals.Days["1970-01-01"])
	// Output: unsent 0 sent today 1
}

// A save is durable when Add returns. The same id is taken once, whatever comes
// of it; lists show the latest first.
func ExampleOutbox_Add() {
	ctx := context.Background()
	box := idbqueue.NewMem().Open()
	for _, key := range []string{"K1", "K2", "K1"} {
		e, err := box.Add(ctx, entry.Entry{
			Key: key, Owner: "ana", Op: "order.create", Record: "R" + key, Title: "order " + key, Body: `{}`, Fingerprint: "F",
		})
		fmt.Println(e.Seq, e.State, errors.Is(err, entry.ErrExists))
	}
	page, _ := box.Page(ctx, "ana", entry.ListUnsent, 0, 10)
	for _, l := range page {
		fmt.Println(l.Entry.Title)
	}
	// Output:
	// 1 pending false
	// 2 pending false
	// 0  true
	// order K2
	// order K1
}
