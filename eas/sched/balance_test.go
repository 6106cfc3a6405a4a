package sched

import (
	"encoding/csv"
	"strconv"
	"testing"

	"easim/eas/des"
	"easim/testdata"
)

// TestBalanceIntervalVectors repeats every row of get_sd_balance_interval() of
// the real kernel: interval in ms, busy factor, rounding up to jiffies at four
// tick rates, and the limits of one jiffy and of HZ x CPUs / 10.
func TestBalanceIntervalVectors(t *testing.T) {
	rows, err := csv.NewReader(testdata.Vectors(t, "eas1/intervals44.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	col := map[string]int{}
	for i, name := range rows[0] {
		col[name] = i
	}
	boards := map[string]string{"juno_r2": "juno-r2", "juno_r0": "juno-r0", "hikey": "hikey620"}
	machines := map[string]*machine{}
	for i, row := range rows[1:] {
		num := func(name string) int64 {
			v, err := strconv.ParseInt(row[col[name]], 10, 64)
			if err != nil {
				t.Fatalf("row %d: %v", i+1, err)
			}
			return v
		}
		key := row[col["platform"]] + row[col["hz"]]
		m := machines[key]
		if m == nil {
			m = newMachine(t, setup{
				platform: testPlatform(t, boards[row[col["platform"]]]),
				edit:     func(c *Config) { c.Params.HZ = num("hz") },
			})
			machines[key] = m
		}
		sd := intervalDomain(t, m, row[col["level"]], num("cpu"))
		sd.BalanceInterval, sd.BusyFactor = num("balance_interval_ms"), num("busy_factor")
		got := m.balanceInterval(sd, num("cpu_busy") != 0)
		if want := num("interval_jiffies"); got != want {
			t.Errorf("row %d %v: %d jiffies, want %d", i+1, row, got, want)
		}
	}
	if len(rows) < 2 {
		t.Error("no rows")
	}
}

func intervalDomain(t *testing.T, m *machine, level string, cpu int64) *SchedDomain {
	t.Helper()
	for i := range m.cpus[cpu].SD {
		if sd := &m.cpus[cpu].SD[i]; sd.Name == level {
			return sd
		}
	}
	t.Fatalf("CPU %d has no domain %s", cpu, level)
	return nil
}

// TestBackOff: a balanced domain doubles its interval up to max_interval, one
// whose tasks are all pinned up to 512 ms, and only real success or failure
// takes it back to the minimum.
func TestBackOff(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer = o }})
	c := m.CPU(0)
	sd := &c.SD[1] // DIE of 6 CPUs: 6 to 12 ms
	sd.NrBalanceFailed = 2
	for _, want := range []int64{12, 12, 12} {
		moved, proceed := m.loadBalance(c, sd, CPUIdle)
		if moved != 0 || !proceed {
			t.Fatalf("moved %d, proceed %v", moved, proceed)
		}
		check(t, "interval", sd.BalanceInterval, want)
		check(t, "failures", sd.NrBalanceFailed, 0)
	}
	// Not the CPU that balances: the interval doubles all the same.
	sd.BalanceInterval, sd.NrBalanceFailed = 6, 2
	o.should = func(*LBEnv) bool { return false }
	if _, proceed := m.loadBalance(c, sd, CPUIdle); proceed {
		t.Error("a CPU that does not balance this domain goes on to the next")
	}
	check(t, "interval of another CPU's domain", sd.BalanceInterval, 12)
	check(t, "failures of another CPU's domain", sd.NrBalanceFailed, 0)
}

