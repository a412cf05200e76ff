package store

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
)

// errSwapped says that what lies under the database's name is not what this
// server has open: whatever it wrote would be gone with the next start.
var errSwapped = fmt.Errorf("%w: the database's files were changed under the running server", ErrBusy)

// watch looks after the files of an open SQLite database. Once one of them is
// gone or another, or was written to by somebody who is no SQLite, nothing is
// stored or read any more until a server starts anew.
type watch struct {
	path string
	mu   sync.Mutex
	// files are the database, its log and the log's index, as they were opened.
	files map[string]os.FileInfo
	last  trace
	why   error // why nothing is stored any more, nil: it is
	log   *slog.Logger
	near  *beside // hears of it too, once a server has taken the database up
}

// watched are the endings of the names of a database's files.
var watched = []string{"", "-wal", "-shm"}

// newWatch begins once the files are there: after the first transaction.
func newWatch(path string) (*watch, error) {
	w := &watch{path: path, files: map[string]os.FileInfo{}, log: slog.New(slog.DiscardHandler)}
	for _, ending := range watched {
		at, err := os.Stat(path + ending)
		if err != nil {
			return nil, fmt.Errorf("watching the database: %w", err)
		}
		w.files[ending] = at
	}
	var err error
	w.last, err = w.trace()
	return w, err
}

// serves says who hears of what is seen from now on.
func (w *watch) serves(log *slog.Logger, near *beside) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log, w.near = log, near
}

// close looks a last time: what is in the log is copied now into whatever file
// is there.
func (w *watch) close() error {
	if w == nil {
		return nil
	}
	_ = w.began() // it is told of, and the database can be closed all the same
	if w.near == nil {
		return nil
	}
	return w.near.f.Close()
}

// stopped is why nothing is stored any more.
func (w *watch) stopped() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.why
}

// look says whether the files are still those that are open. nil is a database
// in memory, which has none.
func (w *watch) look() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, ending := range watched {
		at, err := os.Stat(w.path + ending)
		switch {
		case err != nil:
			return w.stop(err)
		case !os.SameFile(at, w.files[ending]):
			return w.stop(fmt.Errorf("%s is another file now", w.path+ending))
		}
	}
	return w.why
}

// began looks before a transaction writes, with the database locked. It is
// another writer who has changed the file since the last one ended, so SQLite's
// own marks must show it.
func (w *watch) began() error {
	if w == nil {
		return nil
	}
	if err := w.look(); err != nil {
		return err
	}
	now, err := w.trace()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err != nil:
		return w.stop(err)
	case w.last.foreign(now):
		return w.stop(fmt.Errorf("%s was written to, and not by SQLite", w.path))
	}
	return w.why
}

// committed looks behind a commit and before anybody is told of it: what went
// into a file that is gone must not be answered.
func (w *watch) committed() error {
	if w == nil {
		return nil
	}
	if err := w.look(); err != nil {
		return err
	}
	now, err := w.trace()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		return w.stop(err)
	}
	w.last = now
	return w.why
}

// stop ends all writing, and says so once. The lock is held.
func (w *watch) stop(cause error) error {
	if w.why != nil {
		return w.why
	}
	w.why = fmt.Errorf("%w: %w", errSwapped, cause)
	w.log.Error("nothing is stored any more", "cause", cause.Error(),
		"remedy", "put the file in its place that is meant to serve, and start the server again; it then counts as restored")
	if w.near != nil {
		w.near.doubt(true)
	}
	return w.why
}

// end is stop for what only the caller can see.
func (w *watch) end(cause error) error {
	if w == nil {
		return cause
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stop(cause)
}

// onward says whether what a transaction adds comes behind all that was added
// before, as it must where there is one writer at a time. If not, the file holds
// an older state than it did.
func (db *DB) onward(newest tip) error {
	is, _ := db.known.now()
	if !db.d.countsSeq || newest.at == (position{}) || newest.at.beyond(is.at) {
		return nil
	}
	cause := errors.New("the database holds less than it did: it was overwritten")
	if w, file := db.engine.(withReaders); file {
		return w.watch.end(cause)
	}
	return cause
}
