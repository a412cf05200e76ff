package sim

import "testing"

// Seeds of the ordinary test run; `make sim SEEDS=…` runs more.
const (
	testSeeds    = 600
	testOldSeeds = 100
)

func TestNoSeedBreaksAPromise(t *testing.T) {
	hold(t, Many(1, testSeeds, Options{}, nil), false)
}

func TestLookingAgainFindsEachCopyThatCameDaysLater(t *testing.T) {
	hold(t, Many(1, testOldSeeds, Options{Old: true}, nil), true)
}

func hold(t *testing.T, s Summary, old bool) {
	t.Helper()
	for i, f := range s.Failed[:min(len(s.Failed), 5)] {
		t.Errorf("seed %d: %v", f.Seed, f.Violations)
		if i == 0 { // `make sim SEED=…` tells the others
			t.Logf("%s", Run(f.Seed, Options{Tell: true, Old: old}).Log)
		}
	}
	// A world in which nothing happens breaks no promise.
	if s.Sent < s.Seeds || s.Probes < s.Seeds || s.Kills == 0 {
		t.Errorf("%d sent, %d probes, %d kills: the world is too quiet", s.Sent, s.Probes, s.Kills)
	}
	for _, f := range faults {
		if s.Faults[f.name] == 0 {
			t.Errorf("the fault %q never happened", f.name)
		}
	}
	for _, act := range officeActs {
		if s.Faults[act.name] == 0 {
			t.Errorf("the office's act %q never happened", act.name)
		}
	}
}

func TestASeedTellsTheSameStoryTwice(t *testing.T) {
	for seed := uint64(1); seed <= 5; seed++ {
		a, b := Run(seed, Options{Tell: true}), Run(seed, Options{Tell: true})
		if a.Log != b.Log || a.Requests != b.Requests || a.Requests == 0 {
			t.Errorf("seed %d tells two stories (%d and %d requests)", seed, a.Requests, b.Requests)
		}
	}
}
