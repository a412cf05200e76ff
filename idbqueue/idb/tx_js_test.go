package idb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hack-pad/safejs"
)

// things is a database with two stores, deleted after the test.
func things(t *testing.T) *DB {
	t.Helper()
	name := fmt.Sprintf("idb-%s-%d", t.Name(), time.Now().UnixNano())
	db, err := Open(context.Background(), Options{Name: name, Version: 1, Upgrade: func(u *Upgrade, from int) error {
		if from != 0 {
			t.Errorf("got from %d, want 0", from)
		}
		if err := u.CreateStore("things", "key"); err != nil {
			return err
		}
		if err := u.CreateIndex("things", "size", "size", false); err != nil {
			return err
		}
		return u.CreateStore("names", "")
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := Delete(ctx, name); err != nil {
			t.Errorf("delete: %v", err)
		}
	})
	return db
}

var both = []string{"things", "names"}

func thing(t *testing.T, key string, size int) safejs.Value {
	t.Helper()
	v, err := Parse(fmt.Appendf(nil, `{"key":%q,"size":%d}`, key, size))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func count(t *testing.T, db *DB, store string) int {
	t.Helper()
	n := 0
	err := db.Run(context.Background(), ReadOnly, both, func(tx *Tx) error {
		v, err := tx.Store(store).Count(nil).Await()
		if err == nil {
			n, err = v.Int()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Thinking long, collecting garbage and handing over between goroutines does
// not end a transaction: only waiting for something else does.
func TestATransactionLivesWhileGoThinks(t *testing.T) {
	db := things(t)
	err := db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
		for n := range thoughts {
			if _, err := tx.Store("things").Get("a").Await(); err != nil {
				return err
			}
			think()
			if err := tx.Store("things").Put(thing(t, fmt.Sprint(n), n)); err != nil {
				return err
			}
			think()
			if err := tx.Store("names").Put("name", fmt.Sprint(n)); err != nil {
				return err
			}
		}
		return nil
	})
	if a, b := count(t, db, "things"), count(t, db, "names"); err != nil || a != thoughts || b != thoughts {
		t.Errorf("got %v, %d things, %d names", err, a, b)
	}
}

// thoughts is how often it thinks in one transaction.
const thoughts = 6

func think() {
	there, back := make(chan bool), make(chan bool)
	go func() { back <- <-there }()
	there <- true
	<-back
	runtime.Gosched()
	runtime.GC()
	_, _ = json.Marshal(strings.Repeat("slow", 20_000))
}

func TestWaitingForSomethingElseIsAnErrorAndNotAHang(t *testing.T) {
	db := things(t)
	err := db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
		time.Sleep(30 * time.Millisecond)
		_, err := tx.Store("things").Get("a").Await()
		return err
	})
	if !errors.Is(err, ErrInactive) && !errors.Is(err, ErrInvalidState) {
		t.Errorf("got %v", err)
	}
}

func TestAnErrorAbortsAllOfIt(t *testing.T) {
	db, mine := things(t), errors.New("mine")
	err := db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
		if err := tx.Store("things").Put(thing(t, "a", 1)); err != nil {
			return err
		}
		return mine
	})
	if !errors.Is(err, mine) || count(t, db, "things") != 0 {
		t.Errorf("got %v, %d things", err, count(t, db, "things"))
	}
}

func TestAPanicAbortsAllOfItAndGoesOn(t *testing.T) {
	db := things(t)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
			if err := tx.Store("things").Put(thing(t, "a", 1)); err != nil {
				return err
			}
			panic("in the function")
		})
	}()
	if n := count(t, db, "things"); n != 0 {
		t.Errorf("got %d things", n)
	}
}

func TestAFailedRequestIsTheTransactionsError(t *testing.T) {
	db := things(t)
	err := db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
		_ = tx.Store("names").Put("kept?", "b")
		_ = tx.Store("things").Add(thing(t, "a", 1))
		return tx.Store("things").Add(thing(t, "a", 2))
	})
	if !errors.Is(err, ErrConstraint) || count(t, db, "names") != 0 {
		t.Errorf("got %v, %d names", err, count(t, db, "names"))
	}
}

func TestAContextThatEndsIsAnErrorAndNeverAnEmptyAnswer(t *testing.T) {
	db := things(t)
	ctx, cancel := context.WithCancel(context.Background())
	err := db.Run(ctx, ReadWrite, both, func(tx *Tx) error {
		r := tx.Store("things").Get("a")
		cancel()
		_, err := r.Await()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAStoreThatIsNotThereIsNotFound(t *testing.T) {
	db := things(t)
	err := db.Run(context.Background(), ReadOnly, []string{"things"}, func(tx *Tx) error {
		_, err := tx.Store("names").Get("a").Await()
		return err
	})
	if !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestRangesLeaveTheHighEndOut(t *testing.T) {
	db := things(t)
	var got, back []string
	err := db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
		for n, key := range []string{"a", "b", "c", "d"} {
			if err := tx.Store("things").Put(thing(t, key, n)); err != nil {
				return err
			}
		}
		r, err := Between(1, 3)
		if err != nil {
			return err
		}
		collect := func(to *[]string) func(_, v safejs.Value) bool {
			return func(_, v safejs.Value) bool {
				*to = append(*to, textOf(v, "key"))
				return true
			}
		}
		index := tx.Store("things").Index("size")
		if err := index.Each(r, Next, collect(&got)); err != nil {
			return err
		}
		return index.Each(r, Prev, collect(&back))
	})
	if err != nil || fmt.Sprint(got, back) != "[b c] [c b]" {
		t.Errorf("got %v, %v, %v", got, back, err)
	}
}

func TestManyAnswersOfOneRound(t *testing.T) {
	db := things(t)
	err := db.Run(context.Background(), ReadWrite, both, func(tx *Tx) error {
		for n := range 50 {
			if err := tx.Store("names").Put(n, fmt.Sprint(n)); err != nil {
				return err
			}
		}
		requests := make([]*Request, 50)
		for n := range requests {
			requests[n] = tx.Store("names").Get(fmt.Sprint(n))
		}
		if _, err := requests[49].Await(); err != nil {
			return err
		}
		for n, r := range requests {
			v, err := r.Await()
			if got, _ := v.Int(); err != nil || got != n {
				return fmt.Errorf("answer %d is %d: %w", n, got, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAClosedConnectionSaysSo(t *testing.T) {
	db := things(t)
	db.Close()
	err := db.Run(context.Background(), ReadOnly, both, func(*Tx) error { return nil })
	if !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestAnUpgradeThatFailsHasNotHappened(t *testing.T) {
	db, mine := things(t), errors.New("mine")
	name := textOf(db.v, "name")
	db.Close()
	for what, upgrade := range map[string]func(*Upgrade, int) error{
		"error": func(u *Upgrade, _ int) error {
			if err := u.CreateStore("more", ""); err != nil {
				return err
			}
			return mine
		},
		"panic": func(u *Upgrade, _ int) error {
			if err := u.CreateStore("more", ""); err != nil {
				return err
			}
			panic("in the upgrade")
		},
	} {
		if _, err := Open(context.Background(), Options{Name: name, Version: 2, Upgrade: upgrade}); err == nil {
			t.Errorf("%s: the open succeeded", what)
		} else if what == "error" && !errors.Is(err, mine) {
			t.Errorf("got %v", err)
		}
	}
	again, err := Open(context.Background(), Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.Version() != 1 || again.Has("more") {
		t.Errorf("got version %d", again.Version())
	}
}
