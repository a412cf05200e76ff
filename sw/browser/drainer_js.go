package browser

import (
	"strconv"

	"waybill/idbqueue"
	"waybill/server/wire"
	"waybill/sw/drain"
)

// Knows says which operations this version can send and show.
func Knows(op string) bool {
	_, ok := wire.Op(op).Spec()
	return ok
}

// NewDrainer makes a drainer on the browser's clock, network and fetch.
// lockedAt is when the Web Lock was obtained, milliseconds.
func NewDrainer(box *idbqueue.Outbox, holder, build string, lockedAt func() int64) *drain.Drainer {
	return drain.New(drain.Config{
		Outbox: box, Sender: &Fetch{Now: Now}, Holder: holder, Build: build,
		Now: Now, Day: Today, Rand: Random, Online: Online, LockedAt: lockedAt,
	})
}

// HolderOf names this run of a page or worker in the lease and in its try of
// the store.
func HolderOf(kind string) string { return kind + "/" + strconv.FormatInt(int64(Random()*(1<<53)), 36) }
