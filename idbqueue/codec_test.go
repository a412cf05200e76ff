package idbqueue

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// samples are entries in every state, with every field that a move can set.
func samples() []Entry {
	var all []Entry
	for _, row := range legal {
		step := row.step
		for _, state := range states {
			e := inState(state, step)
			e.Seq, e.MadeAt, e.Owner, e.Body = 7, tNow, "ana", `{"a":"< & \u2028"}`
			e.Former, e.Parents = []string{"R0"}, []string{"P"}
			e.Books, e.LookAt = Books{Spent: 2, Row: 1}, tSoon
			if after, err := apply(e, moveOf(step)); err == nil {
				all = append(all, e, after)
			}
		}
	}
	return all
}

func TestTheTableOfFieldsIsTheStruct(t *testing.T) {
	kind := reflect.TypeFor[Entry]()
	if len(fields) != kind.NumField() {
		t.Fatalf("the table has %d fields, the struct %d", len(fields), kind.NumField())
	}
	var e Entry
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
	b, d, w, a := &Books{}, &Discard{}, &Wait{}, &Attempt{}
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
		var a, b Entry
		if !equal(f.at(&a), f.at(&b)) {
			t.Errorf("%s: two empty ones differ", f.name)
		}
	}
}

func TestAPatchHoldsJustWhatAMoveChanged(t *testing.T) {
	e := inState(Retrying, StepEnd)
	after, err := apply(e, End("K", 1, tSoon, Ending{To: Retrying, Books: Books{Spent: 1}}))
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
	e.State, e.Open, e.Next, e.Discard = Discarded, &Attempt{N: 1}, &Wait{SetAt: 1, DelayMS: 1}, &Discard{At: 1}
	raw := negative(encodeNew(e, derive(e)), []byte(":-7$1"))
	for name, raw := range map[string][]byte{"plainly": raw, "generally": append([]byte(" "), raw...)} {
		got, ok := decode(raw)
		if !ok {
			t.Fatalf("%s: not read: %s", name, raw)
		}
		if got.Seq != 0 || got.Attempt != 0 || got.MadeAt != 0 || got.Looks != 0 || got.Books != (Books{}) || *got.Next != (Wait{}) ||
			got.Open.N != 0 || got.Open.Deadline != 0 || got.Discard.At != 0 || got.Key != e.Key || got.Body != e.Body {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
