package sched

// Failing tests of the review. Copy this file into eas/sched and run
//
//	go test -run Review ./eas/sched/
//
// Each names the kernel's rule. They use the scaffolding of machine_test.go.

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// R1. drivers/cpufreq/cpufreq.c:scale_freq_capacity of EASv5.2 (H44 tree, 96boards-hikey/linux c1f81ab):
// freq_scale = cur << 10 / policy->max, max_freq_scale = policy->max << 10 / cpuinfo.max_freq, both written
// when the limits change. capacity_orig carries max_freq_scale already, so here the limit counts twice:
// a CPU that runs at its limit has capacity_curr < capacity_orig and its utilisation can never reach it.
func TestReviewFreqScaleUnderLimit(t *testing.T) {
	m := newMachine(t, setup{})
	m.SetFreqLimits(1, 0, 600_000) // A72: 600 of 1200 MHz
	m.runTo(t, 10*des.Millisecond)
	c := m.CPU(1)
	m.updateCPUCapacity(c)
	check(t, "capacity_orig under the limit", c.CapacityOrig, 512)
	check(t, "freq_scale at the limit", c.FreqScale, 1024)
	check(t, "capacity_curr at the limit", c.CapacityCurr(), 512)
}

// R2. cpufreq_freq_transition_begin of the same file writes freq_scale before the driver changes the clock:
// for the whole transition latency (1450 us on Juno r2) the scheduler believes in the new frequency. The clock,
// and so the rate of work and the trace event cpu_frequency, follows at the end.
func TestReviewFreqScaleAtBegin(t *testing.T) {
	m := newMachine(t, setup{})
	m.runTo(t, 0)
	m.applyRequest(1, Request{SetOPP: true, OPP: 0})
	c := m.CPU(1)
	check(t, "freq_scale during the transition", c.FreqScale, 512)
	check(t, "the clock during the transition", c.OPP, 2)
}

// R3. Parameter ipi_cost_ns: "delay of an interrupt to another CPU". A timer or tick of the CPU itself is none.
func TestReviewIPICostLocal(t *testing.T) {
	idle := &fixedIdle{stop: true}
	m := newMachine(t, setup{
		edit:  func(c *Config) { c.Idle, c.Params.IPICostNS = idle, 50_000 },
		steps: map[string][]func(*Kernel, *Task) Op{"a": {sleep(10 * des.Millisecond)}},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	m.runTo(t, 20*des.Millisecond)
	// Spawn is an interrupt to CPU 1: 1 us + 50 us. The timer is its own: 1 us.
	checkLines(t, m.lines("wake", "exit"), []string{"0s wake a on 1", "10.052ms wake a on 1", "10.052ms exit a"})
}

// R4. sched_init sets avg_idle and max_idle_balance_cost from the compiled-in 500 us, and the sysctl, written
// later, is unsigned: -1 is 4.29 s. With ENERGY_AWARE idle_balance stops only if avg_idle < the newidle cost, 0.
// Here avg_idle starts at -2 ns and can never rise, so with sched_migration_cost_ns=-1 no CPU ever makes a
// new-idle pass, and rd.overutilized is not cleared there.
func TestReviewMigrationCostMinusOne(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer, c.Params.MigrationCostNS = o, -1 }})
	m.SetFeatures(m.Features().With(EnergyAware, true))
	m.AdvanceTo(des.Millisecond)
	m.idleBalance(m.CPU(0))
	checkLines(t, o.asked, []string{"find 0 MC", "find 0 DIE"})
}

// R5. Overheads get lost: contextSwitch assigns instead of adding, so a wake-up paid for by a task that then
// sleeps is free, and so is a switch whose task is preempted before its cost has run.
func TestReviewOverheadLost(t *testing.T) {
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Params.SwitchCostNS = 5_000 },
		steps: map[string][]func(*Kernel, *Task) Op{
			"long":  {run(10 * des.Millisecond)},
			"short": {func(*Kernel, *Task) Op { return Op{Do: OpSleep, Until: 2 * des.Microsecond} }, run(des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("short", 1))
			k.Spawn(pinned("long", 1))
		},
	})
	m.fair.preempt = true
	m.runTo(t, 100*des.Millisecond)
	// long: 5 us of which 2 have run, short: 5 us and 1 ms, long: 5 us more for its second switch, the 3 us that
	// are left of the first, and its work.
	checkLines(t, m.lines("exit"), []string{"1.007ms exit short", "11.015ms exit long"})
}

