//go:build !js

package sw

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The table in the package's page is the one that decides.
func TestThePageShowsTheTableThatDecides(t *testing.T) {
	var b strings.Builder
	line := func(row, class, create, transition, spends string) {
		fmt.Fprintf(&b, "//\t%s\n", strings.TrimRight(fmt.Sprintf("%-18s %-11s %-12s %-12s %s", row, class, create, transition, spends), " "))
	}
	line("row", "class", "create", "transition", "spends")
	for _, r := range Rows {
		line(r.Name, string(r.Class), string(r.Create), string(r.Transition), map[bool]string{true: "yes", false: "no"}[r.Spends])
	}
	page, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), b.String()) {
		t.Errorf("doc.go shows another table than this one:\n%s", b.String())
	}
}
