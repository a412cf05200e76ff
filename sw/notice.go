package sw

import (
	"context"
	"encoding/json"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// Need counts an owner's writes that only a person can go on with. It holds no
// customer and no goods: a notice of it may stand on a lock screen.
type Need struct {
	Attention int `json:"attention"`
	Conflict  int `json:"conflict"`
	Rejected  int `json:"rejected"`
}

// All is how many there are.
func (n Need) All() int { return n.Attention + n.Conflict + n.Rejected }

// beyond says that something is there that was not told yet.
func (n Need) beyond(told Need) bool {
	return n.Attention > told.Attention || n.Conflict > told.Conflict || n.Rejected > told.Rejected
}

// needOf counts by stored state. A hold that waits for the rep (a sign-in, an
// update) makes every write under it one; a failing office or a hotel's network
// is nothing that a rep could mend, and wakes nobody.
func needOf(t entry.Totals, shown Reason) Need {
	n := Need{Attention: t.Attention, Conflict: t.Conflict, Rejected: t.Rejected}
	switch shown {
	case ReasonSignedOut, ReasonWrongUser, ReasonUpdate:
		n.Attention += t.Pending + t.Retrying
	}
	return n
}

// Wish is what a rep has said to notices on this device, and in which words
// they come: a worker has no message files.
type Wish struct {
	Answer Answered    `json:"answer"`
	Words  NoticeWords `json:"words"`
}

// Answered is a rep's answer to the offer of notices; empty: none yet.
type Answered string

// The answers.
const (
	AnsweredYes Answered = "yes"
	AnsweredNo  Answered = "no"
)

// NoticeWords is a notice in the rep's language: a title, and the text in the
// plural categories of CLDR, "other" always among them. {n} is the count.
type NoticeWords struct {
	Lang  string            `json:"lang"` // BCP 47
	Title string            `json:"title"`
	Forms map[string]string `json:"forms"`
}

// Notice is the one notification of a device, as data. The same tag lets a
// later one take the place of the one before.
type Notice struct {
	Tag   string      `json:"tag"`
	Open  string      `json:"open"` // the page that a tap opens
	Count int         `json:"count"`
	Words NoticeWords `json:"words"`
}

// noticeTag is known to app.js too, which takes a notice away once the rep
// looks at the app.
const noticeTag = "waybill-needs-you"

// NoticeOf decides whether a rep is told in the background. told is what was
// told before, or seen on the bar; seen says that a page of the app is in front
// of somebody: there the bar says it.
func NoticeOf(need, told Need, w Wish, seen bool) (Notice, bool) {
	if seen || w.Answer != AnsweredYes || !need.beyond(told) {
		return Notice{}, false
	}
	return Notice{Tag: noticeTag, Open: "/outbox", Count: need.All(), Words: w.Words}, true
}

// One record for each user: what was told, and what they have said to notices.
const (
	recordTold = "told/"
	recordWish = "wish/"
)

// teller is what telling needs of the outbox.
type teller interface {
	Look(ctx context.Context, owner string, now int64, limit int) (entry.Snapshot, error)
	Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error)
	Put(ctx context.Context, records ...entry.Record) error
}

// Told is what a background pass has to say: the count for the app's badge,
// and the notice, if one is due.
type Told struct {
	Needs  int     `json:"needs"`
	Notice *Notice `json:"notice"`
}

// tell looks what needs the signed-in rep and what to show of it. It is noted
// as told before it is shown: a notice that got lost stands on the bar at the
// next opening, and one that came twice would teach the rep to look away.
// Another user's writes are neither looked at nor told.
func tell(ctx context.Context, box teller, build string, now int64, seen bool) (Told, error) {
	records, err := box.Records(ctx, idbqueue.RecordUser)
	if err != nil {
		return Told{}, err
	}
	owner := readStanding(records).User.ID
	if owner == "" {
		return Told{}, nil
	}
	snap, err := box.Look(ctx, owner, now, 0)
	if err != nil {
		return Told{}, err
	}
	st := readStanding(snap.Records)
	if st.User.ID != owner { // signed in or out between the two reads
		return Told{}, nil
	}
	need, told := untold(snap, st, build, now)
	if need == told {
		return Told{Needs: need.All()}, nil
	}
	if err := box.Put(ctx, record(recordTold+owner, need)); err != nil {
		return Told{}, err
	}
	out := Told{Needs: need.All()}
	if n, due := NoticeOf(need, told, wishOf(snap.Records, owner), seen); due {
		out.Notice = &n
	}
	return out, nil
}

// untold is what needs the rep now, and what they have been told of it.
func untold(snap entry.Snapshot, st standing, build string, now int64) (need, told Need) {
	decode(snap.Records[recordTold+st.User.ID], &told)
	return needOf(snap.Totals, st.Holds.Shown(st.User.ID, build, now)), told
}

func wishOf(records map[string]json.RawMessage, owner string) (w Wish) {
	decode(records[recordWish+owner], &w)
	return w
}