// TestRebalanceDomains walks the domains at jiffies by hand. Little MC: 4 ms idle
// (1 jiffy), 128 busy (32); DIE 6 ms idle (2 jiffies), 192 busy (48).
func TestRebalanceDomains(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer = o }})
	m.bootedAt(0)
	c := m.CPU(0)
	pass := func(at des.Time, idle IdleType, want ...string) {
		t.Helper()
		m.AdvanceTo(at)
		o.asked = nil
		m.rebalanceDomains(c, idle)
		checkLines(t, o.asked, want)
	}
	const ms = des.Millisecond
	pass(0, CPUIdle, "find 0 MC") // jiffy 1: MC is 1 jiffy after 0, DIE is not due
	check(t, "next balance", c.RQ.NextBalance, 2)
	check(t, "last balance of MC", c.SD[0].LastBalance, 1)
	// MC was balanced: 8 ms, 2 jiffies. Jiffy 2: DIE only.
	pass(4*ms, CPUIdle, "find 0 DIE")
	check(t, "next balance", c.RQ.NextBalance, 3)
	// Busy: MC 8 x 32 = 256 ms = 64 jiffies, DIE 12 x 32 = 384 ms = 96.
	pass(8*ms, CPUNotIdle)
	check(t, "next balance when busy", c.RQ.NextBalance, 1+64)
	pass((64-1)*4*ms, CPUNotIdle)
	pass((65-1)*4*ms, CPUNotIdle, "find 0 MC")
	// At MC not the chosen CPU: DIE is not looked at, but its next balance counts
	// no more than the loop reached.
	o.should = func(*LBEnv) bool { return false }
	pass((200-1)*4*ms, CPUNotIdle)
	check(t, "MC counts as balanced", c.SD[0].LastBalance, 200)
	check(t, "DIE was not reached", c.SD[1].LastBalance, 2)
	check(t, "next balance after the break", c.RQ.NextBalance, 200+64)
}

// TestNewidleCostDecay: max_newidle_lb_cost loses 3/256 once a second, and the
// rq-wide cost follows with migration_cost as a floor.
func TestNewidleCostDecay(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer = o }})
	m.bootedAt(0)
	c := m.CPU(0)
	c.SD[0].MaxNewidleLBCost, c.SD[1].MaxNewidleLBCost = 256_000, 512_000
	m.AdvanceTo(des.Millisecond) // jiffy 1 > 0
	m.rebalanceDomains(c, CPUNotIdle)
	check(t, "MC", c.SD[0].MaxNewidleLBCost, 253_000)
	check(t, "DIE", c.SD[1].MaxNewidleLBCost, 506_000)
	check(t, "next decay", c.SD[0].NextDecayMaxLBCost, 251)
	check(t, "rq", c.RQ.MaxIdleLBCost, 759_000)
	m.AdvanceTo(250 * 4 * des.Millisecond) // jiffy 251, not after it
	m.rebalanceDomains(c, CPUNotIdle)
	check(t, "not yet", c.SD[0].MaxNewidleLBCost, 253_000)
	c.SD[0].MaxNewidleLBCost, c.SD[1].MaxNewidleLBCost = 0, 0
	m.AdvanceTo(251 * 4 * des.Millisecond)
	m.rebalanceDomains(c, CPUNotIdle)
	check(t, "floor", c.RQ.MaxIdleLBCost, 500_000)
}

// TestIdleBalanceEntry has the rules by which a CPU about to go idle looks for
// work (idle_balance). Without ENERGY_AWARE it does not when its idle stretches
// are short or no CPU is overloaded; with it, it always does.
func TestIdleBalanceEntry(t *testing.T) {
	for _, tt := range []struct {
		name     string
		aware    bool
		overload bool
		avgIdle  int64
		cost     int64 // max_newidle_lb_cost of MC
		want     []string
	}{
		{"plain", false, true, 1_000_000, 0, []string{"find 0 MC", "find 0 DIE"}},
		{"idle stretches as long as migration_cost", false, true, 500_000, 0, []string{"find 0 MC", "find 0 DIE"}},
		{"short idle stretches", false, true, 499_999, 0, nil},
		{"nobody is overloaded", false, false, 1_000_000, 0, nil},
		{"energy aware, short idle stretches", true, true, 1, 0, []string{"find 0 MC", "find 0 DIE"}},
		{"energy aware, nobody overloaded", true, false, 1_000_000, 0, []string{"find 0 MC", "find 0 DIE"}},
		{"balancing takes longer than the idleness", true, true, 600_000, 600_001, nil},
		{"balancing takes as long as the idleness", true, true, 600_000, 600_000, []string{"find 0 MC", "find 0 DIE"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := &observer{}
			m := newMachine(t, setup{edit: func(c *Config) { c.Balancer = o }})
			m.bootedAt(0)
			m.SetFeatures(m.Features().With(EnergyAware, tt.aware))
			c := m.CPU(0)
			c.RQ.AvgIdle, m.root.Overload, c.SD[0].MaxNewidleLBCost = tt.avgIdle, tt.overload, tt.cost
			c.RQ.NextBalance = 1000
			m.AdvanceTo(10 * des.Millisecond)
			m.idleBalance(c)
			checkLines(t, o.asked, tt.want)
			check(t, "idle_stamp", c.RQ.IdleStamp, 10*des.Millisecond)
			// MC, 4 ms from jiffy 0, comes first; a pass doubles it to 8 ms and does
			// not move last_balance: 1 or 2 jiffies; DIE 12 ms: 3.
			want := int64(1)
			if tt.want != nil {
				want = 2
			}
			check(t, "next_balance", c.RQ.NextBalance, want)
			check(t, "last_balance of MC", c.SD[0].LastBalance, 0)
		})
	}
}

