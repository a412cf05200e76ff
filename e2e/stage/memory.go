package stage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

// Memory is what the phone's browser holds in memory with all its processes,
// in bytes; what two share counts half for each.
func (p *Phone) Memory() (bytes int64) {
	p.T.Helper()
	parents := map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		var pid, parent int
		line, err := os.ReadFile(name)
		if err != nil {
			continue // it has just ended
		}
		// The name in the middle is in brackets, and may hold anything.
		_, _ = fmt.Sscan(string(line), &pid)
		_, _ = fmt.Sscanf(string(line[strings.LastIndexByte(string(line), ')')+1:]), " %1s %d", new(string), &parent)
		parents[pid] = parent
	}
	root := chromedp.FromContext(p.ctx).Browser.Process().Pid
	for pid := range parents {
		if below(pid, root, parents) {
			bytes += proportional(pid)
		}
	}
	if bytes == 0 {
		p.T.Fatal("no memory of the browser can be read in /proc")
	}
	return bytes
}

func below(pid, root int, parents map[int]int) bool {
	for ; pid > 1; pid = parents[pid] {
		if pid == root {
			return true
		}
	}
	return false
}

func proportional(pid int) (bytes int64) {
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(rollup)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "Pss: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return 0
}
