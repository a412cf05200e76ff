package store

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
)

// beside is the file that lies beside a SQLite database and holds the latest
// mark: whatever becomes of the database alone, what it holds is compared at
// the next start with what had been answered. It is a device on the same disk.
// It is written before each answer and never synced, so it is not ahead of what
// is durable.
type beside struct {
	f       *os.File
	log     *slog.Logger
	mu      sync.Mutex
	mark    string
	suspect bool // the database is looked over before it is served again
	failed  bool // that it cannot be written was said
}

const (
	besideEnding = "-mark"
	besideSize   = 512 // of its one line, so that a shorter one leaves nothing of a longer one
	suspectWord  = "suspect"
)

// openBeside opens the file of a database and reads what it holds.
func openBeside(path string, log *slog.Logger) (*beside, error) {
	f, err := os.OpenFile(path+besideEnding, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the file beside the database: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(f, besideSize))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	b := &beside{f: f, log: log}
	if words := strings.Fields(string(text)); len(words) > 0 {
		b.mark, b.suspect = words[0], len(words) > 1 && words[1] == suspectWord
	}
	return b, nil
}

// keep writes a mark down.
func (b *beside) keep(mark string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mark = mark
	b.write()
}

// doubt notes whether the database is suspect.
func (b *beside) doubt(suspect bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.suspect = suspect
	b.write()
}

// write puts the line there. A failure costs the comparison, not the order that
// is being answered. The lock is held.
func (b *beside) write() {
	line := b.mark
	if b.suspect {
		line += " " + suspectWord
	}
	line = fmt.Sprintf("%-*s\n", besideSize-1, line)
	if _, err := b.f.WriteAt([]byte(line), 0); err != nil && !b.failed {
		b.failed = true
		b.log.Warn("the file beside the database cannot be written", "error", err)
	}
}
