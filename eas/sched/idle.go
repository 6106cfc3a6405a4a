package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// clusterState is what the mechanism knows of a cluster: how many of its CPUs
// ask for a cluster idle state. The shallowest one asked for is granted while all of
// them do; until then each CPU is in its deepest core state.
type clusterState struct {
	cpus   []energy.CPUID
	asking int
}

func (cl *clusterState) asleep() bool { return cl.asking == len(cl.cpus) }

// enterIdle is the idle loop: choose a state and enter it (cpuidle_idle_call).
//
// Differs from the kernel: 4.4 stops the tick of every idle CPU whose next event
// is more than a tick away; here the idle governor says, as later kernels have
// it, in all profiles.
func (k *Kernel) enterIdle(c *CPU) {
	k.idleStart(c)
	states := k.islands[c.Island].idleStates
	if k.idle == nil || len(states) == 0 {
		return
	}
	nextTick := int64(des.Never)
	if !c.tick.stopped {
		nextTick = int64(c.tick.due - k.Now())
	}
	state, stop := k.idle.Select(k.view, c, k.nextTimer(c), nextTick, c.tick.stopped)
	if stop {
		k.stopTick(c)
	}
	c.tick.woke = false
	now := k.Now()
	c.Idle = IdleInfo{Index: state, Granted: coreState(states, state), Since: now, entered: now}
	if states[state].Level == energy.IdleCluster {
		cl := &k.clusters[k.islands[c.Island].cluster]
		cl.asking++
		if cl.asleep() {
			k.grantCluster(cl)
			return
		}
	}
	k.idleChanged(c)
}

// coreState is the deepest state up to state that needs no other CPU.
func coreState(states []energy.IdleState, state int) int {
	for state > 0 && states[state].Level == energy.IdleCluster {
		state--
	}
	return state
}

// grantCluster puts every CPU of the cluster into the shallowest state that one of
// them asks for: its entry begins now.
func (k *Kernel) grantCluster(cl *clusterState) {
	state := k.shallowest(cl)
	for _, id := range cl.cpus {
		c := &k.cpus[id]
		c.Idle.Granted, c.Idle.entered = state, k.Now()
		k.idleChanged(c)
	}
}

// shallowest is the shallowest state that a CPU of the cluster asks for.
func (k *Kernel) shallowest(cl *clusterState) int {
	state := k.cpus[cl.cpus[0]].Idle.Index
	for _, id := range cl.cpus[1:] {
		state = min(state, k.cpus[id].Idle.Index)
	}
	return state
}

// leaveIdle starts the exit from c's idle state because of an interrupt, which
// takes ipi ns if it comes from another CPU. The entry to the state that was granted
// is completed first; then its exit latency runs.
func (k *Kernel) leaveIdle(c *CPU, ipi int64) {
	if c.Idle.Leaving {
		return
	}
	states := k.islands[c.Island].idleStates
	c.Idle.Leaving = true
	st := &states[c.Idle.Granted]
	ready := max(k.Now(), c.Idle.entered+des.Time(st.EntryUS*1000)) + des.Time(st.ExitUS*1000+ipi)
	if states[c.Idle.Index].Level == energy.IdleCluster {
		k.leaveCluster(c, states)
	}
	c.Idle.Granted = -1
	k.idleChanged(c)
	if ready == k.Now() {
		caller := k.thisCPU // the cause may be a step of another CPU's task
		k.idleExited(c)
		k.thisCPU = caller
		return
	}
	k.q.Set(evIdleExit, int32(c.ID), ready)
}

// leaveCluster ends a cluster state: the others fall back to core states.
func (k *Kernel) leaveCluster(c *CPU, states []energy.IdleState) {
	cl := &k.clusters[k.islands[c.Island].cluster]
	was := cl.asleep()
	cl.asking--
	if !was {
		return
	}
	for _, id := range cl.cpus {
		if o := &k.cpus[id]; o != c {
			o.Idle.Granted, o.Idle.entered = coreState(states, o.Idle.Index), o.Idle.Since
			k.idleChanged(o)
		}
	}
}

func (k *Kernel) idleChanged(c *CPU) {
	requested := c.Idle.Index
	if c.Idle.Granted < 0 {
		requested = -1
	}
	k.decide(decideIdle, int64(c.ID), int64(requested), int64(c.Idle.Granted))
	if k.trace.CPUIdle != nil {
		k.trace.CPUIdle(k.Now(), c.ID, requested, c.Idle.Granted)
	}
}

// idleExited handles evIdleExit: the CPU runs again. Interrupts that waited are
// served: wake-ups by other CPUs, the tick, timers in order, the request to balance;
// then it schedules or goes back to idle.
func (k *Kernel) idleExited(c *CPU) {
	k.thisCPU = c.ID
	state := c.Idle.Index
	c.Idle.Index, c.Idle.Leaving = -1, false
	k.idle.Reflect(k.view, c, state, int64(k.Now()-c.Idle.Since), c.tick.woke)
	k.wakePending(c)
	if c.pending.tick {
		c.pending.tick = false
		k.schedulerTick(c)
	}
	for _, id := range c.pending.timers {
		k.wake(k.tasks[id], c, 0)
	}
	c.pending.timers = c.pending.timers[:0]
	if c.pending.kick {
		c.pending.kick = false
		k.nohzKicked(c)
	}
	if !c.NeedResched {
		k.enterIdle(c)
		return
	}
	// Not at once: the exit may be instant, and its cause a step of another task.
	k.queueResched(c)
}

// busyStart is called when an idle CPU gets a task: its tick runs again
// (tick_nohz_idle_exit).
func (k *Kernel) busyStart(c *CPU) {
	if c.tick.stopped {
		k.updateCPULoadNohz(c)
		k.startTick(c)
	}
}

// idleStart is called in the idle loop (tick_nohz_idle_enter).
func (k *Kernel) idleStart(c *CPU) { k.setSDIdle(c) }
