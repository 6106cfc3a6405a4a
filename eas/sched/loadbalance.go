package sched

import "easim/energy"

// LBEnv is a balance pass under way (struct lb_env). The mechanism sets the
// first part; the Balancer answers in the rest.
type LBEnv struct {
	Dst  *CPU          // the CPU that pulls
	SD   *SchedDomain  // the domain being balanced
	Idle IdleType      // the state of Dst
	CPUs energy.CPUSet // CPUs that may take part (env.cpus)

	LoopMax int64 // tasks that may be looked at (env.loop_max)
	Moved   int   // tasks moved so far (ld_moved)

	Loop int64 // tasks looked at for Dst (env.loop)

	// Writes to the root domain, see update_sd_lb_stats: a pass at the top
	// replaces both flags, one below can only raise Overutilized.
	SetOverutilized, Overutilized bool
	SetOverload, Overload         bool

	Src       *CPU  // the busiest CPU; nil: nothing to do
	Imbalance int64 // what to move, in units of load, or a capacity for a misfit
	SrcMisfit bool  // the busiest group is one of misfit tasks
	SrcNR     int   // runnable fair tasks of the busiest group

	AllPinned  bool         // no task looked at may leave for Dst (LBF_ALL_PINNED)
	SomePinned bool         // some task may not (LBF_SOME_PINNED)
	NewDst     energy.CPUID // another CPU of Dst's group that some task may use, or -1 (LBF_DST_PINNED)
	Cursor     *Task        // the Balancer's place in an ordered walk: the task to look at next
}

// Verdict is what a Balancer says of the next task of the busiest queue.
type Verdict uint8

// The verdicts.
const (
	LBStop Verdict = iota // no more tasks
	LBSkip                // leave it, and look at it last next time
	LBPass                // leave it where it stands
	LBTake                // move it
)

// maxPinnedInterval is the longest interval of a domain whose tasks are all
// pinned (MAX_PINNED_INTERVAL), ms.
const maxPinnedInterval = 512

// loadBalance is fair.c:load_balance: one pass of c over sd. It reports how many
// tasks came, and whether the domains above are worth a look.
func (k *Kernel) loadBalance(c *CPU, sd *SchedDomain, idle IdleType) (moved int, proceed bool) {
	e := &k.env
	*e = LBEnv{}
	e.Dst, e.SD, e.Idle, e.CPUs, e.NewDst = c, sd, idle, k.all, -1
	if k.trace.Balance != nil {
		k.trace.Balance(k.Now(), c.ID, sd.Level, idle)
	}
	for {
		if !k.balancer.ShouldBalance(k.view, e) {
			k.balanced(e)
			return 0, false
		}
		if !k.findBusiest(e) {
			k.balanced(e)
			return 0, true
		}
		if e.Src.RQ.NrRunning <= 1 {
			break
		}
		k.pull(e)
		if !e.AllPinned {
			break
		}
		e.CPUs.Remove(e.Src.ID)
		if e.CPUs.Empty() {
			sd.NrBalanceFailed = 0
			k.backOff(sd, true)
			return 0, true
		}
	}
	k.settleBalance(e, c)
	return e.Moved, true
}

// findBusiest refreshes the local group's capacities and asks for the busiest
// CPU. The flags of the root domain are written whatever the answer.
func (k *Kernel) findBusiest(e *LBEnv) bool {
	if e.Idle != CPUNewlyIdle || k.Jiffies() >= e.SD.Groups[0].NextUpdate {
		k.updateGroupCapacity(e.Dst, e.SD)
	}
	e.Src = nil
	k.balancer.FindBusiest(k.view, e)
	if e.SetOverutilized {
		k.SetOverutilized(e.Overutilized)
	}
	if e.SetOverload {
		k.root.Overload = e.Overload
	}
	return e.Src != nil
}

