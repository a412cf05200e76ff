package sw

import (
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// DecideProbe turns a probe's result into what happens to the write. v is the
// verdict on the probe's own exchange, which says what an undecided turn spends.
func DecideProbe(e entry.Entry, f Found, v Verdict, m Moment) Next {
	switch f.Find {
	case FindSame:
		return Next{Move: proveFound(e, f, v, m)}
	case FindEarlier:
		return end(e, m, clash(e, ReasonEarlier, f, m))
	case FindOther:
		return end(e, m, clash(e, ReasonTaken, f, m))
	case FindEarly:
		return end(e, m, early(e, m))
	case FindAbsent:
		return absent(e, m)
	}
	return end(e, m, undecided(e, v, m))
}

func proveFound(e entry.Entry, f Found, v Verdict, m Moment) entry.Move {
	return proved(e, entry.Receipt{
		At: serverTime(v.Date), ProvedAt: m.Now, Day: m.Day, Status: v.Status,
		Number: Read([]byte(f.Record)).Number, Fingerprint: e.Fingerprint, Record: f.Record,
	})
}

// clash: the office has the id with other content. The doubt stays.
func clash(e entry.Entry, reason Reason, f Found, m Moment) entry.Ending {
	a := entry.Answer{At: m.Now, Status: 200, Current: f.Record}
	if e.Led != nil {
		a.Status, a.Code, a.RequestID, a.Problem = e.Led.Status, e.Led.Code, e.Led.RequestID, e.Led.Problem
	}
	return entry.Ending{
		To: entry.Conflict, Reason: reason, Answer: &a, Books: spent(e.Books),
	}
}

// early: unspent, due when the minute is over; the next turn starts with the
// probe again.
func early(e entry.Entry, m Moment) entry.Ending {
	left := time.Duration(e.DoubtAt-m.Now)*time.Millisecond + SettleWait
	return entry.Ending{
		To: StillTried(e), Reason: e.Reason, Led: e.Led, Probe: true, Books: e.Books,
		Next: WaitFrom(m.Now, min(max(left, time.Second), entry.ExchangeMax+SettleWait)),
	}
}

// absent clears the doubt, so the answer that led here applies. None led here:
// it is sent again in the same turn.
func absent(e entry.Entry, m Moment) Next {
	switch {
	case e.Led == nil:
		return Next{Resend: true}
	case e.Led.Status == 409:
		x := clash(e, e.Led.Code, Found{}, m)
		if e.Led.Code == "" {
			x.Reason = ReasonUnclear
		}
		x.Answer, x.Absent, x.LookAt = e.Led, true, lookFirst(e, m.Now)
		return end(e, m, x)
	case wire.Code(e.Led.Code).Judges():
		x := rejected(e, *e.Led)
		x.Absent = true
		return end(e, m, x)
	}
	// A success that was none: it spends, so that it surfaces in the end.
	wait := OwnWait(e.Books.Row+1, failingUntil(e.Books, m.Now), nil, m.Rand)
	return end(e, m, parked(entry.Ending{
		To: StillTried(e), Reason: StillReason(e, ReasonFailing), Answer: e.Led, Absent: true,
		Books: failed(e.Books, m.Now, wait), Next: WaitFrom(m.Now, wait),
	}, m))
}

// undecided: the turn spends what its last exchange says, and the next one
// starts with the probe.
func undecided(e entry.Entry, v Verdict, m Moment) entry.Ending {
	x := unheard(e, v, m)
	switch {
	case v.Spends:
		x = retry(e, v, m)
	case v.Outcome == OutMisfit: // it would be asked again at once, for ever
		x = misfit(e, v, m)
	}
	x.Led, x.Probe, x.Doubtful = e.Led, true, false
	if e.Led != nil {
		x.Answer = e.Led
	}
	return x
}
