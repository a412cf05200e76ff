package store

import (
	"strings"
	"testing"
)

func TestAHomeIsComparedByWhatBothKnow(t *testing.T) {
	for _, c := range []struct {
		was, is home
		moved   bool
	}{
		{"", "inode=1 born=2.5", false}, // from before homes were noted
		{"inode=1 born=2.5", "inode=1 born=2.5", false},
		{"inode=1 born=2.5", "inode=1", false}, // the file system does not say any more
		{"inode=1 born=2.5", "", false},
		{"inode=1 born=2.5", "inode=3 born=2.5", true},
		{"inode=1 born=2.5", "inode=1 born=2.6", true}, // the number was used again
		{"system=1 timeline=1 database=5", "system=1 timeline=1 database=5", false},
		{"system=1 timeline=1 database=5", "database=5", false}, // another role, that may ask for less
		{"system=1 timeline=1 database=5", "system=2 timeline=1 database=5", true},
		{"system=1 timeline=1 database=5", "system=1 timeline=2 database=5", true},
		{"system=1 timeline=1 database=5", "system=1 timeline=1 database=6", true},
		{"inode=1 born=2.5", "system=1 timeline=1 database=5", false}, // restored from a file: said by the restore
	} {
		if cause := moved(c.was, c.is); (cause != "") != c.moved {
			t.Errorf("from %q to %q: %q", c.was, c.is, cause)
		}
	}
}

func TestAnEpochTellsWhatTheStoreHasHad(t *testing.T) {
	es, err := parseEpochs("4:aa:0.10 5:bb:0.20 6:cc:0.30")
	if err != nil || es.String() != "4:aa:0.10 5:bb:0.20 6:cc:0.30" {
		t.Fatalf("%s, %v", es, err)
	}
	head := position{0, 35}
	for _, c := range []struct {
		n    int64
		id   string
		seq  int64
		held bool
	}{
		{6, "cc", 35, true},
		{6, "cc", 36, false}, // ahead of the head
		{6, "xx", 31, false}, // the sixth start of another branch
		{7, "dd", 35, false}, // a start that this store never had
		{5, "bb", 30, true},
		{5, "bb", 31, false}, // the store went on from 30, whatever it holds by now
		{5, "xx", 25, false},
		{4, "aa", 20, true},
		{4, "aa", 21, false},
		{3, "zz", 10, true},
		{3, "zz", 11, false},
		{2, "yy", 11, true}, // too long ago to be judged by more than the head
		{2, "yy", 36, false},
	} {
		if held := es.hold(epoch{n: c.n, id: c.id}, position{0, c.seq}, head); held != c.held {
			t.Errorf("epoch %d %s, %d: %t", c.n, c.id, c.seq, held)
		}
	}
	// A store that was never served has none.
	if e := (epochs{}); !e.hold(epoch{}, position{0, 35}, head) || e.hold(epoch{}, position{0, 36}, head) || e.hold(epoch{n: 1, id: "aa"}, position{}, head) {
		t.Error("without epochs the head decides")
	}
	for _, bad := range []string{"1", "1:aa", "1:aa:5", "x:aa:0.1"} {
		if es, err := parseEpochs(bad); err == nil {
			t.Errorf("%q is read as %v", bad, es)
		}
	}
	for n := range epochsKept + 10 {
		es = es.begun("e", position{0, int64(n)})
	}
	if len(es) != epochsKept || es.last().n != 6+epochsKept+10 {
		t.Errorf("%d epochs are kept, the last one is %d", len(es), es.last().n)
	}
}

func TestWhatIsSignedIsForOneThing(t *testing.T) {
	key := []byte("key")
	m := mark{history: "h", epoch: epoch{n: 7, id: "ab"}, at: position{1, 2}, number: 3}
	text := signed(key, signedMark, m.String())
	inner, ok := unsigned(key, signedMark, text)
	if back, shaped := parseMark(inner); !ok || !shaped || back != m {
		t.Errorf("%s comes back as %+v", text, back)
	}
	if longest := (mark{strings.Repeat("f", 16), epoch{n: 1 << 62, id: "ffffffff"}, position{1 << 62, 1 << 62}, 1 << 62}); len(signed(key, signedMark, longest.String())) > 200 {
		t.Errorf("%d characters are too many for a header", len(signed(key, signedMark, longest.String())))
	}
	for name, bad := range map[string]string{
		"nothing": "", "no signature": inner, "another number": strings.Replace(text, ".3.", ".4.", 1), "cut off": text[:len(text)-1], "longer": text + "0",
	} {
		if _, ok := unsigned(key, signedMark, bad); ok {
			t.Errorf("%s: %q is believed", name, bad)
		}
	}
	if _, ok := unsigned(key, signedCursor, text); ok {
		t.Error("a mark is a cursor")
	}
	if _, ok := unsigned([]byte("other"), signedMark, text); ok {
		t.Error("another store's mark is believed")
	}
}

func FuzzMark(f *testing.F) {
	f.Add("h.1.ab.2.3.4")
	f.Fuzz(func(t *testing.T, text string) {
		if m, ok := parseMark(text); ok && m.epoch.n >= 0 {
			if back, ok := parseMark(m.String()); !ok || back != m {
				t.Errorf("%q becomes %+v", text, back)
			}
		}
	})
}
