package client

import (
	"strings"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// Bounds of what an entry of a file may hold: none that an outbox has written
// comes near them.
const (
	timeMax  = 253_402_300_799_000 // the end of the year 9999, milliseconds
	countMax = 1_000_000           // attempts, looks, failures in a row
	namesMax = 1_000               // parents, fingerprints, former ids
	titleMax = 4_000               // bytes of a text for people, or a name
	textMax  = 1 << 20             // bytes of an answer or a record
)

// flawOf names the first thing in an entry of a file that cannot be, as the
// file names it; empty: nothing. Where an outbox trusts itself, a file is
// trusted in nothing (contract 4).
func flawOf(e entry.Entry) string {
	spec, known := wire.Op(e.Op).Spec()
	if !known {
		return FlawKind
	}
	for _, check := range []string{
		badState(e), badIDs(e), badMarks(e), badTexts(e), badNumber(e), badBody(e, spec.Create),
	} {
		if check != "" {
			return check
		}
	}
	return ""
}

func badState(e entry.Entry) string {
	switch e.State {
	case entry.Pending, entry.Retrying, entry.Attention, entry.Conflict, entry.Rejected:
		if e.Discard != nil {
			return "discard"
		}
		return ""
	}
	return "state"
}

func badIDs(e entry.Entry) string {
	for _, ids := range []struct {
		name string
		list []string
	}{{"key", []string{e.Key}}, {"record", []string{e.Record}}, {"parents", e.Parents}, {"former", e.Former}} {
		if !all(ids.list, wire.ValidID) {
			return ids.name
		}
	}
	return ""
}

// badMarks looks at the fingerprints, which travel in headers.
func badMarks(e entry.Entry) string {
	switch {
	case !isMark(e.Fingerprint):
		return "fingerprint"
	case !all(e.Left, isMark):
		return "left"
	case e.Open != nil && !isMark(e.Open.Fingerprint):
		return "open.fingerprint"
	}
	return ""
}

// isMark says whether a text has the form of a fingerprint: SHA-256 in hex.
func isMark(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }

func all(list []string, good func(string) bool) bool {
	for _, s := range list {
		if !good(s) {
			return false
		}
	}
	return len(list) <= namesMax
}

func badTexts(e entry.Entry) string {
	type text struct {
		name, value string
		most        int
	}
	texts := []text{
		{"store", e.Store, titleMax},
		{"ref", e.Ref, titleMax},
		{"title", e.Title, titleMax},
		{"reason", e.Reason, titleMax},
		{"mine", e.Mine, entry.BodyMax},
		{"body", e.Body, entry.BodyMax},
	}
	for _, a := range answersOf(e) {
		texts = append(texts, text{a.name + ".code", a.Code, titleMax}, text{a.name + ".requestId", a.RequestID, titleMax},
			text{a.name + ".problem", a.Problem, textMax}, text{a.name + ".current", a.Current, textMax})
	}
	if r := e.Receipt; r != nil {
		texts = append(texts, text{"receipt", r.At + r.Day + r.Code + r.Number + r.RequestID + r.Fingerprint, titleMax}, text{"receipt.record", r.Record, textMax})
	}
	for _, t := range texts {
		if len(t.value) > t.most {
			return t.name
		}
	}
	return ""
}

// namedAnswer is an answer under the name of its field.
type namedAnswer struct {
	name string
	*entry.Answer
}

func answersOf(e entry.Entry) (list []namedAnswer) {
	for _, a := range []namedAnswer{{"answer", e.Answer}, {"led", e.Led}} {
		if a.Answer != nil {
			list = append(list, a)
		}
	}
	return list
}

// number is one number of an entry with its range, from 0.
type number struct {
	name  string
	value int64
	most  int64
}

func badNumber(e entry.Entry) string {
	for _, n := range numbersOf(e) {
		if n.value < 0 || n.value > n.most {
			return n.name
		}
	}
	return ""
}

func numbersOf(e entry.Entry) []number {
	b := e.Books
	list := []number{
		{"seq", e.Seq, 1 << 50},
		{"madeAt", e.MadeAt, timeMax},
		{"triedAt", e.TriedAt, timeMax},
		{"doubtAt", e.DoubtAt, timeMax},
		{"lookAt", e.LookAt, timeMax},
		{"attempt", int64(e.Attempt), countMax},
		{"looks", int64(e.Looks), countMax},
		{"books.spent", int64(b.Spent), countMax},
		{"books.failingMs", b.FailingMS, timeMax},
		{"books.failedAt", b.FailedAt, timeMax},
		{"books.waitMs", b.WaitMS, timeMax},
		{"books.row", int64(b.Row), countMax},
		{"books.swallowed", int64(b.Swallowed), countMax},
		{"books.timeouts", int64(b.Timeouts), countMax},
	}
	if o := e.Open; o != nil {
		list = append(list, number{"open.n", int64(o.N), countMax}, number{"open.at", o.At, timeMax}, number{"open.deadline", o.Deadline, timeMax})
	}
	if w := e.Next; w != nil {
		list = append(list, number{"next.setAt", w.SetAt, timeMax}, number{"next.delayMs", w.DelayMS, timeMax})
	}
	for _, a := range answersOf(e) {
		list = append(list, number{a.name + ".at", a.At, timeMax}, number{a.name + ".status", int64(a.Status), 999})
	}
	if r := e.Receipt; r != nil {
		list = append(list, number{"receipt.provedAt", r.ProvedAt, timeMax}, number{"receipt.status", int64(r.Status), 999})
	}
	return list
}

// badBody looks at the bytes: one compact JSON object, which names the record
// that it makes.
func badBody(e entry.Entry, create bool) string {
	body := []byte(e.Body)
	if wire.CheckBody(body) != nil {
		return "body"
	}
	if create && sw.Read(body).ID != e.Record {
		return "record"
	}
	return ""
}
