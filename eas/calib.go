package eas

import (
	"fmt"
	"strconv"

	"easim/eas/workload"
	"easim/energy"
)

// calibration is the speed that 1 µs of work means.
type calibration struct {
	rate energy.Rate
	cpu  energy.CPUID // NoCPU: given as a capacity
}

const noCPU = energy.CPUID(-1)

// resolveCalib finds the speed that 1 µs of work means: --calib-cpu, else what the
// workload says.
func (u *setup) resolveCalib() error {
	c := u.work.Calib
	if u.s.CalibCPU != "" {
		n, err := strconv.ParseInt(u.s.CalibCPU, 10, 64)
		switch {
		case err != nil || n < 0 || n > int64(energy.CapacityScale):
			return fmt.Errorf("eas: calibration %q: want a CPU (0 to %d) or a capacity up to %d",
				u.s.CalibCPU, len(u.platform.CPUs)-1, energy.CapacityScale)
		case n < int64(len(u.platform.CPUs)):
			c = workload.Calibration{HasCPU: true, CPU: energy.CPUID(n)}
		default:
			c = workload.Calibration{Capacity: energy.Capacity(n)}
		}
	}
	u.calib = calibration{cpu: noCPU, rate: energy.RateScale}
	switch {
	case c.HasCPU:
		if c.CPU < 0 || int(c.CPU) >= len(u.platform.CPUs) {
			return fmt.Errorf("eas: workload %s is calibrated on CPU %d, but platform %s has CPUs %s; --calib-cpu gives another",
				u.s.Workload, c.CPU, u.platform.Name, u.platform.AllCPUs())
		}
		set := u.platform.Types[u.platform.CPUs[c.CPU].Type].RateSet(u.rate)
		u.calib = calibration{cpu: c.CPU, rate: set.Int[len(set.Int)-1]}
	case c.Capacity > 0:
		u.calib.rate = energy.Rate(c.Capacity) << energy.RateShift
	}
	return nil
}
