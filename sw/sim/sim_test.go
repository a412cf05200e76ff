package sim

import (
	"os"
	"strconv"
	"testing"
)

func TestDebug(t *testing.T) {
	from, _ := strconv.ParseUint(os.Getenv("FROM"), 10, 64)
	to, _ := strconv.ParseUint(os.Getenv("TO"), 10, 64)
	for seed := from; seed <= to; seed++ {
		r := Run(seed, Options{Tell: from == to, Old: os.Getenv("OLD") != ""})
		if len(r.Violations) > 0 {
			t.Errorf("seed %d: %v", seed, r.Violations)
		}
		if from == to {
			t.Log(r.Log)
		}
	}
}
