package sched_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"easim/eas/des"
	"easim/eas/policy/balance"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/sched"
	"easim/energy"
)

// vectorFile opens a file below testdata/vectors of the module, or below the
// folder in EASIM_VECTORS.
func vectorFile(tb testing.TB, name string) *os.File {
	tb.Helper()
	root, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			tb.Fatal("no go.mod above the test")
		}
		root = filepath.Dir(root)
	}
	dir := os.Getenv("EASIM_VECTORS")
	switch {
	case dir == "":
		dir = filepath.Join(root, "testdata", "vectors")
	case !filepath.IsAbs(dir):
		dir = filepath.Join(root, dir)
	}
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { f.Close() })
	return f
}

type clusterSpec struct {
	CPUs         []energy.CPUID `json:"cpus"`
	Cap          []int64        `json:"cap"`
	CorePower    []energy.Power `json:"core_power"`
	ClusterPower []energy.Power `json:"cluster_power"`
	CoreIdle     []energy.Power `json:"core_idle"`
	ClusterIdle  []energy.Power `json:"cluster_idle"`
	FreqScale    []int64        `json:"freq_scale"`
}

type boardSpec struct {
	Name     string        `json:"name"`
	NCPUs    int           `json:"ncpus"`
	Clusters []clusterSpec `json:"clusters"`
}

// platform is the recorded machine: each cluster has a clock of its own, idle
// CPUs are in WFI, which takes no time, and work proceeds at capacity_curr.
func (b boardSpec) platform() *energy.Platform {
	p := &energy.Platform{Name: b.Name, CPUs: make([]energy.CPU, b.NCPUs)}
	table := energy.PowerTable{Name: "eas1x", Kind: energy.TableEAS1x}
	for i, cl := range b.Clusters {
		set := energy.CPUSetOf(cl.CPUs...)
		top := cl.Cap[len(cl.Cap)-1]
		row := energy.TableDomain{
			CPUs: set, CoreBusy: cl.CorePower, ClusterBusy: cl.ClusterPower, CoreIdle: cl.CoreIdle, ClusterIdle: cl.ClusterIdle,
		}
		fd, rates := energy.FreqDomain{CPUs: set}, energy.RateSet{}
		for opp, scale := range cl.FreqScale {
			row.Capacity = append(row.Capacity, energy.Capacity(cl.Cap[opp]))
			fd.OPPs = append(fd.OPPs, energy.OPP{Freq: energy.KHz(scale * 1000)})
			rates.Int = append(rates.Int, energy.Rate(top*scale>>10)<<energy.RateShift)
		}
		for _, id := range cl.CPUs {
			p.CPUs[id] = energy.CPU{Type: i, Cluster: i, Domain: i}
		}
		p.Types = append(p.Types, energy.CPUType{Rates: []energy.RateSet{rates}})
		p.FreqDomains = append(p.FreqDomains, fd)
		p.Clusters = append(p.Clusters, energy.Cluster{
			CPUs: set, Kind: energy.Little, IdleStates: []energy.IdleState{{Name: "WFI", Level: energy.IdleCore}},
		})
		table.Domains = append(table.Domains, row)
	}
	p.Tables = []energy.PowerTable{table}
	return p
}

// traceRow is one recorded run.
type traceRow struct {
	ID       int    `json:"id"`
	Platform string `json:"platform"`
	Case     string `json:"case"`
	In       struct {
		Duration      des.Time   `json:"duration_ns"`
		IRQCPU        int        `json:"irq_cpu"`
		EnergyAware   int        `json:"energy_aware"`
		MigrationCost int64      `json:"migration_cost"`
		BusyFactor    int64      `json:"busy_factor"`
		OPP           []int      `json:"opp"`
		Tasks         [][6]int64 `json:"tasks"` // nice, affinity, period, work, first, cpu
	} `json:"in"`
	Out     outcome `json:"out"`
	Patched outcome `json:"out_A1_A2_A3_A5_A7"` // the same run with the performance patches
}

// outcome is a run's events, and its state at the end. Tasks are: jobs, backlog,
// sum of responses, largest response, load, utilisation, CPU.
type outcome struct {
	Events [][]int64  `json:"events"`
	Tasks  [][7]int64 `json:"tasks"`
	Busy   []int64    `json:"busy_ns"`
}

// wfi is the idle governor of the recording: WFI at once, without a tick.
type wfi struct{}

func (wfi) Select(sched.View, *sched.CPU, int64, int64, bool) (int, bool) { return 0, true }
func (wfi) Reflect(sched.View, *sched.CPU, int, int64, bool)              {}

// recorder plays the tasks of a row and writes the events in the row's form.
type recorder struct {
	row    *traceRow
	done   []int64 // jobs
	active []bool
	excess []int64                       // work done in the last ns of a job beyond its end
	moved  map[sched.TaskID]energy.CPUID // CPU before a wake-up's placement
	rates  []int64                       // by CPU
	// release is when a task is released by Timer, by task.
	release []des.Time
	events  [][]int64
}

