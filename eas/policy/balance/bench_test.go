package balance

import (
	"testing"

	"easim/eas/sched"
	"easim/energy"
)

// busyBoard is a Juno r2 past the tipping point, in the middle of some work.
func busyBoard(tb testing.TB) *board {
	b := newBoard(tb, junoR2(), energyAware(true))
	for id := range energy.CPUID(6) {
		b.set(id, busy(1+int(id%3), 150*int64(id)))
	}
	b.refresh()
	b.k.Root().Overutilized = true
	return b
}

// calmBoard is one below it.
func calmBoard(tb testing.TB) *board {
	b := newBoard(tb, junoR2(), energyAware(true))
	for id := range energy.CPUID(6) {
		b.set(id, busy(1+int(id%3), 50*int64(id)))
	}
	return b
}

func TestFindBusiestAllocates(t *testing.T) {
	for _, b := range []*board{busyBoard(t), calmBoard(t)} {
		lb, e := NewLoadBalance(), b.env(t, 0, "DIE", sched.CPUNotIdle)
		if n := testing.AllocsPerRun(100, func() { lb.FindBusiest(b.view(), e) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// puller is a board on which one task is pulled from cpu0 to idle cpu1 and brought
// back, over and over.
func puller(tb testing.TB, features string) func() {
	f, err := sched.DefaultFeatures().Parse(features)
	if err != nil {
		tb.Fatal(err)
	}
	spec := boardSpec{"two", []clusterSpec{{CPUs: []energy.CPUID{0, 1}, Cap: []int64{1024}}}}
	b := newBoard(tb, spec, f)
	c := b.k.CPU(0)
	b.newTask(c, []int64{1, 0, 500, 300, 3, 3_000_000, 0})
	task := b.tasks[0]
	c.RQ.CFS.Timeline.Insert(task)
	running := b.newTask(c, []int64{2, 0, 500, 300, 3, 3_000_000, 0})
	c.Curr, c.RQ.CFS.Curr = running, running
	b.refresh()
	return func() {
		if moved, _ := b.k.LoadBalance(1, 0, sched.CPUNewlyIdle); moved != 1 {
			tb.Fatal("nothing was pulled")
		}
		b.k.MoveTask(task, 0, sched.MigrateAffinity)
	}
}

func TestPullAllocates(t *testing.T) {
	for _, features := range []string{"", "BIGGEST_TASK"} {
		if n := testing.AllocsPerRun(100, puller(t, features)); n != 0 {
			t.Errorf("features %q: %v allocations", features, n)
		}
	}
}

// BenchmarkFindBusiestDIE is the search of a pass over the whole system.
func BenchmarkFindBusiestDIE(b *testing.B) {
	m := busyBoard(b)
	lb, e := NewLoadBalance(), m.env(b, 0, "DIE", sched.CPUNotIdle)
	b.ReportAllocs()
	for b.Loop() {
		lb.FindBusiest(m.view(), e)
	}
}

// BenchmarkFindBusiestCalm is the same below the tipping point.
func BenchmarkFindBusiestCalm(b *testing.B) {
	m := calmBoard(b)
	lb, e := NewLoadBalance(), m.env(b, 0, "DIE", sched.CPUNotIdle)
	b.ReportAllocs()
	for b.Loop() {
		lb.FindBusiest(m.view(), e)
	}
}

// BenchmarkPull is a pass that pulls one task, and the move back.
func BenchmarkPull(b *testing.B) {
	for _, features := range []string{"NO_BIGGEST_TASK", "BIGGEST_TASK"} {
		b.Run(features, func(b *testing.B) {
			step := puller(b, features)
			b.ReportAllocs()
			for b.Loop() {
				step()
			}
		})
	}
}
