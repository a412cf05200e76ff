package sw

import (
	"encoding/json"

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
	RecordTold = "told/"
	RecordWish = "wish/"
)

// Untold is what needs the rep now, and what they have been told of it.
func Untold(snap entry.Snapshot, st Standing, build string, now int64) (need, told Need) {
	Decode(snap.Records[RecordTold+st.User.ID], &told)
	return needOf(snap.Totals, st.Holds.Shown(st.User.ID, build, now)), told
}

// WishOf reads what a user has said to notices, out of the outbox's records.
func WishOf(records map[string]json.RawMessage, owner string) (w Wish) {
	Decode(records[RecordWish+owner], &w)
	return w
}
