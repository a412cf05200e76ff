package store_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"waybill/server/internal/pgtest"
	"waybill/server/store"
	"waybill/server/wire"
)

var (
	rep  = store.Actor{ID: "01HZX3M1N2P3Q4R5S6T7V8W9A1", Role: wire.RoleRep}
	noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
)

// newCustomer is a write that needs nothing to be there before.
func newCustomer(n int) store.Write {
	id := fmt.Sprintf("01HZX3M1N2C%015d", n)
	return store.Write{
		Actor: rep, Op: wire.OpCustomerCreate, Record: id, Fingerprint: "f",
		Body: wire.CustomerBody{ID: id, Code: fmt.Sprint("C-", n), Name: "x"},
	}
}

// statements runs bare statements that must succeed.
func statements(t *testing.T, db *store.DB, all ...string) {
	t.Helper()
	for _, s := range all {
		if err := db.Exec(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

// A database that asks for n repeats before it lets a customer in: a sequence
// keeps counting when its transaction is undone.
func asksForRepeats(t *testing.T, n int, sqlstate string) *store.DB {
	t.Helper()
	db := opened(t)(store.OpenPostgres(t.Context(), database(t)))
	statements(t, db, "CREATE SEQUENCE tries", fmt.Sprintf(`CREATE FUNCTION ask() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN IF nextval('tries') <= %d THEN RAISE EXCEPTION 'again' USING ERRCODE = '%s'; END IF; RETURN NEW; END $$`, n, sqlstate),
		"CREATE TRIGGER ask BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION ask()")
	return db
}

func TestPostgresIsAskedAgainInsideTheServer(t *testing.T) {
	t.Parallel()
	for _, sqlstate := range []string{"40001", "40P01"} {
		db := asksForRepeats(t, 4, sqlstate)
		results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)})
		if err != nil || results[0].Status != 201 {
			t.Errorf("%s four times: %+v, %v", sqlstate, results, err)
		}
		db = asksForRepeats(t, 5, sqlstate)
		if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); !errors.Is(err, store.ErrBusy) {
			t.Errorf("%s five times: %v", sqlstate, err)
		}
		if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil || results[0].Status != 201 {
			t.Errorf("%s, later: %+v, %v", sqlstate, results, err)
		}
	}
}

