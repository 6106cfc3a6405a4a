package schedtest

import (
	"fmt"

	"github.com/cockroachdb/datadriven"

	"easim/energy"
)

// runFreq limits the frequencies of a CPU's domain, as writes to
// scaling_min_freq and scaling_max_freq do.
func (e *Env) runFreq(d *datadriven.TestData) error {
	a := argsOf(d)
	cpu := a.number("cpu", 0)
	lowest, highest := a.frequency("min", 0), a.frequency("max", 0)
	if err := a.done(); err != nil {
		return err
	}
	if cpu < 0 || int(cpu) >= len(e.platform.CPUs) {
		return fmt.Errorf("there is no cpu%d", cpu)
	}
	domain := e.k.CPU(energy.CPUID(cpu)).Domain
	return e.do(func() { e.k.SetFreqLimits(domain, lowest, highest) })
}
