package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"waybill/server/wire"
)

// file is a SQLite office that is moved.
type file struct {
	*testing.T
	db string
	p  *program
	d  *device
}

// beside is another file in the same folder.
func (f *file) beside(name string) string { return filepath.Join(filepath.Dir(f.db), name) }

func (f *file) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *file) restart() {
	f.p.end()
	f.p = serves(f.T, f.db)
	f.d.at(f.p)
}

// copy makes a new file of one, as cp does.
func (f *file) copy(from, to string) {
	f.Helper()
	f.must(os.RemoveAll(to))
	f.overwrite(from, to)
}

// overwrite puts the bytes of one file into another, as cp does if that is there.
func (f *file) overwrite(from, to string) {
	f.Helper()
	in, err := os.Open(from)
	f.must(err)
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	f.must(err)
	_, err = io.Copy(out, in)
	f.must(errors.Join(err, out.Close()))
}

// clear removes the files that the database's own name stands for.
func (f *file) clear(names ...string) {
	f.Helper()
	for _, n := range names {
		f.must(os.RemoveAll(f.db + n))
	}
}

// Ways of a file: keep is done while order 1 is in the office, move after
// order 2 came too, with the server stopped, and returns where to serve.
var fileWays = map[string]struct {
	keep func(f *file)
	move func(f *file) (db string)
	want outcome
}{
	"a stopped copy is put back": {
		keep: func(f *file) { f.p.end(); f.copy(f.db, f.beside("b.db")); f.p = serves(f.T, f.db); f.d.at(f.p) },
		move: func(f *file) string { f.clear("", "-wal", "-shm"); f.copy(f.beside("b.db"), f.db); return f.db },
		want: outcome{lost: []int{2}},
	},
	"a stopped copy is renamed over it": {
		keep: func(f *file) {
			f.restart()
			f.p.end()
			f.copy(f.db, f.beside("b.db"))
			f.p = serves(f.T, f.db)
			f.d.at(f.p)
		},
		move: func(f *file) string { f.must(os.Rename(f.beside("b.db"), f.db)); return f.db },
		want: outcome{lost: []int{2}},
	},
	"a stopped copy is written into the same file": {
		keep: func(f *file) { f.p.end(); f.copy(f.db, f.beside("b.db")); f.p = serves(f.T, f.db); f.d.at(f.p) },
		move: func(f *file) string { f.overwrite(f.beside("b.db"), f.db); return f.db },
		want: outcome{lost: []int{2}},
	},
	"file and log are copied while it runs": {
		keep: func(f *file) { f.copy(f.db, f.beside("b.db")); f.copy(f.db+"-wal", f.beside("b.db-wal")) },
		move: func(f *file) string { return f.beside("b.db") },
		want: outcome{lost: []int{2}},
	},
	"the file alone is copied while it runs": {
		keep: func(f *file) { f.restart(); f.d.sends(5); f.copy(f.db, f.beside("b.db")) },
		move: func(f *file) string { return f.beside("b.db") },
		want: outcome{lost: []int{2, 5}},
	},
	"the file alone, copied while it runs, is written into the same file": {
		keep: func(f *file) { f.restart(); f.d.sends(5); f.copy(f.db, f.beside("b.db")) },
		move: func(f *file) string { f.overwrite(f.beside("b.db"), f.db); return f.db },
		want: outcome{lost: []int{2, 5}},
	},
	"a backup is put in its place": {
		keep: func(f *file) { good(f.T, "backup", f.beside("b.db"), "--db", f.db) },
		move: func(f *file) string { f.clear("", "-wal", "-shm"); f.copy(f.beside("b.db"), f.db); return f.db },
		want: outcome{lost: []int{2}},
	},
	"a backup is written into the same file": {
		keep: func(f *file) { good(f.T, "backup", f.beside("b.db"), "--db", f.db) },
		move: func(f *file) string { f.overwrite(f.beside("b.db"), f.db); f.clear("-mark"); return f.db },
		want: outcome{lost: []int{2}},
	},
	"a backup that was looked at is served": {
		keep: func(f *file) { good(f.T, "backup", f.beside("b.db"), "--db", f.db) },
		move: func(f *file) string {
			good(f.T, "check", "--db", f.beside("b.db"))
			good(f.T, "user", "list", "--db", f.beside("b.db"))
			return f.beside("b.db")
		},
		want: outcome{lost: []int{2}},
	},
	"a backup is restored": {
		keep: func(f *file) { good(f.T, "backup", f.beside("b.db"), "--db", f.db) },
		move: func(f *file) string {
			good(f.T, "restore", f.beside("b.db"), "--db", f.beside("c.db"))
			return f.beside("c.db")
		},
		want: outcome{lost: []int{2}},
	},
	"the folder is copied with everything": {
		keep: func(*file) {},
		move: func(f *file) string {
			for _, n := range []string{"", "-mark"} {
				f.copy(f.db+n, f.beside("b.db"+n))
			}
			return f.beside("b.db")
		},
		want: outcome{},
	},
	"the volume is set back": {
		keep: func(f *file) {
			f.p.end()
			f.copy(f.db, f.beside("b.db"))
			f.copy(f.db+"-mark", f.beside("b.db-mark"))
			f.p = serves(f.T, f.db)
			f.d.at(f.p)
		},
		move: func(f *file) string {
			f.overwrite(f.beside("b.db"), f.db)
			f.overwrite(f.beside("b.db-mark"), f.db+"-mark")
			return f.db
		},
		want: outcome{lost: []int{2}, byDevice: true},
	},
	"the file is renamed": {
		keep: func(*file) {},
		move: func(f *file) string { f.must(os.Rename(f.db, f.beside("b.db"))); return f.beside("b.db") },
		want: outcome{same: true},
	},
	"nothing is moved": {
		keep: func(*file) {},
		move: func(f *file) string { return f.db },
		want: outcome{same: true},
	},
}

