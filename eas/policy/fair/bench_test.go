package fair

import (
	"testing"

	"easim/eas/sched"
)

// BenchmarkJob is what the class does for one job of a task on an idle CPU:
// wake, pick, run for 1 ms, sleep. The clock's own cost is part of it.
func BenchmarkJob(b *testing.B) {
	m := newMachine(b, []int{1024}, nil)
	t := m.fork(0, sched.Normal, 0)
	m.sleep(0)
	b.ReportAllocs()
	for b.Loop() {
		m.wake(t, 0)
		m.advance(1_000_000)
		m.sleep(0)
		m.advance(3_000_000)
	}
}

// BenchmarkJobPreempts is the same on a CPU that a hog keeps busy: the woken
// task preempts it.
func BenchmarkJobPreempts(b *testing.B) {
	m := newMachine(b, []int{1024}, nil)
	t := m.fork(0, sched.Normal, 0)
	m.fork(0, sched.Normal, 0)
	m.sleep(0)
	b.ReportAllocs()
	for b.Loop() {
		m.advance(3_000_000)
		m.wake(t, 0)
		m.advance(1_000_000)
		m.sleep(0)
	}
}

// BenchmarkTick is a tick on a CPU with eight hogs.
func BenchmarkTick(b *testing.B) {
	m := newMachine(b, []int{1024}, nil)
	for range 8 {
		m.fork(0, sched.Normal, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.advance(4_000_000)
		m.tick(0)
	}
}

// BenchmarkCycle is enqueue, pick, put and dequeue without the clock moving.
func BenchmarkCycle(b *testing.B) {
	m := newMachine(b, []int{1024}, nil)
	t := m.fork(0, sched.Normal, 0)
	m.sleep(0)
	c := m.cpu(0)
	b.ReportAllocs()
	for b.Loop() {
		m.f.Waking(m.k, t, nil)
		m.f.Enqueue(m.k, c, t, sched.EnqueueWakeup|sched.EnqueueWaking)
		m.f.Pick(m.k, c)
		m.f.Put(m.k, c, t)
		m.f.Dequeue(m.k, c, t, sched.DequeueSleep)
	}
}

// BenchmarkClock is what advance alone costs.
func BenchmarkClock(b *testing.B) {
	m := newMachine(b, []int{1024}, nil)
	for b.Loop() {
		m.advance(1_000_000)
	}
}
