package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// The idle states of Juno r2: 0 WFI, exit 1 us; 1 cpu-sleep, entry 300, exit
// 1200 us; 2 cluster-sleep, entry 400, exit 1200 us.

// idleMachine asks for one state on every CPU, tick stopped, and has one task on
// CPU 1 that works for 1 ms at top speed, then follows steps.
func idleMachine(t *testing.T, state int, steps ...func(*Kernel, *Task) Op) *machine {
	t.Helper()
	idle := &fixedIdle{state: state, stop: true}
	m := newMachine(t, setup{
		edit:  func(c *Config) { c.Idle = idle },
		steps: map[string][]func(*Kernel, *Task) Op{"t": append([]func(*Kernel, *Task) Op{run(des.Millisecond)}, steps...)},
		start: func(k *Kernel) { k.Spawn(pinned("t", 1)) },
	})
	m.idle = idle
	return m
}

// TestIdleLatency follows the states of CPU 1. At 0 the task comes while the CPU
// is entering: the entry is completed first.
func TestIdleLatency(t *testing.T) {
	m := idleMachine(t, 1, sleep(10*des.Millisecond), run(des.Millisecond))
	m.runTo(t, 20*des.Millisecond)
	var got []string
	for _, l := range m.lines("idle", "switch", "wake", "exit") {
		if l[:2] != "0s" {
			got = append(got, l)
		}
	}
	checkLines(t, got, []string{
		"1.5ms switch 1 idle>t", // 300 entry + 1200 exit
		"2.5ms switch 1 t>idle",
		"2.5ms idle 1 1/1",
		"12.5ms idle 1 -1/-1", // the timer's interrupt: leaving
		"13.7ms wake t on 1",  // and its handler, 1200 us later
		"13.7ms switch 1 idle>t",
		"14.7ms exit t",
		"14.7ms switch 1 t>idle",
		"14.7ms idle 1 1/1",
	})
	checkLines(t, m.idle.seen, []string{"1 1 1.5ms false", "1 1 11.2ms false"})
	if n := len(m.idle.asked); n != 6+2 {
		t.Errorf("%d questions, want 8: each CPU at the start and CPU 1 after each run", n)
	}
	check(t, "question", m.idle.asked[6], "1 10ms 1.5ms false") // its tick is due at 4 ms
}

// TestIdleEntryFirst: an interrupt 100 us after the entry began waits for the
// other 200 us of it.
func TestIdleEntryFirst(t *testing.T) {
	m := idleMachine(t, 1, sleep(100*des.Microsecond))
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("exit"), []string{"4ms exit t"}) // 2.5 + 0.3 + 1.2
	checkLines(t, m.idle.seen[1:], []string{"1 1 1.5ms false"})
}

// TestIdlePendingInterrupts: what arrives while the CPU is leaving its state is
// served at its end: the tick first, then timers in the order of expiry, then the
// request to balance.
func TestIdlePendingInterrupts(t *testing.T) {
	idle := &fixedIdle{state: 1}
	o := &observer{}
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Idle, c.Balancer = idle, o },
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {sleep(4500 * des.Microsecond)}, "b": {sleep(3900 * des.Microsecond)}, "c": {sleep(4100 * des.Microsecond)},
		},
		start: func(k *Kernel) {
			for _, name := range []string{"a", "b", "c"} {
				k.Spawn(pinned(name, 1))
			}
		},
	})
	m.runTo(t, 3*des.Millisecond) // all asleep since 1.5 ms: a until 6, b 5.4, c 5.6 ms
	m.log = nil
	m.fair.calls = nil
	m.q.Set(evNohzKick, 1, 5_500*des.Microsecond)
	m.cpus[1].RQ.NohzKick = true
	// The tick of 4 ms starts the exit, until 5.2 ms; then the CPU enters again,
	// b's timer of 5.4 ms waits until 5.5 + 1.2 = 6.7 ms, and with it c's of 5.6,
	// a's of 6 and the kick of 5.5 ms.
	m.runTo(t, 6800*des.Microsecond)
	// When the tasks fell asleep at 1.5 ms a new-idle pass doubled the intervals: at
	// jiffy 2 MC is due, 4 ms after boot, DIE is not. Their end brings another one.
	checkLines(t, with(m.lines("balance"), "balance 1"), []string{
		"5.2ms balance 1 level 0 idle 0", "6.7ms balance 1 level 0 idle 2", "6.7ms balance 1 level 1 idle 2",
	})
	checkLines(t, m.lines("wake"), []string{
		"6.7ms wake b on 1", "6.7ms wake c on 1", "6.7ms wake a on 1",
	})
	check(t, "the kick met work and is dropped", m.cpus[1].RQ.NohzKick, false)
	checkLines(t, with(idle.seen, "1 1 "), []string{"1 1 1.5ms false", "1 1 3.7ms true", "1 1 1.5ms false"})
}

