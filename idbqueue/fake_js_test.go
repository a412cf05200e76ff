package idbqueue_test

import (
	"fmt"
	"testing"

	"github.com/hack-pad/safejs"
)

// fakes are browsers that misbehave, each a function that is handed the real
// factory and returns what undoes the mischief.
var fakes = map[string]string{
	// The factory as a getter says what it wants: nothing, or an exception.
	"undefined": `return put(() => undefined)`,
	"throws":    `return put(() => { throw new DOMException("forbidden", "SecurityError") })`,

	// open answers with an error, each time.
	"damaged": `return opens(() => fails("UnknownError"))`,
	"private": `return opens(() => fails("InvalidStateError"))`,

	// open never answers: the first time, or ever.
	"sleepy": `let n = 0; return opens((...a) => n++ ? real.open(...a) : {})`,
	"dead":   `return opens(() => ({}))`,

	// The connection is dropped: every old handle is of no use, a new one is.
	"dropped": `
		const begin = IDBDatabase.prototype.transaction, fresh = new WeakSet();
		const undo = opens((...a) => {
			const r = real.open(...a);
			r.addEventListener("success", () => fresh.add(r.result));
			return r;
		});
		IDBDatabase.prototype.transaction = function (...a) {
			if (!fresh.has(this)) throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
			return begin.apply(this, a);
		};
		return () => { IDBDatabase.prototype.transaction = begin; undo(); }`,
	// The connection is dropped, and no other can be had.
	"gone": `
		const begin = IDBDatabase.prototype.transaction;
		const undo = opens(() => fails("UnknownError"));
		IDBDatabase.prototype.transaction = function () {
			throw new DOMException("The database connection is closing", "InvalidStateError");
		};
		return () => { IDBDatabase.prototype.transaction = begin; undo(); }`,
	// One transaction is committed, and the answer is that the connection is lost.
	"unheard": `
		const begin = IDBDatabase.prototype.transaction;
		let n = 0;
		IDBDatabase.prototype.transaction = function (...a) {
			const tx = begin.apply(this, a);
			if (a[1] !== "readwrite" || n++) return tx;
			let aborted;
			Object.defineProperty(tx, "error", { value: new DOMException("lost", "UnknownError") });
			Object.defineProperty(tx, "onabort", { set(f) { aborted = f } });
			Object.defineProperty(tx, "oncomplete", { set() { tx.addEventListener("complete", (e) => aborted(e)) } });
			return tx;
		};
		return () => { IDBDatabase.prototype.transaction = begin }`,
	// The first transaction never says how it ended.
	"hung": `
		const begin = IDBDatabase.prototype.transaction;
		const undo = opens((...a) => real.open(...a));
		let n = 0;
		IDBDatabase.prototype.transaction = function (...a) {
			const tx = begin.apply(this, a);
			if (n++) return tx;
			Object.defineProperty(tx, "onabort", { set() {} });
			Object.defineProperty(tx, "oncomplete", { set() {} });
			return tx;
		};
		return () => { IDBDatabase.prototype.transaction = begin; undo(); }`,
	// Every write is answered with success, and then aborted: the disk is full.
	"full": `
		const commit = IDBTransaction.prototype.commit;
		IDBTransaction.prototype.commit = function () {
			if (this.mode !== "readwrite") return commit.call(this);
			Object.defineProperty(this, "error", { value: new DOMException("full", "QuotaExceededError") });
			this.abort();
		};
		return () => { IDBTransaction.prototype.commit = commit }`,
	// The program ends in the middle of an upgrade.
	"interrupted": `
		const make = IDBObjectStore.prototype.createIndex;
		IDBObjectStore.prototype.createIndex = function (name, ...a) {
			if (name === "tally") this.transaction.abort();
			return make.call(this, name, ...a);
		};
		return () => { IDBObjectStore.prototype.createIndex = make }`,
	// Nothing is wrong; what is asked for is written down.
	"watched": `
		const begin = IDBDatabase.prototype.transaction;
		globalThis.asked = [];
		IDBDatabase.prototype.transaction = function (...a) {
			const tx = begin.apply(this, a);
			globalThis.asked.push(tx.mode + " " + tx.durability);
			return tx;
		};
		return () => { IDBDatabase.prototype.transaction = begin }`,
}

const fakeTools = `
const descriptor = Object.getOwnPropertyDescriptor(globalThis, "indexedDB");
const real = globalThis.indexedDB;
globalThis.opened = 0;
const put = (get) => {
	Object.defineProperty(globalThis, "indexedDB", { configurable: true, get });
	return () => Object.defineProperty(globalThis, "indexedDB", descriptor);
};
const opens = (open) => put(() => ({ open: (...a) => { globalThis.opened++; return open(...a) } }));
const fails = (name) => {
	const r = { error: new DOMException("as asked", name) };
	queueMicrotask(() => setTimeout(() => r.onerror({ preventDefault() {} })));
	return r;
};
`

// misbehave makes the browser misbehave until the returned function is called,
// or the test ends.
func misbehave(t testing.TB, how string) (stop func()) {
	t.Helper()
	make, err := safejs.Global().Get("Function")
	if err != nil {
		t.Fatal(err)
	}
	fake, err := make.New(fakeTools + fakes[how])
	if err != nil {
		t.Fatal(err)
	}
	undo, err := fake.Invoke()
	if err != nil {
		t.Fatal(err)
	}
	done := false
	stop = func() {
		if !done {
			done = true
			if _, err := undo.Invoke(); err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(stop)
	return stop
}

// opened counts the open requests since the browser began to misbehave.
func opened(t testing.TB) int {
	t.Helper()
	v, err := safejs.Global().Get("opened")
	if err != nil {
		t.Fatal(err)
	}
	n, err := v.Int()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// awaitPromise waits for a promise of the browser's.
func awaitPromise(promise safejs.Value) (safejs.Value, error) {
	type result struct {
		v   safejs.Value
		err error
	}
	got := make(chan result, 1)
	on := func(failed bool) safejs.Func {
		fn, _ := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
			var err error
			if failed {
				text, _ := args[0].String()
				err = fmt.Errorf("rejected: %s", text)
			}
			got <- result{args[0], err}
			return nil
		})
		return fn
	}
	good, bad := on(false), on(true)
	defer good.Release()
	defer bad.Release()
	if _, err := promise.Call("then", good, bad); err != nil {
		return safejs.Undefined(), err
	}
	r := <-got
	return r.v, r.err
}
