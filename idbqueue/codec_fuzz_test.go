//go:build !js

package idbqueue

import (
	"encoding/json"
	"reflect"
	"testing"

	"waybill/idbqueue/entry"
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
			var general entry.Entry
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
		if back, ok := decode(stored); !ok || !reflect.DeepEqual(back, e) {
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

// plain is a value as JSON sees it, whatever the order of its fields.
func plain(v any) (p any) {
	raw, _ := json.Marshal(v)
	_ = json.Unmarshal(raw, &p)
	return p
}