// TestIdleKickPending: the request to balance waits for the end of the exit
// latency, and an idle CPU goes back to sleep after it.
func TestIdleKickPending(t *testing.T) {
	idle := &fixedIdle{state: 1, stop: true}
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Idle, c.Balancer = idle, o }})
	m.runTo(t, 0)
	m.q.Set(evNohzKick, 3, 10*des.Millisecond)
	m.cpus[3].RQ.NohzKick = true
	m.cpus[3].RQ.NextBalance = 0
	m.runTo(t, 20*des.Millisecond)
	checkLines(t, m.lines("balance"), []string{
		"11.2ms balance 0 level 0 idle 0", "11.2ms balance 0 level 1 idle 0",
		"11.2ms balance 1 level 0 idle 0", "11.2ms balance 1 level 1 idle 0",
		"11.2ms balance 2 level 0 idle 0", "11.2ms balance 2 level 1 idle 0",
		"11.2ms balance 4 level 0 idle 0", "11.2ms balance 4 level 1 idle 0",
		"11.2ms balance 5 level 0 idle 0", "11.2ms balance 5 level 1 idle 0",
		"11.2ms balance 3 level 0 idle 0", "11.2ms balance 3 level 1 idle 0",
	})
	check(t, "asleep again", m.cpus[3].Idle.Index, 1)
	check(t, "only CPU 3 woke", len(idle.seen), 1)
}

// TestClusterSleep: the cluster state is granted when its last CPU asks for it
// and taken from all when the first one leaves.
func TestClusterSleep(t *testing.T) {
	m := idleMachine(t, 2, sleep(10*des.Millisecond))
	m.runTo(t, 20*des.Millisecond)
	checkLines(t, m.lines("idle", "switch"), []string{
		// Start: CPU 1 waits in cpu-sleep for CPU 2; the A53s are 0, 3, 4, 5.
		"0s idle 0 2/1", "0s idle 1 2/1", "0s idle 1 2/2", "0s idle 2 2/2",
		"0s idle 3 2/1", "0s idle 4 2/1",
		"0s idle 0 2/2", "0s idle 3 2/2", "0s idle 4 2/2", "0s idle 5 2/2",
		// The task: CPU 2 falls back to cpu-sleep; 400 entry + 1200 exit.
		"0s idle 2 2/1", "0s idle 1 -1/-1", "1.6ms switch 1 idle>t",
		"2.6ms switch 1 t>idle", "2.6ms idle 1 2/2", "2.6ms idle 2 2/2",
		"12.6ms idle 2 2/1", "12.6ms idle 1 -1/-1", "13.8ms switch 1 idle>t",
		"13.8ms switch 1 t>idle", "13.8ms idle 1 2/2", "13.8ms idle 2 2/2",
	})
}

// TestClusterSleepOneAwake: with one CPU in a core state nobody sleeps deeper
// than the core.
func TestClusterSleepOneAwake(t *testing.T) {
	m := idleMachine(t, 2, sleep(10*des.Millisecond))
	shallow := &choosyIdle{state: map[energy.CPUID]int{0: 2, 1: 2, 2: 0, 3: 2, 4: 2, 5: 0}}
	m.Kernel.idle = shallow
	m.runTo(t, 20*des.Millisecond)
	for id, want := range map[energy.CPUID]int{0: 1, 1: 1, 2: 0, 3: 1, 4: 1, 5: 0} {
		check(t, "granted", m.cpus[id].Idle.Granted, want)
	}
	// Its exit is that of the state it was really in: 300 + 1200 us, not 400.
	checkLines(t, m.lines("switch")[:1], []string{"1.5ms switch 1 idle>t"})
}

