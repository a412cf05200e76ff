package pgtest

import "syscall"

// dying makes the child end when the test's process does, however it ends.
func dying(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr.Pdeathsig = syscall.SIGINT
	return attr
}
