package idbqueue

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"waybill/idbqueue/entry"
)

// samples are entries in every state, with every field that a move can set.
func samples() []entry.Entry {
	var all []entry.Entry
	for _, row := range entry.Legal {
		step := row.Step
		for _, state := range states {
			e := inState(state, step)
			e.Seq, e.MadeAt, e.Owner, e.Body = 7, tNow, "ana", `{"a":"< & \u2028"}`
			e.Former, e.Parents = []string{"R0"}, []string{"P"}
			e.Books, e.LookAt = entry.Books{Spent: 2, Row: 1}, tSoon
			if after, err := entry.Apply(e, moveOf(step)); err == nil {
				all = append(all, e, after)
			}
		}
	}
	return all
}

func TestTheTableOfFieldsIsTheStruct(t *testing.T) {
	kind := reflect.TypeFor[entry.Entry]()
	if len(fields) != kind.NumField() {
		t.Fatalf("the table has %d fields, the struct %d", len(fields), kind.NumField())
	}
	var e entry.Entry
	for i, f := range fields {
		want := reflect.ValueOf(&e).Elem().Field(i)
		if got := reflect.ValueOf(f.at(&e)); f.name != kind.Field(i).Tag.Get("json") || got.Pointer() != want.Addr().Pointer() {
			t.Errorf("field %d is %q, not the struct's %s", i, f.name, kind.Field(i).Name)
		}
	}
}

func TestWhatIsStoredIsReadTheFastWay(t *testing.T) {
	for _, e := range samples() {
		if got, ok := decodePlain(encodeNew(e, derive(e))); !ok || !reflect.DeepEqual(got, e) {
			t.Errorf("got %+v, %v\nwant %+v", got, ok, e)
		}
	}
}

func TestEveryPartOfAFieldIsInItsTable(t *testing.T) {
	b, d, w, a := &entry.Books{}, &entry.Discard{}, &entry.Wait{}, &entry.Attempt{}
	for _, c := range []struct {
		field any
		value reflect.Value
	}{{b, reflect.ValueOf(b).Elem()}, {&d, reflect.ValueOf(d).Elem()}, {&w, reflect.ValueOf(w).Elem()}, {&a, reflect.ValueOf(a).Elem()}} {
		parts := partsOf(c.field)
		if len(parts) != c.value.NumField() {
			t.Fatalf("%s: %d parts of %d", c.value.Type(), len(parts), c.value.NumField())
		}
		for i, p := range parts {
			f := c.value.Type().Field(i)
			if p.name != f.Tag.Get("json") || reflect.ValueOf(p.at).Pointer() != c.value.Field(i).Addr().Pointer() {
				t.Errorf("%s: part %q is not %s", c.value.Type(), p.name, f.Name)
			}
		}
	}
}

func TestEveryKindOfFieldIsCompared(t *testing.T) {
	for _, f := range fields {
		var a, b entry.Entry
		if !equal(f.at(&a), f.at(&b)) {
			t.Errorf("%s: two empty ones differ", f.name)
		}
	}
}

