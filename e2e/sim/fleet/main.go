package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("fleet", flag.ContinueOnError)
	picture := flags.String("svg", "", "write the picture here")
	small := flags.Bool("small", false, "1,000 devices only")
	if err := flags.Parse(args); err != nil {
		return err
	}
	outcomes, err := all(cases(*small), out)
	if err != nil {
		return err
	}
	table(out, outcomes)
	if *picture != "" {
		shown := outcomes[len(Jitters) : 2*len(Jitters)]
		title := fmt.Sprintf("Arrivals per second, %d devices, an outage of %s", shown[0].Devices, shown[0].Outage)
		if err := os.WriteFile(*picture, []byte(Picture(title, shown)), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(out, "picture: %s\n", *picture)
	}
	return held(outcomes)
}

func cases(small bool) (all []Case) {
	sizes := []int{1_000, 20_000}
	if small {
		sizes = sizes[:1]
	}
	for _, devices := range sizes {
		for _, outage := range []time.Duration{time.Minute, 15 * time.Minute, 3 * time.Hour} {
			for _, j := range Jitters {
				all = append(all, Case{devices, outage, j})
			}
		}
	}
	return all
}

// all runs every case, as many at a time as there are processors, and says
// which is done: the large ones take minutes.
func all(cases []Case, out io.Writer) ([]Outcome, error) {
	outcomes, errs := make([]Outcome, len(cases)), make([]error, len(cases))
	var wg sync.WaitGroup
	var done atomic.Int32
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, c := range cases {
		free <- struct{}{}
		wg.Go(func() {
			outcomes[i], errs[i] = Simulate(c, 1)
			fmt.Fprintf(out, "%d of %d: %d devices, outage of %s, %s\n", done.Add(1), len(cases), c.Devices, c.Outage, c.Jitter.Name)
			<-free
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

func table(out io.Writer, outcomes []Outcome) {
	fmt.Fprintf(out, "%8s %8s  %-12s %9s %9s %10s %9s %8s %7s\n", "devices", "outage", "jitter", "peak/s", "peak/mean", "last write", "requests", "sent", "parked")
	for _, o := range outcomes {
		fmt.Fprintf(out, "%8d %8s  %-12s %9d %9.1f %10s %9d %8d %7d\n", o.Devices, o.Outage, o.Jitter.Name, o.Peak, ratio(o),
			o.Drained.Round(time.Second), o.Requests, o.Sent, o.Parked)
	}
}

// held is what full jitter promises: everything is sent, and nothing is parked.
func held(outcomes []Outcome) error {
	for i, o := range outcomes {
		if i%len(Jitters) != 0 {
			continue
		}
		none := outcomes[i+len(Jitters)-1]
		switch {
		case o.Sent != o.Devices*writesEach:
			return fmt.Errorf("%d devices, outage %s: %d of %d writes were sent", o.Devices, o.Outage, o.Sent, o.Devices*writesEach)
		case o.Parked > 0:
			return fmt.Errorf("%d devices, outage %s: %d writes were parked", o.Devices, o.Outage, o.Parked)
		case o.Peak >= none.Peak:
			return fmt.Errorf("%d devices, outage %s: full jitter peaks at %d, none at %d", o.Devices, o.Outage, o.Peak, none.Peak)
		}
	}
	return nil
}
