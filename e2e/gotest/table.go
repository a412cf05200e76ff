package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// took is the time of one test.
type took struct {
	Package, Test string
	Seconds       float64
}

// table is the slowest tests, the slowest first.
func table(times []took, most int) string {
	times = slices.Clone(times)
	slices.SortStableFunc(times, func(a, b took) int { return cmp.Compare(b.Seconds, a.Seconds) })
	var text strings.Builder
	shown := min(most, len(times))
	fmt.Fprintf(&text, "the %d slowest of %d tests:\n", shown, len(times))
	for _, t := range times[:shown] {
		fmt.Fprintf(&text, "%8.2f s  %s %s\n", t.Seconds, t.Package, t.Test)
	}
	return text.String()
}

// add appends times to the file, one JSON object a line.
func add(file string, times []took) error {
	var lines bytes.Buffer
	for _, t := range times {
		if err := json.NewEncoder(&lines).Encode(t); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(lines.Bytes())
	return cmp.Or(err, f.Close())
}

// load reads what add has written.
func load(file string) (times []took, err error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(raw)); d.More(); {
		var t took
		if err := d.Decode(&t); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		times = append(times, t)
	}
	return times, nil
}
