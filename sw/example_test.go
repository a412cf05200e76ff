package sw_test

import (
	"fmt"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// What came back from one exchange is judged by one table.
func ExampleClassify() {
	order, _ := wire.OpOrderCreate.Spec()
	const record, fingerprint = "01KDVDNEM0A000000000000001", "5f1c"

	for _, ev := range []sw.Evidence{
		{}, // nothing came back
		{Answered: true, Whole: true, Status: 200, Body: []byte("<h1>Welcome to our hotel</h1>")},
		{Answered: true, Whole: true, Status: 201, Contract: "1", Body: []byte(`{"id":"01KDVDNEM0A000000000000001","fingerprint":"5f1c"}`)},
		{Answered: true, Whole: true, Status: 409, Contract: "1", Body: []byte(`{"code":"id_reused","request_id":"7"}`)},
		{Answered: true, Whole: true, Status: 503, Contract: "1", Body: []byte(`{"code":"busy","request_id":"8"}`)},
	} {
		v := sw.Classify(order, record, fingerprint, ev)
		fmt.Printf("%s: %s, spends %t\n", v.Row, v.Outcome, v.Spends)
	}
	// Output:
	// no answer: no answer, spends false
	// intercepted: intercepted, spends false
	// proved: sent, spends false
	// other 409: probe, spends true
	// try later: retrying, spends true
}

// A verdict becomes one move of the entry, from values alone: the time and the
// random number are handed in.
func ExampleDecide() {
	order, _ := wire.OpOrderCreate.Spec()
	const now = 1_000_000 // milliseconds
	e := entry.Entry{
		Key: "K1", Op: string(wire.OpOrderCreate), Record: "R1", Fingerprint: "5f1c", State: entry.Pending,
		Attempt: 1, Open: &entry.Attempt{N: 1, At: now - 500, Deadline: now + 30_000, Fingerprint: "5f1c"},
	}
	busy := sw.Evidence{
		Answered: true, Whole: true, Status: 503, Contract: "1", RetryAfter: "120",
		Body: []byte(`{"code":"busy","request_id":"8"}`), ArrivedAt: now,
	}
	next := sw.Decide(e, sw.Classify(order, e.Record, e.Fingerprint, busy), sw.Moment{Now: now, Day: "2026-01-05", Rand: 0.5})

	after, err := entry.Apply(e, next.Move)
	fmt.Println(after.State, "spent", after.Books.Spent, "doubt", after.Doubt, err)
	fmt.Println("tried again in", (after.Next.DueAt()-now)/1000, "s: the wait that was asked for, and jitter")
	// Output:
	// retrying spent 1 doubt true <nil>
	// tried again in 150 s: the wait that was asked for, and jitter
}
