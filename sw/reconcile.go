package sw

import (
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// LookRest is how long a question rests after an answer that decided nothing.
// Where the office was not reached nothing speaks against the question itself,
// and the rep waits to hear what became of a write.
func LookRest(v Verdict) time.Duration {
	if v.Outcome == OutNoAnswer || v.Outcome == OutIntercepted {
		return lookRetry
	}
	return LookPause
}

// cancelComes waits for what may still cancel the record that a look has found.
func cancelComes(e entry.Entry, f Found, v Verdict, m Moment) (entry.Move, bool) {
	if f.Record == "" || v.LeftAt >= e.CancelBy || !Cancellable(f.Record) {
		return entry.Move{}, false
	}
	at := min(e.CancelBy, m.Now+entry.ExchangeMax.Milliseconds())
	return entry.LookLater(e.Key, m.Now, max(at, m.Now+1000)), true
}

// Cancellable says that a cancel which arrives now would be obeyed.
func Cancellable(record string) bool { return Read([]byte(record)).State == wire.StatePlaced }

// SettledDue says that a settled write is due to be asked about.
func SettledDue(s entry.Snapshot, now int64) bool {
	return s.LookAt != 0 && LookMoment(s.LookAt, now) <= now
}

// questionDue says that a nudge has something to ask, were nothing to be sent.
func questionDue(st Standing, s entry.Snapshot, now int64) bool {
	return st.Recheck != nil || SettledDue(s, now)
}

// LookMoment is when a settled write is asked about. A time beyond the
// longest interval was written by a wrong clock, and means now.
func LookMoment(lookAt, now int64) int64 {
	if lookAt > now+lookLast.Milliseconds()+lookSecond.Milliseconds() {
		return now
	}
	return lookAt
}

// LookMove is what a find means for a write that is no longer being sent.
func LookMove(e entry.Entry, f Found, v Verdict, m Moment) (entry.Move, bool) {
	if m, wait := cancelComes(e, f, v, m); wait {
		return m, true
	}
	if e.State == entry.Sent {
		return StillSent(e, f, m)
	}
	a := &entry.Answer{At: m.Now, Status: v.Status, Current: f.Record}
	switch f.Find {
	case FindEarlier:
		if e.State == entry.Conflict && e.CancelBy != 0 { // known all along: what became of it is the news
			return entry.Look(e.Key, m.Now, 0, entry.Conflict, ReasonEarlier, a), true
		}
		fallthrough
	case FindSame:
		r := proveFound(e, f, v, m)
		r.Receipt.Fingerprint = Read([]byte(f.Record)).Fingerprint
		return r, true
	case FindOther:
		return entry.Look(e.Key, m.Now, 0, entry.Conflict, ReasonTaken, a), true
	case FindAbsent:
		return entry.Look(e.Key, m.Now, lookNext(e.Looks, m.Now), "", "", nil), true
	case FindEarly:
		return entry.LookLater(e.Key, m.Now, min(e.DoubtAt, m.Now+entry.ExchangeMax.Milliseconds())+SettleWait.Milliseconds()), true
	}
	return entry.Move{}, false
}

// Lookable splits off transitions that are not proved: they carry no client id
// to be found by.
func Lookable(entries []entry.Entry, now int64) (some []entry.Entry, moves []entry.Move) {
	for _, e := range entries {
		if spec, known := wire.Op(e.Op).Spec(); known && (spec.Create || e.State == entry.Sent) {
			some = append(some, e)
		} else {
			moves = append(moves, entry.Look(e.Key, now, 0, "", "", nil))
		}
	}
	return some, moves
}

// StillSent is for what stands as sent by a proof from before: a receipt of an
// office that was restored since, a version that the rep has kept, a write taken
// back. The office may not hold it now.
func StillSent(e entry.Entry, f Found, m Moment) (entry.Move, bool) {
	if f.Find == FindUndecided {
		return entry.Move{}, false
	}
	shown := Read([]byte(f.Record))
	spec, _ := wire.Op(e.Op).Spec()
	lost := f.Find != FindSame
	switch {
	case !spec.Create: // its state is final, so only a restore can take it back
		lost = shown.State != spec.State
	case f.Find == FindEarlier && e.Receipt != nil:
		// Kept bytes may be written anew; what was proved is the receipt's.
		lost = shown.Fingerprint != e.Receipt.Fingerprint
	}
	switch {
	case lost:
		return entry.Lost(e.Key, m.Now, ReasonRestored), true
	case e.LookAt != 0 && Cancelled(f.Record): // a receipt that was just proved stands: a later cancel is the office's act
		return entry.Lost(e.Key, m.Now, ReasonCancelled).AsDead(ReasonCancelled), true
	}
	return entry.Look(e.Key, m.Now, 0, "", "", nil), true
}

// lookFirst books the first look for a write that was ever in doubt.
func lookFirst(e entry.Entry, now int64) int64 {
	if e.Doubted || e.Doubt {
		return now
	}
	return 0
}

// lookNext is when a write that was not found is looked up again; 0: never.
func lookNext(looks int, now int64) int64 {
	switch looks {
	case 0:
		return now + lookSecond.Milliseconds()
	case 1:
		return now + lookLast.Milliseconds()
	}
	return 0
}

// Look-ups of refused and discarded writes (section 4): at the next contact,
// after a day, and before they are pruned.
const (
	lookSecond = 24 * time.Hour
	lookLast   = 28 * 24 * time.Hour
)

// PutOff books a question that decided nothing for later, behind all others.
// What is no id gets no other answer soon.
func PutOff(e entry.Entry, wait time.Duration, now int64) entry.Move {
	if wait > 0 && !wire.ValidID(e.Record) {
		wait = lookSecond
	}
	return entry.LookLater(e.Key, now, now+wait.Milliseconds())
}

// What follows a look-up that decided nothing (contract 9.13).
const (
	LookPause = 5 * time.Minute
	lookRetry = 30 * time.Second // the office did not answer: the hold paces most of it
)
