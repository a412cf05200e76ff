package store_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// A branch writes while somebody else holds the database, the disk gets full,
// the connection turns read-only and requests end in the middle: every write is
// stored once, and whatever else is answered is busy.
func TestEveryFaultOfSQLiteIsHealed(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	path := filepath.Join(t.TempDir(), "w.db")
	db := opened(t)(store.OpenSQLite(ctx, path))
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var next, busy atomic.Int64
	refused := make(chan struct{}, 1)
	var quiet sync.RWMutex // held while a fault begins
	exec := func(statement string) {
		if err := db.Exec(ctx, statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
	// Each fault is made by the client that draws its number, and lasts until
	// another one has been told of it.
	until := func(hurt, heal func()) func() {
		return func() {
			quiet.Lock()
			for len(refused) > 0 {
				<-refused
			}
			hurt()
			quiet.Unlock()
			select {
			case <-refused:
			case <-ctx.Done():
			}
			heal()
		}
	}
	faults := map[int64]func(){
		100: func() {
			conn, err := other.Conn(ctx)
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			on := func(statement string) func() {
				return func() {
					if _, err := conn.ExecContext(ctx, statement); err != nil {
						t.Error(err)
					}
				}
			}
			until(on("BEGIN IMMEDIATE"), on("ROLLBACK"))()
		},
		200: until(func() { exec("PRAGMA max_page_count = 1") }, func() { exec("PRAGMA max_page_count = 1000000") }),
		400: func() { exec("PRAGMA query_only = 1") }, // the connection heals by itself
	}
	const writes = 500
	var clients sync.WaitGroup
	for range 10 {
		clients.Go(func() {
			for n := next.Add(1); n <= writes && ctx.Err() == nil; n = next.Add(1) {
				if fault := faults[n]; fault != nil {
					fault()
				}
				for ctx.Err() == nil {
					w := newCustomer(int(n))
					quiet.RLock()
					results, err := db.Apply(ctx, noon, []store.Write{w})
					cut, stop := context.WithTimeout(ctx, time.Duration(n%300)*time.Microsecond)
					_ = db.CloseSession(cut, "none") // a request whose time ends somewhere in it
					stop()
					quiet.RUnlock()
					if err == nil && (results[0].Status == 201 || results[0].Problem.ExistingID == w.Record) {
						break
					}
					if !errors.Is(err, store.ErrBusy) {
						t.Errorf("write %d: %+v, %v", n, results, err)
						return
					}
					busy.Add(1)
					select {
					case refused <- struct{}{}:
					default:
					}
				}
			}
		})
	}
	clients.Wait()
	recs, _, err := db.List(ctx, rep, wire.KindCustomers, store.Query{Limit: 2 * writes})
	if err != nil || len(recs) != writes {
		t.Errorf("%d of %d stored, %v", len(recs), writes, err)
	}
	if found, err := db.Check(ctx); err != nil || len(found) != 0 {
		t.Errorf("faults: %v, %v", found, err)
	}
	t.Logf("%d writes, %d answers busy", writes, busy.Load())
}
