package idb

import "github.com/hack-pad/safejs"

// leave is what a connection does when its page goes, perhaps to be frozen with
// all that it has open: WebKit keeps a frozen page's transactions, and every
// other page of the origin waits for them. What is aborted here was lost like
// a connection; a page that comes back opens another.
func (db *DB) leave() {
	db.mu.Lock()
	defer db.mu.Unlock()
	for tx := range db.open {
		tx.abort()
	}
	db.Close()
}

// under notes that a transaction is under way, or no more.
func (db *DB) under(tx *Tx, way bool) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if !way {
		delete(db.open, tx)
		return
	}
	if db.open == nil {
		db.open = map[*Tx]bool{}
	}
	db.open[tx] = true
}

// pageHide is a listener for the page's going.
type pageHide struct {
	window safejs.Value
	fn     safejs.Func
}

const pageHideEvent = "pagehide"

// onPageHide calls f when the page goes. A worker has none: then it is nil.
func onPageHide(f func()) (*pageHide, error) {
	window, ok := property("window")
	if !ok {
		return nil, nil
	}
	fn, err := guarded(pageHideEvent, func(error) {}, func(safejs.Value) { f() })
	if err != nil {
		return nil, err
	}
	_, err = window.Call("addEventListener", pageHideEvent, fn)
	return &pageHide{window, fn}, thrown(err)
}

// forget ends the listening.
func (p *pageHide) forget() {
	if p == nil {
		return
	}
	_, _ = p.window.Call("removeEventListener", pageHideEvent, p.fn)
	p.fn.Release()
}
