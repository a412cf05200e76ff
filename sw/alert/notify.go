package alert

import (
	"context"
	"encoding/json"

	"waybill/idbqueue/entry"
	"waybill/sw"
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
	Needs  int        `json:"needs"`
	Notice *sw.Notice `json:"notice"`
}

// Tell looks what needs the signed-in rep and what to show of it. It is noted
// as told before it is shown: a notice that got lost stands on the bar at the
// next opening, and one that came twice would teach the rep to look away.
// Another user's writes are neither looked at nor told.
func Tell(ctx context.Context, box teller, build string, now int64, seen bool) (Told, error) {
	records, err := box.Records(ctx, entry.RecordUser)
	if err != nil {
		return Told{}, err
	}
	owner := sw.ReadStanding(records).User.ID
	if owner == "" {
		return Told{}, nil
	}
	snap, err := box.Look(ctx, owner, now, 0)
	if err != nil {
		return Told{}, err
	}
	st := sw.ReadStanding(snap.Records)
	if st.User.ID != owner { // signed in or out between the two reads
		return Told{}, nil
	}
	need, told := sw.Untold(snap, st, build, now)
	if need == told {
		return Told{Needs: need.All()}, nil
	}
	if err := box.Put(ctx, sw.Record(sw.RecordTold+owner, need)); err != nil {
		return Told{}, err
	}
	out := Told{Needs: need.All()}
	if n, due := sw.NoticeOf(need, told, sw.WishOf(snap.Records, owner), seen); due {
		out.Notice = &n
	}
	return out, nil
}
