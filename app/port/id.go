package port

import (
	"crypto/rand"
	"time"

	"github.com/oklog/ulid/v2"
)

// NewID makes an upper-case ULID from the platform's secure random source; the
// clock of a browser alone would repeat itself within a millisecond.
func NewID() string {
	return ulid.MustNew(ulid.Timestamp(time.Now()), rand.Reader).String()
}
