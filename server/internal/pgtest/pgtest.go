// Package pgtest starts a private PostgreSQL for tests and benchmarks: a
// cluster in a temporary folder, reachable through a socket in that folder
// only, made with the machine's own binaries and run as a direct child of the
// test. Messages are in German where the catalogue is there, so that nothing
// can branch on their text.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNone says that this machine has no PostgreSQL, and what to install.
var ErrNone = errors.New("no PostgreSQL here: install the server's binaries (Debian: apt-get install postgresql) or put initdb and postgres on the PATH")

// Cluster is a running PostgreSQL.
type Cluster struct {
	dir  string
	cmd  *exec.Cmd
	next atomic.Int64
	done chan error
}

// Options of a cluster.
type Options struct {
	// Durable keeps fsync on, for benchmarks; tests do without.
	Durable bool
}

// Start makes and starts a cluster. Close ends it.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "waybill-pg")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, done: make(chan error, 1)}
	if err := c.start(ctx, bin, o); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context, bin string, o Options) error {
	attr, err := c.identity()
	if err != nil {
		return err
	}
	data := filepath.Join(c.dir, "data")
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "--no-instructions")
	initdb.Dir, initdb.SysProcAttr = c.dir, attr
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	settings := []string{"-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories=" + c.dir, "-c", "max_connections=200"}
	if German() {
		// Any locale but C lets the language be chosen by the environment.
		settings = append(settings, "-c", "lc_messages=C.UTF-8")
	}
	if !o.Durable {
		settings = append(settings, "-c", "fsync=off")
	}
	c.cmd = exec.Command(filepath.Join(bin, "postgres"), settings...)
	c.cmd.Dir, c.cmd.Env = c.dir, append(os.Environ(), "LANGUAGE=de")
	log, err := os.Create(filepath.Join(c.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c.cmd.Stdout, c.cmd.Stderr = log, log
	// It ends with the test, however the test ends.
	c.cmd.SysProcAttr = dying(&syscall.SysProcAttr{Credential: attr.Credential, Setpgid: true})
	if err := c.cmd.Start(); err != nil {
		return err
	}
	go func() { c.done <- c.cmd.Wait() }()
	return c.answering(ctx)
}

// identity is whom PostgreSQL runs as: it refuses to run as root, so there the
// user postgres gets the folder.
func (c *Cluster) identity() (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return &syscall.SysProcAttr{}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, err
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err1, err2, os.Chown(c.dir, uid, gid)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

// answering waits until the server takes connections.
func (c *Cluster) answering(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.url("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case end := <-c.done:
			c.done <- end
			log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
			return fmt.Errorf("postgres ended: %v: %s", end, log)
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (c *Cluster) url(db string) string {
	return "postgres://postgres@/" + db + "?host=" + url.QueryEscape(c.dir)
}

// Database makes an empty database and returns its URL.
func (c *Cluster) Database(ctx context.Context) (string, error) { return c.CopyOf(ctx, "template0") }

// CopyOf makes a database that is a copy of another one, which nobody may be
// connected to.
func (c *Cluster) CopyOf(ctx context.Context, template string) (string, error) {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	name := fmt.Sprintf("t%d", c.next.Add(1))
	// Copying files is faster than logging every page of a small template.
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY file_copy")
	return c.url(name), err
}

// Close ends the server and removes the folder.
func (c *Cluster) Close() error {
	var err error
	if c.cmd != nil && c.cmd.Process != nil {
		err = c.cmd.Process.Signal(syscall.SIGINT) // fast shutdown
		if err == nil {
			<-c.done
		}
	}
	return errors.Join(err, os.RemoveAll(c.dir))
}

// German says whether the server's messages can be had in German here.
func German() bool {
	found, _ := filepath.Glob("/usr/share/locale/de/LC_MESSAGES/postgres-*.mo") // the pattern is good
	return len(found) > 0
}

// binaries finds the folder of initdb and postgres: the PATH, or where
// distributions put them, the newest version first.
func binaries() (string, error) {
	if p, err := exec.LookPath("initdb"); err == nil {
		if _, err := os.Stat(filepath.Join(filepath.Dir(p), "postgres")); err == nil {
			return filepath.Dir(p), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is good
	more, _ := filepath.Glob("/usr/pgsql-*/bin/initdb")
	found = append(found, more...)
	if len(found) == 0 {
		return "", ErrNone
	}
	sort.Strings(found)
	return filepath.Dir(found[len(found)-1]), nil
}
