package idbqueue

import (
	"context"
	"encoding/json"
	"errors"

	"waybill/idbqueue/entry"
)

// Settled says what became of a transaction's moves.
type Settled struct {
	Entries []entry.Entry // after their moves, in the order of the moves that applied
	Stale   []entry.Move  // moves left out: the entry had moved on
}

// Claim opens attempts for the signed-in user owner, extends the lease to
// until (milliseconds since 1970), and returns the entries claimed; those
// that cannot be claimed any more, and those of another owner, are left out.
// Errors: ErrLeaseLost, ErrOwner, ErrIllegal for a move that is no claim.
func (o *Outbox) Claim(ctx context.Context, f Fence, owner string, until int64, moves []entry.Move) ([]entry.Entry, error) {
	if !all(moves, func(m entry.Move) bool { return m.Step == entry.StepClaim }) {
		return nil, failed("claim", entry.ErrIllegal)
	}
	var s Settled
	err := o.write(ctx, func(w *work) error {
		records, err := w.ahead(moves, RecordLease, entry.RecordUser)
		if err != nil {
			return err
		}
		l := readLease(records[RecordLease])
		switch {
		case l.Fence != f:
			return entry.ErrLeaseLost
		case owner == "" || userID(records[entry.RecordUser]) != owner:
			return entry.ErrOwner
		}
		if s, err = w.settle(moves, owner); err != nil || len(s.Entries) == 0 {
			return err
		}
		l.ForMS = max(l.ForMS, until-l.SetAt)
		return w.putLease(l)
	})
	if err != nil {
		return nil, failed("claim", err)
	}
	return s.Entries, nil
}

// Settle carries out the machine's moves and puts records. A stale move is
// left out and reported in Settled. Without the lease only proof is recorded,
// and the error is ErrLeaseLost; Settled says which proof.
//
// Errors: ErrLeaseLost, ErrIllegal for a move that no machine may make, or for
// a record that is not to be put.
func (o *Outbox) Settle(ctx context.Context, f Fence, moves []entry.Move, put ...entry.Record) (Settled, error) {
	machine := func(m entry.Move) bool {
		return !m.OfRep() && m.Step != entry.StepClaim && (m.Step != entry.StepEnd || entry.EndsWell(m.To))
	}
	if !all(moves, machine) || !puttable(put) {
		return Settled{}, failed("settle", entry.ErrIllegal)
	}
	var s Settled
	var lost bool
	err := o.write(ctx, func(w *work) error {
		records, err := w.ahead(moves, RecordLease)
		if err != nil {
			return err
		}
		lost = readLease(records[RecordLease]).Fence != f
		if lost {
			s, err = w.settleProof(moves)
			return err
		}
		if s, err = w.settle(moves, ""); err != nil {
			return err
		}
		return w.put(put)
	})
	switch {
	case err != nil:
		return Settled{}, failed("settle", err)
	case lost:
		return s, failed("settle", entry.ErrLeaseLost)
	}
	return s, nil
}

// settleProof keeps of the moves just what is true whoever says it.
func (w *work) settleProof(moves []entry.Move) (Settled, error) {
	var proofs, others []entry.Move
	for _, m := range moves {
		if m.Step == entry.StepProve {
			proofs = append(proofs, m)
		} else {
			others = append(others, m)
		}
	}
	s, err := w.settle(proofs, "")
	s.Stale = append(s.Stale, others...)
	return s, err
}

// ahead reads in one round all that the moves will touch, and the records.
func (w *work) ahead(moves []entry.Move, names ...string) (map[string]json.RawMessage, error) {
	keys := make([]string, len(moves))
	for i, m := range moves {
		keys[i] = m.Key
	}
	anyChild := query{index: ixParents, low: tuple{}, high: tuple{top{}}}.firstKey()
	f, err := w.read(byRecords(storeRecords, names...), byKeys(keys...), anyChild)
	if err != nil {
		return nil, err
	}
	w.rows, w.children = map[string]row{}, map[string][]row{}
	for i, r := range f[1].rows {
		w.rows[keys[i]] = r
	}
	return f[0].records, w.childrenAhead(moves, f[2].at != nil)
}

// childrenAhead reads the children of those that a proof is for; most often
// nobody waits for anybody.
func (w *work) childrenAhead(moves []entry.Move, some bool) error {
	var parents []string
	var qs []query
	for _, m := range moves {
		if m.Step == entry.StepProve {
			parents, qs = append(parents, m.Key), append(qs, exactly(ixParents, m.Key))
			w.children[m.Key] = nil
		}
	}
	if !some || len(qs) == 0 {
		return nil
	}
	f, err := w.read(qs...)
	if err != nil {
		return err
	}
	for i, p := range parents {
		w.children[p] = f[i].rows
	}
	return nil
}

// settle carries out moves whose rows were read ahead. A move that came too
// late, or is of another owner than the one asked for, is left out.
func (w *work) settle(moves []entry.Move, owner string) (Settled, error) {
	var s Settled
	for _, m := range moves {
		r := w.rows[m.Key]
		var after entry.Entry
		err := entry.ErrNotFound
		if w.o.reads(r) && (owner == "" || r.entry.Owner == owner) {
			after, err = entry.Apply(r.entry, m)
		}
		switch {
		case errors.Is(err, entry.ErrStale), errors.Is(err, entry.ErrIllegal), errors.Is(err, entry.ErrNotFound):
			s.Stale = append(s.Stale, m)
			continue
		case err != nil:
			return Settled{}, err
		}
		if err := w.change(r, after, m.At); err != nil {
			return Settled{}, err
		}
		s.Entries = append(s.Entries, after)
	}
	return s, nil
}

func all(moves []entry.Move, ok func(entry.Move) bool) bool {
	for _, m := range moves {
		if !ok(m) {
			return false
		}
	}
	return true
}

// userID reads who is signed in; a record that cannot be read is nobody.
func userID(raw json.RawMessage) string {
	var user struct {
		ID string `json:"id"`
	}
	if raw == nil || json.Unmarshal(raw, &user) != nil {
		return ""
	}
	return user.ID
}
