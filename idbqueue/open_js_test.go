package idbqueue_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// notices collects what the page should say.
type notices chan idbqueue.Notice

func (n notices) hear(said idbqueue.Notice) { n <- said }

// want waits for a notice.
func (n notices) want(t testing.TB, want idbqueue.Notice) {
	t.Helper()
	select {
	case got := <-n:
		if got != want {
			t.Errorf("got notice %q, want %q", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("no notice came, want %q", want)
	}
}

func (n notices) none(t testing.TB) {
	t.Helper()
	select {
	case got := <-n:
		t.Errorf("got notice %q, want none", got)
	default:
	}
}

// quick opens with short limits, so that a test of patience needs little.
func quick(name string, n notices) idbqueue.Tuned {
	o := idbqueue.Options{Name: name}
	if n != nil {
		o.Notice = n.hear
	}
	return o.WithLimits(500*time.Millisecond, 20*time.Second, time.Millisecond, time.Millisecond)
}

func mustOpen(t testing.TB, o idbqueue.Tuned) *idbqueue.Outbox {
	t.Helper()
	box, err := idbqueue.OpenTuned(context.Background(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { _ = box.Close() })
	return box
}

func TestWithoutIndexedDBSavingIsOffAndNothingPanics(t *testing.T) {
	for _, how := range []string{"undefined", "throws", "private"} {
		stop := misbehave(t, how)
		if _, err := idbqueue.OpenTuned(context.Background(), quick("never", nil)); !errors.Is(err, entry.ErrNone) {
			t.Errorf("%s: got %v, want ErrNone", how, err)
		}
		stop()
	}
}

func TestADamagedStoreIsSaidAfterAFewTriesAndNotInALoop(t *testing.T) {
	misbehave(t, "damaged")
	_, err := idbqueue.OpenTuned(context.Background(), quick("never", nil))
	if !errors.Is(err, entry.ErrDamaged) || !errors.Is(err, entry.ErrStorage) {
		t.Errorf("got %v, want ErrDamaged", err)
	}
	if n := opened(t); n != 3 {
		t.Errorf("opened %d times, want 3", n)
	}
}

func TestAnOpenThatNeverAnswersIsTriedAgain(t *testing.T) {
	name := newName(t)
	misbehave(t, "sleepy")
	box := mustOpen(t, quick(name, nil))
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Error(err)
	}
}

func TestAnOpenThatNeverAnswersAtAllIsGivenUp(t *testing.T) {
	misbehave(t, "dead")
	if _, err := idbqueue.OpenTuned(context.Background(), quick("never", nil)); !errors.Is(err, entry.ErrDamaged) {
		t.Errorf("got %v, want ErrDamaged", err)
	}
}

func TestAnOpenEndsWithItsContext(t *testing.T) {
	misbehave(t, "dead")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := idbqueue.Open(ctx, idbqueue.Options{Name: "never"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
}

func TestOnlyTheFirstOpenIsFresh(t *testing.T) {
	name := newName(t)
	first := mustOpen(t, quick(name, nil))
	second := mustOpen(t, quick(name, nil))
	if !first.Fresh() || second.Fresh() {
		t.Errorf("got %v and %v, want true and false", first.Fresh(), second.Fresh())
	}
}

func TestATabWithAnOlderVersionBlocksTheUpgradeAndIsNamed(t *testing.T) {
	name, said := newName(t), make(notices, 10)
	letGo := stubborn(t, older(t, name, 1, writeStep1(nil)))
	ctx, cancel := context.WithCancel(context.Background())
	opened := make(chan error, 1)
	go func() {
		_, err := idbqueue.OpenTuned(ctx, quick(name, said))
		opened <- err
	}()
	said.want(t, idbqueue.NoticeBlocked)
	cancel()
	if err := <-opened; !errors.Is(err, entry.ErrBlocked) {
		t.Errorf("got %v, want ErrBlocked", err)
	}
	letGo()
	box := mustOpen(t, quick(name, said))
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Error(err)
	}
}

// stubborn opens a database as it is and keeps it open, whatever others want,
// until the returned function is called.
func stubborn(t testing.TB, name string) (letGo func()) {
	t.Helper()
	make, err := safejs.Global().Get("Function")
	if err != nil {
		t.Fatal(err)
	}
	open, err := make.New("name", `return new Promise((done) => {
		const r = indexedDB.open(name);
		r.onsuccess = () => done(r.result);
	})`)
	if err != nil {
		t.Fatal(err)
	}
	promise, err := open.Invoke(name)
	if err != nil {
		t.Fatal(err)
	}
	db, err := awaitPromise(promise)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := db.Call("close"); err != nil {
			t.Error(err)
		}
	}
}

// A tab of this version that is busy saving makes way for a newer one: what it
// has said is saved is saved, and then it says that it must be reloaded.
func TestATabMakesWayForANewerVersionAndLosesNothing(t *testing.T) {
	name, said := newName(t), make(notices, 10)
	box := mustOpen(t, quick(name, said))
	saved, stopped := make(chan string, 10_000), make(chan error, 1)
	go func() {
		for n := 0; ; n++ {
			e := write(keyOf(n))
			if _, err := box.Add(context.Background(), e); err != nil {
				stopped <- err
				return
			}
			saved <- e.Key
		}
	}()
	<-saved // it is in the middle of it
	db, err := idb.Open(context.Background(), idb.Options{Name: name, Version: 99})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := <-stopped; !errors.Is(err, entry.ErrOutdated) {
		t.Errorf("got %v, want ErrOutdated", err)
	}
	said.want(t, idbqueue.NoticeOutdated)
	close(saved)
	for key := range saved {
		if !stored(t, db, key) {
			t.Errorf("%s was said to be saved and is not", key)
		}
	}
	if _, err := box.Totals(context.Background(), "ana"); !errors.Is(err, entry.ErrOutdated) {
		t.Errorf("later: got %v, want ErrOutdated", err)
	}
}

// A page looks at the outbox when it is told to. From one that is closed no
// change will come.
func TestAWatcherLooksAgainWhenItsTabHasToMakeWay(t *testing.T) {
	name, said := newName(t), make(notices, 10)
	box := mustOpen(t, quick(name, said))
	seen := make(chan error, 10)
	box.Watch(func() {
		_, err := box.Totals(context.Background(), "ana")
		seen <- err
	})
	db, err := idb.Open(context.Background(), idb.Options{Name: name, Version: 99})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := <-seen; !errors.Is(err, entry.ErrOutdated) {
		t.Errorf("it sees %v, want ErrOutdated", err)
	}
}

func stored(t testing.TB, db *idb.DB, key string) bool {
	t.Helper()
	here := false
	err := db.Run(context.Background(), idb.ReadOnly, []string{"entries"}, func(tx *idb.Tx) error {
		v, err := tx.Store("entries").Get(key).Await()
		here = !v.IsUndefined()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return here
}

func TestAStoreThatIsDeletedUnderTheAppIsMadeAnewAndSaidOnce(t *testing.T) {
	name, said := newName(t), make(notices, 10)
	box := mustOpen(t, quick(name, said))
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Fatal(err)
	}
	if err := idb.Delete(context.Background(), name); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"K2", "K3"} {
		if _, err := box.Add(context.Background(), write(key)); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	said.want(t, idbqueue.NoticeWiped)
	said.none(t)
	if _, err := box.Get(context.Background(), "K1"); !errors.Is(err, entry.ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

func TestAStoreThatWasDeletedIsNoticedAlsoWhereAnotherTabMadeItAnew(t *testing.T) {
	name, said := newName(t), make(notices, 10)
	options := quick(name, said)
	options.Holder = "first"
	box := mustOpen(t, options)
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Fatal(err)
	}
	if err := idb.Delete(context.Background(), name); err != nil {
		t.Fatal(err)
	}
	quicker := quick(name, make(notices, 10))
	quicker.Holder = "second"
	mustOpen(t, quicker)
	for _, key := range []string{"K2", "K3"} {
		if _, err := box.Add(context.Background(), write(key)); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	said.want(t, idbqueue.NoticeWiped)
	said.none(t)
}
