package store

import (
	"context"
	"log/slog"
	"strings"
)

// home says where a store lives, as facts that a copy of it does not share:
// "inode=12 born=1796099119.6", or "system=… timeline=… database=…". A fact
// that cannot be read is left out.
type home string

// fact is one word of a home.
func (h home) fact(name string) string {
	for word := range strings.FieldsSeq(string(h)) {
		if value, is := strings.CutPrefix(word, name+"="); is {
			return value
		}
	}
	return ""
}

// homes are the facts of both databases, each with what it means that one has
// changed. The path is not among them: a file that its administrator renames is
// the same store.
var homes = []struct{ fact, changed string }{
	{"inode", causeFile},
	{"born", causeFile},
	{"system", causeCluster},
	{"database", "the database is a copy of the one that served last, in the same PostgreSQL cluster"},
	{"timeline", "a PostgreSQL replica was promoted, or the cluster was recovered to an earlier moment"},
}

// moved says what makes a store at one home a copy of the one at another; it is
// empty if nothing does. What one of the two does not know decides nothing.
func moved(was, is home) (cause string) {
	for _, h := range homes {
		if a, b := was.fact(h.fact), is.fact(h.fact); a != "" && b != "" && a != b {
			return h.changed
		}
	}
	return ""
}

const (
	causeFile    = "the database's file is another one than the one that served last: it was copied, or put in its place"
	causeBackup  = "the database is a backup that was opened in place of being restored"
	causeCluster = "the database comes from another PostgreSQL cluster"
)

// place is where a store runs: its home, and an id of this run. The second run
// of one home has another id; it is empty where nobody can tell.
type place struct {
	home home
	run  string
}

// livesAt says whether a store has been taken up in this run already.
func (s standing) livesAt(here place) bool {
	return !s.copied && s.home == here.home && s.epochs.last().id == here.run
}

// copyAt says why a store is a copy if it is found here, empty if it is none.
func (s standing) copyAt(here place) (cause string) {
	if s.copied {
		return causeBackup
	}
	return moved(s.home, here.home)
}

// takeUp makes the store that q writes to the one that lives here, in a run
// with an epoch of its own. A copy counts as restored from then on. Of two
// servers that start at once the second one finds what the first has written.
func (db *DB) takeUp(ctx context.Context, q querier, here place) (cause string, err error) {
	if err := db.lockHome(ctx, q); err != nil {
		return "", err
	}
	has, err := db.standing(ctx, q)
	if err != nil {
		return "", err
	}
	cause = has.copyAt(here)
	if db.d.rebase != "" {
		if n, err := q.affected(ctx, db.d.rebase); err != nil {
			return "", err
		} else if n > 0 {
			cause = causeCluster
		}
	}
	if cause != "" {
		if err := db.renew(ctx, q, 0); err != nil {
			return "", err
		}
	}
	if err := settleIn(ctx, q, here.home); err != nil {
		return "", err
	}
	return cause, db.beginEpoch(ctx, q, here.run)
}

// beginEpoch begins an epoch, unless this run has one.
func (db *DB) beginEpoch(ctx context.Context, q querier, run string) error {
	has, err := db.standing(ctx, q)
	if err != nil || run == has.epochs.last().id {
		return err
	}
	return q.run(ctx, setMeta(metaEpochs, has.epochs.begun(run, has.at).String()))
}

// settleIn notes where a store lives from now on, and that it is no backup.
func settleIn(ctx context.Context, q querier, h home) error {
	return q.run(ctx, setMeta(metaHome, string(h)), step{query: "DELETE FROM meta WHERE key = $1", args: []any{metaCopy}})
}

// Serve prepares a store to be the office's own; it must have returned before
// the first device is answered. A store that turns out to be a copy counts as
// restored: it has a new history, its numbers go on far behind the last one,
// and the log says so. Commands do without: they answer no device, and a backup
// that is looked at stays one.
func (db *DB) Serve(ctx context.Context, log *slog.Logger) error {
	db.log = log
	return db.d.serve(ctx, db)
}

// renewed tells whoever reads the log that the store counts as restored.
func (db *DB) renewed(cause string) {
	if cause == "" {
		return
	}
	db.log.Error("the store counts as restored", "cause", cause, "history", db.known.history(),
		"remedy", "if this is meant, nothing is to be done: devices ask for their receipts and offer what is missing, and order numbers go on with a gap; "+
			"if it is not, stop this server and serve the original")
}