func TestAPatchHoldsJustWhatAMoveChanged(t *testing.T) {
	e := inState(entry.Retrying, entry.StepEnd)
	after, err := entry.Apply(e, entry.End("K", 1, tSoon, entry.Ending{To: entry.Retrying, Books: entry.Books{Spent: 1}}))
	if err != nil {
		t.Fatal(err)
	}
	p := diff(e, after)
	want := `{"whole":{"open":null},"parts":{"books":{"spent":1}}}`
	if got := string(p.encode()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	object := p.withKeys(derive(after)).onto(map[string]json.RawMessage{derivedField: json.RawMessage(`{"future":[1]}`)})
	if !storedKeys(objectBytes(object)).same(derive(after)) || !strings.Contains(string(object[derivedField]), `"future":[1]`) {
		t.Errorf("with keys: got %s", object[derivedField])
	}
}

func TestKeysSortAsTheBrowserSortsThem(t *testing.T) {
	sorted := []tuple{
		{},
		{int64(-1)},
		{int64(2)},
		{int64(10)},
		{"a"},
		{"a", int64(1)},
		{"a", int64(2)},
		beyond(tuple{"a"}),
		{"b"},
		{top{}},
	}
	for i := range sorted {
		for j := range sorted {
			got, want := sorted[i].compare(sorted[j]), i-j
			if (got < 0) != (want < 0) || (got > 0) != (want > 0) {
				t.Errorf("%v against %v: got %d", sorted[i], sorted[j], got)
			}
		}
	}
}

// D09: no number of an entry is below 0, and one that is (a hand in the store,
// an old bug) is read as 0, so that no sum and no shift that is made of it fails.
func TestANumberBelowZeroIsReadAsZero(t *testing.T) {
	negative := regexp.MustCompile(`:-?\d+([,}])`).ReplaceAll
	e := samples()[0]
	e.State, e.Open, e.Next, e.Discard = entry.Discarded, &entry.Attempt{N: 1}, &entry.Wait{SetAt: 1, DelayMS: 1}, &entry.Discard{At: 1}
	raw := negative(encodeNew(e, derive(e)), []byte(":-7$1"))
	for name, raw := range map[string][]byte{"plainly": raw, "generally": append([]byte(" "), raw...)} {
		got, ok := decode(raw)
		if !ok {
			t.Fatalf("%s: not read: %s", name, raw)
		}
		if got.Seq != 0 || got.Attempt != 0 || got.MadeAt != 0 || got.Looks != 0 || got.Books != (entry.Books{}) || *got.Next != (entry.Wait{}) ||
			got.Open.N != 0 || got.Open.Deadline != 0 || got.Discard.At != 0 || got.Key != e.Key || got.Body != e.Body {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

const tNow = int64(1_800_000_000_000)

const tSoon = tNow + 60_000

var states = []entry.State{entry.Pending, entry.Retrying, entry.Attention, entry.Conflict, entry.Rejected, entry.Sent, entry.Discarded}

// inState is an entry in a state, without doubt; settling steps find their
// attempt open.
func inState(s entry.State, step entry.Step) entry.Entry {
	e := entry.Entry{Key: "K", Op: "order.create", Record: "R", Fingerprint: "F1", State: s, Attempt: 1, Left: []string{"F1"}}
	switch step {
	case entry.StepAsk, entry.StepResend, entry.StepClose, entry.StepEnd:
		e.Open = &entry.Attempt{N: 1, At: tNow, Deadline: tNow + 1000, Fingerprint: "F1"}
	case entry.StepRestamp:
		e.Next = &entry.Wait{SetAt: tSoon + 1000}
	}
	switch s {
	case entry.Sent:
		e.Receipt = &entry.Receipt{Fingerprint: "F1"}
	case entry.Discarded:
		e.Discard = &entry.Discard{At: tNow, From: entry.Rejected}
	}
	return e
}

// moveOf is a sound move of each step, made with its constructor.
func moveOf(step entry.Step) entry.Move {
	r := entry.Receipt{Fingerprint: "F1", ProvedAt: tSoon}
	return map[entry.Step]entry.Move{
		entry.StepClaim:   entry.Claim("K", 2, tSoon, tSoon+1000, false),
		entry.StepAsk:     entry.Ask("K", 1, tSoon, tSoon+1000, entry.Answer{Code: "id_reused"}),
		entry.StepResend:  entry.Resend("K", 1, tSoon, tSoon+1000),
		entry.StepClose:   entry.Close("K", 1, tSoon),
		entry.StepEnd:     entry.End("K", 1, tSoon, entry.Ending{To: entry.Rejected}),
		entry.StepPause:   entry.Pause("K", 1, tSoon, entry.Ending{To: entry.Attention, Next: &entry.Wait{SetAt: tSoon}}),
		entry.StepRestamp: entry.Restamp("K", tSoon, entry.Wait{SetAt: tSoon, DelayMS: 1}),
		entry.StepLook:    entry.Look("K", tSoon, tSoon+1000, entry.Conflict, "earlier", nil),
		entry.StepLost:    entry.Lost("K", tSoon, "restored"),
		entry.StepProve:   entry.Prove("K", "R", r, "earlier", nil),
		entry.StepEdit:    entry.Edit("K", tSoon, "{}", "F2", "T", nil),
		entry.StepRedo:    entry.Redo("K", tSoon),
		entry.StepDiscard: entry.GiveUp("K", tSoon, "typo"),
		entry.StepRestore: entry.Restore("K", tSoon),
		entry.StepTheirs:  entry.Theirs("K", "{}", "F0", "T", r),
		entry.StepCancel:  entry.Cancelling("K", tSoon, tSoon+1000, nil),
		entry.StepReplace: entry.Replace("K", tSoon, "R2", "{}", "F2"),
		entry.StepAdopt:   entry.Adopt("K", tSoon, "ana"),
	}[step]
}
