//go:build unix

package sweep

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the largest resident size that a process had, in bytes.
func peakMemory(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss) // bytes there, elsewhere KiB
	}
	return int64(u.Maxrss) << 10
}
