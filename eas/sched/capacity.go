package sched

import "easim/eas/des"

// ScaleRTCapacity is the part of capacityOrig that real-time work leaves:
// rtUsed is what it takes, in 1/1024 (fair.c:scale_rt_capacity). The result is
// at least 1.
func ScaleRTCapacity(capacityOrig, rtUsed int64) int64 {
	left := int64(1)
	if rtUsed < 1024 {
		left = 1024 - rtUsed
	}
	return max(capacityOrig*left>>10, 1)
}

// RTUsed is the share of c that real-time work took of late, in 1/1024: the
// average of running time x frequency over the averaging period, which is half
// of sched_time_avg_ms plus the time since the last halving.
func (k *Kernel) RTUsed(c *CPU) int64 {
	if c.RQ.RT.Avg == 0 {
		return 0
	}
	total := k.rtAvgPeriod() + int64(k.Now()-c.RQ.RT.AgeStamp)
	return int64(c.RQ.RT.Avg) / total
}

// ageRTAvg halves the real-time average once per period
// (core.c:sched_avg_update).
func (k *Kernel) ageRTAvg(c *CPU) {
	rt, period := &c.RQ.RT, k.rtAvgPeriod()
	for int64(k.Now()-rt.AgeStamp) > period {
		rt.AgeStamp += des.Time(period)
		rt.Avg /= 2
	}
}

// RTAvgUpdate adds ns of real-time running to c's average
// (core.c:sched_rt_avg_update).
func (k *Kernel) RTAvgUpdate(c *CPU, ns int64) {
	c.RQ.RT.Avg += uint64(ns * c.FreqScale)
	k.ageRTAvg(c)
}

func (k *Kernel) rtAvgPeriod() int64 { return k.params.TimeAvgMS * 1_000_000 / 2 }

// setCPUScale writes c's top capacity under the present frequency limit
// (scale_cpu_capacity with max_freq_scale).
func (k *Kernel) setCPUScale(c *CPU) {
	d := &k.domains[c.Domain]
	if d.MaxOPP == len(d.Freqs)-1 {
		c.CPUScale = c.Caps[d.MaxOPP]
		return
	}
	limit := int64(d.Freqs[d.MaxOPP]) << 10 / int64(d.Freqs[len(d.Freqs)-1])
	c.CPUScale = c.Caps[len(c.Caps)-1] * limit >> 10
}

// updateCPUCapacity is fair.c:update_cpu_capacity: the original capacity under
// the present frequency limit, what real-time work leaves of it, and the root
// domain's largest original capacity.
func (k *Kernel) updateCPUCapacity(c *CPU) {
	k.setCPUScale(c)
	c.CapacityOrig = c.CPUScale
	if r := &k.root; r.MaxCapacity < c.CapacityOrig || r.maxCapacityCPU == c.ID {
		r.MaxCapacity, r.maxCapacityCPU = c.CapacityOrig, c.ID
	}
	c.Capacity = ScaleRTCapacity(c.CapacityOrig, k.RTUsed(c))
}
