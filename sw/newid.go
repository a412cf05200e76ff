package sw

import (
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
)

// NewID makes a client id: a ULID whose random part comes from the platform's
// secure source. The clock alone ticks in whole milliseconds in a browser.
func NewID(now int64) (string, error) {
	id, err := ulid.New(ulid.Timestamp(time.UnixMilli(now)), secure)
	if err != nil {
		return "", fmt.Errorf("sw: make an id: %w", err)
	}
	return id.String(), nil
}
