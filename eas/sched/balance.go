package sched

import "math"

// This file is the mechanism of load balancing: who balances which domain and
// when. What a pass decides is the Balancer's.

// triggerLoadBalance is fair.c:trigger_load_balance at c's tick, followed at
// once by the softirq it raises (run_rebalance_domains).
func (k *Kernel) triggerLoadBalance(c *CPU) {
	if k.balancer == nil {
		return
	}
	due := k.Jiffies() >= c.RQ.NextBalance
	if k.nohzKickNeeded(c) {
		k.nohzKick(c)
	}
	if due {
		k.rebalance(c)
	}
}

// rebalance is fair.c:run_rebalance_domains: first for the idle CPUs if c was
// asked to, then for itself.
func (k *Kernel) rebalance(c *CPU) {
	idle := CPUNotIdle
	if c.RQ.IdleBalance {
		idle = CPUIdle
	}
	k.nohzIdleBalance(c, idle)
	k.rebalanceDomains(c, idle)
}

// rebalanceDomains is fair.c:rebalance_domains.
func (k *Kernel) rebalanceDomains(c *CPU, idle IdleType) {
	now := k.Jiffies()
	next, update := now+60*k.params.HZ, false
	k.updateBlocked(c)
	proceed, decayed, maxCost := true, false, int64(0)
	for i := range c.SD {
		sd := &c.SD[i]
		decay := k.decayNewidleCost(sd, now)
		decayed = decayed || decay
		maxCost += sd.MaxNewidleLBCost
		if sd.Flags&SDLoadBalance == 0 {
			continue
		}
		if !proceed {
			if decayed {
				continue
			}
			break
		}
		if now >= sd.LastBalance+k.balanceInterval(sd, idle != CPUIdle) {
			var moved int
			if moved, proceed = k.loadBalance(c, sd, idle); moved > 0 {
				idle = CPUNotIdle
				if c.IdleCPU() {
					idle = CPUIdle
				}
			}
			sd.LastBalance = now
		}
		if at := sd.LastBalance + k.balanceInterval(sd, idle != CPUIdle); at < next {
			next, update = at, true
		}
	}
	if decayed {
		c.RQ.MaxIdleLBCost = max(k.migrationCost(), maxCost)
	}
	if update {
		c.RQ.NextBalance = next
		if idle == CPUIdle && k.root.NohzNextBalance > next {
			k.root.NohzNextBalance = next
		}
	}
}

// migrationCost is the sysctl as the balancing code reads it: unsigned, of 32
// bits, so that -1 is the longest.
func (k *Kernel) migrationCost() int64 {
	if k.params.MigrationCostNS < 0 {
		return math.MaxUint32
	}
	return k.params.MigrationCostNS
}

// decayNewidleCost lets max_newidle_lb_cost fall by about 1 % a second.
func (k *Kernel) decayNewidleCost(sd *SchedDomain, now int64) bool {
	if now <= sd.NextDecayMaxLBCost {
		return false
	}
	sd.MaxNewidleLBCost = sd.MaxNewidleLBCost * 253 / 256
	sd.NextDecayMaxLBCost = now + k.params.HZ
	return true
}

// balanceInterval is fair.c:get_sd_balance_interval, in jiffies.
func (k *Kernel) balanceInterval(sd *SchedDomain, busy bool) int64 {
	ms := sd.BalanceInterval
	if busy {
		ms *= sd.BusyFactor
	}
	return min(max(k.msToJiffies(ms), 1), k.root.MaxLBInterval)
}

// msToJiffies rounds up, as msecs_to_jiffies does.
func (k *Kernel) msToJiffies(ms int64) int64 { return (ms*k.params.HZ + 999) / 1000 }

// idleBalance is fair.c:idle_balance: c is about to go idle.
func (k *Kernel) idleBalance(c *CPU) {
	rq := &c.RQ
	rq.IdleStamp = k.Now()
	if k.balancer == nil || len(c.SD) == 0 {
		return
	}
	next := k.Jiffies() + k.params.HZ
	if !k.features.Has(EnergyAware) && (rq.AvgIdle < k.migrationCost() || !k.root.Overload) {
		k.nextBalance(&c.SD[0], &next)
		rq.NextBalance = min(rq.NextBalance, next)
		return
	}
	k.updateBlocked(c)
	for i := range c.SD {
		sd := &c.SD[i]
		if rq.AvgIdle < sd.MaxNewidleLBCost {
			k.nextBalance(sd, &next)
			break
		}
		moved := 0
		if sd.Flags&SDBalanceNewidle != 0 {
			moved, _ = k.loadBalance(c, sd, CPUNewlyIdle)
		}
		k.nextBalance(sd, &next)
		if moved > 0 || rq.NrRunning > 0 {
			break
		}
	}
	rq.NextBalance = min(rq.NextBalance, next)
	if rq.NrRunning > 0 {
		rq.IdleStamp = 0
	}
}

// nextBalance is fair.c:update_next_balance for an idle CPU.
func (k *Kernel) nextBalance(sd *SchedDomain, next *int64) {
	*next = min(*next, sd.LastBalance+k.balanceInterval(sd, false))
}

// updateGroupCapacity is fair.c:update_group_capacity for sd's local group. That of
// a lowest domain is c alone.
func (k *Kernel) updateGroupCapacity(c *CPU, sd *SchedDomain) {
	g := sd.Groups[0]
	g.NextUpdate = k.Jiffies() + min(max(k.msToJiffies(sd.BalanceInterval), 1), k.root.MaxLBInterval)
	if sd.Level == 0 {
		k.updateCPUCapacity(c)
		g.Capacity, g.MaxCapacity = c.Capacity, c.Capacity
		return
	}
	g.Capacity, g.MaxCapacity = 0, 0
	for _, child := range c.SD[sd.Level-1].Groups {
		g.Capacity += child.Capacity
		g.MaxCapacity = max(g.MaxCapacity, child.MaxCapacity)
	}
}
