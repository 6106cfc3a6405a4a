package export

import (
	"easim/energy"
)

// coefficient returns the dynamic-power-coefficient that gives the powers of a row
// by the kernel's formula (drivers/opp/of.c:_get_power, 6.12):
//
//	power = coefficient * mV * mV * MHz / 10^6   (µW, truncated)
//
// ok is false if there is none.
func coefficient(opps []energy.OPP, powerUW []int64) (c int64, ok bool) {
	last := len(opps) - 1
	mv, mhz := int64(opps[last].Volt)/1000, int64(opps[last].Freq)/1000
	if mv == 0 || mhz == 0 || mv > 10_000 || mhz > 100_000 {
		return 0, false
	}
	// One step of the coefficient is mv^2 MHz / 10^6 µW, above 1 for any real OPP, so
	// the least one that reaches the top power is the only candidate.
	per := mv * mv * mhz
	c = (powerUW[last]*1_000_000 + per - 1) / per
	return c, c < 1<<20 && gives(c, opps, powerUW)
}

func gives(c int64, opps []energy.OPP, powerUW []int64) bool {
	for i, o := range opps {
		mv, mhz := int64(o.Volt)/1000, int64(o.Freq)/1000
		if mv == 0 || mhz == 0 || mv > 10_000 || mhz > 100_000 || c*mv*mv*mhz/1_000_000 != powerUW[i] {
			return false
		}
	}
	return true
}

// dmips returns capacity-dmips-mhz for each CPU: what the platform says, or, if it
// does not say it of all, the least numbers from which Linux computes the
// capacities of table t (topology_normalize_cpu_scale: dmips * kHz, the highest is
// 1024, truncated). nil, with a reason, if there are none to find or needed.
func dmips(p *energy.Platform, t *energy.PowerTable) (perCPU []int64, derived bool, why string) {
	known := 0
	perCPU = make([]int64, len(p.CPUs))
	for id, c := range p.CPUs {
		if perCPU[id] = int64(p.Types[c.Type].DMIPSPerMHz); perCPU[id] > 0 {
			known++
		}
	}
	if known == len(perCPU) {
		return perCPU, false, ""
	}
	if t == nil {
		return nil, false, "neither the CPU types nor a table say how fast the CPUs are"
	}
	want, khz := make([]int64, len(perCPU)), make([]int64, len(perCPU))
	equal := true
	for id, c := range p.CPUs {
		opps := p.FreqDomains[c.Domain].OPPs
		if want[id] = int64(t.TopCapacity(energy.CPUID(id))); want[id] < 1 || len(opps) == 0 {
			return nil, false, "table " + t.Name + " has no capacity for every CPU"
		}
		khz[id] = int64(opps[len(opps)-1].Freq)
		equal = equal && want[id] == int64(energy.CapacityScale)
	}
	if equal {
		return nil, false, ""
	}
	for scale := int64(1024); scale < 1<<20; scale *= 2 {
		if solveDMIPS(perCPU, want, khz, scale) {
			return perCPU, true, ""
		}
	}
	return nil, false, "no capacity-dmips-mhz gives the capacities of table " + t.Name
}

// solveDMIPS gives the CPUs of capacity 1024 the value scale and finds those of the
// others.
func solveDMIPS(out, want, khz []int64, scale int64) bool {
	raw := int64(0)
	for id := range want {
		if want[id] == int64(energy.CapacityScale) {
			raw = max(raw, scale*khz[id])
		}
	}
	if raw == 0 {
		return false
	}
	for id := range want {
		out[id] = (want[id]*raw + 1024*khz[id] - 1) / (1024 * khz[id])
		if out[id]*khz[id] > raw || out[id]*khz[id]<<10/raw != want[id] {
			return false
		}
	}
	return true
}

// boosted says for each frequency domain whether its top OPP is one of boost
// (turbo-mode), which Linux leaves out of the capacities: found by trying which
// choice makes dmips * kHz give the capacities of table t. ok is false if none
// does; all false is then returned.
func boosted(p *energy.Platform, t *energy.PowerTable, perCPU []int64) (turbo []bool, ok bool) {
	const most = 10 // domains that are tried; boards with boost have few
	turbo = make([]bool, len(p.FreqDomains))
	for set := range 1 << min(len(turbo), most) {
		for i := range min(len(turbo), most) {
			turbo[i] = set>>i&1 != 0
		}
		if capacitiesMatch(p, t, perCPU, turbo) {
			return turbo, true
		}
	}
	return make([]bool, len(p.FreqDomains)), false
}

func capacitiesMatch(p *energy.Platform, t *energy.PowerTable, perCPU []int64, turbo []bool) bool {
	raw := make([]int64, len(p.CPUs))
	top := int64(0)
	for id, c := range p.CPUs {
		opps := p.FreqDomains[c.Domain].OPPs
		last := len(opps) - 1
		if turbo[c.Domain] {
			last--
		}
		if last < 0 {
			return false
		}
		raw[id] = perCPU[id] * int64(opps[last].Freq)
		top = max(top, raw[id])
	}
	for id := range raw {
		if top == 0 || raw[id]<<10/top != int64(t.TopCapacity(energy.CPUID(id))) {
			return false
		}
	}
	return true
}
