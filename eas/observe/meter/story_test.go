package meter

import (
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// TestClusterByHand prices the story of eas/sched/testdata/cluster.txt, its LITTLE
// cluster from 0 to 10 ms, with idle indices 0 active, 1 WFI, 2 cpu-sleep, 3
// cluster-sleep. The CPUs are 0 and 3 of the board here:
//
//	ms      0   .4  .9  1.9 3.4 6.0 6.7 7.7  10
//	cpu0    |  0    |  a  | 2 | 3 |   2   | 3  |
//	cpu3    | 0 |     b       | 3 | 0 | c | 3  |
//	cluster | 0 |    busy     | 3 | 0 | b | 3  |
//
// Between 6.0 and 6.7 ms cpu0 is in cpu-sleep and cpu3 leaves: the shallower counts.
func TestClusterByHand(t *testing.T) {
	t.Parallel()
	m := New(board(false))
	probes := m.Tracer()
	const a, b, c = 0, 1, 2
	for id := range sched.TaskID(3) {
		probes.TaskNew(0, id, "t")
	}
	at := func(us int64) des.Time { return des.Time(us) * des.Microsecond }
	idle := func(us int64, cpu energy.CPUID, asked, granted int) { probes.CPUIdle(at(us), cpu, asked-1, granted-1) }
	run := func(us int64, cpu energy.CPUID, prev, next sched.TaskID) {
		probes.SchedSwitch(at(us), cpu, prev, next, false)
	}
	idle(0, 0, 0, 0)
	idle(0, 3, 0, 0)
	run(400, 3, sched.NoTask, b)
	run(900, 0, sched.NoTask, a)
	run(1900, 0, a, sched.NoTask)
	idle(1900, 0, 3, 2)
	run(3400, 3, b, sched.NoTask)
	idle(3400, 0, 3, 3)
	idle(3400, 3, 3, 3)
	idle(6000, 0, 3, 2)
	idle(6000, 3, 0, 0)
	run(6700, 3, sched.NoTask, c)
	run(7700, 3, c, sched.NoTask)
	idle(7700, 0, 3, 3)
	idle(7700, 3, 3, 3)
	m.Finish(at(10_000))

	table := &energy.PowerTable{
		Kind: energy.TableEAS1x, Unit: energy.UnitBogoMW,
		Domains: []energy.TableDomain{{
			CPUs: energy.CPUSetOf(0, 3), Capacity: []energy.Capacity{256, 341, 512},
			CoreBusy: []energy.Power{30, 50, 100}, ClusterBusy: []energy.Power{20, 30, 50},
			CoreIdle: []energy.Power{15, 14, 8, 2}, ClusterIdle: []energy.Power{40, 39, 38, 5},
		}},
	}
	isl := m.Residency().Islands[0]
	sums, err := table.Cost(&isl.Residency)
	if err != nil {
		t.Fatal(err)
	}
	// mW x us. The clock is at the top, OPP 2.
	for _, part := range []struct {
		name string
		got  energy.Tally
		want int64
	}{
		{"core busy", sums.CoreBusy, 100 * (1000 + 3000 + 1000)},
		{"core idle", sums.CoreIdle, 15*(900+400+700) + 8*(1500+1700) + 2*(2600+2300)*2},
		{"cluster busy", sums.ClusterBusy, 50 * (3000 + 1000)},
		{"cluster idle", sums.ClusterIdle, 40*(400+700) + 5*(2600+2300)},
	} {
		var want energy.Tally
		want.Add(energy.Power(part.want), 1000)
		if part.got != want {
			t.Errorf("%s: %v, want %v", part.name, part.got, want)
		}
	}
}