// pull moves tasks from e.Src to e.Dst, and to other CPUs of the group those
// that may not use e.Dst.
func (k *Kernel) pull(e *LBEnv) {
	e.AllPinned = true
	e.Loop, e.LoopMax = 0, min(k.params.NrMigrate, int64(e.Src.RQ.NrRunning))
	for {
		e.NewDst, e.Cursor = -1, nil
		k.pullTo(e)
		if e.NewDst < 0 || e.Imbalance <= 0 {
			break
		}
		e.CPUs.Remove(e.Dst.ID)
		e.Dst = &k.cpus[e.NewDst]
		e.Loop = 0
	}
	if parent := k.parent(e.SD); parent != nil && e.SomePinned && e.Imbalance > 0 {
		parent.Groups[0].Imbalance = true
	}
}

// pullTo is fair.c:detach_tasks and attach_tasks for one destination. Tasks are
// attached in the reverse order of detaching.
func (k *Kernel) pullTo(e *LBEnv) {
	k.moving = k.moving[:0]
	for {
		t, verdict := k.balancer.Next(k.view, e)
		switch verdict {
		case LBTake:
			k.detach(e.Src, t, e.Dst.ID, MigrateBalance)
			k.moving = append(k.moving, t)
			e.Moved++
			continue
		case LBSkip:
			e.Src.RQ.CFS.Tasks.MoveToTail(t)
			continue
		case LBPass:
			continue
		}
		break
	}
	for i := len(k.moving) - 1; i >= 0; i-- {
		k.attach(e.Dst, k.moving[i])
	}
}

// settleBalance is the end of load_balance for a domain that was not balanced:
// the count of failures, active balancing, the interval. c made the pass and gets
// the pushed task, though e.Dst may be another CPU of its group by now. The idle
// task is pinned to its CPU.
func (k *Kernel) settleBalance(e *LBEnv, c *CPU) {
	sd, active := e.SD, false
	if e.Moved > 0 {
		sd.NrBalanceFailed = 0
	} else {
		if e.Idle != CPUNewlyIdle && e.SrcNR > 1 {
			sd.NrBalanceFailed++
		}
		if k.balancer.NeedActive(k.view, e) {
			if curr := e.Src.Curr; curr == nil || !curr.Affinity.Has(c.ID) {
				k.backOff(sd, true)
				return
			}
			active = k.startActive(e.Src, c)
			sd.NrBalanceFailed = sd.CacheNiceTries + 1
		}
	}
	if !active {
		sd.BalanceInterval = sd.MinInterval
	} else if sd.BalanceInterval < sd.MaxInterval {
		sd.BalanceInterval *= 2
	}
}

// balanced is the end of load_balance for a domain with nothing to move.
func (k *Kernel) balanced(e *LBEnv) {
	if parent := k.parent(e.SD); parent != nil {
		parent.Groups[0].Imbalance = false
	}
	e.SD.NrBalanceFailed = 0
	k.backOff(e.SD, e.AllPinned)
}

// backOff doubles the interval up to its maximum, and up to a higher one while
// every task is pinned.
func (k *Kernel) backOff(sd *SchedDomain, pinned bool) {
	if sd.BalanceInterval < sd.MaxInterval || pinned && sd.BalanceInterval < maxPinnedInterval {
		sd.BalanceInterval *= 2
	}
}

// parent is the domain above sd of the CPU that sd belongs to, or nil.
func (k *Kernel) parent(sd *SchedDomain) *SchedDomain {
	if sd.Top() {
		return nil
	}
	return &k.cpus[sd.cpu].SD[sd.Level+1]
}

// LoadBalance makes one balance pass of a CPU over its domain of that level, as
// its tick or its going idle would. It is for tests that drive a balancer by hand.
func (k *Kernel) LoadBalance(id energy.CPUID, level int, idle IdleType) (moved int, proceed bool) {
	c := &k.cpus[id]
	return k.loadBalance(c, &c.SD[level], idle)
}
