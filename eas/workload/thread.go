package workload

import (
	"math/rand/v2"

	"easim/eas/des"
	"easim/eas/sched"
)

// threadState says how far a thread is between two calls of Player.Next.
type threadState uint8

const (
	atBarrier threadState = iota // has to meet the others at the start barrier
	atStart                      // released: has to take its delay
	atFork                       // made by a running thread: its time begins now
	ready                        // the step at pc has not begun
	waiting                      // the step at pc blocked; somebody has woken the thread
	ended
)

// thread is one task of the machine and its place in its spec.
type thread struct {
	task  *sched.Task
	spec  *spec
	index int32 // of spec in Player.specs
	state threadState
	late  bool // the present job has been counted as missed

	phase int
	pc    int
	pass  int64 // passes of the phase that are done
	loop  int64 // passes over all phases that are done

	attr    Attr  // in force now
	from    *Attr // whose they are, a phase's or the task's own; nil if an action changed them
	next    *thread
	own     []int64    // by step.slot: a unique timer's time, the count of an event's signals that it knows
	rng     *rand.Rand // nil without jitter
	base    des.Time   // when its workload time began, delay included
	release des.Time   // when the present job was released
	chain   des.Time   // when the timer went off that led to the present job

	activations int64
	missed      int64
	demandNS    int64
	stallNS     int64
	name        string
}

// steps are the operations of the thread's present phase.
func (th *thread) steps() []step { return th.spec.phases[th.phase] }

// jittered returns the step's time with its random part.
func (th *thread) jittered(s *step) int64 {
	if s.span == 0 {
		return s.ns
	}
	return s.ns - s.span + th.rng.Int64N(2*s.span+1)
}

// missJob counts the present job as missed, once.
func (th *thread) missJob() {
	if !th.late {
		th.late = true
		th.missed++
	}
}

// begin starts a new job of the thread, released at time at.
func (th *thread) begin(at des.Time) {
	th.release = at
	th.late = false
}

// waitList is a first-in-first-out list of blocked threads, linked through
// thread.next: a thread waits in one place only.
type waitList struct{ head, tail *thread }

func (l *waitList) push(th *thread) {
	if l.tail == nil {
		l.head = th
	} else {
		l.tail.next = th
	}
	l.tail = th
}

func (l *waitList) pop() *thread {
	th := l.head
	if th == nil {
		return nil
	}
	l.head = th.next
	th.next = nil
	if l.head == nil {
		l.tail = nil
	}
	return th
}
