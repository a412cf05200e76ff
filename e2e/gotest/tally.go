package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// tally follows a run of go test.
type tally struct {
	platform string // that the tests run on, if it is not this one
	times    []took
	failed   []string
	said     map[string]map[string]*strings.Builder // by package and test: output of those that have not ended
}

func newTally(platform string) *tally {
	return &tally{platform: platform, said: map[string]map[string]*strings.Builder{}}
}

// read takes one line of go test -json and returns what is to be printed.
func (t *tally) read(line []byte) string {
	var e event
	if err := json.Unmarshal(line, &e); err != nil || e.Action == "" {
		return string(line)
	}
	switch e.Action {
	case "output":
		return t.output(e)
	case "build-output":
		return e.Output
	case "pass", "skip", "fail":
		return t.end(e)
	}
	return ""
}

// output keeps what a test writes until it is known how it ends.
func (t *tally) output(e event) string {
	switch {
	case strings.HasPrefix(e.Output, "=== "): // RUN, PAUSE, CONT, NAME
		return ""
	case e.Test != "":
		t.of(e).WriteString(e.Output)
		return ""
	case e.Output == "PASS\n", e.Output == "FAIL\n":
		return "" // the package's own line follows
	}
	return e.Output
}

func (t *tally) of(e event) *strings.Builder {
	tests := t.said[e.Package]
	if tests == nil {
		tests = map[string]*strings.Builder{}
		t.said[e.Package] = tests
	}
	if tests[e.Test] == nil {
		tests[e.Test] = &strings.Builder{}
	}
	return tests[e.Test]
}

// end prints a test that is over: its time, and all that it and its parts said
// if it failed.
func (t *tally) end(e event) string {
	if e.Test == "" {
		return t.endPackage(e)
	}
	text := headed(t.of(e).String(), e.Test)
	delete(t.said[e.Package], e.Test)
	slash := strings.LastIndexByte(e.Test, '/')
	if e.Action == "fail" {
		t.failed = append(t.failed, e.Package+" "+e.Test)
	}
	if slash > 0 { // told by the test that it is a part of
		if e.Action != "pass" {
			t.of(event{Package: e.Package, Test: e.Test[:slash]}).WriteString(text)
		}
		return ""
	}
	t.times = append(t.times, took{Package: strings.TrimSpace(e.Package + " " + t.platform), Test: e.Test, Seconds: e.Elapsed})
	if e.Action == "pass" {
		return fmt.Sprintf("--- PASS: %s (%.2fs)\n", e.Test, e.Elapsed)
	}
	return text
}

// headed puts the line with the verdict, which comes last, before what the test
// said.
func headed(text, test string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "--- ") && strings.Contains(line, ": "+test+" (") {
			return line + strings.Replace(text, line, "", 1)
		}
	}
	return text
}

// endPackage prints what tests said that never ended: the program did before.
func (t *tally) endPackage(e event) (text string) {
	if e.Action == "fail" {
		for name, said := range t.said[e.Package] {
			t.failed = append(t.failed, e.Package+" "+name)
			text += said.String()
		}
		if text == "" && !t.blamed(e.Package) {
			t.failed = append(t.failed, e.Package)
		}
	}
	delete(t.said, e.Package)
	return text
}

func (t *tally) blamed(pkg string) bool {
	for _, name := range t.failed {
		if strings.HasPrefix(name, pkg+" ") {
			return true
		}
	}
	return false
}

// failures names all that failed, or is empty.
func (t *tally) failures() string {
	if len(t.failed) == 0 {
		return ""
	}
	return "failed:\n  " + strings.Join(t.failed, "\n  ") + "\n"
}
