package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// nohzMachine has every CPU in the first idle state without a tick, and tasks
// that run for ever on the given CPUs from 1 ms on.
func nohzMachine(t *testing.T, o *observer, busy ...energy.CPUID) *machine {
	t.Helper()
	steps := map[string][]func(*Kernel, *Task) Op{"hog": {sleep(des.Millisecond), run(des.Second)}}
	m := newMachine(t, setup{
		edit: func(c *Config) {
			c.Balancer = o
			c.Idle = &fixedIdle{stop: true}
			c.Features = c.Features.With(EnergyAware, true)
		},
		start: func(k *Kernel) {
			for _, cpu := range busy {
				k.Spawn(pinned("hog", cpu))
			}
		},
		steps: steps,
	})
	return m
}

// TestNohzMask: a CPU is in the mask from the stop of its tick to its first busy
// tick, not to its first task.
func TestNohzMask(t *testing.T) {
	o := &observer{}
	m := nohzMachine(t, o, 1)
	all := energy.CPURange(0, 5)
	m.runTo(t, 1200*des.Microsecond) // the hog is back from its sleep of 1 ms
	if m.CPU(1).Curr == nil {
		t.Fatal("the hog does not run")
	}
	check(t, "mask while busy, before the tick", m.root.NohzIdle, all)
	check(t, "busy CPUs of the big cluster, before the tick", m.CPU(1).SD[1].Groups[0].NrBusy, 0)
	m.runTo(t, 4*des.Millisecond)
	want := all
	want.Remove(1)
	check(t, "mask after the first busy tick", m.root.NohzIdle, want)
	check(t, "busy CPUs of the big cluster", m.CPU(1).SD[1].Groups[0].NrBusy, 1)
	check(t, "busy CPUs of the little cluster", m.CPU(0).SD[1].Groups[0].NrBusy, 0)
	if m.CPU(1).tick.stopped || !m.CPU(2).tick.stopped {
		t.Error("the tick of a busy CPU runs, that of an idle one does not")
	}
}

// TestBusyCPUsOfLoneCPU: only CPUs with a domain above their last-level cache count
// themselves (sd_busy): one that is alone in its cluster has none, nor have the CPUs of
// a lone cluster.
func TestBusyCPUsOfLoneCPU(t *testing.T) {
	p := oneCluster(3)
	p.Clusters[0].CPUs = energy.CPURange(1, 2)
	p.Clusters = append(p.Clusters, p.Clusters[0])
	p.Clusters[1].CPUs = energy.CPUSetOf(0)
	p.CPUs[0].Cluster = 1
	edit := func(c *Config) { c.Balancer, c.Idle = &observer{}, &fixedIdle{stop: true} }
	m := newMachine(t, setup{platform: p, edit: edit})
	m.runTo(t, 0) // all are idle
	check(t, "busy CPUs of the pair", m.CPU(1).SD[1].Groups[0].NrBusy, 0)
	check(t, "of the CPU by itself", m.CPU(0).SD[0].Groups[0].NrBusy, 1)
	check(t, "its flag", m.CPU(0).RQ.NohzIdle, false)
	m = newMachine(t, setup{platform: oneCluster(2), edit: edit})
	m.runTo(t, 0)
	check(t, "flag in a lone cluster", m.CPU(1).RQ.NohzIdle, false)
}

// TestNohzKick follows one kick: the lowest CPU of the mask balances for the
// idle CPUs in ascending order, then for itself.
func TestNohzKick(t *testing.T) {
	o := &observer{kick: true}
	m := nohzMachine(t, o, 1)
	m.bootedAt(0)
	m.runTo(t, 1200*des.Microsecond)
	o.asked, m.log, m.root.NohzNextBalance = nil, nil, 2
	for id := range m.cpus {
		m.cpus[id].RQ.NextBalance = 100
	}
	m.cpus[3].RQ.NextBalance = 0 // due: CPU 3 only
	m.runTo(t, 4*des.Millisecond)
	checkLines(t, m.lines("kick"), []string{"4ms kick 1>0"})
	// The kick takes CPU 0 out of WFI, 1 us.
	m.runTo(t, 4*des.Millisecond+des.Microsecond)
	checkLines(t, m.lines("balance", "kick"), []string{
		"4ms kick 1>0",
		"4.001ms balance 3 level 0 idle 0", "4.001ms balance 3 level 1 idle 0",
		"4.001ms balance 0 level 0 idle 0", "4.001ms balance 0 level 1 idle 0",
	})
	check(t, "the request is served", m.cpus[0].RQ.NohzKick, false)
	// Jiffy 2. CPU 3: MC balanced now, 8 ms; DIE 12 ms: jiffy 4, and so is CPU 0,
	// nearer than the 100 of the others.
	check(t, "next balance for the idle CPUs", m.root.NohzNextBalance, 4)
}

