package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// Stop ends the server in an orderly way (a fast shutdown: whoever is connected
// is cut off, replicas get all there is). One that does not run is fine.
func (c *Cluster) Stop() error { return c.end(syscall.SIGINT) }

// Kill ends the server at once, as a crash does.
func (c *Cluster) Kill() error {
	return errors.Join(c.signal(syscall.SIGKILL), c.end(syscall.SIGKILL))
}

// Crash ends the server without writing down what is only in memory, and waits
// until all of it is gone, so that it can be started again.
func (c *Cluster) Crash() error { return c.end(syscall.SIGQUIT) }

func (c *Cluster) end(how syscall.Signal) error {
	if c.cmd == nil {
		return nil
	}
	if err := c.cmd.Process.Signal(how); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-c.done
	c.cmd = nil
	return nil
}

// Freeze stops every process of the server where it is; Thaw lets them go on.
func (c *Cluster) Freeze() error { return c.signal(syscall.SIGSTOP) }

// Thaw undoes Freeze.
func (c *Cluster) Thaw() error { return c.signal(syscall.SIGCONT) }

// signal sends a signal to the server and to its children, which have process
// groups of their own.
func (c *Cluster) signal(how syscall.Signal) error {
	pid := c.cmd.Process.Pid
	list, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return err
	}
	err = syscall.Kill(pid, how)
	for _, word := range strings.Fields(string(list)) {
		child, bad := strconv.Atoi(word)
		if e := syscall.Kill(child, how); bad == nil && !errors.Is(e, syscall.ESRCH) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// Exec carries out a statement as the administrator, in the database postgres.
func (c *Cluster) Exec(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}

// Replica makes and starts a server that follows this one.
func (c *Cluster) Replica(ctx context.Context) (*Cluster, error) {
	r, err := newCluster(Options{})
	if err != nil {
		return nil, err
	}
	if _, err = r.identity(); err == nil {
		err = r.command(ctx, "pg_basebackup", "-h", c.sockets, "-U", "postgres", "-D", r.data(), "-R", "-X", "stream", "-c", "fast")
	}
	if err == nil {
		err = r.Start(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Promote makes a replica the primary.
func (c *Cluster) Promote(ctx context.Context) error { return c.Exec(ctx, "SELECT pg_promote()") }

// Socket is the path on which the server listens.
func (c *Cluster) Socket() string { return filepath.Join(c.sockets, ".s.PGSQL.5432") }
