//go:build !unix

package eas

import "time"

var cpuStart = time.Now()

// cpuTime stands in with wall time where the process's own is not to be had.
func cpuTime() time.Duration { return time.Since(cpuStart) }
