package engines

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// process is a program with all that it starts, which ends with it.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed once it has ended
}

// launch starts a program in a process group of its own.
func launch(cmd *exec.Cmd) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	go func() { _ = cmd.Wait(); close(p.done) }()
	return p, nil
}

// kill ends the whole group at once, and waits until its first is gone.
func (p *process) kill() {
	if p == nil {
		return
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may have ended
	<-p.done
}

// until waits for something that a started program does, or for its end.
func (p *process) until(what string, ok func() bool) error {
	deadline := time.After(Patience)
	for !ok() {
		select {
		case <-p.done:
			return fmt.Errorf("%s ended before %s", p.cmd.Path, what)
		case <-deadline:
			return fmt.Errorf("%s: not within %v: %s", p.cmd.Path, Patience, what)
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

// freePort is one that nobody used a moment ago.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

// environment is the caller's with some variables replaced.
func environment(set ...string) []string {
	var env []string
	for _, old := range os.Environ() {
		name, _, _ := strings.Cut(old, "=")
		replaced := false
		for _, s := range set {
			replaced = replaced || strings.HasPrefix(s, name+"=")
		}
		if !replaced {
			env = append(env, old)
		}
	}
	return append(env, set...)
}
