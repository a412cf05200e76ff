package idbqueue

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// sketch is a schema as a set of names. It refuses what a browser refuses.
type sketch map[string]bool

func (s sketch) HasStore(name string) bool { return s[name] }

func (s sketch) CreateStore(name, _ string) error { return s.create(name) }

func (s sketch) HasIndex(store, index string) bool { return s[store+"."+index] }

func (s sketch) CreateIndex(store, index, _ string, _ bool) error {
	if !s[store] {
		return idb.ErrNotFound
	}
	return s.create(store + "." + index)
}

func (s sketch) create(name string) error {
	if s[name] {
		return idb.ErrConstraint
	}
	s[name] = true
	return nil
}

func (s sketch) names() []string {
	var names []string
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func TestTheStepsConvergeFromAnySubsetOfTheSchema(t *testing.T) {
	whole := sketch{}
	if err := upgradeSchema(whole); err != nil {
		t.Fatal(err)
	}
	names := whole.names()
	for missing := range 1 << 5 {
		s := sketch{}
		for i, name := range names {
			// Every index needs its store; else any part may be there or not.
			if name == storeEntries || missing>>(i%5)&1 == 0 {
				s[name] = true
			}
		}
		for run := range 2 {
			if err := upgradeSchema(s); err != nil || !slices.Equal(s.names(), names) {
				t.Fatalf("missing %b, run %d: got %v, %v", missing, run, s.names(), err)
			}
		}
	}
}

func TestEachStepAloneIsDoneTwiceWithoutHarm(t *testing.T) {
	s := sketch{}
	for n, step := range schemaSteps[1:] {
		for run := range 2 {
			if err := step(s); err != nil {
				t.Errorf("step %d, run %d: %v", n+1, run+1, err)
			}
		}
	}
	if len(schemaSteps)-1 != schemaVersion {
		t.Errorf("there are %d steps to version %d", len(schemaSteps)-1, schemaVersion)
	}
}

func TestEveryExceptionOfTheBrowserIsAStorageErrorAndOursAreNot(t *testing.T) {
	names := []string{
		"QuotaExceededError", "UnknownError", "InvalidStateError", "AbortError", "SecurityError",
		"DataError", "DataCloneError", "NotFoundError", "TransactionInactiveError", "NeverHeardOfError",
	}
	for _, name := range names {
		for _, opening := range []bool{true, false} {
			cause := fmt.Errorf("somewhere: %w", idb.Error{Name: name, Message: "words"})
			got := storageFailure(cause, opening)
			if !errors.Is(got, entry.ErrStorage) || !errors.Is(got, idb.Error{Name: name}) {
				t.Errorf("%s, opening %v: got %v", name, opening, got)
			}
		}
	}
	for _, err := range []error{entry.ErrStale, entry.ErrLeaseLost, entry.ErrFull, fmt.Errorf("a bug")} {
		if got := storageFailure(err, false); got != err || errors.Is(got, entry.ErrStorage) {
			t.Errorf("%v became %v", err, got)
		}
	}
	if !errors.Is(storageFailure(idb.ErrQuota, false), entry.ErrQuota) || errors.Is(entry.ErrQuota, entry.ErrGone) {
		t.Error("quota is not quota")
	}
}

func TestAnEntryOfAnEarlierStepIsBroughtUpToDate(t *testing.T) {
	base := `{"key":"K","seq":1,"op":"order.create","record":"R","body":"{}","fingerprint":"F","state":"%s","attempt":%d}`
	for _, c := range []struct {
		state   entry.State
		attempt int
		want    entry.State
		doubt   bool
		due     bool
	}{
		{entry.Pending, 0, entry.Pending, false, true},
		{oldSending, 1, entry.Retrying, true, true},
		{entry.Retrying, 3, entry.Retrying, true, true},
		{entry.Rejected, 1, entry.Rejected, true, false}, // nobody wrote down whether every attempt was refused
		{entry.Sent, 1, entry.Sent, false, false},
	} {
		e, ok := modernised(fmt.Appendf(nil, base, c.state, c.attempt))
		if !ok || e.State != c.want || e.Doubt != c.doubt || e.HasLeft("F") != c.doubt || (e.Next != nil) != c.due || e.Owner != "" {
			t.Errorf("%s after %d attempts: got %+v, %v", c.state, c.attempt, e, ok)
		}
		again, ok := modernised(objectBytes(objectOf(e)))
		if !ok || !reflect.DeepEqual(again, e) {
			t.Errorf("%s: a second run made %+v of %+v", c.state, again, e)
		}
	}
	if _, ok := modernised([]byte(`{"key":"K","state":"melted"}`)); ok {
		t.Error("an unknown state was read")
	}
}

func TestOnlyAStepBeyondOursIsNewer(t *testing.T) {
	for raw, want := range map[string]bool{`{"step":3}`: false, `{"step":4}`: true, `{}`: false, `7`: false, ``: false} {
		if got := isNewer([]byte(raw)); got != want {
			t.Errorf("%s: got %v", raw, got)
		}
	}
}

func TestAConnectionIsOpenedAgainOnlyWhereThatMayHelp(t *testing.T) {
	for _, c := range []struct {
		err         error
		lost, retry bool
	}{
		{idb.ErrClosed, true, false},
		{idb.ErrUnknown, true, true},
		{idb.ErrInvalidState, true, false},
		{idb.ErrAbort, true, true},
		{idb.ErrQuota, false, false},
		{idb.ErrUnavailable, false, false},
		{context.DeadlineExceeded, false, true},
		{entry.ErrStale, false, false},
	} {
		if lost(c.err) != c.lost || worthRetry(c.err) != c.retry {
			t.Errorf("%v: got lost %v, worth a retry %v", c.err, lost(c.err), worthRetry(c.err))
		}
	}
}
