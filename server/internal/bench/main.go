// Command bench measures the server on this machine and says whether the
// bounds hold; it ends non-zero if one does not, and prints its summary last.
//
// First, for each store: orders a second over HTTP beside the same rows put in
// straight through the driver, one order a transaction and a hundred, in turns
// within one run. Calls of the API that wait at the same moment share a commit;
// the driver commits each transaction alone. Then the rush: 2,000 devices that reconnect at once, each
// with orders to send, over the same handler with its limits.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"waybill/server/internal/pgtest"
	"waybill/server/store"
)

// Bounds that the summary is held to.
const (
	ratioMin = 0.5 // of the driver's own rate in the same transaction size
	cores    = 2
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings of one run.
type settings struct {
	turn    time.Duration // of each measurement
	rounds  int
	rush    time.Duration
	devices int
	stores  string
	profile string
}

func run(ctx context.Context) (err error) {
	var s settings
	flag.DurationVar(&s.turn, "turn", time.Second, "length of one measurement")
	flag.IntVar(&s.rounds, "rounds", 6, "measurements of each kind")
	flag.DurationVar(&s.rush, "rush", time.Minute, "length of the rush")
	flag.IntVar(&s.devices, "devices", 2000, "devices in the rush")
	flag.StringVar(&s.stores, "stores", "sqlite,postgres", "stores to measure")
	flag.StringVar(&s.profile, "cpuprofile", "", "write a profile of the processor's time to this `file`")
	flag.Parse()
	stop, err := profiled(s.profile)
	if err != nil {
		return err
	}
	defer stop()
	runtime.GOMAXPROCS(cores)
	dir, err := os.MkdirTemp("", "waybill-bench")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	pg, err := pgtest.Start(ctx, pgtest.Options{Durable: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pg.Close()) }()
	var sum summary
	for _, t := range targets(dir, pg) {
		if !s.wants(t.name) {
			continue
		}
		if err := measure(ctx, s, t, &sum); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return sum.print()
}

// profiled starts a profile, if one is asked for.
func profiled(file string) (stop func(), err error) {
	if file == "" {
		return func() {}, nil
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	return pprof.StopCPUProfile, pprof.StartCPUProfile(f)
}

func (s settings) wants(name string) bool {
	for _, part := range filepath.SplitList(replaceCommas(s.stores)) {
		if part == name {
			return true
		}
	}
	return false
}

// target is a store to measure: how to open it, and a driver to compare with.
type target struct {
	name   string
	open   func(ctx context.Context) (*store.DB, error)
	driver func(ctx context.Context) (*driver, error)
}

func targets(dir string, pg *pgtest.Cluster) []target {
	file := filepath.Join(dir, "bench.db")
	var url string
	return []target{
		{
			"sqlite", func(ctx context.Context) (*store.DB, error) { return store.OpenSQLite(ctx, file) },
			func(ctx context.Context) (*driver, error) { return sqliteDriver(ctx, file) },
		},
		{"postgres", func(ctx context.Context) (_ *store.DB, err error) {
			if url, err = pg.Database(ctx); err != nil {
				return nil, err
			}
			return store.OpenPostgres(ctx, url)
		}, func(context.Context) (*driver, error) { return postgresDriver(url) }},
	}
}
