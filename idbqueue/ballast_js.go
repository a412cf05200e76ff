package idbqueue

import (
	"context"
	"errors"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// The ballast lies in Cache Storage: a response that is deleted there is free
// within a moment (a whole cache only when no script holds it). What is deleted
// from IndexedDB keeps its place on the disk until the browser tidies its files,
// and that may be hours later.
const (
	ballastPath  = "/ballast" // its name in the cache; nothing asks the network for it
	ballastOld   = "ballast"  // where earlier versions kept it, among the meta records
	ballastPause = 50 * time.Millisecond
	ballastWait  = 20 // pauses that the browser is given to free it
)

var errNoCaches = errors.New("idbqueue: this browser has no Cache Storage")

func (g *idbEngine) ballast(ctx context.Context, on bool) error {
	caches, err := safejs.Global().Get("caches")
	if err != nil {
		return err
	}
	if caches.IsUndefined() {
		return errNoCaches
	}
	cache, err := idb.Call(ctx, caches, "open", g.o.Name+"-ballast")
	if err != nil {
		return err
	}
	if !on {
		return freeBallast(ctx, cache)
	}
	// Its keys, not itself: a response that a script holds is not freed.
	keys, err := idb.Call(ctx, cache, "keys", ballastPath)
	if err != nil {
		return err
	}
	if n, err := keys.Length(); err != nil || n > 0 {
		return err
	}
	weight, err := randomBytes(entry.BallastBytes)
	if err != nil {
		return err
	}
	if err := putResponse(ctx, cache, weight); err != nil {
		return err
	}
	return g.update(ctx, func(tx tx) error { return tx.set(storeMeta, ballastOld, nil) })
}

func putResponse(ctx context.Context, cache, body safejs.Value) error {
	class, err := safejs.Global().Get("Response")
	if err != nil {
		return err
	}
	response, err := class.New(body)
	if err != nil {
		return err
	}
	_, err = idb.Call(ctx, cache, "put", ballastPath, response)
	return err
}

// freeBallast deletes the ballast and waits until its room is free: whoever
// writes before that is told once more that the disk is full.
func freeBallast(ctx context.Context, cache safejs.Value) error {
	before := usage(ctx)
	gone, err := idb.Call(ctx, cache, "delete", ballastPath)
	if err != nil {
		return err
	}
	if was, err := gone.Truthy(); err != nil || !was {
		return err
	}
	for n := 0; n < ballastWait && usage(ctx) > before-entry.BallastBytes/2; n++ {
		select {
		case <-time.After(ballastPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// usage is how many bytes this origin keeps, 0: the browser does not say.
func usage(ctx context.Context) int {
	navigator, err := safejs.Global().Get("navigator")
	if err != nil {
		return 0
	}
	storage, err := navigator.Get("storage")
	if err != nil || storage.IsUndefined() {
		return 0
	}
	estimate, err := idb.Call(ctx, storage, "estimate")
	if err != nil {
		return 0
	}
	bytes, err := estimate.Get("usage")
	if err != nil {
		return 0
	}
	n, err := bytes.Int()
	if err != nil {
		return 0
	}
	return n
}

// randomBytes cannot be compressed away.
func randomBytes(n int) (safejs.Value, error) {
	array, err := safejs.Global().Get("Uint8Array")
	if err != nil {
		return array, err
	}
	crypto, err := safejs.Global().Get("crypto")
	if err != nil {
		return crypto, err
	}
	bytes, err := array.New(n)
	if err != nil {
		return bytes, err
	}
	const most = 65536 // that one call fills
	for at := 0; at < n; at += most {
		part, err := bytes.Call("subarray", at, min(at+most, n))
		if err != nil {
			return bytes, err
		}
		if _, err := crypto.Call("getRandomValues", part); err != nil {
			return bytes, err
		}
	}
	return bytes, nil
}