// TestClusterStates: with two cluster states the hardware is in the shallowest that a
// CPU asks for, whose exit counts for all.
func TestClusterStates(t *testing.T) {
	p := oneCluster(2)
	p.Clusters[0].IdleStates = []energy.IdleState{
		{Name: "WFI", Level: energy.IdleCore},
		{Name: "retention", Level: energy.IdleCluster, ExitUS: 200},
		{Name: "off", Level: energy.IdleCluster, ExitUS: 900},
	}
	m := newMachine(t, setup{platform: p, edit: func(c *Config) {
		c.Idle = &choosyIdle{state: map[energy.CPUID]int{0: 2, 1: 1}}
	}})
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("idle"), []string{"0s idle 0 2/0", "0s idle 0 2/1", "0s idle 1 1/1"})
	m.AdvanceTo(20 * des.Millisecond)
	m.leaveIdle(m.CPU(0), 0)
	at, _ := m.q.Armed(evIdleExit, 0)
	check(t, "CPU 0 is back", at, 20*des.Millisecond+200*des.Microsecond)
}

// choosyIdle asks for a state by CPU.
type choosyIdle struct{ state map[energy.CPUID]int }

func (g *choosyIdle) Select(_ View, c *CPU, _, _ int64, _ bool) (int, bool) {
	return g.state[c.ID], true
}
func (g *choosyIdle) Reflect(View, *CPU, int, int64, bool) {}

// TestClusterEntryFromGrant: the entry of a cluster state begins when its last CPU
// asks for it, and that of the core state, to which the others fall back, when they
// went idle.
func TestClusterEntryFromGrant(t *testing.T) {
	idle := &fixedIdle{state: 2, stop: true}
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Idle = idle },
		steps: map[string][]func(*Kernel, *Task) Op{
			"early": {do(OpBlock)},
			"last":  {run(des.Millisecond), sleep(5 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("early", 1))
			k.Spawn(pinned("last", 2))
		},
	})
	m.runTo(t, 4*des.Millisecond)
	// CPU 1 woke from cluster-sleep, 1.6 ms. CPU 2 fell back to cpu-sleep, from which it
	// woke in 1.5 ms, and asks again at 2.5.
	checkLines(t, with(m.lines("switch"), "switch 2"), []string{"1.5ms switch 2 idle>last", "2.5ms switch 2 last>idle"})
	checkLines(t, m.lines("idle")[len(m.lines("idle"))-2:], []string{"2.5ms idle 1 2/2", "2.5ms idle 2 2/2"})
	check(t, "CPU 1 is idle since", m.CPU(1).Idle.Since, 1600*des.Microsecond)
	m.AdvanceTo(2600 * des.Microsecond)
	m.leaveIdle(m.CPU(1), 0)
	at, _ := m.q.Armed(evIdleExit, 1)
	check(t, "CPU 1 is back after the rest of 400 us, and 1200", at, 2900*des.Microsecond+1200*des.Microsecond)
	m.leaveIdle(m.CPU(2), 0)
	at, _ = m.q.Armed(evIdleExit, 2)
	check(t, "CPU 2 after the rest of 300 us, and 1200", at, 2800*des.Microsecond+1200*des.Microsecond)
}

