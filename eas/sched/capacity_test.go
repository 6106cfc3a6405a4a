package sched

import (
	"testing"

	"easim/eas/des"
)

func TestScaleRTCapacity(t *testing.T) {
	for _, tt := range []struct{ orig, used, want int64 }{
		{1024, 0, 1024},
		{593, 0, 593},
		{593, 512, 296}, // 593 x 512 >> 10 = 296.5
		{1024, 1023, 1},
		{1024, 1024, 1}, // all used: one unit of 1024 is left, 1024 x 1 >> 10
		{593, 1024, 1},  // 593 x 1 >> 10 = 0, but never below 1
		{593, 5000, 1},
	} {
		check(t, "capacity", ScaleRTCapacity(tt.orig, tt.used), tt.want)
	}
}

// TestRTUsed follows rq.rt_avg: running time x freq_scale, halved when more than
// half of sched_time_avg_ms (500 ms) has passed since the last halving, over
// 500 ms plus that time.
func TestRTUsed(t *testing.T) {
	m := newMachine(t, setup{})
	c := m.CPU(1)
	const ms = int64(des.Millisecond)

	m.AdvanceTo(100 * des.Millisecond)
	m.RTAvgUpdate(c, 60*ms)
	// 60 ms x 1024 / (500 + 100) ms = 102.4
	check(t, "at 100 ms", m.RTUsed(c), 102)

	m.AdvanceTo(500 * des.Millisecond)
	m.ageRTAvg(c)                          // not more than 500 ms: no halving yet
	check(t, "at 500 ms", m.RTUsed(c), 61) // 61440 / 1000
	check(t, "no halving at 500 ms", c.RQ.RT.AgeStamp, 0)

	m.AdvanceTo(501 * des.Millisecond)
	m.ageRTAvg(c)
	check(t, "stamp after the halving", c.RQ.RT.AgeStamp, 500*des.Millisecond)
	check(t, "at 501 ms", m.RTUsed(c), 61) // 30720 / 501 = 61.3

	m.AdvanceTo(2600 * des.Millisecond) // 2100 ms on: four more halvings
	m.ageRTAvg(c)
	check(t, "stamp", c.RQ.RT.AgeStamp, 2500*des.Millisecond)
	check(t, "sum", c.RQ.RT.Avg, uint64(30720*ms)>>4)

	c.FreqScale = 512 // half the frequency counts half
	c.RQ.RT.Avg = 0
	m.RTAvgUpdate(c, 60*ms)
	check(t, "at half speed", m.RTUsed(c), 51) // 30720 / 600
}

// TestRTAvgOfASleeper: a CPU without ticks does not halve its average by itself. Whoever
// brings its loads up to date does, the end of its sleep above all, so that what it runs
// next counts in full (__update_cpu_load: sched_avg_update). A refresh of its capacity
// takes the sum as it finds it (scale_rt_capacity).
func TestRTAvgOfASleeper(t *testing.T) {
	const ms = int64(des.Millisecond)
	for _, tt := range []struct {
		name   string
		update func(m *machine, c *CPU)
		used   int64 // at 2600 ms
		stamp  des.Time
		then   int64 // after 8 ms more of real-time work, 8192e6
	}{
		// 61440e6 / (500 + 2600) ms = 19.8. The 8 ms are halved with the rest, five
		// times: (61440 + 8192) / 32 = 2176; / 600 = 3.6.
		{"nobody", func(*machine, *CPU) {}, 19, 0, 3},
		{"its capacity is refreshed", func(m *machine, c *CPU) { m.updateCPUCapacity(c) }, 19, 0, 3},
		// 61440 / 32 = 1920; / 600 = 3.2. (1920 + 8192) / 600 = 16.9.
		{"its tick restarts", func(m *machine, c *CPU) { m.updateCPULoadNohz(c) }, 3, 2500 * des.Millisecond, 16},
		{"another CPU balances", func(m *machine, c *CPU) { m.updateCPULoadIdle(c) }, 3, 2500 * des.Millisecond, 16},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, setup{})
			c := m.CPU(1)
			m.AdvanceTo(100 * des.Millisecond)
			m.RTAvgUpdate(c, 60*ms)
			m.AdvanceTo(2600 * des.Millisecond)
			tt.update(m, c)
			check(t, "used", m.RTUsed(c), tt.used)
			check(t, "stamp", c.RQ.RT.AgeStamp, tt.stamp)
			m.RTAvgUpdate(c, 8*ms)
			check(t, "used after 8 ms", m.RTUsed(c), tt.then)
		})
	}
}

