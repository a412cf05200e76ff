package device

import (
	"strings"
	"testing"

	"waybill/app/i18n"
)

func TestCountsAgreeWithTheirNouns(t *testing.T) {
	w := i18n.German()
	for n, want := range map[int]string{0: "0 Einträge sind", 1: "1 Eintrag ist", 2: "2 Einträge sind"} {
		if got := w.Plural(Native{}, w.SignOutGuard, n); !strings.Contains(got, want) {
			t.Errorf("%d: %s", n, got)
		}
	}
}
