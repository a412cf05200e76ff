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
		if keys := storedKeys(withKeys(e)); !keys.same(derive(e)) {
			t.Fatalf("got keys %v, want %v", keys, derive(e))
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
	})
}

// plain is a value as JSON sees it, whatever the order of its fields.
func plain(v any) (p any) {
	raw, _ := json.Marshal(v)
	_ = json.Unmarshal(raw, &p)
	return p
}

func withKeys(e Entry) []byte {
	object := objectOf(e)
	object[derivedField] = objectOf(map[string]any{"ix": derive(e).stored()})["ix"]
	raw, _ := json.Marshal(object)
	return raw
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

func TestEveryFieldOfAnEntryIsStoredUnderANameOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range fields {
		lower := strings.ToLower(f.name)
		if f.name == "" || seen[lower] || lower == derivedField {
			t.Errorf("field %q", f.name)
		}
		seen[lower] = true
	}
}

func TestAPatchHoldsJustWhatAMoveChanged(t *testing.T) {
	e := inState(Retrying, StepEnd)
	after, err := apply(e, End("K", 1, tSoon, Ending{To: Retrying, Books: Books{Spent: 1}}))
	if err != nil {
		t.Fatal(err)
	}
	p := diff(e, after)
	want := patch{
		whole: map[string]any{"open": (*Attempt)(nil)},
		parts: map[string]map[string]any{"books": {"spent": 1}},
	}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v, want %+v", p, want)
	}
}

func TestKeysSortAsTheBrowserSortsThem(t *testing.T) {
	sorted := []tuple{{}, {int64(-1)}, {int64(2)}, {int64(10)}, {"a"}, {"a", int64(1)}, {"a", int64(2)},
		beyond(tuple{"a"}), {"b"}, {top{}}}
	for i := range sorted {
		for j := range sorted {
			got, want := sorted[i].compare(sorted[j]), i-j
			if (got < 0) != (want < 0) || (got > 0) != (want > 0) {
				t.Errorf("%v against %v: got %d", sorted[i], sorted[j], got)
			}
		}
	}
}
