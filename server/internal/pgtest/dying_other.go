//go:build !linux

package pgtest

import "syscall"

// dying can do nothing here: Close ends the child, unless the test is killed.
func dying(attr *syscall.SysProcAttr) *syscall.SysProcAttr { return attr }
