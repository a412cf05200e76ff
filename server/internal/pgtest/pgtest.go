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
	dir, bin string
	sockets  string // the folder that is its address
	settings []string
	cmd      *exec.Cmd // nil while it does not run
	next     atomic.Int64
	done     chan error
}

// Options of a cluster.
type Options struct {
	// Durable puts it on a disk, for benchmarks. Tests have theirs in memory
	// where they can: it says of itself that it is durable, as a server wants it,
	// and costs no trip to a disk.
	Durable bool
	// Connections is max_connections; 0 means 200.
	Connections int
}

// Start makes and starts a cluster. Close ends it.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	c, err := newCluster(o)
	if err != nil {
		return nil, err
	}
	err = c.command(ctx, "initdb", "-D", c.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "--no-instructions")
	if err == nil {
		err = c.Start(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// newCluster makes the folder of a cluster.
func newCluster(o Options) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	parent := ""
	if !o.Durable {
		parent = inMemory()
	}
	dir, err := os.MkdirTemp(parent, "waybill-pg")
	if err != nil {
		return nil, err
	}
	conns := o.Connections
	if conns == 0 {
		conns = 200
	}
	c := &Cluster{dir: dir, bin: bin, sockets: dir, settings: []string{
		"-D", filepath.Join(dir, "data"), "-c", "listen_addresses=", "-c", "max_connections=" + strconv.Itoa(conns),
	}}
	if German() {
		// Any locale but C lets the language be chosen by the environment.
		c.settings = append(c.settings, "-c", "lc_messages=C.UTF-8")
	}
	return c, nil
}

// roomInMemory is what a few clusters may take.
const roomInMemory = 1 << 30

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// command runs one of PostgreSQL's own programs to its end.
func (c *Cluster) command(ctx context.Context, name string, args ...string) error {
	attr, err := c.identity()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, name), args...)
	cmd.Dir, cmd.SysProcAttr = c.dir, attr
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// Start starts a cluster that does not run, and returns once it answers.
func (c *Cluster) Start(ctx context.Context) error {
	attr, err := c.identity()
	if err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(c.bin, "postgres"), append(c.settings, "-c", "unix_socket_directories="+c.sockets)...)
	cmd.Dir, cmd.Env = c.dir, append(os.Environ(), "LANGUAGE=de")
	log, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	// It ends with the test, however the test ends.
	cmd.SysProcAttr = dying(&syscall.SysProcAttr{Credential: attr.Credential, Setpgid: true})
	if err := cmd.Start(); err != nil {
		return err
	}
	c.cmd, c.done = cmd, make(chan error, 1)
	done := c.done
	go func() { done <- cmd.Wait() }()
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
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
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
	return "postgres://postgres@/" + db + "?host=" + url.QueryEscape(c.sockets)
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
	return errors.Join(c.Stop(), os.RemoveAll(c.dir))
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
		// A link leads to where all the others are.
		if p, err = filepath.EvalSymlinks(p); err != nil {
			return "", err
		}
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
