package idbqueue

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// FuzzEntryKeepsWhatItReads: what decodes is stored and read back as the same
// entry, whatever else the file held.
func FuzzEntryKeepsWhatItReads(f *testing.F) {
	for _, e := range samples() {
		raw, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"key":"K","op":"o","state":"pending","new":{"a":[1]},"books":{"spent":1,"x":2},"ix":{"turn":["a",1]}}`))
	f.Add([]byte(`{"key":"K","op":"o","state":"discarded"}`))
	f.Add([]byte("{\"key\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		decodeHead(raw)
		storedKeys(raw)
		if fast, ok := decodePlain(raw); ok {
			var general Entry
			if err := json.Unmarshal(raw, &general); err != nil || !reflect.DeepEqual(fast, general) {
				t.Fatalf("got %+v\nwant %+v, %v", fast, general, err)
			}
		}
		e, ok := decode(raw)
		if !ok {
			return
		}
		again, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		back, ok := decode(again)
		if !ok || !reflect.DeepEqual(back, e) {
			t.Fatalf("got %+v, want %+v", back, e)
		}
		stored := encodeNew(e, derive(e))
		if keys := storedKeys(stored); !keys.same(derive(e)) {
			t.Fatalf("got keys %v, want %v", keys, derive(e))
		}
		if back, ok := decodePlain(stored); !ok || !reflect.DeepEqual(back, e) {
			t.Fatalf("stored and read: got %+v, %v, want %+v", back, ok, e)
		}
	})
}

// FuzzPatchEqualsRewrite compares patching with its dumb twin: a patch on the
// stored object must give what encoding the new entry gives, and touch no
// other field.
func FuzzPatchEqualsRewrite(f *testing.F) {
	all := samples()
	for i := range all {
		before, _ := json.Marshal(all[i])
		after, _ := json.Marshal(all[(i+1)%len(all)])
		f.Add(before, after)
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		before, ok := decode(one)
		after, ok2 := decode(two)
		if !ok || !ok2 {
			return
		}
		object := objectOf(before)
		object["future"] = json.RawMessage(`{"a":1}`)
		got := diff(before, after).onto(object)
		if string(got["future"]) != `{"a":1}` {
			t.Fatalf("an unknown field was touched: %s", got["future"])
		}
		delete(got, "future")
		if a, b := plain(got), plain(after); !reflect.DeepEqual(a, b) {
			t.Fatalf("got  %v\nwant %v", a, b)
		}
		var encoded struct {
			Whole map[string]any
			Parts map[string]map[string]any
		}
		if err := json.Unmarshal(diff(before, after).encode(), &encoded); err != nil {
			t.Fatal(err)
		}
		again := patch{encoded.Whole, encoded.Parts}.onto(object)
		delete(again, "future")
		if a, b := plain(again), plain(after); !reflect.DeepEqual(a, b) {
			t.Fatalf("encoded: got  %v\nwant %v", a, b)
		}
	})
}

// plain is a value as JSON sees it, whatever the order of its fields.
func plain(v any) (p any) {
	raw, _ := json.Marshal(v)
	_ = json.Unmarshal(raw, &p)
	return p
}

// samples are entries in every state, with every field that a move can set.
func samples() []Entry {
	var all []Entry
	for step := range from {
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

// FuzzTotalsAreReadAsTheGeneralDecoderReadsThem holds the fast reader of the
// totals record to the general one.
func FuzzTotalsAreReadAsTheGeneralDecoderReadsThem(f *testing.F) {
	l := readLedger(nil)
	for _, e := range samples() {
		l.add(e, +1)
	}
	f.Add([]byte(l.raw()))
	f.Add([]byte(`{"seq":1,"owners":{"a":{"pending":1,"days":{"d":2}}}}`))
	f.Add([]byte(`{"seq":1,"owners":{"a":{"pending":1.5}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		fast, ok := decodeLedger(raw)
		if !ok {
			return
		}
		var general ledger
		if err := json.Unmarshal(raw, &general); err != nil {
			t.Fatal(err)
		}
		if fast.Seq != general.Seq || len(fast.Owners) != len(general.Owners) {
			t.Fatalf("got %+v, want %+v", fast, general)
		}
		if again, ok := decodeLedger(fast.raw()); !ok || !reflect.DeepEqual(again, fast) {
			t.Fatalf("written and read: got %+v, want %+v", again, fast)
		}
		for owner, want := range general.Owners {
			got := fast.Owners[owner]
			if want.Days == nil {
				want.Days = map[string]int{}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: got %+v, want %+v", owner, got, want)
			}
		}
	})
}
