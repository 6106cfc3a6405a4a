package workload

import (
	"fmt"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// launcherName is the name of the thread that makes all others.
const launcherName = "main"

// launcher is the state of the thread that forks all others and releases them.
type launcher struct {
	task    *sched.Task
	threads int // to make
	made    int
	spec    int // of the next thread
	left    int // threads of spec still to make; 0: go to the next one
	arrived int // threads at the start barrier
	paid    bool
	blocked bool
}

// begin makes the launcher.
func (p *Player) begin(m machine) {
	p.launch.task = m.Spawn(sched.TaskAttr{Name: launcherName})
	p.launch.spec = -1
}

// launchStep is one step of the launcher: spend the cost of a fork, fork, and
// after the last one wait for all at the barrier and release them.
func (p *Player) launchStep(m machine) sched.Op {
	l := &p.launch
	switch {
	case p.started:
		return sched.Op{Do: sched.OpExit}
	case l.made < l.threads && !l.paid:
		l.paid = true
		if p.cfg.LauncherGapNS > 0 {
			return sched.Op{Do: sched.OpRunUntil, Until: m.Now() + des.Time(p.cfg.LauncherGapNS)}
		}
		return sched.Op{Do: sched.OpContinue}
	case l.made < l.threads:
		l.paid = false
		p.launchNext(m)
		return sched.Op{Do: sched.OpContinue}
	case l.arrived < l.threads:
		l.blocked = true
		return sched.Op{Do: sched.OpBlock}
	}
	p.releaseAll(m)
	return sched.Op{Do: sched.OpContinue}
}

// launchNext forks the next thread in file order.
func (p *Player) launchNext(m machine) {
	l := &p.launch
	for l.left == 0 {
		l.spec++
		l.left = p.specs[l.spec].Instances
	}
	l.left--
	l.made++
	p.forkThread(m, l.task, l.spec, atBarrier)
}

// forkThread makes one more thread of specs[index].
func (p *Player) forkThread(m machine, parent *sched.Task, index int, state threadState) {
	s := &p.specs[index]
	if p.live == MaxThreads {
		m.Fail(fmt.Errorf("workload: task %q: a fork while %d threads live, the most there may be", s.Name, p.live))
		return
	}
	attr := sched.TaskAttr{Name: s.threadName(), Policy: policies[s.base.Policy], Affinity: s.base.CPUs}
	attr.Nice, attr.Priority = schedNumbers(&s.base)
	p.newThread(m.Fork(parent, attr), index, state)
}

// arrive puts th at the start barrier.
func (p *Player) arrive(m machine, th *thread) sched.Op {
	l := &p.launch
	l.arrived++
	if l.blocked && l.arrived == l.threads {
		l.blocked = false
		m.Wake(l.task, false)
	}
	th.state = atStart
	return sched.Op{Do: sched.OpBlock}
}

// releaseAll begins the workload's time.
func (p *Player) releaseAll(m machine) {
	p.started, p.start = true, m.Now()
	if p.cfg.OnStart != nil {
		p.cfg.OnStart(p.start)
	}
	for _, th := range p.order {
		th.base = p.start + des.Time(th.spec.DelayNS)
		m.Wake(th.task, false)
	}
	p.armActions(m)
}

// takeDelay is a thread's first step after the barrier, and the first of all of
// a forked one.
func (p *Player) takeDelay(m machine, th *thread) sched.Op {
	if th.state == atFork {
		th.base = m.Now() + des.Time(th.spec.DelayNS)
		if p.w.ForksFromStart {
			th.base = p.start + des.Time(th.spec.DelayNS)
		}
	}
	th.state = ready
	for i, ref := range th.spec.own {
		if p.res[ref].Kind == ResTimer {
			th.own[i] = int64(th.base)
		}
	}
	th.begin(th.base)
	th.chain = th.base
	if th.spec.Loop == 0 {
		return p.exit(th)
	}
	op := sched.Op{Do: sched.OpContinue}
	if th.base > m.Now() {
		op = sched.Op{Do: sched.OpSleep, Until: th.base}
	}
	p.enterPhase(m, th)
	return op
}

func (p *Player) exit(th *thread) sched.Op {
	th.state = ended
	p.live--
	if !th.spec.Daemon {
		p.alive--
	}
	return sched.Op{Do: sched.OpExit}
}

var policies = [...]sched.Policy{
	Normal: sched.Normal, Batch: sched.Batch, Idle: sched.IdlePolicy, FIFO: sched.FIFO, RR: sched.RR,
	Deadline: sched.FIFO, // NewPlayer refuses it
}

func isRealTime(p Policy) bool { return p == FIFO || p == RR }

// schedNumbers returns the nice value and the real-time priority that count
// under the policy of a.
func schedNumbers(a *Attr) (nice, priority int) {
	if isRealTime(a.Policy) {
		return 0, a.Priority
	}
	return a.Nice, 0
}

// enterPhase puts the attributes of the thread's present phase in force, and reports
// whether that changed any.
func (p *Player) enterPhase(m machine, th *thread) bool {
	from := th.spec.TaskSpec.Phases[th.phase].Attr
	if from == nil {
		from = &th.spec.base
	}
	if from == th.from {
		return false
	}
	th.from = from
	want := *from
	if from.KeepPolicy {
		want = th.attr
		want.CPUs = from.CPUs
	}
	return p.setAttr(m, th, &want)
}

// setAttr changes what differs, and reports whether anything does.
func (p *Player) setAttr(m machine, th *thread, want *Attr) bool {
	if *want == th.attr {
		return false
	}
	old := th.attr
	th.attr = *want
	if old.Policy != want.Policy || isRealTime(want.Policy) && old.Priority != want.Priority {
		nice, priority := schedNumbers(want)
		m.SetPolicy(th.task, policies[want.Policy], nice, priority)
	} else if old.Nice != want.Nice && !isRealTime(want.Policy) {
		m.SetNice(th.task, want.Nice)
	}
	if old.CPUs != want.CPUs {
		m.SetAffinity(th.task, p.cpus(want.CPUs))
	}
	return true
}

// cpus replaces the empty set by all CPUs.
func (p *Player) cpus(s energy.CPUSet) energy.CPUSet {
	if s.Empty() {
		return p.all
	}
	return s
}
