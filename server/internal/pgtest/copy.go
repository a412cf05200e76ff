package pgtest

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// Dump writes a database into a file, as an administrator does.
func (c *Cluster) Dump(ctx context.Context, db, file string) error {
	return c.command(ctx, "pg_dump", "--format=custom", "--file="+file, "--dbname="+db)
}

// Load fills an empty database from a dump, which may be another cluster's.
func (c *Cluster) Load(ctx context.Context, db, file string) error {
	return c.command(ctx, "pg_restore", "--dbname="+db, file)
}

// File is a path in the cluster's folder, where its programs may write.
func (c *Cluster) File(name string) string { return filepath.Join(c.dir, name) }

// Keep copies the data of a cluster that is stopped.
func (c *Cluster) Keep(ctx context.Context, name string) error {
	return c.run(ctx, "cp", "-a", c.data(), c.File(name))
}

// SetBack puts a kept copy in the place of the data of a cluster that is
// stopped, as a volume does that is set back to a snapshot.
func (c *Cluster) SetBack(ctx context.Context, name string) error {
	if err := os.RemoveAll(c.data()); err != nil {
		return err
	}
	return c.run(ctx, "cp", "-a", c.File(name), c.data())
}

func (c *Cluster) run(ctx context.Context, name string, args ...string) error {
	attr, err := c.identity()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.SysProcAttr = c.dir, attr
	return cmd.Run()
}

// Follows waits until a replica has all that its primary has now.
func (c *Cluster) Follows(ctx context.Context, primary *Cluster) error {
	var at string
	err := primary.until(ctx, "SELECT pg_current_wal_flush_lsn()::text, true", &at)
	if err != nil {
		return err
	}
	return c.until(ctx, "SELECT '', pg_last_wal_replay_lsn() >= '"+at+"'", new(string))
}

// until asks a question again until its second column is true.
func (c *Cluster) until(ctx context.Context, query string, first *string) error {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for yes := false; !yes && err == nil; {
		err = conn.QueryRow(ctx, query).Scan(first, &yes)
	}
	return err
}

// Backup takes a base backup of this cluster, and what is needed for a cluster
// that is recovered to its end and no further. It is not started.
func (c *Cluster) Backup(ctx context.Context) (*Cluster, error) {
	b, err := newCluster(Options{})
	if err != nil {
		return nil, err
	}
	settings := "restore_command = 'false'\nrecovery_target = 'immediate'\nrecovery_target_action = 'promote'\n"
	if _, err = b.identity(); err == nil {
		err = b.command(ctx, "pg_basebackup", "-h", c.sockets, "-U", "postgres", "-D", b.data(), "-c", "fast")
	}
	if err == nil {
		err = errors.Join(b.run(ctx, "touch", filepath.Join(b.data(), "recovery.signal")),
			b.run(ctx, "sh", "-c", `printf "%s" "$1" >> "$2"`, "sh", settings, filepath.Join(b.data(), "postgresql.auto.conf")))
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Leads waits until a cluster takes writes.
func (c *Cluster) Leads(ctx context.Context) error {
	return c.until(ctx, "SELECT '', NOT pg_is_in_recovery()", new(string))
}

// Of returns this cluster's URL of a database that has its name from another.
func (c *Cluster) Of(db string) string {
	u, err := url.Parse(db)
	if err != nil {
		panic(err)
	}
	return c.url(filepath.Base(u.Path))
}

// TakeOver gives a cluster that is stopped the address of another one that is,
// as a failover does.
func (c *Cluster) TakeOver(from *Cluster) { c.sockets = from.sockets }
