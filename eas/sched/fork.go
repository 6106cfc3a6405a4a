package sched

import (
	"fmt"

	"easim/eas/pelt"
	"easim/energy"
)

// Spawn creates a task without a parent on the boot CPU and wakes it there. It
// stands for a process that was there before the run and slept for long, a shell
// say, so its averages start at 0 and not at the full utilisation that a fork
// gives.
func (k *Kernel) Spawn(attr TaskAttr) *Task {
	c := &k.cpus[k.bootCPU]
	t := k.newTask(attr, c.ID)
	k.classOf(t).Fork(k, c, t, nil)
	t.SE.Avg = pelt.Avg44{}
	k.wakeNew(t, c, t.Affinity.Has(c.ID))
	return t
}

// Fork creates a child of the running task parent, chooses its CPU
// (core.c:sched_fork, wake_up_new_task) and wakes it. Its first Feeder.Next
// comes when it first runs.
func (k *Kernel) Fork(parent *Task, attr TaskAttr) *Task {
	c := &k.cpus[parent.CPU]
	t := k.newTask(attr, c.ID)
	k.classOf(t).Fork(k, c, t, parent)
	k.wakeNew(t, c, false)
	return t
}

func (k *Kernel) newTask(attr TaskAttr, cpu energy.CPUID) *Task {
	t := &Task{
		ID: TaskID(len(k.tasks)), Name: attr.Name, Policy: attr.Policy,
		Nice: attr.Nice, Priority: attr.Priority, CPU: cpu,
	}
	t.exec.fresh = true
	if !k.applyAffinity(t, attr.Affinity) {
		k.Fail(fmt.Errorf("sched: task %q: the machine has no CPU of %v", attr.Name, attr.Affinity))
		k.applyAffinity(t, energy.CPUSet{})
	}
	k.tasks = append(k.tasks, t)
	k.classOf(t).Reweight(k, t)
	if k.trace.TaskNew != nil {
		k.trace.TaskNew(k.Now(), t.ID, t.Name)
	}
	return t
}

// wakeNew is core.c:wake_up_new_task. stay keeps the CPU.
func (k *Kernel) wakeNew(t *Task, waker *CPU, stay bool) {
	to := t.CPU
	if !stay {
		to = k.selectCPU(t, t.CPU, KindFork, WakeFork, waker.ID)
	}
	if to != t.CPU {
		k.setTaskCPU(t, to, MigrateFork)
	}
	c := &k.cpus[to]
	t.LastWake = k.Now()
	k.activate(c, t, EnqueueNew)
	k.govern(c, reason(t, ReasonEnqueueNew))
	k.decide(decideWake, int64(to), int64(t.ID), 1)
	if k.trace.SchedWakeup != nil {
		k.trace.SchedWakeup(k.Now(), t.ID, to, true)
	}
	k.preemptCheck(c, t, WakeFork)
	k.woken(c, t, waker)
}

// exit ends a task that was just taken off its queue.
func (k *Kernel) exit(t *Task) {
	t.State = TaskDead
	if k.trace.TaskExit != nil {
		k.trace.TaskExit(k.Now(), t.ID)
	}
}
