package stage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// failed is a test that has failed, and notes what is logged.
type failed struct {
	testing.TB
	log strings.Builder
}

func (f *failed) Failed() bool { return true }

func (f *failed) Log(args ...any) { fmt.Fprintln(&f.log, args...) }

func (f *failed) Logf(format string, args ...any) { fmt.Fprintf(&f.log, format+"\n", args...) }

func TestAFailedStoryLeavesAPictureTheConsoleAndTheNetworkAndNamesTheFolder(t *testing.T) {
	phone, tab := visit(t)
	Eval[bool](tab, `(document.title = "t", document.body.append("what is shown"), console.log("what was told"), true)`)
	story := &failed{TB: t}
	phone.T = story
	phone.report()
	keep(story, "network.txt", []byte("GET /"))
	phone.T = t
	if named := "e2e/out/" + t.Name(); strings.Count(story.log.String(), named) != 1 {
		t.Errorf("%s is not named once in:\n%s", named, &story.log)
	}
	dir := filepath.Join(out(), t.Name())
	for pattern, want := range map[string]string{"tab-*-1.png": "\x89PNG", "tab-*-1.txt": "what is shown", "network.txt": "GET /"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(names) != 1 {
			t.Errorf("there are %d files %s", len(names), pattern)
			continue
		}
		if content, _ := os.ReadFile(names[0]); !strings.Contains(string(content), want) {
			t.Errorf("%s does not hold %q", names[0], want)
		}
	}
	if !strings.Contains(story.log.String(), "what was told") {
		t.Errorf("the console is not in:\n%s", &story.log)
	}
	_ = os.RemoveAll(dir)
}

func TestAStepThatHangsEndsAndSaysWhatItWaitedFor(t *testing.T) {
	_, tab := visit(t)
	_, err := EvalWithin[bool](tab, time.Second, "new Promise(() => {})")
	if err == nil || !strings.Contains(err.Error(), "waited 1s in vain: new Promise") {
		t.Errorf("it ended with %v", err)
	}
	if got := Eval[int](tab, "1 + 1"); got != 2 { // and the page is as it was
		t.Errorf("the page says %d", got)
	}
}
