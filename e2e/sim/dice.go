package sim

import (
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// dice are one part's randomness. Each part of the world has its own, drawn
// from the seed and the part's name: where the product asks for one number
// more, or the world learns something new, the other parts go on as they did.
type dice struct {
	*rand.Rand
	w *World
}

func (w *World) dice(part string) dice {
	h := fnv.New64a()
	h.Write([]byte(part))
	return dice{rand.New(rand.NewPCG(w.seed, h.Sum64())), w}
}

// chance is true with probability p, and never once faults have stopped.
func (d dice) chance(p float64) bool { return !d.w.calm && d.Float64() < p }

// odd draws one fault's odds: in half of all runs it does not happen.
func (d dice) odd(most float64) float64 {
	if d.IntN(2) == 0 {
		return 0
	}
	return most * d.Float64()
}

// in says whether this run has something that a share of all runs has.
func (d dice) in(share float64) bool { return d.Float64() < share }

// between draws a duration in milliseconds.
func (d dice) between(low, high time.Duration) int64 {
	return low.Milliseconds() + d.Int64N(max(1, (high-low).Milliseconds()))
}

func pick[T any](d interface{ IntN(int) int }, from []T) T { return from[d.IntN(len(from))] }