func (r *recorder) Start(k *sched.Kernel) {
	for _, t := range r.row.In.Tasks {
		var cpus energy.CPUSet
		for id := range energy.CPUID(8) {
			if t[1]>>id&1 != 0 {
				cpus.Add(id)
			}
		}
		k.AddSleeping(sched.TaskAttr{Nice: int(t[0]), Affinity: cpus}, energy.CPUID(t[5]), des.Time(t[4]))
	}
}

// Timer is the interrupt of releases in rows where one CPU, the boot CPU, gets
// them all.
func (r *recorder) Timer(k *sched.Kernel) {
	for id, at := range r.release {
		if at == k.Now() {
			r.release[id] = des.Never
			k.Wake(k.Task(sched.TaskID(id)), false)
		}
	}
	r.arm(k)
}

func (r *recorder) arm(k *sched.Kernel) {
	if at := slices.Min(r.release); at != des.Never {
		k.SetFeederTimer(at)
	}
}

func (r *recorder) Next(k *sched.Kernel, t *sched.Task) sched.Op {
	spec, now := r.row.In.Tasks[t.ID], int64(k.Now())
	if r.active[t.ID] {
		r.active[t.ID] = false
		response := now - (spec[4] + r.done[t.ID]*spec[2])
		r.done[t.ID]++
		r.add(k.Now(), 2, int64(t.ID), int64(t.CPU), response)
	}
	release := spec[4] + r.done[t.ID]*spec[2]
	if now < release {
		r.excess[t.ID] = 0
		if r.row.In.IRQCPU >= 0 {
			r.release[t.ID] = des.Time(release)
			r.arm(k)
			return sched.Op{Do: sched.OpBlock}
		}
		return sched.Op{Do: sched.OpSleep, Until: des.Time(release)}
	}
	r.active[t.ID] = true
	// In a backlog, what was done beyond the last job, up to the end of its last ns,
	// counts for this one.
	work := spec[3]*int64(energy.RateScale) - r.excess[t.ID]
	return sched.Op{Do: sched.OpRun, Work: work}
}

func (r *recorder) add(at des.Time, event ...int64) {
	r.events = append(r.events, append([]int64{int64(at)}, event...))
}

func (r *recorder) tracer() sched.Tracer {
	return sched.Tracer{
		SchedWakeup: func(at des.Time, t sched.TaskID, cpu energy.CPUID, _ bool) {
			prev, ok := r.moved[t]
			if !ok {
				prev = cpu
			}
			delete(r.moved, t)
			r.add(at, 0, int64(t), int64(prev), int64(cpu))
		},
		SchedSwitch: func(at des.Time, cpu energy.CPUID, _, next sched.TaskID, _ bool) {
			r.add(at, 1, int64(cpu), int64(next))
		},
		SchedMigrate: func(at des.Time, t sched.TaskID, from, to energy.CPUID, why sched.MigrateReason) {
			if why == sched.MigrateWakeup {
				r.moved[t] = from
				return
			}
			r.add(at, 3, int64(t), int64(from), int64(to))
		},
		Work: func(_ des.Time, t sched.TaskID, cpu energy.CPUID, work int64) {
			rate := r.rates[cpu]
			r.excess[t] = (rate - work%rate) % rate
		},
		Overutilized: func(at des.Time, over bool) {
			v := int64(0)
			if over {
				v = 1
			}
			r.add(at, 4, v)
		},
		NohzKick: func(at des.Time, _, ilb energy.CPUID) { r.add(at, 6, int64(ilb)) },
	}
}

func playTrace(t *testing.T, row *traceRow, p *energy.Platform, patched bool) (*recorder, *sched.Kernel) {
	t.Helper()
	r := &recorder{
		row: row, done: make([]int64, len(row.In.Tasks)), active: make([]bool, len(row.In.Tasks)),
		excess: make([]int64, len(row.In.Tasks)), rates: make([]int64, len(p.CPUs)),
		moved: map[sched.TaskID]energy.CPUID{}, release: make([]des.Time, len(row.In.Tasks)),
	}
	for i := range r.release {
		r.release[i] = des.Never
	}
	cfg := sched.Config{
		Platform: p, Model: &p.Tables[0], Params: sched.DefaultParams(),
		Features: sched.DefaultFeatures().With(sched.EnergyAware, row.In.EnergyAware != 0),
		Fair:     fair.NewCFS(), Placer: place.NewEAS1x(), Balancer: balance.NewLoadBalance(), Idle: wfi{},
		Feeder: r, Tracer: r.tracer(),
	}
	cfg.Params.TickPhaseNS, cfg.Params.MigrationCostNS, cfg.Params.BusyFactor = 0, row.In.MigrationCost, row.In.BusyFactor
	if patched {
		for _, f := range [...]sched.Feature{
			sched.MisfitKick, sched.CapacityOrig, sched.WakeFallback, sched.ForceOverloaded, sched.OverutilNotIdle,
		} {
			cfg.Features = cfg.Features.With(f, true)
		}
		cfg.Params.ActiveOKIfDstIdle, cfg.Params.ForceOverloadedFixSmall = 1, 1
	}
	k, err := sched.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k.BalancedNow()
	for d, opp := range row.In.OPP {
		k.FixOPP(d, opp)
		for _, id := range p.FreqDomains[d].CPUs.List() {
			r.rates[id] = int64(p.Types[p.CPUs[id].Type].Rates[0].Int[opp])
		}
	}
	if err := k.RunUntil(row.In.Duration); err != nil {
		t.Fatal(err)
	}
	return r, k
}

