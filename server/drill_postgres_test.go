package main

import (
	"testing"

	"waybill/server/internal/pgtest"
)

// cluster is a PostgreSQL office that is moved.
type cluster struct {
	*testing.T
	pg *pgtest.Cluster
	db string
	p  *program
	d  *device
}

func (c *cluster) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// closed ends a cluster with its test.
func closed(t *testing.T) func(*pgtest.Cluster, error) *pgtest.Cluster {
	return func(pg *pgtest.Cluster, err error) *pgtest.Cluster {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := pg.Close(); err != nil {
				t.Error(err)
			}
		})
		return pg
	}
}

func openCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{T: t, pg: closed(t)(pgtest.Start(t.Context(), pgtest.Options{}))}
	var err error
	c.db, err = c.pg.Database(t.Context())
	c.must(err)
	c.p = serves(t, c.db, "--demo")
	c.d = newDevice(t, c.p)
	c.d.sends(1)
	return c
}

// Ways of a cluster: keep is done while order 1 is in the office, move after
// order 2 came too, with the server stopped, and returns where to serve.
var clusterWays = map[string]struct {
	keep func(c *cluster) (move func() (db string))
	want outcome
}{
	"a dump is loaded into a new database": {
		func(c *cluster) func() string {
			c.must(c.pg.Dump(c.Context(), c.db, c.pg.File("dump")))
			return func() string {
				db, err := c.pg.Database(c.Context())
				c.must(err)
				c.must(c.pg.Load(c.Context(), db, c.pg.File("dump")))
				return db
			}
		},
		outcome{lost: []int{2}},
	},
	"a dump is loaded into another cluster": {
		func(c *cluster) func() string {
			c.must(c.pg.Dump(c.Context(), c.db, c.pg.File("dump")))
			return func() string {
				other := closed(c.T)(pgtest.Start(c.Context(), pgtest.Options{}))
				db, err := other.Database(c.Context())
				c.must(err)
				c.must(c.pg.Load(c.Context(), db, c.pg.File("dump")))
				return db
			}
		},
		outcome{lost: []int{2}},
	},
	"the database is copied within its cluster": {
		func(c *cluster) func() string {
			c.p.end()
			db, err := c.pg.CopyOf(c.Context(), "t1")
			c.must(err)
			c.p = serves(c.T, c.db)
			c.d.at(c.p)
			return func() string { return db }
		},
		outcome{lost: []int{2}},
	},
	"the cluster is recovered to an earlier moment": {
		func(c *cluster) func() string {
			back := closed(c.T)(c.pg.Backup(c.Context()))
			return func() string {
				c.must(c.pg.Stop())
				c.must(back.Start(c.Context()))
				c.must(back.Leads(c.Context()))
				return back.Of(c.db)
			}
		},
		outcome{lost: []int{2}},
	},
	"a replica is promoted that lacks the last order": {
		func(c *cluster) func() string {
			replica := closed(c.T)(c.pg.Replica(c.Context()))
			c.must(replica.Stop())
			return func() string {
				c.must(c.pg.Crash())
				return promoted(c, replica)
			}
		},
		outcome{lost: []int{2}},
	},
	"a replica is promoted that has everything": {
		func(c *cluster) func() string {
			replica := closed(c.T)(c.pg.Replica(c.Context()))
			return func() string {
				c.must(replica.Follows(c.Context(), c.pg))
				c.must(c.pg.Stop())
				c.must(replica.Stop())
				return promoted(c, replica)
			}
		},
		outcome{},
	},
	"the volume is set back": {
		func(c *cluster) func() string {
			c.p.end()
			c.must(c.pg.Stop())
			c.must(c.pg.Keep(c.Context(), "kept"))
			c.must(c.pg.Start(c.Context()))
			c.p = serves(c.T, c.db)
			c.d.at(c.p)
			return func() string {
				c.must(c.pg.Crash())
				c.must(c.pg.SetBack(c.Context(), "kept"))
				c.must(c.pg.Start(c.Context()))
				return c.db
			}
		},
		outcome{lost: []int{2}, byDevice: true},
	},
	"the cluster is only started again": {
		func(c *cluster) func() string {
			return func() string {
				c.must(c.pg.Crash())
				c.must(c.pg.Start(c.Context()))
				return c.db
			}
		},
		outcome{same: true},
	},
}

// promoted makes a replica that was stopped the primary.
func promoted(c *cluster, replica *pgtest.Cluster) string {
	c.must(replica.Start(c.Context()))
	c.must(replica.Promote(c.Context()))
	return replica.Of(c.db)
}

func TestNoWayOfMovingAClusterTellsDevicesSomethingFalse(t *testing.T) {
	for name, way := range clusterWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openCluster(t)
			move := way.keep(c)
			c.d.sends(2)
			c.p.end()
			p := serves(t, move())
			way.want.holds(t, p, c.d)
			p.end()
		})
	}
}

// The original goes on while a copy of it is served beside it: the devices of
// the two are told apart, and so are their numbers.
func TestACopyServedBesideTheOriginalIsAnotherOffice(t *testing.T) {
	t.Parallel()
	c := openCluster(t)
	c.must(c.pg.Dump(c.Context(), c.db, c.pg.File("dump")))
	db, err := c.pg.Database(t.Context())
	c.must(err)
	c.must(c.pg.Load(t.Context(), db, c.pg.File("dump")))
	other := newDevice(t, serves(t, db))
	other.sends(3)
	c.d.sends(2)
	if c.d.greets("GET", "") != c.d.history || c.d.receipts[2] != "A-000002" {
		t.Errorf("the original does not go on: %s", c.d.receipts[2])
	}
	if other.history == c.d.history || other.receipts[3] <= "A-000003" {
		t.Errorf("the copy goes on as the original: %s", other.receipts[3])
	}
}

// The database fails over to a replica while the server runs: the next
// connection leads elsewhere, and that is noticed before it is used.
func TestAFailoverUnderTheRunningServerIsNoticed(t *testing.T) {
	t.Parallel()
	c := openCluster(t)
	replica := closed(t)(c.pg.Replica(t.Context()))
	c.must(replica.Stop())
	c.d.sends(2)
	c.must(c.pg.Crash())
	promoted(c, replica)
	c.must(replica.Stop())
	replica.TakeOver(c.pg)
	c.must(replica.Start(t.Context()))
	outcome{lost: []int{2}}.holds(t, c.p, c.d)
	c.p.end()
}