func TestNoWayOfMovingAFileTellsDevicesSomethingFalse(t *testing.T) {
	for name, way := range fileWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &file{T: t, db: filepath.Join(t.TempDir(), "a.db")}
			f.p = serves(t, f.db, "--demo")
			f.d = newDevice(t, f.p)
			f.d.sends(1)
			way.keep(f)
			f.d.sends(2)
			f.p.end()
			db := way.move(f)
			p := serves(t, db)
			way.want.holds(t, p, f.d)
			p.end()
			if got := good(t, "check", "--db", db); got == "" {
				t.Error("nothing was checked")
			}
			// Served again it is what it has become.
			became := f.d.history
			p = serves(t, db)
			f.d.at(p)
			if again := f.d.greets("GET", ""); again != became {
				t.Errorf("served again: history %s, had %s", again, became)
			}
		})
	}
}

// A file that is put in the place of another while the server runs takes no
// order, and counts as restored from the next start on.
func TestAFileSwappedUnderTheServerTakesNoOrder(t *testing.T) {
	for name, c := range map[string]struct {
		swap func(f *file)
		// A log that was left there, or that the server still has open, is copied
		// into whatever file is there: then nothing is missing.
		lost []int
	}{
		"renamed over it":                  {func(f *file) { f.must(os.Rename(f.beside("b.db"), f.db)) }, nil},
		"renamed over it, without its log": {func(f *file) { f.must(os.Rename(f.beside("b.db"), f.db)); f.clear("-wal", "-shm") }, []int{2}},
		"written into it":                  {func(f *file) { f.overwrite(f.beside("b.db"), f.db) }, nil},
		"written into it, without its log": {func(f *file) { f.overwrite(f.beside("b.db"), f.db); f.clear("-wal", "-shm") }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &file{T: t, db: filepath.Join(t.TempDir(), "a.db")}
			f.p = serves(t, f.db, "--demo")
			f.d = newDevice(t, f.p)
			f.d.sends(1)
			f.p.end()
			f.copy(f.db, f.beside("b.db"))
			f.p = serves(t, f.db)
			f.d.at(f.p).sends(2)
			c.swap(f)
			var p wire.Problem
			if code := f.d.try("POST", "/orders", orderBody(3), &p); code != 503 || p.Code != wire.CodeBusy {
				t.Errorf("an order is answered %d %+v", code, p)
			}
			f.p.expect("GET", "/readyz", "", 503)
			f.p.stop()
			<-f.p.ended // which may fail: the files are gone
			f.p.ended <- nil
			outcome{lost: c.lost}.holds(t, serves(t, f.db), f.d)
		})
	}
}
