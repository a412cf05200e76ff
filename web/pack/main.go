// Command pack compresses files for the server to embed: NAME.br and NAME.gz
// beside each NAME. Brotli at its best takes seconds for a wasm program, so a
// form that was made from the same bytes is kept: its note, NAME.pack in the
// cache folder, holds the hash of what it was made from
// and the level.
//
//	pack -cache bin web/static/app.wasm web/static/worker.wasm
//
// While trying things out, -quality 5 takes a second instead of a minute.
//
// It prints the three sizes of each file and fails on any error; a half
// written form is never left behind.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/andybalholm/brotli"
)

// window is brotli's largest standard one: wasm repeats itself far apart. A
// small program is packed with a narrow one too and the smaller result is kept,
// because brotli's luck with one layout is worth some kB. For the page that
// would take a minute more at each build.
const (
	window = 24
	narrow = 21
	small  = 8 << 20 // bytes
)

func main() {
	cache := flag.String("cache", "bin", "folder of the notes")
	quality := flag.Int("quality", brotli.BestCompression, "brotli's level, 0 to 11")
	flag.Parse()
	errs := make([]error, flag.NArg())
	var wg sync.WaitGroup
	for i, name := range flag.Args() {
		wg.Go(func() { errs[i] = pack(*cache, name, *quality) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			fmt.Fprintln(os.Stderr, "pack:", err)
			os.Exit(1)
		}
	}
}

func pack(cache, name string, quality int) error {
	raw, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	note := filepath.Join(cache, filepath.Base(name)+".pack")
	sum := fmt.Sprintf("%x %d\n", sha256.Sum256(raw), quality)
	if old, _ := os.ReadFile(note); string(old) != sum || !exists(name+".br") || !exists(name+".gz") {
		if err := compress(name, raw, quality); err != nil {
			return err
		}
		// Written last: a run that was broken off is done again.
		if err := write(note, []byte(sum)); err != nil {
			return err
		}
	}
	return report(name)
}

func compress(name string, raw []byte, quality int) error {
	best, err := brotliOf(raw, quality, window)
	if err == nil && len(raw) < small {
		var other []byte
		if other, err = brotliOf(raw, quality, narrow); len(other) < len(best) {
			best = other
		}
	}
	if err != nil {
		return err
	}
	if err := write(name+".br", best); err != nil {
		return err
	}
	return encode(name+".gz", raw, func(w io.Writer) io.WriteCloser {
		gz, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is valid
		return gz
	})
}

func encode(name string, raw []byte, encoder func(io.Writer) io.WriteCloser) error {
	var buf bytes.Buffer
	w := encoder(&buf)
	if _, err := w.Write(raw); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return write(name, buf.Bytes())
}

// write puts a file in place in one step.
func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func report(name string) error {
	var sizes [3]int64
	for i, ext := range []string{"", ".br", ".gz"} {
		info, err := os.Stat(name + ext)
		if err != nil {
			return err
		}
		sizes[i] = info.Size()
	}
	fmt.Printf("%-26s raw %8d  br %8d  gz %8d\n", name, sizes[0], sizes[1], sizes[2])
	return nil
}

func brotliOf(raw []byte, quality, window int) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: quality, LGWin: window})
	_, err := w.Write(raw)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}
