package port

import (
	"context"
	"encoding/json"
	"errors"

	"waybill/server/wire"
	"waybill/sw"
)

// Catalogue is the local copy of the office's records: searched while typing,
// also with no network. It is disposable, and made by [NewCatalogue].
type Catalogue interface {
	// Open makes the copy of the user's records ready; another user's is
	// dropped. It does not wait for the network.
	Open(ctx context.Context, user wire.User) error
	// Search finds records by code, name or part of either, best first.
	Search(kind wire.Kind, text string, limit int) []Found
	// Get returns one record (a wire record), nil where it is not here.
	Get(kind wire.Kind, id string) any
	// Pull brings the copy up to date from the office.
	Pull(ctx context.Context) error
	// Drop empties the stored copy, to win space; the one in memory stays.
	Drop(ctx context.Context) error
	// Fresh says how old the copy is.
	Fresh() Freshness
	// Put replaces one record that the office just answered with.
	Put(ctx context.Context, kind wire.Kind, record json.RawMessage) error
	// Absorb takes the records that came with the proofs of sent writes.
	Absorb(ctx context.Context, sent []sw.Card)
	Watch(f func()) (stop func())
}

// Found is one result of a search. Record is a wire record.
type Found struct {
	ID     string
	Code   string // code of a customer or product, number of an order or dispatch
	Name   string
	Unsent string // key of the create that still waits, empty: the office has it
	Record any
	// Last is the line of the latest order of this customer that has it, nil
	// where there is none: it is offered first.
	Last *wire.OrderLine

	Rank int // how well it matches, 0: best
}

// Freshness says what the local copy is worth. Times are milliseconds.
type Freshness struct {
	At      int64 // when the copy was last known to be whole and up to date, 0: never
	Pulling bool
	Loaded  int // changes so far of a load from the beginning
	Total   int // changes of it in all, 0: not known
	Counts  map[wire.Kind]int
	Err     error // why the last pull failed, nil: it did not
}

// StaleAfter is when prices are said to be old: half a working day.
const StaleAfter = 4 * 60 * 60 * 1000

// Refused says that the office has understood and will not answer otherwise.
func Refused(err error) bool {
	var p *wire.Problem
	return errors.As(err, &p) && p.Status >= 400 && p.Status < 500 && p.Status != 408 && p.Status != 425 && p.Status != 429
}
