package client_test

import (
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/alert"
)

var words = sw.NoticeWords{Lang: "en", Title: "Waybill", Forms: map[string]string{"other": "{n}"}}

// refuse lets the office refuse a saved order.
func (b *bench) refuse(key string) {
	b.t.Helper()
	b.saveOrder(key, key2, 1)
	b.attempt(key, func(e entry.Entry) entry.Move {
		return entry.End(e.Key, e.Attempt, b.now, entry.Ending{To: entry.Rejected, Reason: "forbidden"})
	})
}

// untold says whether the bar holds something new for the rep.
func (b *bench) untold() bool {
	b.t.Helper()
	bar, err := b.Bar(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	return bar.Untold
}

// hidden makes the desk's page one that nobody looks at, and collects notices.
func (b *bench) hidden() (shown *[]alert.Told) {
	shown = new([]alert.Told)
	b.Seen = func() bool { return false }
	b.Show = func(n alert.Told) { *shown = append(*shown, n) }
	if err := b.SetWish(b.ctx, sw.AnsweredYes, words); err != nil {
		b.t.Fatal(err)
	}
	return shown
}

func TestARefusalIsToldOnceInTheBackground(t *testing.T) {
	b := newBench(t)
	shown := b.hidden()
	b.refuse(key1)
	for range 3 {
		if err := b.Told(b.ctx); err != nil {
			t.Fatal(err)
		}
	}
	if len(*shown) != 1 || (*shown)[0].Needs != 1 || (*shown)[0].Notice.Count != 1 {
		t.Fatalf("shown %+v, want one notice of one write", *shown)
	}
	b.refuse(key3)
	if err := b.Told(b.ctx); err != nil {
		t.Fatal(err)
	}
	if len(*shown) != 2 || (*shown)[1].Notice.Count != 2 || (*shown)[1].Notice.Tag != (*shown)[0].Notice.Tag {
		t.Fatalf("shown %+v, want a second notice of both in the first one's place", *shown)
	}
}

func TestWhatTheRepSawOnTheBarIsNotToldAgain(t *testing.T) {
	b := newBench(t)
	shown := b.hidden()
	b.Seen = func() bool { return true }
	b.refuse(key1)
	if !b.untold() {
		t.Fatal("the bar does not know that there is something new")
	}
	if err := b.Told(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.Seen = func() bool { return false }
	if err := b.Told(b.ctx); err != nil || b.untold() || len(*shown) != 0 {
		t.Fatalf("%v, shown %+v; want none", err, *shown)
	}
}

func TestWhatWasMendedAndBreaksAnewIsToldAnew(t *testing.T) {
	b := newBench(t)
	shown := b.hidden()
	b.refuse(key1)
	told := func() {
		t.Helper()
		if err := b.Told(b.ctx); err != nil {
			t.Fatal(err)
		}
	}
	told()
	if err := b.Discard(b.ctx, key1); err != nil {
		t.Fatal(err)
	}
	told()
	b.refuse(key3)
	told()
	if len(*shown) != 2 || (*shown)[1].Notice.Count != 1 {
		t.Fatalf("shown %+v, want a notice for each", *shown)
	}
}

func TestOnASharedTabletNobodyIsToldOfAnothersWork(t *testing.T) {
	b := newBench(t)
	shown := b.hidden()
	b.refuse(key1)
	if err := b.SignOut(b.ctx); err != nil {
		t.Fatal(err)
	}
	if err := b.Told(b.ctx); err != nil || b.untold() {
		t.Fatalf("with nobody signed in: %v", err)
	}
	b.office.answers["POST /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: key3, Name: "ben", Role: wire.RoleRep}, Store: "S1", History: "H1",
	})
	if _, err := b.SignIn(b.ctx, "ben", "secret"); err != nil {
		t.Fatal(err)
	}
	if err := b.Told(b.ctx); err != nil || len(*shown) != 0 {
		t.Fatalf("%v, ben was shown %+v", err, *shown)
	}
	if a, err := b.Wish(b.ctx); err != nil || a != "" {
		t.Fatalf("ben has answered %q, %v: that was ana", a, err)
	}
}

func TestTheWordsOfANoticeFollowTheAppsVersionAndNobodysWish(t *testing.T) {
	b := newBench(t)
	german := sw.NoticeWords{Lang: "de", Title: "Waybill", Forms: map[string]string{"other": "{n} Einträge"}}
	if err := b.KeepWords(b.ctx, german); err != nil {
		t.Fatal(err)
	}
	if a, _ := b.Wish(b.ctx); a != "" {
		t.Fatalf("keeping words answered %q for the rep", a)
	}
	shown := b.hidden()
	if err := b.KeepWords(b.ctx, german); err != nil {
		t.Fatal(err)
	}
	b.refuse(key1)
	if err := b.Told(b.ctx); err != nil || len(*shown) != 1 || (*shown)[0].Notice.Words.Lang != "de" {
		t.Fatalf("%v, shown %+v; want it in German", err, *shown)
	}
}