// normal sorts the events of each instant, and leaves the last of several
// switches of a CPU in it: a stopper, here idle for no time, is not in the
// recording.
func normal(events [][]int64) [][]int64 {
	var out [][]int64
	for i, e := range events {
		again := func(o []int64) bool { return o[0] == e[0] && o[1] == 1 && o[2] == e[2] }
		if e[1] == 1 && slices.ContainsFunc(events[i+1:], again) {
			continue
		}
		out = append(out, e)
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// sameState compares what is left at the end of a run: jobs, load and
// utilisation of each task, its CPU, and the busy time of each CPU.
func sameState(r *recorder, k *sched.Kernel, o *outcome) string {
	for id, want := range o.Tasks {
		t := k.Task(sched.TaskID(id))
		got := [4]int64{r.done[id], int64(t.Load()), t.Util(), int64(t.CPU)}
		if got != [4]int64{want[0], want[4], want[5], want[6]} {
			return fmt.Sprintf("task %d: jobs, load, util, CPU %v, want those of %v", id, got, want)
		}
	}
	for id, want := range o.Busy {
		c := k.CPU(energy.CPUID(id))
		got := c.BusyNS
		if c.Curr != nil {
			got += int64(r.row.In.Duration - c.BusySince)
		}
		if got != want {
			return fmt.Sprintf("CPU %d was busy for %d ns, want %d", id, got, want)
		}
	}
	return ""
}

// differs says where a run leaves the recording, or "".
func differs(r *recorder, k *sched.Kernel) string {
	got, want := normal(r.events), normal(r.row.Out.Events)
	if slices.EqualFunc(got, want, slices.Equal[[]int64]) {
		return sameState(r, k, &r.row.Out)
	}
	i := 0
	for i < min(len(got), len(want)) && slices.Equal(got[i], want[i]) {
		i++
	}
	show := func(e [][]int64) string { return fmt.Sprint(e[max(0, i-3):min(len(e), i+5)]) }
	return fmt.Sprintf("%d of %d events alike\n\tgot  %s\n\twant %s", i, len(want), show(got), show(want))
}

// TestTraceVectors repeats whole runs of the real 4.4 code, event by event. Two
// things in the recording are not what a kernel does, and make a few runs leave
// it: a CPU that a kick, in the instant of a tick, gives work takes that tick
// again; and rd.overload is set by balance passes alone, not by the second task
// of a CPU, which only matters without ENERGY_AWARE.
func TestTraceVectors(t *testing.T) {
	var list []boardSpec
	if err := json.NewDecoder(vectorFile(t, "eas1/platforms.json")).Decode(&list); err != nil {
		t.Fatal(err)
	}
	boards := map[string]*energy.Platform{}
	for _, b := range list {
		boards[b.Name] = b.platform()
	}
	z, err := gzip.NewReader(vectorFile(t, "eas1/trace44.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var rows, same, patched [2]int // without and with ENERGY_AWARE
	for dec := json.NewDecoder(z); dec.More(); {
		row := &traceRow{}
		if err := dec.Decode(row); err != nil {
			t.Fatal(err)
		}
		r, k := playTrace(t, row, boards[row.Platform], false)
		rows[row.In.EnergyAware]++
		aware := row.In.EnergyAware
		if diff := differs(r, k); diff == "" {
			same[aware]++
		} else {
			t.Logf("row %d, %s %s, energy aware %d: %s", row.ID, row.Platform, row.Case, row.In.EnergyAware, diff)
		}
		r, k = playTrace(t, row, boards[row.Platform], true)
		if diff := sameState(r, k, &row.Patched); diff == "" {
			patched[aware]++
		} else {
			t.Logf("row %d with the performance patches, %s, energy aware %d: %s", row.ID, row.Platform, aware, diff)
		}
	}
	for aware, floor := range [2]int{75, 95} { // percent
		for what, n := range map[string]int{"": same[aware], " with the performance patches": patched[aware]} {
			t.Logf("energy aware %d%s: %d of %d runs are as recorded", aware, what, n, rows[aware])
			if rows[aware] == 0 || n*100 < rows[aware]*floor {
				t.Errorf("energy aware %d%s: want %d %%", aware, what, floor)
			}
		}
	}
}
