package sim

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw/client"
)

// spareShare is in how many runs the rep goes on with a second phone, into
// which the first one's file is read.
const spareShare = 0.2

// spare is a second phone, from some hour of the day on.
func (w *World) spare() {
	if !w.days.in(spareShare) {
		return
	}
	w.at(w.now+w.days.between(20*time.Minute, 3*time.Hour), func() {
		if w.calm {
			return
		}
		w.Faults["second phone"]++
		d := newDevice(w, "spare")
		w.phones = append(w.phones, d)
		d.begin(d.goOn)
	})
}

// goOn is the rep's day with the second phone.
func (d *device) goOn(a *actor) {
	w := d.w
	a.hand = true
	d.signIn(a, pick(d.hand, []string{ana, ana, ana, ben}))
	for !w.calm {
		switch n := d.hand.IntN(10); {
		case n < 3:
			d.carry(w.phones[0])
		case n < 8:
			d.mend()
		case n < 9:
			d.sendNow()
		default:
			d.desk.Refresh(w.ctx)
		}
		a.rest(w.now + d.hand.between(time.Second, 20*time.Minute))
	}
}

// carry reads another phone's file, or this one's own: nothing may be doubled
// or lost, and what is said of it adds up.
func (d *device) carry(from *device) {
	w := d.w
	file, err := from.desk.Export(w.ctx)
	if err != nil || len(file) == 0 {
		return
	}
	var f client.File
	if json.Unmarshal(file, &f) != nil {
		w.violated("the exported file is no JSON")
		return
	}
	whole := f.Writes
	if from != d && d.hand.IntN(3) == 0 {
		file, whole = d.damaged(file, f)
	}
	for _, raw := range f.Writes {
		from.gave(raw)
	}
	said, err := d.desk.Import(w.ctx, file)
	w.tell("%s imports %d writes of %s: %+v (%v)", d.name, len(f.Writes), nameOf[f.Owner.ID], said, err)
	if from == d || err != nil && !errors.Is(err, entry.ErrStorage) {
		return
	}
	w.Faults["import"]++
	if from != d && len(whole) < len(f.Writes) {
		d.doubtful(f.Writes, whole)
	}
	sum := said.Added + said.Changed + said.Waiting + said.Differ + said.Sent + len(said.Discarded) + said.Others + said.Kept + said.Left
	if err == nil && whole != nil && sum < len(whole) {
		w.violated("of %d writes in a file %d are spoken of", len(whole), sum)
	}
	for _, raw := range whole {
		d.brought(raw, err == nil && !waits(said))
	}
}

// gave notes a write that may be on two phones from now on.
func (d *device) gave(raw json.RawMessage) {
	if s := d.writes[keyOf(raw)]; s != nil {
		s.copied = true
	}
}

// brought notes one write of a file that is on this phone now.
func (d *device) brought(raw json.RawMessage, told bool) {
	var in entry.Entry
	if json.Unmarshal(raw, &in) != nil || in.Owner != d.user() || d.writes[in.Key] != nil || d.hurt[in.Key] {
		return
	}
	e, err := d.peek(in.Key)
	switch {
	case err == nil:
		d.remember(e).copied = true
	case told:
		d.w.violated("%s %s was in the file, and is not on the second phone (%v)", in.Op, in.Key, err)
	}
}

// doubtful notes which writes a damaged file may have brought as something else:
// a flipped bit may have made another office's of one. They are held to nothing.
func (d *device) doubtful(all, whole []json.RawMessage) {
	good := map[string]bool{}
	for _, raw := range whole {
		good[keyOf(raw)] = true
	}
	for _, raw := range all {
		if key := keyOf(raw); !good[key] {
			d.hurt[key] = true
		}
	}
}

// wasHurt says that a damaged file may have taken from a write what it waits for.
func (w *World) wasHurt(key string) bool {
	return slices.ContainsFunc(w.phones, func(d *device) bool { return d.hurt[key] })
}

func keyOf(raw json.RawMessage) string {
	var e entry.Entry
	_ = json.Unmarshal(raw, &e)
	return e.Key
}

// waits says that some write was kept out by another of the same record.
func waits(said client.Imported) bool {
	return slices.ContainsFunc(said.Notes, func(n client.ImportNote) bool { return n.Flaw == client.FlawWaits })
}

// remember holds a write that "saved" was shown for.
func (d *device) remember(e entry.Entry) *saved {
	w := d.w
	s := &saved{d: d, key: e.Key, owner: e.Owner, op: e.Op, since: w.now, bodies: map[string]string{}, touched: true}
	w.ledger, d.writes[e.Key] = append(w.ledger, s), s
	return s
}