// TestMigrationCostMinusOne: sched_init sets avg_idle and max_idle_balance_cost from
// the compiled-in 500 us, and the sysctl, written later, is unsigned: -1 is 4.29 s.
// With ENERGY_AWARE every CPU about to go idle looks for work all the same; without
// it none does.
func TestMigrationCostMinusOne(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer, c.Params.MigrationCostNS = o, -1 }})
	check(t, "avg_idle at boot", m.CPU(0).RQ.AvgIdle, 1_000_000)
	check(t, "longest new-idle balance at boot", m.CPU(0).RQ.MaxIdleLBCost, 500_000)
	m.AdvanceTo(des.Millisecond)
	m.root.Overload = true
	m.idleBalance(m.CPU(0))
	checkLines(t, o.asked, nil)
	m.SetFeatures(m.Features().With(EnergyAware, true))
	m.idleBalance(m.CPU(0))
	checkLines(t, o.asked, []string{"find 0 MC", "find 0 DIE"})
	m.AdvanceTo(5 * des.Millisecond)
	m.rebalanceDomains(m.CPU(0), CPUNotIdle) // lets the cost decay, down to the sysctl
	check(t, "longest new-idle balance", m.CPU(0).RQ.MaxIdleLBCost, 4_294_967_295)
}

// TestFirstInterval: last_balance, next_balance and nohz.next_balance start at the
// jiffy of boot (sd_init, sched_init), which with a tick phase of 0 is 1.
func TestFirstInterval(t *testing.T) {
	for phase, boot := range []int64{1, 0} {
		m := newMachine(t, setup{edit: func(c *Config) { c.Balancer, c.Params.TickPhaseNS = &observer{}, int64(phase) }})
		c := m.CPU(0)
		check(t, "jiffies", m.Jiffies(), boot)
		check(t, "last balance of MC", c.SD[0].LastBalance, boot)
		check(t, "last balance of DIE", c.SD[1].LastBalance, boot)
		check(t, "next balance", c.RQ.NextBalance, boot)
		check(t, "next balance for the idle CPUs", m.root.NohzNextBalance, boot)
	}
}

// TestIdleBalanceStops at the first domain that brought work.
func TestIdleBalanceStops(t *testing.T) {
	o := &observer{}
	m := newMachine(t, setup{edit: func(c *Config) { c.Balancer = o }})
	m.SetFeatures(m.Features().With(EnergyAware, true))
	c := m.CPU(0)
	o.find = func(e *LBEnv) { c.RQ.NrRunning = 1 } // as if a task had come
	m.AdvanceTo(des.Millisecond)
	m.idleBalance(c)
	checkLines(t, o.asked, []string{"find 0 MC"})
	check(t, "idle_stamp", c.RQ.IdleStamp, 0)
}

// TestUpdateGroupCapacity: at MC the CPU's own, at DIE the sums and maxima over
// the groups of the cluster as they were last refreshed.
func TestUpdateGroupCapacity(t *testing.T) {
	m := newMachine(t, setup{})
	c := m.CPU(3)
	mc, die := &c.SD[0], &c.SD[1]
	m.AdvanceTo(100 * des.Millisecond)
	m.RTAvgUpdate(c, 300*int64(des.Millisecond)) // 512 of 1024 used: 593 -> 296
	m.updateGroupCapacity(c, mc)
	check(t, "own group", mc.Groups[0].Capacity, 296)
	check(t, "own group's largest", mc.Groups[0].MaxCapacity, 296)
	check(t, "next update: jiffy 26 and 4 ms", mc.Groups[0].NextUpdate, 27)
	check(t, "cluster before its refresh", die.Groups[0].Capacity, 4*593)
	m.updateGroupCapacity(c, die)
	check(t, "cluster", die.Groups[0].Capacity, 3*593+296)
	check(t, "cluster's largest", die.Groups[0].MaxCapacity, 593)
	check(t, "next update: jiffy 26 and 6 ms, rounded up", die.Groups[0].NextUpdate, 28)
	check(t, "the other cluster is not touched", die.Groups[1].Capacity, 2048)
}
