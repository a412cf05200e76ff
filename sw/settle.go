package sw

import (
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Moment is when, and with what luck, a decision is taken. Day is the device's
// local day. Held says that a hold stood when the attempt left.
type Moment struct {
	Now  int64
	Day  string
	Rand float64
	Held bool
}

// Next is what a verdict asks for: a move, or a probe in the same turn, or
// another attempt in the same turn.
type Next struct {
	Move   entry.Move
	Probe  bool // ask: Move must be made by the caller, who knows the deadline
	Resend bool // send again, likewise
}

// Decide turns the verdict on an attempt into what happens to the write.
func Decide(e entry.Entry, v Verdict, m Moment) Next {
	spec, _ := wire.Op(e.Op).Spec()
	switch v.Outcome {
	case OutSent:
		return Next{Move: prove(e, v, m)}
	case OutProbe:
		return Next{Probe: true}
	case OutJudged:
		return judged(e, v, m, spec.Create)
	case OutConflict:
		return end(e, m, conflict(e, v, m))
	case OutMisfit:
		return end(e, m, misfit(e, v, m))
	case OutRetry:
		return end(e, m, retry(e, v, m))
	}
	return end(e, m, unheard(e, v, m))
}

func end(e entry.Entry, m Moment, x entry.Ending) Next {
	return Next{Move: entry.End(e.Key, e.Attempt, m.Now, x)}
}

// judged: a refusal is the record's fate only if the server says that it does
// not hold the write, and no earlier attempt is in doubt. The first attempt may
// be the second arrival, because browsers and proxies repeat a POST by
// themselves. Otherwise a create is asked for first; a transition has nothing
// to ask for, and is a conflict.
func judged(e entry.Entry, v Verdict, m Moment, create bool) Next {
	switch {
	case v.NotStored && !e.Doubt:
		return end(e, m, rejected(e, v.Answer))
	case create:
		return Next{Probe: true}
	}
	return end(e, m, conflict(e, v, m))
}

func rejected(e entry.Entry, a entry.Answer) entry.Ending {
	return entry.Ending{
		To: entry.Rejected, Reason: a.Code, Answer: &a, Books: spent(e.Books), LookAt: lookFirst(e, a.At),
	}
}

// conflict of a transition: there is nothing to probe and nothing to assume.
func conflict(e entry.Entry, v Verdict, m Moment) entry.Ending {
	reason := string(v.Code)
	if reason == "" {
		reason = ReasonUnclear
	}
	books := e.Books
	if v.Spends {
		books = spent(books)
	}
	return entry.Ending{To: entry.Conflict, Reason: reason, Answer: &v.Answer, Doubtful: true, Books: books}
}

// spent counts an answer that settled the turn without a proof.
func spent(b entry.Books) entry.Books {
	b.Spent++
	b.Row, b.Swallowed, b.Timeouts = 0, 0, 0
	return b
}

// retry: a server answered and gave no verdict. It spends one, and waits; a
// write whose budget ends outside a hold is parked for a person.
func retry(e entry.Entry, v Verdict, m Moment) entry.Ending {
	wait := OwnWait(e.Books.Row+1, failingUntil(e.Books, m.Now), v.Asked, m.Rand)
	return parked(entry.Ending{
		To: StillTried(e), Reason: StillReason(e, ReasonFailing), Answer: &v.Answer, Doubtful: true,
		Led: e.Led, Probe: e.Probe, Books: failed(e.Books, m.Now, wait), Next: WaitFrom(m.Now, wait),
	}, m)
}

// misfit: this write alone, until a newer app, a start, "send now", or a day.
func misfit(e entry.Entry, v Verdict, m Moment) entry.Ending {
	return entry.Ending{
		To: entry.Attention, Reason: ReasonMisfit, Answer: &v.Answer, Doubtful: true,
		Books: e.Books, Next: WaitFrom(m.Now, misfitWait),
	}
}

// parked gives a write whose budget has ended to a person. Under a hold it is
// the server that fails, not the write: a canary spends, and goes on.
func parked(x entry.Ending, m Moment) entry.Ending {
	if !m.Held && exhausted(x.Books.Spent, x.Books.FailingMS) {
		x.To, x.Reason, x.Next = entry.Attention, ReasonBudget, nil
	}
	return x
}

// OwnWait is a write's wait after its row-th failure in a row: what the
// office asked for, or the schedule's delay. r is uniform over [0, 1).
func OwnWait(row int, failingMS int64, asked *Asked, r float64) time.Duration {
	if asked != nil {
		return asked.Delay(r)
	}
	return failingDelay(row, failingMS, r)
}

// unheard: nobody answered, a stranger did, or the answer was about the
// session or the app. Nothing is spent; the hold says when the next try is.
func unheard(e entry.Entry, v Verdict, m Moment) entry.Ending {
	books := e.Books
	if v.TimedOut {
		books.Timeouts++
	}
	return entry.Ending{
		To: StillTried(e), Reason: StillReason(e, ReasonOf(v)), Doubtful: true, GotOut: v.GotOut, Answer: answerIf(v),
		Led: e.Led, Probe: e.Probe, Books: books, Next: WaitFrom(m.Now, 0),
	}
}

// StillTried keeps a write that this network swallows in attention, until it
// gets through.
func StillTried(e entry.Entry) entry.State {
	if e.State == entry.Attention && e.Reason == ReasonSwallowed {
		return entry.Attention
	}
	return entry.Retrying
}

// StillReason keeps the reason of a write that needs a person while it is
// tried again.
func StillReason(e entry.Entry, reason Reason) Reason {
	if StillTried(e) == entry.Attention {
		return e.Reason
	}
	return reason
}

// ReasonOf is the reason that a verdict gives to what the rep sees.
func ReasonOf(v Verdict) Reason {
	switch v.Outcome {
	case OutIntercepted:
		return ReasonIntercepted
	case OutSignIn:
		return signInReason(v)
	case OutUpdate:
		return ReasonUpdate
	case OutMisfit:
		return ReasonMisfit
	case OutNoAnswer:
		return ReasonNoAnswer
	}
	return ReasonFailing
}

func signInReason(v Verdict) Reason {
	if v.Code == wire.CodeWrongUser {
		return ReasonWrongUser
	}
	return ReasonSignedOut
}

// answerIf keeps the card's last real answer where nobody answered the write.
func answerIf(v Verdict) *entry.Answer {
	if v.Outcome == OutNoAnswer || v.Cause == CauseSignIn {
		return nil
	}
	return &v.Answer
}

// prove is the receipt of the version that the attempt was sent with.
func prove(e entry.Entry, v Verdict, m Moment) entry.Move {
	return proved(e, entry.Receipt{
		At: serverTime(v.Date), ProvedAt: m.Now, Day: m.Day, Status: v.Status, Code: string(v.Code),
		Number: v.Number, RequestID: v.Answer.RequestID, Fingerprint: sentWith(e), Record: v.Record,
	})
}

// proved is the move of a proof: what has arrived and is cancelled is not sent.
func proved(e entry.Entry, r entry.Receipt) entry.Move {
	m := entry.Prove(e.Key, e.Record, r, ReasonEarlier, &entry.Answer{At: r.ProvedAt, Status: r.Status, Current: r.Record})
	if Cancelled(r.Record) {
		return m.AsDead(ReasonCancelled)
	}
	return m
}

// Cancelled says that the office has this record, and has cancelled it, which is
// final.
func Cancelled(record string) bool { return Read([]byte(record)).State == wire.StateCancelled }

// sentWith is the fingerprint of the attempt under way: an answer settles the
// version that it was sent with, and no other.
func sentWith(e entry.Entry) string {
	if e.Open != nil {
		return e.Open.Fingerprint
	}
	return e.Fingerprint
}

// serverTime turns a Date header into RFC 3339; empty where there was none.
func serverTime(date string) string {
	t, ok := httpDate(date)
	if !ok {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
