package store

import (
	"fmt"
	"strings"
)

// position is a place in the changes feed. It only ever grows, and so does the
// greatest one in the store, its head.
type position struct{ xid, seq int64 }

// beyond says whether p lies behind another position.
func (p position) beyond(o position) bool {
	return p.xid > o.xid || p.xid == o.xid && p.seq > o.seq
}

// epoch is the time from one start of the database to the next: of the server
// with SQLite, of the cluster with PostgreSQL. A store that is set back to an
// earlier state starts again, and so begins another epoch than the store that
// it is a copy of: what was seen there is told apart even when the copy has
// more records by now.
type epoch struct {
	n     int64    // counts up; 0 is the time before the first one
	id    string   // random: the same number of another branch has another
	start position // the store's head when it began, and so the last one of the epoch before
}

// epochs are the latest ones of a history, the oldest first.
type epochs []epoch

// epochsKept bounds them. A device that was silent for longer is not judged by
// them, only by the head.
const epochsKept = 1000

// last is the epoch that runs.
func (es epochs) last() epoch {
	if len(es) == 0 {
		return epoch{}
	}
	return es[len(es)-1]
}

// begun adds an epoch that begins at the head.
func (es epochs) begun(id string, head position) epochs {
	es = append(es, epoch{es.last().n + 1, id, head})
	return es[max(0, len(es)-epochsKept):]
}

// hold says whether a store with these epochs and this head has had the
// position in that epoch. If not, it is a copy from before.
func (es epochs) hold(in epoch, at, head position) bool {
	if at.beyond(head) || in.n > es.last().n {
		return false
	}
	for i, e := range es {
		next := i+1 < len(es)
		switch {
		case i == 0 && in.n == e.n-1:
			return !at.beyond(e.start)
		case in.n == e.n:
			return in.id == e.id && !(next && at.beyond(es[i+1].start))
		}
	}
	return true // from before all that are kept
}

// String is how the store keeps epochs: "n:id:xid.seq n:id:xid.seq".
func (es epochs) String() string {
	words := make([]string, len(es))
	for i, e := range es {
		words[i] = fmt.Sprintf("%d:%s:%d.%d", e.n, e.id, e.start.xid, e.start.seq)
	}
	return strings.Join(words, " ")
}

// parseEpochs reads them back.
func parseEpochs(text string) (es epochs, err error) {
	for word := range strings.FieldsSeq(text) {
		var e epoch
		parts := strings.SplitN(word, ":", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("store: %q is no epoch", word)
		}
		e.id = parts[1]
		if _, err := fmt.Sscanf(parts[0]+" "+parts[2], "%d %d.%d", &e.n, &e.start.xid, &e.start.seq); err != nil {
			return nil, fmt.Errorf("store: %q is no epoch: %w", word, err)
		}
		es = append(es, e)
	}
	return es, nil
}
