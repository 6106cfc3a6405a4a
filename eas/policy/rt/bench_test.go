package rt

import (
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// BenchmarkJob is one job of a real-time task on an idle machine of five CPUs:
// wake with placement, pick, run, sleep.
func BenchmarkJob(b *testing.B) {
	m := newMachine(b, nil)
	t := m.task(0, sched.FIFO, 50)
	c := m.cpu(0)
	b.ReportAllocs()
	for b.Loop() {
		m.r.SelectCPU(m.k, t, 0, sched.KindWake, 0, 0)
		m.r.Enqueue(m.k, c, t, sched.EnqueueWakeup)
		m.r.Pick(m.k, c)
		m.advance(des.Millisecond)
		m.r.Dequeue(m.k, c, t, sched.DequeueSleep)
		m.r.Put(m.k, c, t)
		m.r.PreSchedule(m.k, c, t.Priority)
		c.RQ.RT.Time = 0
	}
}

// BenchmarkFindLowest is the search of a placement when every CPU is taken.
func BenchmarkFindLowest(b *testing.B) {
	m := newMachine(b, nil)
	for id := range m.fair {
		m.start(m.task(energy.CPUID(id), sched.FIFO, 10))
	}
	t := m.task(0, sched.FIFO, 50)
	b.ReportAllocs()
	for b.Loop() {
		findLowest(m.k, t, 0)
	}
}
