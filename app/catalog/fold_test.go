package catalog

import "testing"

// Money as people type it: with a point or a comma as decimal mark, grouped or
// not, in other digits.
func TestSearchFoldsCaseAccentsAndDashes(t *testing.T) {
	for a, b := range map[string]string{"Müller": "muller", "MU\u0308LLER": "müller", "Café": "CAFE", "AB\u20111": "ab-1", "Straße": "strasse", "Łódź": "lodz"} {
		if Fold(a) != Fold(b) {
			t.Errorf("%q folds to %q, %q to %q", a, Fold(a), b, Fold(b))
		}
	}
}