// TestNohzKickLost: when the lowest CPU of the mask has become busy the kick is
// lost, and the time of the next one advances by a jiffy all the same.
func TestNohzKickLost(t *testing.T) {
	o := &observer{kick: true}
	m := nohzMachine(t, o, 1)
	m.runTo(t, 1200*des.Microsecond)
	m.log = nil
	m.root.NohzNextBalance = 2
	m.cpus[0].RQ.NrRunning++ // a task is on its way there
	m.nohzKick(m.CPU(1))
	m.cpus[0].RQ.NrRunning--
	checkLines(t, m.lines("kick"), nil)
	check(t, "next balance", m.root.NohzNextBalance, 3)

	m.cpus[0].RQ.NohzKick = true // asked already
	m.nohzKick(m.CPU(1))
	checkLines(t, m.lines("kick"), nil)
	check(t, "next balance", m.root.NohzNextBalance, 4)

	m.cpus[0].RQ.NohzKick = false
	m.root.NohzIdle = energy.CPUSet{}
	m.nohzKick(m.CPU(1)) // nobody to ask
	checkLines(t, m.lines("kick"), nil)
	check(t, "next balance", m.root.NohzNextBalance, 5)
}

// TestNohzKickNeeded has the tests that come before the Balancer's.
func TestNohzKickNeeded(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(m *machine)
		want int // questions to the Balancer
		busy bool
	}{
		{"busy tick", func(*machine) {}, 1, true},
		{"idle tick", func(m *machine) { m.cpus[1].RQ.IdleBalance = true }, 0, false},
		{"nobody is idle without tick", func(m *machine) { m.root.NohzIdle = energy.CPUSetOf(1) }, 0, true},
		{"not yet", func(m *machine) { m.root.NohzNextBalance = 3 }, 0, true},
		{"due now", func(m *machine) { m.root.NohzNextBalance = 2 }, 1, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := &observer{kick: true}
			m := nohzMachine(t, o, 1)
			m.runTo(t, 1200*des.Microsecond)
			m.q.Set(evFreqDone, 7, 5*des.Millisecond) // jiffy 2
			for m.Now() < 5*des.Millisecond {
				m.q.Pop()
			}
			m.root.NohzIdle.Add(1)
			m.cpus[1].RQ.NohzTickStopped, m.cpus[1].RQ.NohzIdle, m.cpus[1].RQ.IdleBalance = true, true, false
			m.root.NohzNextBalance = 0
			o.kicks = 0
			tt.set(m)
			got := m.nohzKickNeeded(m.CPU(1))
			check(t, "kick", got, tt.want > 0)
			check(t, "questions", o.kicks, tt.want)
			check(t, "left the mask", !m.root.NohzIdle.Has(1), tt.busy)
			check(t, "counts as busy", !m.cpus[1].RQ.NohzIdle, tt.busy)
		})
	}
}

// TestNohzKickMeetsWork: the kicked CPU got a task while it left its idle state:
// the request is dropped (got_nohz_idle_kick).
func TestNohzKickMeetsWork(t *testing.T) {
	o := &observer{}
	m := nohzMachine(t, o, 1)
	m.runTo(t, 1200*des.Microsecond)
	m.log = nil
	c := m.CPU(0)
	c.RQ.NohzKick = true
	c.NeedResched = true
	m.nohzKicked(c)
	check(t, "request dropped", c.RQ.NohzKick, false)
	check(t, "not taken for idle balancing", c.RQ.IdleBalance, false)
	c.NeedResched = false
	checkLines(t, m.lines("balance"), nil)
}

// TestNohzIdleBalanceStopsForWork: the balancer for all stops once it is wanted
// itself.
func TestNohzIdleBalanceStopsForWork(t *testing.T) {
	o := &observer{}
	m := nohzMachine(t, o, 1)
	m.runTo(t, 1200*des.Microsecond)
	for id := range m.cpus {
		m.cpus[id].RQ.NextBalance = 0
		for i := range m.cpus[id].SD {
			m.cpus[id].SD[i].LastBalance = -100
		}
	}
	c := m.CPU(0)
	c.RQ.NohzKick = true
	o.asked = nil
	o.find = func(e *LBEnv) { c.NeedResched = e.Dst.ID == 3 && e.SD.Name == "DIE" }
	m.nohzIdleBalance(c, CPUIdle)
	c.NeedResched = false
	checkLines(t, o.asked, []string{"find 2 MC", "find 2 DIE", "find 3 MC", "find 3 DIE"})
	check(t, "request served", c.RQ.NohzKick, false)
}
