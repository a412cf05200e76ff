package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"path"

	"github.com/andybalholm/brotli"
)

// hashDigits is how much of a hash goes into a name: 64 bits, far beyond
// chance for the few files of a few builds.
const hashDigits = 16

// file is one address of the site.
type file struct {
	path      string
	mediaType string
	hash      string // SHA-256 of raw, hex
	raw       []byte
	br, gz    []byte // nil: not worth it
	immutable bool   // the name holds the hash, so the bytes never change
	csp       string // a policy of its own, empty: the site's
}

// mediaTypes are spelt out: the machine's mime tables differ, and a browser
// refuses a module, a worker or a manifest of the wrong type.
var mediaTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

func newFile(address string, raw []byte) *file {
	return &file{path: address, mediaType: mediaTypes[path.Ext(address)], hash: hashOf(raw), raw: raw}
}

// hashOf is SHA-256 in hex, as the worker computes it over what it received.
func hashOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// named returns f under dir with its hash in the name, for ever cacheable.
func (f *file) named(dir, stem, ext string) *file {
	hashed := *f
	hashed.path = dir + stem + "." + f.hash[:hashDigits] + ext
	hashed.immutable = true
	return &hashed
}

// compress fills the encodings of a small text file. Wasm comes precompressed:
// its best brotli takes seconds, which is for the build, not for each start.
func (f *file) compress() {
	if f.mediaType == "image/png" || f.br != nil {
		return
	}
	var br, gz bytes.Buffer
	bw := brotli.NewWriterLevel(&br, brotli.BestCompression)
	_, _ = bw.Write(f.raw) // a bytes.Buffer takes everything
	_ = bw.Close()
	gw, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	_, _ = gw.Write(f.raw)
	_ = gw.Close()
	if br.Len() < len(f.raw) {
		f.br = br.Bytes()
	}
	if gz.Len() < len(f.raw) {
		f.gz = gz.Bytes()
	}
}