// Transaction A draws its number first and commits last. Whoever reads in
// between must not lose A's row, nor see it early.
func TestTheFeedSkipsNothingThatIsCommittedLate(t *testing.T) {
	t.Parallel()
	db := opened(t)(store.OpenPostgres(t.Context(), database(t)))
	read := func(cursor string) (ids []string, next string) {
		t.Helper()
		page, err := db.Changes(t.Context(), rep, cursor, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Items {
			ids = append(ids, c.ID[len(c.ID)-1:])
		}
		return ids, page.Cursor
	}
	if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil {
		t.Fatal(err)
	}
	if err := db.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	before, cursor := read("")
	err := db.Begun(t.Context(), func(exec func(string) error) error {
		if err := exec(`INSERT INTO customers SELECT '01HZX3M1N2C000000000000002', version, state, created_by, created_at, updated_at, fingerprint,
			'C-2', 'C-2', search, closed_at, name, contact, phone, address FROM customers`); err != nil {
			return err
		}
		if err := exec("INSERT INTO changes (kind, record_id, audience, gone) VALUES ('customers', '01HZX3M1N2C000000000000002', '', 0)"); err != nil {
			return err
		}
		// B begins later and commits first.
		if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(3)}); err != nil {
			return err
		}
		between, at := read(cursor)
		if len(between) != 0 {
			t.Errorf("while A is open the reader is shown %v", between)
		}
		cursor = at
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	after, _ := read(cursor)
	if fmt.Sprint(before, after) != "[1] [2 3]" {
		t.Errorf("read %v, then %v", before, after)
	}
}

// What a commit waits for is set on each connection, at least "on", and stays so
// while the server's own settings change (D56).
func TestCommitsAreDurableWhateverTheServerIsTold(t *testing.T) {
	t.Parallel()
	url := database(t)
	for setting, want := range map[string]string{"off": "on", "local": "on", "remote_write": "on", "on": "on", "remote_apply": "remote_apply"} {
		db := opened(t)(store.OpenPostgres(t.Context(), url+"&synchronous_commit="+setting))
		if got, err := db.Settings(t.Context()); err != nil || got["synchronous_commit"] != want {
			t.Errorf("synchronous_commit=%s reads back as %s, %v", setting, got["synchronous_commit"], err)
		}
	}
	c, err := pgtest.Start(t.Context(), pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if url, err = c.Database(t.Context()); err != nil {
		t.Fatal(err)
	}
	db := opened(t)(store.OpenPostgres(t.Context(), url))
	stores(t, db, 1)
	told(t, c, url, "synchronous_commit", "off")
	if got, err := db.Settings(t.Context()); err != nil || got["synchronous_commit"] != "on" {
		t.Errorf("after ALTER SYSTEM it is %s, %v", got["synchronous_commit"], err)
	}
	told(t, c, url, "synchronous_commit", "on")
	for _, name := range []string{"fsync", "full_page_writes"} {
		told(t, c, url, name, "off")
		if db, err := store.OpenPostgres(t.Context(), url); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=off: %v", name, err)
			db.Close()
		}
		told(t, c, url, name, "on")
	}
	opened(t)(store.OpenPostgres(t.Context(), url))
}

// told changes a setting of a running cluster, and waits until new connections
// see it.
func told(t *testing.T, c *pgtest.Cluster, url, name, value string) {
	t.Helper()
	for _, s := range []string{"ALTER SYSTEM SET " + name + " = " + value, "SELECT pg_reload_conf()"} {
		if err := c.Exec(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	for got := ""; got != value; {
		conn, err := pgx.Connect(t.Context(), url)
		if err == nil {
			err = conn.QueryRow(t.Context(), "SHOW "+name).Scan(&got)
			conn.Close(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryConnectionHasItsTimeLimits(t *testing.T) {
	t.Parallel()
	url := database(t)
	db := opened(t)(store.OpenPostgres(t.Context(), url))
	statements(t, db, `DO $$ BEGIN
		ASSERT current_setting('idle_in_transaction_session_timeout') = '15s';
		ASSERT current_setting('lock_timeout') = '10s';
		ASSERT current_setting('transaction_isolation') = 'read committed';
	END $$`)
}

func TestADatabaseFromAnotherClusterStartsANewHistory(t *testing.T) {
	t.Parallel()
	url := database(t)
	db := opened(t)(store.OpenPostgres(t.Context(), url))
	if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil {
		t.Fatal(err)
	}
	before, err := db.History(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	statements(t, db, "UPDATE changes SET xid = '999999999999'")
	again := opened(t)(store.OpenPostgres(t.Context(), url))
	if err := again.Serve(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if after, err := again.History(t.Context()); err != nil || after == before {
		t.Errorf("the history stays %s, %v", after, err)
	}
	if err := again.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if page, err := again.Changes(t.Context(), rep, "", 10); err != nil || len(page.Items) != 1 {
		t.Errorf("the feed shows %d, %v", len(page.Items), err)
	}
	id := again.ID()
	if id != db.ID() {
		t.Errorf("the store changes from %s to %s", db.ID(), id)
	}
}

// Two servers before one database: the index decides, and a copy that arrives
// during the first run waits for it and is answered from what is there then.
func TestACopyWaitsForTheFirstRun(t *testing.T) {
	t.Parallel()
	url := database(t)
	for _, commit := range []bool{true, false} {
		first, second := opened(t)(store.OpenPostgres(t.Context(), url)), opened(t)(store.OpenPostgres(t.Context(), url))
		n := 10
		if commit {
			n = 20
		}
		w, got := newCustomer(n), make(chan store.Result, 1)
		undone := errors.New("undone")
		err := first.Begun(t.Context(), func(exec func(string) error) error {
			if err := exec(fmt.Sprintf(`INSERT INTO customers VALUES ('%s', 1, 'active', '%s', '', '', 'f', 'C-%d', 'C-%d', '', '', 'x', '', '', '')`, w.Record, rep.ID, n, n)); err != nil {
				return err
			}
			go func() {
				results, err := second.Apply(t.Context(), noon, []store.Write{w})
				if err != nil {
					t.Error(err)
				}
				got <- append(results, store.Result{})[0]
			}()
			waitsForALock(t, url)
			select {
			case r := <-got:
				t.Errorf("the copy was answered %+v while the first ran", r)
			default:
			}
			if !commit {
				return undone
			}
			return nil
		})
		if err != nil && !errors.Is(err, undone) {
			t.Fatal(err)
		}
		r := <-got
		if commit && (r.Problem == nil || r.Problem.Code != wire.CodeDuplicateCode || r.Problem.ExistingID != w.Record) {
			t.Errorf("after the first was committed: %+v", r.Problem)
		}
		if !commit && r.Status != 201 {
			t.Errorf("after the first was undone: %+v", r)
		}
	}
}

// waitsForALock waits until some connection of the database waits for a lock.
func waitsForALock(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for waiting := false; !waiting; {
		err := conn.QueryRow(t.Context(), "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestMessagesAreNotInEnglish(t *testing.T) {
	t.Parallel()
	if !pgtest.German() {
		t.Log("PostgreSQL has no German messages on this machine: the suite runs with English ones only")
		return
	}
	db := opened(t)(store.OpenPostgres(t.Context(), database(t)))
	err := db.Exec(t.Context(), "SELECT * FROM nothing")
	if err == nil || strings.Contains(err.Error(), "does not exist") {
		t.Errorf("the cluster speaks English (%v): the suite does not show that text is never looked at", err)
	}
}
