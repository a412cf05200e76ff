//go:build !js

package form

import (
	"runtime"
	"time"
)

// yield lets other goroutines run.
func yield() {
	runtime.Gosched()
	time.Sleep(time.Microsecond)
}
