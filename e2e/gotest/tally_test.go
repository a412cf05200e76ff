package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// told lets a tally read events written short: action, package, test, then the
// output or the seconds.
func told(t *testing.T, lines ...string) (*tally, string) {
	t.Helper()
	run := newTally("js")
	var out strings.Builder
	for _, line := range lines {
		f := strings.SplitN(line, "|", 4)
		quoted := `"Output":"` + f[3] + `"`
		if f[0] != "output" && f[0] != "build-output" {
			quoted = `"Elapsed":` + f[3]
		}
		out.WriteString(run.read([]byte(`{"Action":"` + f[0] + `","Package":"` + f[1] + `","Test":"` + f[2] + `",` + quoted + `}` + "\n")))
	}
	return run, out.String()
}

func TestWhatPassesIsALineAndWhatFailsIsWhole(t *testing.T) {
	run, out := told(t,
		`output|p|TestGood|=== RUN   TestGood\n`,
		`output|p|TestGood|    hidden\n`,
		`output|p|TestGood|--- PASS: TestGood (1.50s)\n`,
		`pass|p|TestGood|1.5`,
		`output|p|TestBad/part|    why\n`,
		`output|p|TestBad/part|--- FAIL: TestBad/part (0.10s)\n`,
		`fail|p|TestBad/part|0.1`,
		`output|p|TestBad/fine|    hidden\n`,
		`pass|p|TestBad/fine|0.1`,
		`output|p|TestBad|--- FAIL: TestBad (0.20s)\n`,
		`fail|p|TestBad|0.2`,
		`output|p||slowest step: 1 s\n`,
		`output|p||FAIL\n`,
		`output|p||FAIL\tp\t2s\n`,
		`fail|p||2`,
	)
	want := "--- PASS: TestGood (1.50s)\n--- FAIL: TestBad (0.20s)\n--- FAIL: TestBad/part (0.10s)\n    why\nslowest step: 1 s\nFAIL\tp\t2s\n"
	if out != want {
		t.Errorf("printed:\n%s\nwant:\n%s", out, want)
	}
	if got, want := run.failures(), "failed:\n  p TestBad/part\n  p TestBad\n"; got != want {
		t.Errorf("named:\n%s\nwant:\n%s", got, want)
	}
	if got, want := table(run.times, 1), "the 1 slowest of 2 tests:\n    1.50 s  p js TestGood\n"; got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
}

func TestAProgramThatDiesTellsWhatItsTestSaid(t *testing.T) {
	run, out := told(t, `output|p|TestHangs|panic: test timed out\n`, `output|p||FAIL\tp\t9s\n`, `fail|p||9`)
	if !strings.Contains(out, "panic: test timed out") || !strings.Contains(run.failures(), "p TestHangs") {
		t.Errorf("printed %q, named %q", out, run.failures())
	}
}

func TestAPackageThatDoesNotBuildIsNamed(t *testing.T) {
	run, out := told(t, `build-output|||x.go:1: undefined\n`, `output|p||FAIL\tp [build failed]\n`, `fail|p||0`)
	if !strings.Contains(out, "undefined") || run.failures() != "failed:\n  p\n" {
		t.Errorf("printed %q, named %q", out, run.failures())
	}
	if got := run.read([]byte("no JSON at all\n")); got != "no JSON at all\n" {
		t.Errorf("printed %q", got)
	}
}

func TestTheTimesOfAllPartsMakeOneTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "times")
	for _, part := range [][]took{{{"a", "TestA", 1}}, {{"b", "TestB", 3}, {"b", "TestC", 2}}} {
		if err := add(file, part); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if code, err := run([]string{"-table", file}, &out); code != 0 || err != nil {
		t.Fatal(code, err)
	}
	if want := "the 3 slowest of 3 tests:\n    3.00 s  b TestB\n    2.00 s  b TestC\n    1.00 s  a TestA\n"; out.String() != want {
		t.Errorf("table:\n%s\nwant:\n%s", &out, want)
	}
}

func TestTheExitCodeIsGoTests(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module m\n",
		"m_test.go": "package m\nimport \"testing\"\nfunc TestGood(*testing.T) {}\nfunc TestBad(t *testing.T) { t.Fatal(\"no\") }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for args, want := range map[string]int{"TestGood": 0, "TestBad": 1} {
		var out bytes.Buffer
		if code, err := run([]string{"-run", args, "."}, &out); code != want || err != nil {
			t.Errorf("-run %s: exit code %d, %v, want %d\n%s", args, code, err, want, &out)
		}
	}
}
