//go:build unix

package eas

import (
	"syscall"
	"time"
)

// cpuTime is the CPU time of the process so far: on a shared machine wall time
// measures the neighbours.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