// TestUpdateCPUCapacity: capacity_orig follows policy.max; the root domain's
// largest capacity falls only through the CPU it was seen on.
func TestUpdateCPUCapacity(t *testing.T) {
	m := newMachine(t, setup{})
	a53, first, second := m.CPU(0), m.CPU(1), m.CPU(2)
	check(t, "largest at boot", m.root.MaxCapacity, 1024)

	m.domains[a53.Domain].MaxOPP = 1
	m.updateCPUCapacity(a53)
	// 800 MHz of 950: 800000 << 10 / 950000 = 862; 593 x 862 >> 10 = 499
	check(t, "A53 limited to 800 MHz", a53.CapacityOrig, 499)
	check(t, "largest", m.root.MaxCapacity, 1024)

	m.domains[first.Domain].MaxOPP = 1
	m.updateCPUCapacity(second)
	check(t, "CPU 2: 1024 x 853 >> 10", second.CapacityOrig, 853)
	check(t, "largest was seen on CPU 1", m.root.MaxCapacity, 1024)
	m.updateCPUCapacity(first)
	check(t, "largest after CPU 1", m.root.MaxCapacity, 853)

	m.AdvanceTo(100 * des.Millisecond)
	m.RTAvgUpdate(first, 300*int64(des.Millisecond))
	m.updateCPUCapacity(first)
	// 300 x 1024 / 600 = 512 used; 853 x 512 >> 10 = 426
	check(t, "capacity_of under real-time load", first.Capacity, 426)
	check(t, "capacity_orig under real-time load", first.CapacityOrig, 853)
	check(t, "largest is of capacity_orig", m.root.MaxCapacity, 853)
}

// TestCapacityUnderLimit: freq_scale is the frequency over policy.max
// (scale_freq_capacity of EASv5.2), because capacity_orig carries the limit already: a
// CPU at its limit has all of it. Only capacity_orig waits for its refresh.
func TestCapacityUnderLimit(t *testing.T) {
	m := newMachine(t, setup{})
	m.SetFreqLimits(1, 0, 600_000) // A72: 600 of 1200 MHz
	m.runTo(t, 10*des.Millisecond)
	c := m.CPU(1)
	check(t, "freq_scale at the limit", c.FreqScale, 1024)
	check(t, "what the averages scale by", c.CPUScale, 512)
	check(t, "capacity_orig before its refresh", c.CapacityOrig, 1024)
	m.updateCPUCapacity(c)
	check(t, "capacity_orig under the limit", c.CapacityOrig, 512)
	check(t, "capacity_curr at the limit", c.CapacityCurr(), 512)
	m.SetFreqLimits(1, 0, 0)
	check(t, "freq_scale without the limit", c.FreqScale, 512)
	check(t, "what the averages scale by", c.CPUScale, 1024)
	check(t, "freq_scale of the other domain", m.CPU(0).FreqScale, 1024)
}

// TestViewFits has the margins at their edges. 593 x 1024 = 607232 and 607232 /
// 1280 = 474.4; 1024 x 1024 / 1280 = 819.2.
func TestViewFits(t *testing.T) {
	m := newMachine(t, setup{})
	v := m.View()
	a53, a72 := m.CPU(0), m.CPU(1)
	task := &Task{}
	for _, tt := range []struct {
		util              uint64
		over53, over72    bool
		fits53, fitsMax53 bool
	}{
		{474, false, false, true, true},
		{475, true, false, false, false},
		{593, true, false, false, false},
		{819, true, false, false, false},
		{820, true, true, false, false},
	} {
		a53.RQ.CFS.Avg.UtilAvg, a72.RQ.CFS.Avg.UtilAvg, task.SE.Avg.UtilAvg = tt.util, tt.util, tt.util
		check(t, "A53 overutilized", v.CPUOverutilized(a53), tt.over53)
		check(t, "A72 overutilized", v.CPUOverutilized(a72), tt.over72)
		check(t, "fits A53", v.TaskFits(task, a53, 0), tt.fits53)
		check(t, "fits A53 at best", v.TaskFitsMax(task, a53), tt.fitsMax53)
		check(t, "fits A72 at best", v.TaskFitsMax(task, a72), true)
	}
	// Within 20 % of the biggest counts as the biggest: capacity x 1280 > 1024^2
	// from 820 on.
	task.SE.Avg.UtilAvg = 1024
	a72.Capacity = 819
	check(t, "819 is no biggest", v.TaskFitsMax(task, a72), false)
	a72.Capacity = 820
	check(t, "820 is as good as the biggest", v.TaskFitsMax(task, a72), true)

	a53.RQ.CFS.Avg.UtilAvg, task.SE.Avg.UtilAvg = 400, 74
	check(t, "fits beside 400", v.TaskFitsSpare(task, a53), true)
	task.SE.Avg.UtilAvg = 75
	check(t, "too much beside 400", v.TaskFitsSpare(task, a53), false)

	a53.RQ.CFS.Avg.UtilAvg = 700
	check(t, "cpu_util is limited to capacity_orig", a53.Util(), 593)
	check(t, "with what leaves", a53.UtilWith(-300), 400)
	check(t, "never negative", a53.UtilWith(-800), 0)
}

// TestViewLoads: source_load is damped low, target_load high, by the decayed
// load of the index less one; index 0 and NO_LB_BIAS read the load of the moment.
func TestViewLoads(t *testing.T) {
	m := newMachine(t, setup{})
	c, v := m.CPU(0), m.View()
	c.RQ.CFS.Avg.RunnableLoadAvg = 500
	c.RQ.CPULoad = [5]uint64{900, 100, 0, 0, 0}
	for _, tt := range []struct {
		idx            int
		bias           bool
		source, target uint64
	}{
		{0, true, 500, 500},
		{1, true, 500, 900}, // cpu_load[0]
		{2, true, 100, 500}, // cpu_load[1]
		{2, false, 500, 500},
	} {
		m.SetFeatures(m.Features().With(LBBias, tt.bias))
		check(t, "source_load", v.SourceLoad(c, tt.idx), tt.source)
		check(t, "target_load", v.TargetLoad(c, tt.idx), tt.target)
	}
}
