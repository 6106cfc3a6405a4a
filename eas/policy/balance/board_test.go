package balance

import (
	"testing"

	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// boardSpec is a board as in eas1/platforms.json.
type boardSpec struct {
	Name     string        `json:"name"`
	Clusters []clusterSpec `json:"clusters"`
}

// clusterSpec has costs and clock ratios only where whole runs need them.
type clusterSpec struct {
	CPUs         []energy.CPUID `json:"cpus"`
	Cap          []int64        `json:"cap"`
	CorePower    []energy.Power `json:"core_power"`
	ClusterPower []energy.Power `json:"cluster_power"`
	CoreIdle     []energy.Power `json:"core_idle"`
	ClusterIdle  []energy.Power `json:"cluster_idle"`
	FreqScale    []int64        `json:"freq_scale"`
}

// junoR2 is the board of the examples: CPUs 0, 3, 4 and 5 are LITTLE, 1 and 2
// are big.
func junoR2() boardSpec {
	return boardSpec{"juno_r2", []clusterSpec{
		{CPUs: []energy.CPUID{0, 3, 4, 5}, Cap: []int64{276, 501, 593}},
		{CPUs: []energy.CPUID{1, 2}, Cap: []int64{501, 849, 1024}},
	}}
}

// platform builds the energy.Platform of a spec, with one CPU type, frequency
// domain and table row per cluster. Work proceeds at the capacity of the present
// clock, and the only idle state is left at once.
func (b boardSpec) platform() *energy.Platform {
	p := &energy.Platform{Name: b.Name}
	table := energy.PowerTable{Name: "model", Kind: energy.TableEM}
	if b.Clusters[0].CorePower != nil {
		table.Kind = energy.TableEAS1x
	}
	for i, cl := range b.Clusters {
		set := energy.CPUSetOf(cl.CPUs...)
		for _, id := range cl.CPUs {
			for int(id) >= len(p.CPUs) {
				p.CPUs = append(p.CPUs, energy.CPU{})
			}
			p.CPUs[id] = energy.CPU{Type: i, Cluster: i, Domain: i}
		}
		row := energy.TableDomain{
			CPUs: set, CoreBusy: cl.CorePower, ClusterBusy: cl.ClusterPower,
			CoreIdle: cl.CoreIdle, ClusterIdle: cl.ClusterIdle,
		}
		var rates energy.RateSet
		fd := energy.FreqDomain{CPUs: set}
		for opp, c := range cl.Cap {
			top := cl.Cap[len(cl.Cap)-1]
			clock := c << 10 / top
			if cl.FreqScale != nil {
				clock = cl.FreqScale[opp]
			}
			row.Capacity = append(row.Capacity, energy.Capacity(c))
			rates.Int = append(rates.Int, energy.Rate(top*clock>>10)<<energy.RateShift)
			fd.OPPs = append(fd.OPPs, energy.OPP{Freq: energy.KHz(clock * 1000)})
		}
		p.Types = append(p.Types, energy.CPUType{Name: "type", Rates: []energy.RateSet{rates}})
		p.FreqDomains = append(p.FreqDomains, fd)
		wfi := []energy.IdleState{{Name: "WFI", Level: energy.IdleCore}}
		p.Clusters = append(p.Clusters, energy.Cluster{CPUs: set, Kind: energy.Little, IdleStates: wfi})
		table.Domains = append(table.Domains, row)
	}
	p.Tables = []energy.PowerTable{table}
	return p
}

// board is a machine whose state a test lays out by hand.
type board struct {
	k       *sched.Kernel
	running []*sched.Task // stand-ins for running tasks, by CPU
	tasks   []*sched.Task // those of layOut, in order of pid
	pushed  sched.TaskID  // the last task that a stopper moved
}

// boardStart is the time at which a board's state is laid out. It is off the
// ticks, and late enough for any time of a row to lie before it.
const boardStart = 50*des.Millisecond + des.Microsecond

// newBoard makes a board at boardStart with all CPUs idle; each set may change
// what it is made of.
func newBoard(tb testing.TB, spec boardSpec, features sched.Features, set ...func(*sched.Config)) *board {
	tb.Helper()
	p := spec.platform()
	b := &board{pushed: sched.NoTask}
	cfg := sched.Config{
		Platform: p, Model: &p.Tables[0], Params: sched.DefaultParams(), Features: features,
		Balancer: NewLoadBalance(), Fair: fair.NewCFS(), RT: noRT{}, Feeder: silence{},
		Tracer: sched.Tracer{ActiveBalance: func(_ des.Time, _, _ energy.CPUID, t sched.TaskID) { b.pushed = t }},
	}
	cfg.Params.TickPhaseNS = 0
	for _, f := range set {
		f(&cfg)
	}
	k, err := sched.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	b.k = k
	b.advance(tb, boardStart)
	for range p.CPUs {
		b.running = append(b.running, &sched.Task{ID: sched.NoTask})
	}
	return b
}

// advance lets idle time pass and undoes what the balancing of that time did.
func (b *board) advance(tb testing.TB, at des.Time) {
	b.k.SetFeederTimer(at)
	if err := b.k.RunUntil(at); err != nil {
		tb.Fatal(err)
	}
	for id := range b.view().NrCPUs() {
		for i := range b.k.CPU(energy.CPUID(id)).SD {
			sd := &b.k.CPU(energy.CPUID(id)).SD[i]
			sd.BalanceInterval = sd.MinInterval
		}
	}
}

// silence is a workload of nothing.
type silence struct{}

func (silence) Start(*sched.Kernel) {}

func (silence) Timer(*sched.Kernel) {}

func (silence) Next(*sched.Kernel, *sched.Task) sched.Op { return sched.Op{Do: sched.OpBlock} }

// noRT is a real-time class whose tasks only stand on a CPU.
type noRT struct{ sched.Class }

func (noRT) Put(*sched.Kernel, *sched.CPU, *sched.Task) {}

func (noRT) Pick(*sched.Kernel, *sched.CPU) *sched.Task { return nil }

func (b *board) view() sched.View { return b.k.View() }

// cpuState is what balancing reads of one CPU.
type cpuState struct {
	util, load, load0, load1 int64
	fair, rt                 int // queued tasks of each class
	rtUsed                   int64
	running                  bool // something runs, queued or about to stop
	currUtil                 int64
	misfits                  bool // the running task, of utilisation currUtil, may be misfit
}

func (b *board) set(id energy.CPUID, s cpuState) {
	c, v := b.k.CPU(id), b.view()
	c.RQ.CFS.Avg.UtilAvg = uint64(s.util)
	c.RQ.CFS.Avg.RunnableLoadAvg = uint64(s.load)
	c.RQ.CPULoad = [5]uint64{uint64(s.load0), uint64(s.load1), uint64(s.load1)}
	c.RQ.CFS.NrRunning, c.RQ.NrRunning = s.fair, s.fair+s.rt
	c.Capacity = sched.ScaleRTCapacity(c.CapacityOrig, s.rtUsed)
	c.Curr, c.RQ.MisfitTask = nil, false
	if s.running {
		c.Curr = b.running[id]
		c.Curr.SE.Avg.UtilAvg = uint64(s.currUtil)
		c.RQ.MisfitTask = s.misfits && !v.TaskFitsMax(c.Curr, c)
	}
}

// refresh brings the capacities of all groups up to date.
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

// level returns c's domain of that name.
func (b *board) level(tb testing.TB, id energy.CPUID, name string) *sched.SchedDomain {
	tb.Helper()
	c := b.k.CPU(id)
	for i := range c.SD {
		if c.SD[i].Name == name {
			return &c.SD[i]
		}
	}
	tb.Fatalf("CPU %d has no domain %s", id, name)
	return nil
}
