// Package idb is a thin layer over the browser's IndexedDB, with the manners
// that it takes: what the outbox is built on, and the copy of the office's data.
//
// Its duty: open, upgrade and close a database, and run one transaction as one
// function call. It knows nothing of what is stored, and retries nothing.
//
//	db, err := idb.Open(ctx, idb.Options{Name: "box", Version: 1, Upgrade: makeStores})
//	err = db.Run(ctx, idb.ReadWrite, []string{"things"}, func(tx *idb.Tx) error {
//		get := tx.Store("things").Get("a")    // requests are placed at once
//		value, err := get.Await()             // and answered when awaited
//		…
//		tx.Store("things").Put(value)         // the commit answers for it
//		return nil                            // an error aborts the transaction
//	})
//
// Rules, and what happens otherwise:
//
//   - Success is the transaction's complete event. Run returns nil after it and
//     never before; its listeners are armed as the transaction is made.
//   - Inside the function wait for nothing but requests of that transaction: the
//     browser commits a transaction that has none under way. Work that just
//     takes long is fine.
//   - A context that ends first aborts, and is an error. Whether the commit was
//     under way already cannot be known then.
//   - An error of the browser's is an [Error] with its DOM name; compare it with
//     errors.Is and the sentinels here, never by text.
//   - A panic in a callback is caught and becomes the transaction's error.
//   - When another context wants to upgrade or delete the database, the
//     connection closes itself once its transactions are through, and says so;
//     later calls fail with [ErrClosed].
package idb
