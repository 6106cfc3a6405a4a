package sched

import (
	"fmt"
	"slices"

	"easim/energy"
)

// CheckInvariants verifies the machine's own laws: what is queued or waits where,
// what the counters say of CPUs, clusters and groups, and that a running operation
// has its end filed. It returns the first law that is broken. It is for tests and
// --check-invariants.
func (k *Kernel) CheckInvariants() error {
	if err := k.checkTasks(); err != nil {
		return err
	}
	for id := range k.cpus {
		c := &k.cpus[id]
		if err := k.checkCPU(c); err != nil {
			return err
		}
		if err := k.checkNohz(c); err != nil {
			return err
		}
	}
	for i := range k.clusters {
		if err := k.checkCluster(&k.clusters[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkTasks compares the tasks with what the CPUs count.
func (k *Kernel) checkTasks() error {
	onRQ := make([]int, len(k.cpus))
	waking := make([]int, len(k.cpus))
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
		if t.State == TaskWaking {
			waking[t.CPU]++
			if !slices.Contains(k.cpus[t.CPU].pending.wakes, t.ID) {
				return k.broken(&k.cpus[t.CPU], "task %q is waking, but not on its wake list", t.Name)
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
		if len(c.pending.wakes) != waking[id] {
			return k.broken(c, "%d tasks are on its wake list, but %d are waking", len(c.pending.wakes), waking[id])
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
	_, interrupted := k.q.Armed(evWakeIPI, int32(c.ID))
	switch {
	case len(c.pending.wakes) > 0 && !c.Idle.Leaving && !interrupted:
		return k.broken(c, "%d tasks are on its wake list and nobody looks at it", len(c.pending.wakes))
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

// checkNohz compares c's flags with the mask of CPUs without ticks, and the number
// of busy CPUs of its cluster with theirs.
func (k *Kernel) checkNohz(c *CPU) error {
	if in := k.root.NohzIdle.Has(c.ID); in != c.RQ.NohzTickStopped {
		return k.broken(c, "in the mask of nohz-idle CPUs: %v, by its own flag: %v", in, c.RQ.NohzTickStopped)
	}
	if c.busySD == nil {
		if c.RQ.NohzIdle {
			return k.broken(c, "nohz_idle without a domain above its last-level cache")
		}
		return nil
	}
	g, busy := c.busySD.Groups[0], int64(0)
	for _, id := range g.List {
		if !k.cpus[id].RQ.NohzIdle {
			busy++
		}
	}
	if g.NrBusy != busy {
		return k.broken(c, "nr_busy_cpus of its cluster %d, but %d are busy", g.NrBusy, busy)
	}
	return nil
}

// checkCluster compares the number of CPUs that ask for a cluster state with their
// requests, and what is granted to each with what all of them ask for.
func (k *Kernel) checkCluster(cl *clusterState) error {
	asking := 0
	for _, id := range cl.cpus {
		if c := &k.cpus[id]; c.Idle.Index >= 0 && !c.Idle.Leaving &&
			k.islands[c.Island].idleStates[c.Idle.Index].Level == energy.IdleCluster {
			asking++
		}
	}
	if asking != cl.asking {
		return fmt.Errorf("sched: invariant at %v: cluster of CPU %d: %d CPUs ask for a cluster state, counted are %d",
			k.Now(), cl.cpus[0], asking, cl.asking)
	}
	for _, id := range cl.cpus {
		c := &k.cpus[id]
		if c.Idle.Index < 0 || c.Idle.Leaving {
			continue
		}
		want := coreState(k.islands[c.Island].idleStates, c.Idle.Index)
		if cl.asleep() {
			want = k.shallowest(cl)
		}
		if c.Idle.Granted != want {
			return k.broken(c, "asks for idle state %d and is in %d, not %d", c.Idle.Index, c.Idle.Granted, want)
		}
	}
	return nil
}

func (k *Kernel) broken(c *CPU, format string, args ...any) error {
	return fmt.Errorf("sched: invariant at %v: CPU %d: %s", k.Now(), c.ID, fmt.Sprintf(format, args...))
}
