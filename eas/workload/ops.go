package workload

import (
	"easim/eas/des"
	"easim/eas/sched"
)

// next is one operation of the task.
func (p *Player) next(m machine, t *sched.Task) sched.Op {
	if t == p.launch.task {
		return p.launchStep(m)
	}
	th := p.byTask[t.ID]
	switch th.state {
	case atBarrier:
		return p.arrive(m, th)
	case atStart, atFork:
		return p.takeDelay(m, th)
	case waiting:
		return p.resume(m, th)
	case ready, ended:
	}
	if th.pc == len(th.steps()) {
		if op, ok := p.endPass(m, th); !ok {
			return op
		}
	}
	return p.do(m, th, &th.steps()[th.pc])
}

// endPass ends a pass over the thread's phase. ok is false if the thread has
// something to do before its next step: op.
func (p *Player) endPass(m machine, th *thread) (op sched.Op, ok bool) {
	th.activations++
	th.pass++
	th.pc = 0
	phases := th.spec.TaskSpec.Phases
	if l := phases[th.phase].Loop; l == Forever || th.pass < l {
		return sched.Op{Do: sched.OpContinue}, len(th.steps()) > 0
	}
	th.pass = 0
	th.phase++
	if th.phase == len(phases) {
		th.phase = 0
		th.loop++
		if th.spec.Loop != Forever && th.loop >= th.spec.Loop {
			return p.exit(th), false
		}
	}
	changed := p.enterPhase(m, th)
	return sched.Op{Do: sched.OpContinue}, !changed && len(th.steps()) > 0
}

// do begins the step at th.pc.
func (p *Player) do(m machine, th *thread, s *step) sched.Op {
	switch s.kind {
	case OpRun:
		return th.run(s)
	case OpRuntime:
		th.pc++
		return sched.Op{Do: sched.OpRunUntil, Until: m.Now() + des.Time(s.ns)}
	case OpSleep:
		th.pc++
		ns := th.jittered(s)
		if ns == 0 {
			return sched.Op{Do: sched.OpContinue}
		}
		return sched.Op{Do: sched.OpSleep, Until: m.Now() + des.Time(ns)}
	case OpYield:
		th.pc++
		return sched.Op{Do: sched.OpYield}
	case OpTimer:
		th.pc++
		return p.timer(m, th, s)
	case OpDue:
		from := th.release
		if s.n == DueChain {
			from = th.chain
		}
		if m.Now()-from > des.Time(s.ns) {
			th.missJob()
		}
	case OpFork:
		p.forkThread(m, th.task, int(s.n), atFork)
	case OpMark:
		p.marks = append(p.marks, Mark{N: int(s.n), AtNS: int64(m.Now() - p.start)})
	default:
		return p.share(m, th, s)
	}
	th.pc++
	return sched.Op{Do: sched.OpContinue}
}

func (th *thread) run(s *step) sched.Op {
	th.pc++
	ns := th.jittered(s)
	if s.work == sched.WorkStall {
		th.stallNS += ns
	} else {
		th.demandNS += ns
	}
	return sched.Op{Do: sched.OpRun, Kind: s.work, Work: ns * s.rate}
}

// timer moves a timer one period on and sleeps until then, or finds it past.
func (p *Player) timer(m machine, th *thread, s *step) sched.Op {
	r := &p.res[s.ref]
	if s.slot < 0 && !r.begun {
		r.begun, r.due = true, th.base
	}
	due := r.due
	if s.slot >= 0 {
		due = des.Time(th.own[s.slot])
	}
	now, at := m.Now(), due+des.Time(s.ns)
	if now > at && !s.sloppy {
		th.missJob()
	}
	due = at
	if now > at && !r.Absolute {
		due = now
	}
	if s.slot >= 0 {
		th.own[s.slot] = int64(due)
	} else {
		r.due = due
	}
	th.begin(due)
	th.chain = due
	if now >= at {
		return sched.Op{Do: sched.OpContinue}
	}
	return sched.Op{Do: sched.OpSleep, Until: at}
}
