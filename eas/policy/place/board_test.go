package place

import (
	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
	"easim/platforms"
)

// clusterSpec describes one cluster of a test board by its EAS 1.x table. Idle
// tables are by idle index; exit are the exit latencies of the idle states, µs.
type clusterSpec struct {
	CPUs         []energy.CPUID `json:"cpus"`
	Cap          []int64        `json:"cap"`
	CorePower    []int64        `json:"core_power"`
	ClusterPower []int64        `json:"cluster_power"`
	CoreIdle     []int64        `json:"core_idle"`
	ClusterIdle  []int64        `json:"cluster_idle"`
	FreqScale    []int64        `json:"freq_scale"`
}

type boardSpec struct {
	Name     string        `json:"name"`
	Clusters []clusterSpec `json:"clusters"`
	Exit     []int64       `json:"exit_latency"`
}

// platform builds the energy.Platform of a spec, with one CPU type, frequency
// domain and table row per cluster.
func (b boardSpec) platform() *energy.Platform {
	p := &energy.Platform{Name: b.Name}
	table := energy.PowerTable{Name: "eas1x", Kind: energy.TableEAS1x, Unit: "bogo-mW"}
	for i, cl := range b.Clusters {
		set := energy.CPUSetOf(cl.CPUs...)
		for _, id := range cl.CPUs {
			for int(id) >= len(p.CPUs) {
				p.CPUs = append(p.CPUs, energy.CPU{})
			}
			p.CPUs[id] = energy.CPU{Type: i, Cluster: i, Domain: i}
		}
		row := energy.TableDomain{
			CPUs: set, CoreBusy: powers(cl.CorePower), ClusterBusy: powers(cl.ClusterPower),
			CoreIdle: powers(cl.CoreIdle), ClusterIdle: powers(cl.ClusterIdle),
		}
		var rates energy.RateSet
		var fd energy.FreqDomain
		fd.CPUs = set
		for opp, capacity := range cl.Cap {
			row.Capacity = append(row.Capacity, energy.Capacity(capacity))
			rates.Int = append(rates.Int, energy.Rate(capacity)<<energy.RateShift)
			fd.OPPs = append(fd.OPPs, energy.OPP{Freq: energy.KHz(cl.FreqScale[opp] * 1000)})
		}
		p.Types = append(p.Types, energy.CPUType{Name: "type", Rates: []energy.RateSet{rates}})
		p.FreqDomains = append(p.FreqDomains, fd)
		p.Clusters = append(p.Clusters, energy.Cluster{CPUs: set, Kind: energy.Little, IdleStates: idleStates(b.Exit)})
		table.Domains = append(table.Domains, row)
	}
	p.Tables = []energy.PowerTable{table}
	return p
}

func powers(in []int64) []energy.Power {
	var out []energy.Power
	for _, w := range in {
		out = append(out, energy.Power(w))
	}
	return out
}

func idleStates(exit []int64) []energy.IdleState {
	var out []energy.IdleState
	for _, us := range exit {
		out = append(out, energy.IdleState{Name: "state", Level: energy.IdleCore, ExitUS: us})
	}
	return out
}

// boardOptions are the switches that a placement reads.
type boardOptions struct {
	energyAware bool
	balanceWake bool // SD_BALANCE_WAKE in every domain
	set         func(*sched.Config)
}

// board is a machine whose state a test lays out by hand.
type board struct {
	k       *sched.Kernel
	running []*sched.Task // stand-ins for running tasks, by CPU
}

// newBoard builds the machine with every CPU idle at its lowest OPP.
func newBoard(p *energy.Platform, opt boardOptions) *board {
	cfg := sched.Config{
		Platform: p, Model: p.Table("eas1x"), Params: sched.DefaultParams(),
		Features: sched.DefaultFeatures().With(sched.EnergyAware, opt.energyAware),
		Fair:     fair.NewCFS(), Placer: NewEAS1x(),
	}
	if opt.balanceWake {
		cfg.Params.SDBalanceWake = 1
	}
	if opt.set != nil {
		opt.set(&cfg)
	}
	k, err := sched.New(cfg)
	if err != nil {
		panic(err)
	}
	b := &board{k: k}
	for id := range p.CPUs {
		b.running = append(b.running, &sched.Task{ID: sched.NoTask})
		b.set(energy.CPUID(id), cpuState{freqScale: b.freqScale(energy.CPUID(id), 0)})
	}
	return b
}

// juno is Juno r2: CPUs 0, 3, 4 and 5 are A53 of capacity 593, 1 and 2 are A72
// of 1024.
func juno(opt boardOptions) *board {
	p, err := platforms.Load("juno-r2")
	if err != nil {
		panic(err)
	}
	return newBoard(p, opt)
}

func (b *board) freqScale(id energy.CPUID, opp int) int64 {
	d := b.view().FreqDomain(b.k.CPU(id).Domain)
	return int64(d.Freqs[opp]) << 10 / int64(d.Freqs[len(d.Freqs)-1])
}

// newTask makes a sleeping task that may use every CPU.
func (b *board) newTask(util, load int64, prev energy.CPUID) *sched.Task {
	n := b.view().NrCPUs()
	t := &sched.Task{CPU: prev, Affinity: energy.CPURange(0, energy.CPUID(n-1)), NrAllowed: n}
	t.SE.Avg.UtilAvg, t.SE.Avg.LoadAvg = uint64(util), uint64(load)
	return t
}

func (b *board) view() sched.View { return b.k.View() }

// cpuState is what a placement reads of one CPU.
type cpuState struct {
	util, load, nr, idle, stamp, rtUsed, freqScale int64
}

func (b *board) set(id energy.CPUID, s cpuState) {
	c := b.k.CPU(id)
	c.RQ.CFS.Avg.UtilAvg = uint64(s.util)
	c.RQ.CFS.Avg.RunnableLoadAvg = uint64(s.load)
	c.RQ.NrRunning = int(s.nr)
	c.Curr = nil
	if s.nr > 0 {
		c.Curr = b.running[id]
	}
	c.Idle.Index = int(s.idle)
	c.RQ.IdleStamp = des.Time(s.stamp)
	c.Capacity = sched.ScaleRTCapacity(c.CapacityOrig, s.rtUsed)
	c.FreqScale = s.freqScale
}

// refresh brings the capacities of all groups up to date, as a balance pass
// would.
func (b *board) refresh() {
	for id := range b.view().NrCPUs() {
		c := b.k.CPU(energy.CPUID(id))
		for i := range c.SD {
			for _, g := range c.SD[i].Groups {
				g.Capacity, g.MaxCapacity = 0, 0
				for _, m := range g.List {
					g.Capacity += b.k.CPU(m).Capacity
					g.MaxCapacity = max(g.MaxCapacity, b.k.CPU(m).Capacity)
				}
			}
		}
	}
}
