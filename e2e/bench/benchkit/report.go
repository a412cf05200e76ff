package benchkit

import (
	"fmt"
	"io"
	"strings"
)

// Report collects what a benchmark found, and what it claims of that.
type Report struct {
	lines  []string
	broken int
}

// Say notes a number that nothing is claimed of.
func (r *Report) Say(format string, args ...any) {
	r.lines = append(r.lines, "      "+fmt.Sprintf(format, args...))
}

// Claim notes a number with what must be true of it.
func (r *Report) Claim(holds bool, format string, args ...any) {
	word := "holds"
	if !holds {
		word = "FAILS"
		r.broken++
	}
	r.lines = append(r.lines, word+" "+fmt.Sprintf(format, args...))
}

// Head starts a part of the report.
func (r *Report) Head(format string, args ...any) {
	r.lines = append(r.lines, "", fmt.Sprintf(format, args...))
}

// End prints everything, the verdict last, and returns the exit code.
func (r *Report) End(w io.Writer, name string, ok bool) int {
	fmt.Fprintln(w, strings.Join(r.lines, "\n"))
	switch {
	case !ok:
		fmt.Fprintf(w, "\n%s: did not come to its end\n", name)
	case r.broken > 0:
		fmt.Fprintf(w, "\n%s: %d claims do not hold\n", name, r.broken)
	default:
		fmt.Fprintf(w, "\n%s: all claims hold\n", name)
		return 0
	}
	return 1
}
