package ui

import "testing"

// typedInto is a field whose parent was told of these texts, in this order.
func typedInto(texts ...string) *Field {
	f := &Field{}
	f.OnInit()
	for _, s := range texts {
		f.typed, f.told = s, append(f.told, s)
	}
	return f
}

func TestAnEchoOfTypedTextIsNeverWrittenOverWhatFollowed(t *testing.T) {
	f := typedInto("C", "C-", "C-0")
	for _, echo := range []string{"C", "C-", "C-0"} {
		f.Value = echo
		if !f.own() {
			t.Fatalf("the echo %q would be written over %q", echo, f.typed)
		}
	}
}

func TestEchoesMayBeSkippedByARendering(t *testing.T) {
	f := typedInto("C", "C-", "C-0")
	f.Value = "C-0"
	if !f.own() || len(f.told) != 0 {
		t.Fatal("the last echo answers for those before it")
	}
}

func TestWhatTheParentSetsIsWritten(t *testing.T) {
	f := typedInto("C", "C-")
	f.Value = "C-0001 Müller"
	if f.own() {
		t.Fatal("a chosen record was not written")
	}
}

func TestARaisedRevisionIsWrittenEvenIfTheParentNeverSawTheText(t *testing.T) {
	f := typedInto("3")
	f.Rev++ // emptied before any rendering: Value was and is ""
	if f.own() {
		t.Fatal("the field still shows 3")
	}
	if f.Value = ""; !f.own() {
		t.Fatal("written twice")
	}
}

func TestAnUnrelatedChangeLeavesTheTextAlone(t *testing.T) {
	f := typedInto("abc")
	f.Error = "wrong"
	if !f.own() {
		t.Fatal("an error that came up wrote over the text")
	}
}
