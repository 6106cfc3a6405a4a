package sched

import "easim/energy"

// SDFlags are the flags of a scheduling domain (SD_*).
type SDFlags uint16

// The domain flags that decide something in the modelled kernels.
const (
	SDLoadBalance SDFlags = 1 << iota
	SDBalanceNewidle
	SDBalanceExec
	SDBalanceFork
	SDBalanceWake
	SDWakeAffine
	SDSharePkgResources
	SDSharePowerDomain
	SDShareCapStates
	SDPreferSibling
)

// SchedDomain is one level of one CPU's domain tree (struct sched_domain).
type SchedDomain struct {
	Name       string // "MC" or "DIE"
	Level      int    // index in CPU.SD
	Flags      SDFlags
	Span       energy.CPUSet
	SpanWeight int64

	// Groups is the ring of groups, the CPU's own first.
	Groups []*SchedGroup

	MinInterval     int64 // ms
	MaxInterval     int64 // ms
	BusyFactor      int64
	ImbalancePct    int64
	CacheNiceTries  int64
	BusyIdx         int
	IdleIdx         int
	NewidleIdx      int
	WakeIdx         int
	ForkexecIdx     int
	BalanceInterval int64 // ms, between MinInterval and MaxInterval
	LastBalance     int64 // jiffies
	NrBalanceFailed int64

	MaxNewidleLBCost   int64 // ns
	NextDecayMaxLBCost int64 // jiffies

	cpu energy.CPUID // whose view of the domain this is
	top bool
}

// Top reports whether the domain has no parent (here: DIE).
func (sd *SchedDomain) Top() bool { return sd.top }

// HighestDomain is the highest of c's domains up to which all have flag, or nil
// (sched.h:highest_flag_domain). With SDSharePkgResources it is the last-level
// cache (sd_llc); nil there means a cache of c's own.
func (c *CPU) HighestDomain(flag SDFlags) *SchedDomain {
	var highest *SchedDomain
	for i := range c.SD {
		if c.SD[i].Flags&flag == 0 {
			break
		}
		highest = &c.SD[i]
	}
	return highest
}

// SchedGroup is one group of a domain (struct sched_group). Groups of equal
// CPUs are shared between the domains of different CPUs.
type SchedGroup struct {
	CPUs   energy.CPUSet
	List   []energy.CPUID // CPUs in ascending order
	Weight int64          // number of CPUs (group_weight)

	Capacity    int64 // sum of capacity_of, as last refreshed (sgc.capacity)
	MaxCapacity int64 // largest capacity_of in it (sgc.max_capacity)
	NextUpdate  int64 // jiffies (sgc.next_update)
	NrBusy      int64 // CPUs in it that are not nohz-idle (sgc.nr_busy_cpus); kept above the last-level cache
	Imbalance   bool  // a balance below failed for affinity (sgc.imbalance)

	// Energy is the group's own EAS 1.x cost: the core's for a group of one CPU
	// at MC, the cluster's shared part at DIE. Nil without an eas1x model.
	Energy *GroupEnergy
	// Cores are the one-CPU groups below a cluster's group, in List order.
	Cores []*SchedGroup
}

// First is the group's lowest CPU (group_first_cpu).
func (g *SchedGroup) First() energy.CPUID { return g.List[0] }

// GroupEnergy is sched_group_energy: costs per OPP (cap_states) and per idle
// index (idle_states; 0 is active idle, 1 is WFI).
type GroupEnergy struct {
	Cap  []int64 // decision capacity
	Busy []int64 // table units while busy
	Idle []int64 // table units while idle
}

// RootDomain is the state all CPUs share (struct root_domain and nohz).
type RootDomain struct {
	// Overutilized is the tipping point: some CPU is over its margin, so
	// placement goes by load and not by energy.
	Overutilized bool
	// Overload: some CPU has more than one runnable task (rd.overload).
	Overload bool
	// MaxCapacity is the largest CapacityOrig (rd.max_cpu_capacity).
	MaxCapacity    int64
	maxCapacityCPU energy.CPUID // the CPU it was seen on

	NohzIdle        energy.CPUSet // nohz.idle_cpus_mask
	NohzNextBalance int64         // jiffies (nohz.next_balance)
	MaxLBInterval   int64         // jiffies (max_load_balance_interval)
}
