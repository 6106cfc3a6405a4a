package sched

// cpuLoadFactors[i][j] is ((2^i - 1) / 2^i)^(2^j) x 128, rounded down: the decay
// of load index i over 2^j missed ticks. cpuLoadZero is the number of missed
// ticks after which nothing is left (kernel/sched/fair.c, 4.4: degrade_factor,
// degrade_zero_ticks).
var (
	cpuLoadZero    = [...]int64{0, 8, 32, 64, 128}
	cpuLoadFactors = [...][7]uint64{
		{},
		{64, 32, 8, 0, 0, 0, 0},
		{96, 72, 40, 12, 1, 0, 0},
		{112, 98, 75, 43, 15, 1, 0},
		{120, 112, 98, 76, 45, 16, 2},
	}
)

// updateCPULoad is fair.c:update_cpu_load_active, once per tick.
func (k *Kernel) updateCPULoad(c *CPU) {
	k.updateLoads(c, c.WeightedLoad(), k.Jiffies(), 1)
}

// updateCPULoadIdle is fair.c:update_idle_cpu_load, for an idle CPU without
// ticks.
func (k *Kernel) updateCPULoadIdle(c *CPU) {
	load, now := c.WeightedLoad(), k.Jiffies()
	if load != 0 || now == c.RQ.LastLoadUpdateTick {
		return
	}
	k.updateLoads(c, load, now, now-c.RQ.LastLoadUpdateTick)
}

// updateCPULoadNohz is fair.c:update_cpu_load_nohz, when the tick restarts.
func (k *Kernel) updateCPULoadNohz(c *CPU) {
	now := k.Jiffies()
	if pending := now - c.RQ.LastLoadUpdateTick; pending > 0 {
		k.updateLoads(c, 0, now, pending)
	}
}

// updateLoads is fair.c:__update_cpu_load, pending ticks after the last one. The
// real-time average comes along.
func (k *Kernel) updateLoads(c *CPU, load uint64, now, pending int64) {
	c.RQ.LastLoadUpdateTick = now
	c.RQ.foldLoad(load, pending)
	k.ageRTAvg(c)
}

// foldLoad is the decayed loads: index i moves 1/2^i of the way per tick, upwards
// rounded up. pending is the number of ticks since the last update.
func (rq *RunQueue) foldLoad(load uint64, pending int64) {
	rq.CPULoad[0] = load
	for i := 1; i < len(rq.CPULoad); i++ {
		scale := uint64(1) << i
		old := decayMissed(rq.CPULoad[i], pending-1, i)
		fresh := load
		if fresh > old {
			fresh += scale - 1
		}
		rq.CPULoad[i] = (old*(scale-1) + fresh) >> i
	}
}

// decayMissed is fair.c:decay_load_missed.
func decayMissed(load uint64, missed int64, idx int) uint64 {
	switch {
	case missed <= 0:
		return load
	case missed >= cpuLoadZero[idx]:
		return 0
	case idx == 1:
		return load >> missed
	}
	for j := 0; missed > 0; j++ {
		if missed&1 != 0 {
			load = load * cpuLoadFactors[idx][j] >> 7
		}
		missed >>= 1
	}
	return load
}