// R6. New accepts a configuration that panics at once.
func TestReviewNewChecks(t *testing.T) {
	p := testPlatform(t, "juno-r2")
	for name, c := range map[string]Config{
		"no parameters": {Platform: p, Model: &p.Tables[0], Fair: &queueClass{}},
		"no fair class": {Platform: p, Model: &p.Tables[0], Params: DefaultParams()},
	} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: panic %v", name, r)
				}
			}()
			k, err := New(c)
			if err == nil {
				k.RunUntil(des.Second)
				t.Errorf("%s: no error", name)
			}
		}()
	}
}

// R7. ttwu_queue (core.c, feature TTWU_QUEUE, on): a wake-up for a CPU of another last-level cache only puts the
// task on that CPU's wake_list and sends an interrupt; it is queued when that CPU takes the interrupt. For an
// idle CPU that is after the exit latency: until then its nr_running is 0 (idle_cpu looks at the list), its
// load does not contain the task, and the governor is not told.
func TestReviewRemoteWakeup(t *testing.T) {
	idle := &fixedIdle{state: 1, stop: true}
	gov := &answers{}
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Idle, c.Governor = idle, gov },
		steps: map[string][]func(*Kernel, *Task) Op{
			"a":     {do(OpBlock)},
			"waker": {run(10 * des.Millisecond), wakeTask(0), run(10 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("waker", 3))
		},
	})
	m.runTo(t, 28*des.Millisecond) // the A53 has woken the task of the A72
	var at []string
	for _, l := range m.lines("wake") {
		at = append(at, l)
	}
	// 1.5 ms to wake CPU 3, 26.669584 ms of work, and then 1.2 ms to wake CPU 1.
	checkLines(t, at[2:], nil)
	m.runTo(t, 30*des.Millisecond)
	checkLines(t, m.lines("wake")[2:], []string{"29.369584ms wake a on 1"})
}

// R8. cpu_attach_domain hands SD_PREFER_SIBLING of a degenerate DIE down to MC.
func TestReviewLoneMCPrefersSibling(t *testing.T) {
	m := newMachine(t, setup{platform: oneCluster(4)})
	check(t, "SD_PREFER_SIBLING", m.CPU(0).SD[0].Flags&SDPreferSibling, SDPreferSibling)
}

// R9. set_cpus_allowed_ptr refuses a mask without a CPU of the machine (EINVAL) and leaves the task alone; here
// it means everywhere, which moves pinned work silently.
func TestReviewForeignAffinity(t *testing.T) {
	m := attrMachine(t)
	m.SetAffinity(m.Task(hog), energy.CPUSetOf(77))
	check(t, "affinity", m.Task(hog).Affinity, energy.CPUSetOf(1))
}

// R10. A change of nice while a change of policy waits for the task to leave the CPU is overwritten by it.
func TestReviewNiceWhilePolicyPending(t *testing.T) {
	m := attrMachine(t)
	x := m.Task(hog)
	m.SetPolicy(x, Batch, 0, 0)
	m.SetNice(x, 7)
	m.settle(t)
	check(t, "nice", x.Nice, 7)
	check(t, "policy", x.Policy, Batch)
}

// R11. sd_init and sched_init: last_balance, next_balance and nohz.next_balance start at the jiffy of boot. They
// are 0 here, but with a tick phase of 0 the first jiffy is 1, so that every first interval is a jiffy short.
func TestReviewFirstInterval(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer = o }})
	m.runTo(t, 0)
	check(t, "last balance", m.CPU(0).SD[1].LastBalance, m.Jiffies())
}
