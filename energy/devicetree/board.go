package devicetree

import "easim/energy"

// Board is what a device tree says about the CPUs, in the tree's own order and
// units. Zero values and -1 mean that it does not say.
type Board struct {
	Model      string // the root's model property
	Compatible []string
	CPUs       []CPU // in the order of the cpu nodes; Linux puts the boot CPU first
	Clusters   []string
	Domains    []Domain
	IdleStates []IdleState // all states listed under idle-states and domain-idle-states
	Costs      []Cost      // all nodes with sched-energy costs

	guess    []int // cluster of each CPU of a tree without cpu-map
	guessWhy string
}

// CPU is one cpu node.
type CPU struct {
	Path        string
	Reg         uint64   // MPIDR affinity
	Compatible  []string // for example "arm,cortex-a53"
	Cluster     int      // index into Board.Clusters, -1 without cpu-map
	Domain      int      // index into Board.Domains, -1 if nothing says who shares its clock
	DMIPS       uint32   // capacity-dmips-mhz; 0 if missing
	Coefficient uint32   // dynamic-power-coefficient, µW / (MHz V²); 0 if missing
	IdleStates  []int    // index into Board.IdleStates, core states and those of its power domains
	Costs       []int    // sched-energy-costs: index into Board.Costs, core first, then cluster
	FreqModel   bool     // freq-energy-model: cost rows are <kHz power>

	node  int
	table int // opp table node, none
	key   domainKey
}

// Domain is a set of CPUs that change frequency together.
type Domain struct {
	CPUs        []int // index into Board.CPUs
	Why         string
	Table       string // path of the opp table; "" if there is none
	OPPs        []OPP  // ascending
	Coefficient uint32 // of the first CPU that has one: the kernel reads it from the policy's CPU
	LatencyUS   int64  // the largest clock-latency-ns, rounded up
}

// OPP is one operating point.
type OPP struct {
	Hz         uint64
	MicroVolt  uint64 // target of the first regulator; 0 if missing
	MicroWatt  uint64 // opp-microwatt: total power; 0 if missing
	Turbo      bool   // turbo-mode: only with boost
	Restricted bool   // opp-supported-hw: only some speed bins have it
}

// KHz is the frequency as cpufreq has it.
func (o OPP) KHz() energy.KHz { return energy.KHz(o.Hz / 1000) }

// MaxKHz is cpuinfo.max_freq: the highest frequency without boost; 0 if unknown.
func (d *Domain) MaxKHz() energy.KHz {
	for i := len(d.OPPs) - 1; i >= 0; i-- {
		if !d.OPPs[i].Turbo {
			return d.OPPs[i].KHz()
		}
	}
	return 0
}

// IdleState is one idle state node; times in µs.
type IdleState struct {
	Name                         string
	Level                        energy.IdleLevel
	Entry, Exit, Residency, Wake uint32
	Used                         bool // some CPU reaches it

	node int
}

// Cost is one node of an EAS 1.x cost table.
type Cost struct {
	Name string
	Path string
	Busy [][2]uint32 // <capacity power>, or <kHz power> for a CPU with FreqModel; ascending
	Idle []uint32
	Used bool

	node   int
	sorted bool // the file had another order
}

// BootOrder returns the CPUs in Linux's order: the one that boots, then the
// others as the tree lists them.
func (b *Board) BootOrder(boot int) []int {
	order := []int{boot}
	for i := range b.CPUs {
		if i != boot {
			order = append(order, i)
		}
	}
	return order
}
