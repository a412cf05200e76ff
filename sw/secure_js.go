package sw

import (
	"io"

	"github.com/hack-pad/safejs"
)

// secure is the platform's secure random source: the browser's own. Package
// crypto/rand reads the same one, behind 100 KB of checks that a worker would
// load for nothing.
var secure io.Reader = browserRandom{}

type browserRandom struct{}

// Read fills b from crypto.getRandomValues.
func (browserRandom) Read(b []byte) (int, error) {
	global := safejs.Global()
	source, err := global.Get("crypto")
	if err != nil {
		return 0, err
	}
	class, err := global.Get("Uint8Array")
	if err != nil {
		return 0, err
	}
	array, err := class.New(len(b))
	if err != nil {
		return 0, err
	}
	if _, err := source.Call("getRandomValues", array); err != nil {
		return 0, err
	}
	return safejs.CopyBytesToGo(b, array)
}
