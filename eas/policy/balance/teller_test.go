package balance

import "easim/eas/sched"

// newDomainStats returns the statistics of a pass that has not begun.
func newDomainStats(v sched.View, e *sched.LBEnv) (s domainStats) {
	s.begin(v, e)
	return s
}

// teller is the balancer, telling a story what it finds.
type teller struct {
	lb *LoadBalance
	s  *story // nil while the board warms up
}

func (b *teller) KickNeeded(v sched.View, c *sched.CPU) bool { return b.lb.KickNeeded(v, c) }

func (b *teller) ShouldBalance(v sched.View, e *sched.LBEnv) bool {
	ok := b.lb.ShouldBalance(v, e)
	if !ok && b.s != nil {
		b.s.sayf("cpu%d leaves it to cpu%d\n", e.Dst.ID, balanceCPU(v, e))
	}
	return ok
}

func (b *teller) FindBusiest(v sched.View, e *sched.LBEnv) {
	if b.s == nil {
		b.lb.FindBusiest(v, e)
		return
	}
	stats := newDomainStats(v, e)
	for i, g := range e.SD.Groups {
		gs := stats.addGroup(g, i == 0)
		b.tellGroup(g, &gs, i == 0)
	}
	over := v.Root().Overutilized
	b.lb.FindBusiest(v, e)
	if e.SetOverutilized && e.Overutilized != over {
		b.s.sayf("tipping point %s\n", map[bool]string{true: "raised", false: "cleared"}[e.Overutilized])
		over = e.Overutilized
	}
	switch {
	case e.Src != nil:
		what := "load"
		if e.SrcMisfit {
			what = "for a misfit task"
		}
		b.s.sayf("busiest is cpu%d, to move: %d %s\n", e.Src.ID, e.Imbalance, what)
	case v.Has(sched.EnergyAware) && !over:
		b.s.sayf("below the tipping point nothing is balanced\n")
	default:
		b.s.sayf("balanced\n")
	}
}

func (b *teller) tellGroup(g *sched.SchedGroup, gs *groupStats, local bool) {
	mark := ' '
	if local {
		mark = '*'
	}
	kind := [...]string{"", ", misfit", ", imbalanced", ", overloaded"}[gs.kind]
	b.s.sayf("%c group %-4s %d tasks on %d CPUs, load %d per capacity, util %d of %d%s\n",
		mark, g.CPUs, gs.nr, gs.weight, gs.avgLoad, gs.util, gs.capacity, kind)
}

func (b *teller) Next(v sched.View, e *sched.LBEnv) (*sched.Task, sched.Verdict) {
	left := e.Imbalance
	t, verdict := b.lb.Next(v, e)
	if b.s == nil {
		return t, verdict
	}
	switch verdict {
	case sched.LBTake:
		b.s.sayf("  %s (load %d, util %d) goes to cpu%d\n", b.s.names[t.ID], t.Load(), t.Util(), e.Dst.ID)
	case sched.LBSkip, sched.LBPass:
		b.s.sayf("  %s (load %d, util %d) stays: %s\n", b.s.names[t.ID], t.Load(), t.Util(), why(v, e, t, left))
	}
	return t, verdict
}

// why says why a task is not taken.
func why(v sched.View, e *sched.LBEnv, t *sched.Task, imbalance int64) string {
	switch {
	case !t.Affinity.Has(e.Dst.ID):
		return "not allowed there"
	case e.Src.Curr == t:
		return "it runs"
	case !canMigrate(v, e, t):
		return "cache-hot"
	case t.Load()/2 > uint64(imbalance):
		return "more than twice what is to move"
	}
	return "too small"
}

func (b *teller) NeedActive(v sched.View, e *sched.LBEnv) bool {
	need := b.lb.NeedActive(v, e)
	if b.s != nil && !need {
		b.s.sayf("no reason to push\n")
	}
	return need
}

func (b *teller) Push(v sched.View, e *sched.LBEnv) *sched.Task {
	t := b.lb.Push(v, e)
	switch {
	case b.s == nil:
	case t == nil:
		b.s.sayf("  nobody can be pushed\n")
	default:
		b.s.sayf("  %s (load %d, util %d) is pushed to cpu%d\n", b.s.names[t.ID], t.Load(), t.Util(), e.Dst.ID)
	}
	b.s = nil // what the two CPUs do next is another story
	return t
}
