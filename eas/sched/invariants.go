package sched

import "fmt"

// CheckInvariants verifies the machine's own laws: what is queued where, what
// the counters say, and that a running operation has its end filed. It returns
// the first law that is broken. It is for tests and --check-invariants.
func (k *Kernel) CheckInvariants() error {
	onRQ := make([]int, len(k.cpus))
	weight := make([]uint64, len(k.cpus))
	for _, t := range k.tasks {
		if err := k.checkTask(t); err != nil {
			return err
		}
		if t.OnRQ {
			onRQ[t.CPU]++
			if t.Policy.class() == classFair {
				weight[t.CPU] += t.Weight
			}
		}
	}
	for id := range k.cpus {
		c := &k.cpus[id]
		if c.RQ.NrRunning != onRQ[id] && !c.RQ.RT.Throttled {
			return k.broken(c, "nr_running %d, but %d tasks are queued", c.RQ.NrRunning, onRQ[id])
		}
		if c.RQ.CFS.LoadWeight != weight[id] {
			return k.broken(c, "load weight %d, but the queued tasks weigh %d", c.RQ.CFS.LoadWeight, weight[id])
		}
		if err := k.checkCPU(c); err != nil {
			return err
		}
	}
	return nil
}

func (k *Kernel) checkTask(t *Task) error {
	if t.OnRQ != (t.State == TaskRunnable) {
		return fmt.Errorf("sched: invariant at %v: task %q: on_rq %v in state %d", k.Now(), t.Name, t.OnRQ, t.State)
	}
	if t.OnRQ && !t.Affinity.Has(t.CPU) {
		return fmt.Errorf("sched: invariant at %v: task %q is queued on CPU %d outside %v", k.Now(), t.Name, t.CPU, t.Affinity)
	}
	return nil
}

func (k *Kernel) checkCPU(c *CPU) error {
	queued := c.RQ.CFS.Timeline.Len()
	if c.RQ.CFS.Curr != nil {
		queued++
	}
	if c.RQ.CFS.NrRunning != queued {
		return k.broken(c, "cfs nr_running %d, but %d in the timeline and running", c.RQ.CFS.NrRunning, queued)
	}
	tasks := &c.RQ.CFS.Tasks
	_, armed := k.q.Armed(evBurstEnd, int32(c.ID))
	switch {
	case tasks.by != rankNone && tasks.rank.Len() != tasks.Len():
		return k.broken(c, "%d of %d fair tasks are ranked", tasks.rank.Len(), tasks.Len())
	case c.Curr == nil && c.RQ.NrRunning > 0 && !c.NeedResched:
		return k.broken(c, "idle with %d runnable tasks and nobody to reschedule", c.RQ.NrRunning)
	case armed != (c.Curr != nil) || armed != c.burst.armed:
		return k.broken(c, "running %v, but the end of its operation is armed: %v", c.Curr != nil, armed)
	case c.Curr != nil && (!c.Curr.OnRQ || c.Curr.CPU != c.ID):
		return k.broken(c, "runs task %q, which is not on its queue", c.Curr.Name)
	case c.Curr != nil && c.Idle.Index >= 0:
		return k.broken(c, "runs task %q in idle state %d", c.Curr.Name, c.Idle.Index)
	case c.Capacity < 1 || c.Capacity > c.CapacityOrig && c.CapacityOrig > 0:
		return k.broken(c, "capacity %d of %d", c.Capacity, c.CapacityOrig)
	}
	return nil
}

func (k *Kernel) broken(c *CPU, format string, args ...any) error {
	return fmt.Errorf("sched: invariant at %v: CPU %d: %s", k.Now(), c.ID, fmt.Sprintf(format, args...))
}
