package workload

import "easim/eas/sched"

// share begins a step on a resource.
func (p *Player) share(m machine, th *thread, s *step) sched.Op {
	r := &p.res[s.ref]
	switch s.kind {
	case OpLock:
		return p.lock(th, r)
	case OpUnlock:
		p.unlock(m, r)
	case OpWait:
		if r.Memory && th.own[s.slot] != r.signals {
			return th.remember(r, s)
		}
		return p.wait(m, th, r, s)
	case OpSync:
		p.signal(m, th, r)
		return p.wait(m, th, r, s)
	case OpSignal:
		if r.waiters.head == nil {
			p.note(m, th, r)
		}
		p.signal(m, th, r)
	case OpBroadcast:
		p.note(m, th, r)
		p.broadcast(m, th, &r.waiters)
	case OpBarrier:
		r.count++
		if r.count < r.N {
			return th.block(&r.waiters)
		}
		r.count = 0
		p.broadcast(m, th, &r.waiters)
		th.begin(m.Now())
	case OpSemPost:
		r.count++
		p.signal(m, th, r)
	case OpSemWait:
		return p.semWait(m, th, r)
	case OpSend:
		return p.send(m, th, r)
	case OpRecv:
		return p.receive(m, th, r)
	case OpRun, OpRuntime, OpSleep, OpTimer, OpYield, OpFork, OpMark, OpDue:
		panic("workload: step " + s.kind.String() + " has no resource")
	}
	return th.done()
}

// resume goes on with a step that blocked, after somebody woke the thread.
func (p *Player) resume(m machine, th *thread) sched.Op {
	s := &th.steps()[th.pc]
	r := &p.res[s.ref]
	switch s.kind {
	case OpLock:
		return p.lock(th, r)
	case OpWait, OpSync:
		if s.ref2 != NoRef {
			return p.lock(th, &p.res[s.ref2])
		}
	case OpSemWait:
		return p.semWait(m, th, r)
	case OpSend:
		return p.send(m, th, r)
	case OpRecv:
		return p.receive(m, th, r)
	default: // a barrier: nothing is left to do
	}
	return th.done()
}

// wait gives back the mutex, if there is one, and goes to sleep.
func (p *Player) wait(m machine, th *thread, r *resource, s *step) sched.Op {
	if s.ref2 != NoRef {
		p.unlock(m, &p.res[s.ref2])
	}
	return th.block(&r.waiters)
}

// note keeps a signal of an event for the threads that do not wait for it now.
func (p *Player) note(m machine, th *thread, r *resource) {
	if r.Memory {
		r.signals++
		r.at, r.chain = m.Now(), th.chain
	}
}

// remember passes a wait for an event that was signalled before.
func (th *thread) remember(r *resource, s *step) sched.Op {
	th.own[s.slot] = r.signals
	th.begin(r.at)
	th.chain = r.chain
	return th.done()
}

// done ends the present step, which took no time of its own.
func (th *thread) done() sched.Op {
	th.state = ready
	th.pc++
	return sched.Op{Do: sched.OpContinue}
}

// block puts th to sleep on l.
func (th *thread) block(l *waitList) sched.Op {
	l.push(th)
	if th.state == ready {
		th.state = waiting
	}
	return sched.Op{Do: sched.OpBlock}
}

// lock takes a mutex or waits for it. As in glibc, a woken waiter has to try
// again, and queues behind the others if somebody was faster.
func (p *Player) lock(th *thread, r *resource) sched.Op {
	if r.owner != nil {
		return th.block(&r.waiters)
	}
	r.owner = th
	return th.done()
}

// unlock frees a mutex and wakes its first waiter. Like a pthread mutex of the
// default kind it does not ask who locked it.
func (p *Player) unlock(m machine, r *resource) {
	r.owner = nil
	if w := r.waiters.pop(); w != nil {
		m.Wake(w.task, false)
	}
}

// semWait takes one from a semaphore, or waits and tries again.
func (p *Player) semWait(m machine, th *thread, r *resource) sched.Op {
	if r.count == 0 {
		return th.block(&r.waiters)
	}
	r.count--
	th.beginUnlessWoken(m)
	return th.done()
}

// signal wakes the first of the threads that wait for r, if there is one.
func (p *Player) signal(m machine, waker *thread, r *resource) {
	if w := r.waiters.pop(); w != nil {
		p.wake(m, waker, w, false)
	}
}

// broadcast wakes all threads of l, in the order in which they came.
func (p *Player) broadcast(m machine, waker *thread, l *waitList) {
	for w := l.pop(); w != nil; w = l.pop() {
		p.wake(m, waker, w, false)
	}
}

// wake wakes w, whose new job is released now and belongs to the waker's chain.
func (p *Player) wake(m machine, waker, w *thread, sync bool) {
	if s := &w.steps()[w.pc]; s.kind == OpWait && s.slot >= 0 {
		w.own[s.slot] = p.res[s.ref].signals
	}
	w.begin(m.Now())
	w.chain = waker.chain
	m.Wake(w.task, sync)
}

// beginUnlessWoken begins a job of a thread that did not have to wait.
func (th *thread) beginUnlessWoken(m machine) {
	if th.state == ready {
		th.begin(m.Now())
	}
}

// send puts a message into a pipe, or waits until there is room. The wake-ups
// of a pipe are synchronous, the waker being about to sleep
// (fs/pipe.c: wake_up_interruptible_sync_poll).
func (p *Player) send(m machine, th *thread, r *resource) sched.Op {
	if r.count == r.N {
		return th.block(&r.senders)
	}
	r.count++
	if w := r.waiters.pop(); w != nil {
		p.wake(m, th, w, true)
	}
	return th.done()
}

// receive takes a message from a pipe, or waits for one.
func (p *Player) receive(m machine, th *thread, r *resource) sched.Op {
	if r.count == 0 {
		return th.block(&r.waiters)
	}
	r.count--
	th.beginUnlessWoken(m)
	if r.senders.head == nil || r.N-r.count < r.Batch {
		return th.done()
	}
	for w := r.senders.pop(); w != nil; w = r.senders.pop() {
		m.Wake(w.task, true)
		if r.Batch <= 1 {
			break
		}
	}
	return th.done()
}
