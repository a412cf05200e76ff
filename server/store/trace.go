package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// trace is what the end of a transaction leaves behind: how the file was, and
// what SQLite had noted of copying its log into it. Whoever changes the one
// without the other is not SQLite.
type trace struct {
	size    int64
	at      time.Time
	restart [12]byte // of the log: how often, and its salts
	copied  uint32   // frames of the log that are in the file,
	copying uint32   // and that a copy is to bring there
}

// foreign says whether somebody who is not SQLite has changed the file between
// two traces. While SQLite copies, in this process or another, the file changes
// under the same notes.
func (t trace) foreign(later trace) bool {
	changed := later.size != t.size || !later.at.Equal(t.at)
	return changed && t.copied == t.copying &&
		later.restart == t.restart && later.copied == t.copied && later.copying == t.copying
}

// trace reads it, and holds the log to what its index says. The places are
// those of SQLite's file format.
func (w *watch) trace() (t trace, err error) {
	file, log, head, index, err := w.parts()
	if err != nil {
		return t, err
	}
	t = trace{
		size: file.Size(), at: file.ModTime(), restart: [12]byte(head[12:24]),
		copied: binary.NativeEndian.Uint32(index[96:]), copying: binary.NativeEndian.Uint32(index[128:]),
	}
	frames, page := int64(binary.NativeEndian.Uint32(index[16:])), int64(binary.NativeEndian.Uint16(index[14:]))
	if page == 1 {
		page = 64 << 10
	}
	if frames > 0 && (log.Size() < walHeader+frames*(frameHeader+page) || !bytes.HasPrefix(head[:], walMagic)) {
		return t, fmt.Errorf("%s-wal was cut off", w.path)
	}
	return t, nil
}

const (
	walHeader   = 32
	frameHeader = 24
	indexHeader = 132
)

// walMagic begins a log, whichever way its numbers are written.
var walMagic = []byte{0x37, 0x7f, 0x06}

// parts reads the files as they were at one moment: another process may start
// the log anew. It notes that in the index before it touches the log, so what
// was read between two equal looks at the index belongs together.
func (w *watch) parts() (file, log os.FileInfo, head [walHeader]byte, index [indexHeader]byte, err error) {
	for {
		before := [indexHeader]byte{}
		if err = readAt(w.path+"-shm", before[:]); err != nil {
			return file, log, head, index, err
		}
		if file, err = os.Stat(w.path); err != nil {
			return file, log, head, index, err
		}
		if log, err = os.Stat(w.path + "-wal"); err != nil {
			return file, log, head, index, err
		}
		head, index = [walHeader]byte{}, [indexHeader]byte{}
		err = errors.Join(readAt(w.path+"-wal", head[:]), readAt(w.path+"-shm", index[:]))
		if err != nil || index == before {
			return file, log, head, index, err
		}
	}
}

// readAt reads the beginning of a file; what that does not have stays as it is.
func readAt(path string, b []byte) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err = f.ReadAt(b, 0); errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
