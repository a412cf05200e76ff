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
	"time"

	"github.com/jackc/pgx/v5"
)

// Stop ends the server in an orderly way (a fast shutdown: whoever is connected
// is cut off, replicas get all there is). One that does not run is fine.
func (c *Cluster) Stop() error { return c.end(syscall.SIGINT) }

// Kill ends the server at once, as a crash does, and returns once nothing of it
// runs any more: it can be started again.
func (c *Cluster) Kill() error {
	// Stopped, it makes no more children.
	if err := syscall.Kill(c.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
		return err
	}
	all, err := c.processes()
	if err != nil {
		return err
	}
	for _, pid := range all {
		if e := syscall.Kill(pid, syscall.SIGKILL); !errors.Is(e, syscall.ESRCH) {
			err = errors.Join(err, e)
		}
	}
	<-c.done
	c.cmd = nil
	for _, pid := range all {
		for runs(pid) {
			time.Sleep(time.Millisecond)
		}
	}
	return err
}

// runs says whether a process is there and has not ended.
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ") // behind the program's name
	return !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
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
	_ = c.Thaw() // what is frozen hears nothing
	<-c.done
	c.cmd = nil
	return nil
}

// Freeze stops every process of the server where it is; Thaw lets them go on.
func (c *Cluster) Freeze() error { return c.signal(syscall.SIGSTOP) }

// Thaw undoes Freeze.
func (c *Cluster) Thaw() error { return c.signal(syscall.SIGCONT) }

// signal sends a signal to every process of the server.
func (c *Cluster) signal(how syscall.Signal) error {
	all, err := c.processes()
	for _, pid := range all {
		if e := syscall.Kill(pid, how); !errors.Is(e, syscall.ESRCH) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// processes are the server and its children, which have process groups of their
// own.
func (c *Cluster) processes() ([]int, error) {
	pid := c.cmd.Process.Pid
	all := []int{pid}
	list, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, word := range strings.Fields(string(list)) {
		child, bad := strconv.Atoi(word)
		if bad == nil {
			all = append(all, child)
		}
	}
	return all, err
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
	r.settings = append(r.settings, "-c", "wal_retrieve_retry_interval=50ms")
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

// Followed waits until a replica is connected: only then does an orderly stop
// hand it all there is.
func (c *Cluster) Followed(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for streams := false; !streams; {
		if err := conn.QueryRow(ctx, "SELECT count(*) > 0 FROM pg_stat_replication WHERE state = 'streaming'").Scan(&streams); err != nil {
			return err
		}
	}
	return nil
}

// Promote makes a replica the primary.
func (c *Cluster) Promote(ctx context.Context) error { return c.Exec(ctx, "SELECT pg_promote()") }

// Socket is the path on which the server listens.
func (c *Cluster) Socket() string { return filepath.Join(c.sockets, ".s.PGSQL.5432") }
