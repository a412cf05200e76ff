// Package newid makes client ids. It stands apart from sw for its weight: the
// service worker, which makes none, need not load it.
package newid

import (
	"crypto/rand"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
)

// New makes a client id: a ULID whose random part comes from the platform's
// secure source. The clock alone ticks in whole milliseconds in a browser.
func New(now int64) (string, error) {
	id, err := ulid.New(ulid.Timestamp(time.UnixMilli(now)), rand.Reader)
	if err != nil {
		return "", fmt.Errorf("newid: %w", err)
	}
	return id.String(), nil
}