// TestIPICost: an interrupt from another CPU takes ipi_cost_ns, a CPU's own timer or
// tick does not.
func TestIPICost(t *testing.T) {
	idle := &fixedIdle{stop: true}
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Idle, c.Params.IPICostNS = idle, 50_000 },
		steps: map[string][]func(*Kernel, *Task) Op{
			"a":     {sleep(10 * des.Millisecond), do(OpBlock), do(OpBlock), do(OpBlock)},
			"waker": {sleep(20 * des.Millisecond), wakeTask(0)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("waker", 2))
		},
	})
	m.runTo(t, 15*des.Millisecond)
	// Spawn is an interrupt to CPU 1: 1 us + 50 us. The timer is its own: 1 us.
	checkLines(t, with(m.lines("wake", "switch"), " 1"), []string{
		"0s wake a on 1", "51us switch 1 idle>a", "51us switch 1 a>idle",
		"10.052ms wake a on 1", "10.052ms switch 1 idle>a", "10.052ms switch 1 a>idle",
	})
	m.runTo(t, 20500*des.Microsecond)
	// CPU 2's own timer, then its interrupt to CPU 1, which shares its cache.
	checkLines(t, m.lines("wake", "switch")[9:], []string{
		"20.052ms wake waker on 2", "20.052ms switch 2 idle>waker", "20.052ms wake a on 1",
		"20.052ms switch 2 waker>idle", "20.103ms switch 1 idle>a", "20.103ms switch 1 a>idle",
	})
	m.log = nil
	m.AdvanceTo(25 * des.Millisecond)
	m.WakeFrom(1, m.Task(0)) // that interrupt is CPU 1's own
	m.runTo(t, 26*des.Millisecond)
	m.WakeFrom(2, m.Task(0)) // and that one CPU 2's
	m.runTo(t, 27*des.Millisecond)
	checkLines(t, with(m.lines("switch"), "idle>a"), []string{"25.001ms switch 1 idle>a", "25.052ms switch 1 idle>a"})
	m.Kernel.balancer = &observer{}
	m.q.Set(evNohzKick, 3, 30*des.Millisecond)
	m.cpus[3].RQ.NohzKick = true
	m.runTo(t, 31*des.Millisecond)
	checkLines(t, with(m.lines("balance"), "balance 3 level 0"), []string{"30.051ms balance 3 level 0 idle 0"})
}

// TestIdleTicks: a CPU whose tick goes on wakes at each tick, says so, and is
// not in the mask.
func TestIdleTicks(t *testing.T) {
	idle := &fixedIdle{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Idle = idle }})
	m.runTo(t, 9*des.Millisecond)
	checkLines(t, with(idle.seen, "3 0 "), []string{"3 0 4.001ms true", "3 0 4ms true"})
	check(t, "nobody is nohz idle", m.root.NohzIdle, energy.CPUSet{})
}

// TestTickRestart: the tick of a CPU that gets a task runs from the next
// boundary on, strictly later than now.
func TestTickRestart(t *testing.T) {
	m := idleMachine(t, 0, sleep(9*des.Millisecond), run(10*des.Millisecond))
	m.runTo(t, 25*des.Millisecond)
	// Busy 0.001..1.001 and 10.002..20.002 ms: ticks at 12, 16 and 20 ms.
	check(t, "ticks", m.fair.count("tick"), 3)
	m = newMachine(t, setup{})
	c := m.CPU(0)
	for _, tt := range []struct{ phase, now, due des.Time }{
		{0, 0, 4 * des.Millisecond},
		{des.Millisecond, 0, des.Millisecond},
		{des.Millisecond, des.Millisecond, 5 * des.Millisecond},
		{des.Millisecond, 4 * des.Millisecond, 5 * des.Millisecond},
		{des.Millisecond, 5 * des.Millisecond, 9 * des.Millisecond},
	} {
		if tt.now > m.Now() {
			m.AdvanceTo(tt.now)
		}
		m.tickPhase = tt.phase
		if m.Now() == tt.now {
			m.startTick(c)
			check(t, "due", c.tick.due, tt.due)
			m.q.Clear(evTick, 0)
		}
	}
}

// TestZeroLatency: on a board whose WFI takes no time a woken CPU runs in the
// same instant, but the waker's step is finished first, and it stays the waker.
func TestZeroLatency(t *testing.T) {
	idle := &fixedIdle{stop: true}
	inside := false
	block := []func(*Kernel, *Task) Op{func(*Kernel, *Task) Op {
		return Op{Do: OpBlock}
	}, func(*Kernel, *Task) Op {
		if inside {
			t.Error("a woken task took a step inside the waker's")
		}
		return Op{Do: OpBlock}
	}}
	m := newMachine(t, setup{
		platform: oneCluster(4),
		edit:     func(c *Config) { c.Idle = idle },
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": block, "b": block,
			"waker": {run(des.Millisecond), call(func(k *Kernel, _ *Task) {
				inside = true
				k.Wake(k.Task(0), false)
				k.Wake(k.Task(1), false)
				inside = false
			})},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("b", 2))
			k.Spawn(pinned("waker", 3))
		},
	})
	m.runTo(t, 10*des.Millisecond)
	if want := []TaskID{2, 2}; len(m.fair.woken) != 2 || m.fair.woken[0] != want[0] || m.fair.woken[1] != want[1] {
		t.Errorf("wakers %v, want %v", m.fair.woken, want)
	}
}
