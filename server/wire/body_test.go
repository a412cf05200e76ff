package wire

import (
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"
)

// library says what the ULID library takes in its own upper-case form.
func library(id string) bool {
	u, err := ulid.ParseStrict(id)
	return err == nil && u.String() == id
}

func TestAnIDIsValidWhereTheLibrarySaysSo(t *testing.T) {
	for _, id := range []string{
		"", "01KDVDNEM0A000000000000001", "01kdvdnem0a000000000000001", "81KDVDNEM0A000000000000001", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
		"01KDVDNEM0A00000000000000I", "01KDVDNEM0A00000000000000", "01KDVDNEM0A0000000000000011", strings.Repeat("Ü", 13),
	} {
		if got, want := ValidID(id), library(id); got != want {
			t.Errorf("%q: %v, the library says %v", id, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[0-9A-Za-z]{24,28}`).Draw(t, "id")
		if got, want := ValidID(id), library(id); got != want {
			t.Fatalf("%q: %v, the library says %v", id, got, want)
		}
	})
}
