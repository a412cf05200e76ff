//go:build bench

package idbqueue_test

import (
	"testing"
	"time"

	"github.com/hack-pad/safejs"
)

// plainSave is a strict save as one would write it in JavaScript for the same
// stores and indexes: read the totals, add the entry, put the totals.
const plainSave = `
const [name, raw] = arguments;
return (async () => {
	const db = globalThis.speedDBs ??= {};
	db[name] ??= await new Promise((done, failed) => {
		const open = indexedDB.open(name);
		open.onsuccess = () => done(open.result);
		open.onerror = () => failed(open.error);
	});
	const start = performance.now();
	await new Promise((done, failed) => {
		const tx = db[name].transaction(["entries", "records", "drafts", "meta"], "readwrite", { durability: "strict" });
		tx.oncomplete = done;
		tx.onabort = () => failed(tx.error);
		const totals = tx.objectStore("meta").get("totals");
		totals.onsuccess = () => {
			const t = totals.result, e = JSON.parse(raw);
			e.seq = ++t.seq;
			e.ix.turn[2] = e.ix.due[2] = e.ix.set[2] = e.ix.made[2] = e.ix.list[2] = e.ix.tally[3] = e.seq;
			t.owners[e.owner].pending++;
			tx.objectStore("entries").add(e);
			tx.objectStore("meta").put(t, "totals");
			tx.commit();
		};
	});
	return performance.now() - start;
})();`

// plain saves through JavaScript alone and returns how long that took.
func plain(t *testing.T, f safejs.Value, name, raw string) time.Duration {
	t.Helper()
	promise, err := f.Invoke(name, raw)
	if err != nil {
		t.Fatal(err)
	}
	ms, err := awaitPromise(promise)
	if err != nil {
		t.Fatal(err)
	}
	n, err := ms.Float()
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(n * float64(time.Millisecond))
}

// closePlain closes JavaScript's own connections, so that the databases can be
// deleted.
func closePlain(t *testing.T) {
	t.Helper()
	js, err := safejs.Global().Get("Function")
	if err != nil {
		t.Fatal(err)
	}
	f, err := js.New(`for (const db of Object.values(globalThis.speedDBs)) db.close()`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Invoke(); err != nil {
		t.Fatal(err)
	}
}
