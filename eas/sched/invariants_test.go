package sched

import (
	"strings"
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// TestCheckInvariants breaks one law after the other.
func TestCheckInvariants(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		set        func(m *machine)
	}{
		{"nr_running", "nr_running 1, but 0", func(m *machine) { m.cpus[4].RQ.NrRunning++ }},
		{"load weight", "load weight 5", func(m *machine) { m.cpus[4].RQ.CFS.LoadWeight = 5 }},
		{"state", "on_rq true in state", func(m *machine) { m.tasks[0].State = TaskSleeping }},
		{"affinity", "outside", func(m *machine) { m.tasks[0].Affinity = energy.CPUSetOf(2) }},
		{"end of the operation", "armed", func(m *machine) { m.q.Clear(evBurstEnd, 1) }},
		{"capacity", "capacity 0 of", func(m *machine) { m.cpus[4].Capacity = 0 }},
		{"wake list", "1 tasks are on its wake list, but 0", func(m *machine) {
			m.cpus[4].pending.wakes = []TaskID{1}
		}},
		{"waking task", "not on its wake list", func(m *machine) { m.tasks[1].State = TaskWaking }},
		{"nobody looks", "nobody looks at it", func(m *machine) {
			m.tasks[1].State = TaskWaking
			m.cpus[4].pending.wakes = []TaskID{1}
		}},
		{"mask", "in the mask of nohz-idle CPUs: false", func(m *machine) { m.root.NohzIdle.Remove(4) }},
		{"flag of the mask", "by its own flag: false", func(m *machine) { m.cpus[4].RQ.NohzTickStopped = false }},
		{"nr_busy_cpus", "nr_busy_cpus of its cluster 1, but 0", func(m *machine) {
			m.cpus[4].busySD.Groups[0].NrBusy++
		}},
		{"nohz_idle", "nr_busy_cpus", func(m *machine) { m.cpus[4].RQ.NohzIdle = false }},
		{"asking", "counted are 5", func(m *machine) { m.clusters[m.islands[m.cpus[4].Island].cluster].asking++ }},
		{"granted", "is in 1, not 2", func(m *machine) { m.cpus[4].Idle.Granted = 1 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			idle := &fixedIdle{state: 2, stop: true}
			m := newMachine(t, setup{
				edit: func(c *Config) { c.Idle, c.Balancer = idle, &observer{} },
				steps: map[string][]func(*Kernel, *Task) Op{
					"hog": {run(des.Second)}, "sleeper": {do(OpBlock)},
				},
				start: func(k *Kernel) {
					k.Spawn(pinned("hog", 1))
					k.Spawn(pinned("sleeper", 4))
				},
			})
			m.runTo(t, 10*des.Millisecond)
			tt.set(m)
			if err := m.CheckInvariants(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}
