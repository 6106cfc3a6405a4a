package place

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"easim/eas/sched"
	"easim/energy"
	"easim/testdata"
)

// wakeRow is a row of eas1/wake44.jsonl.gz: a state and what the functions of
// the EASv5.2 scheduler returned for it.
type wakeRow struct {
	ID       int     `json:"id"`
	Platform string  `json:"platform"`
	Case     string  `json:"case"`
	In       wakeIn  `json:"in"`
	Out      wakeOut `json:"out"`
}

type wakeIn struct {
	Kind        string `json:"kind"`
	WakerCPU    int64  `json:"waker_cpu"`
	Sync        int64  `json:"sync"`
	EnergyAware int64  `json:"energy_aware"`
	Over        int64  `json:"overutilized"`
	BalanceWake int64  `json:"sd_balance_wake"`
	WakerFlips  int64  `json:"waker_flips"`
	WakerLoad   int64  `json:"waker_load"`
	Task        struct {
		Util     int64 `json:"util"`
		Load     int64 `json:"load"`
		Affinity int64 `json:"affinity"`
		Flips    int64 `json:"wakee_flips"`
		PrevCPU  int64 `json:"prev_cpu"`
	} `json:"task"`
	CPUs struct {
		Util      []int64 `json:"util"`
		Load      []int64 `json:"runnable_load"`
		Nr        []int64 `json:"nr_running"`
		Idle      []int64 `json:"idle_state"`
		Stamp     []int64 `json:"idle_stamp"`
		RTUsed    []int64 `json:"rt_used"`
		FreqScale []int64 `json:"freq_scale"`
	} `json:"cpus"`
}

type wakeOut struct {
	Target      int64     `json:"target"`
	WakeWide    int64     `json:"wake_wide"`
	AffineLevel int64     `json:"affine_level"`
	WakeAffine  int64     `json:"wake_affine"`
	EATarget    int64     `json:"ea_target"`
	EACandidate int64     `json:"ea_candidate"`
	EAEvaluated int64     `json:"ea_evaluated"`
	EADiff      int64     `json:"ea_diff"`
	Energy      [][]int64 `json:"energy"`
	EnergyDiff  []int64   `json:"energy_diff"`
	IdleSibling []int64   `json:"select_idle_sibling"`
	IdlestTop   int64     `json:"idlest_group_top"`
	IdlestMC    int64     `json:"idlest_group_mc"`
	IdlestCPU   []int64   `json:"idlest_cpu_per_cluster"`
	CapacityOf  []int64   `json:"capacity_of"`
	CapCurr     []int64   `json:"capacity_curr"`
	CPUUtil     []int64   `json:"cpu_util"`
	Over        []int64   `json:"overutilized"`
	FitsMax     []int64   `json:"fits_max"`
	FitsSpare   []int64   `json:"fits_spare"`
	Idle        []int64   `json:"idle"`
	MaxCapacity int64     `json:"max_cpu_capacity"`
}

// TestVectorsWake checks every field of every row.
func TestVectorsWake(t *testing.T) {
	specs := readBoards(t)
	boards := make(map[string]*board) // one machine for each board and setting of the switches
	rows, failed := 0, 0
	for line := range testdata.VectorLines(t, "eas1/wake44.jsonl.gz") {
		var row wakeRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(row.Platform, row.In.EnergyAware, row.In.BalanceWake)
		b := boards[key]
		if b == nil {
			b = newBoard(specs[row.Platform].platform(), boardOptions{row.In.EnergyAware != 0, row.In.BalanceWake != 0, nil})
			boards[key] = b
		}
		rows++
		if got := b.answer(row.In); !reflect.DeepEqual(got, row.Out) {
			t.Errorf("row %d (%s %s):\n got %+v\nwant %+v", row.ID, row.Platform, row.Case, got, row.Out)
			if failed++; failed == 5 {
				t.Fatal("further rows not shown")
			}
		}
	}
	if rows < 1000 {
		t.Errorf("%d rows, want at least 1000", rows)
	}
}

// answer lays out the state of a row and asks each function directly, as the
// recording did, whatever path the placement itself takes.
func (b *board) answer(in wakeIn) wakeOut {
	v := b.view()
	task, prev, waker := b.layOut(in)
	this := v.CPU(waker)
	kind, flags := wakeKind(in.Kind), sched.Flags(0)
	if in.Sync != 0 {
		flags = sched.WakeSync
	}
	var out wakeOut
	out.Target = int64(NewEAS1x().Select(v, task, prev, kind, flags, waker))
	out.WakeWide = number(wakeWide(task, this))
	shared, _ := walkDomains(this, prev, sched.KindWake, true)
	out.AffineLevel = int64(shared.Level)
	out.WakeAffine = -1
	if waker != prev {
		out.WakeAffine = number(wakeAffine(v, shared, task, v.CPU(prev), this, in.Sync != 0))
	}
	b.answerEnergy(&out, task, prev)

	top := len(this.SD) - 1
	out.IdlestTop = mask(findIdlestGroup(v, &this.SD[top], task, this, kind))
	out.IdlestMC = mask(findIdlestGroup(v, &this.SD[0], task, this, kind))
	for _, g := range v.CPU(0).SD[top].Groups {
		out.IdlestCPU = append(out.IdlestCPU, int64(findIdlestCPU(v, g, task, this)))
	}
	for id := range v.NrCPUs() {
		c := v.CPU(energy.CPUID(id))
		out.IdleSibling = append(out.IdleSibling, int64(selectIdleSibling(v, task, prev, c.ID)))
		out.CapacityOf = append(out.CapacityOf, c.Capacity)
		out.CapCurr = append(out.CapCurr, c.CapacityCurr())
		out.CPUUtil = append(out.CPUUtil, c.Util())
		out.Over = append(out.Over, number(v.CPUOverutilized(c)))
		out.FitsMax = append(out.FitsMax, number(v.TaskFitsMax(task, c)))
		out.FitsSpare = append(out.FitsSpare, number(v.TaskFitsSpare(task, c)))
		out.Idle = append(out.Idle, number(c.IdleCPU()))
	}
	out.MaxCapacity = v.Root().MaxCapacity
	return out
}

// answerEnergy fills in the fields of the energy-aware path.
func (b *board) answerEnergy(out *wakeOut, task *sched.Task, prev energy.CPUID) {
	v := b.view()
	sd := energyDomain(v.CPU(prev))
	candidate := candidate(v, task, sd, prev)
	out.EATarget = int64(energyAwareWakeCPU(v, task, prev))
	out.EACandidate = int64(candidate)
	m := move{src: prev, dst: candidate, delta: task.Util()}
	out.Energy = [][]int64{}
	if candidate != prev {
		skipped := v.Has(sched.LowestOPPPack) && v.CPU(candidate).Capacity > v.CPU(prev).Capacity
		if !skipped && !v.CPUOverutilized(v.CPU(prev)) {
			out.EAEvaluated, out.EADiff = 1, energyDiff(v, sd, m)
		}
		for _, g := range sd.Groups {
			if g.CPUs.Has(prev) || g.CPUs.Has(candidate) {
				before, opp := groupEnergy(v, g, move{})
				after, oppAfter := groupEnergy(v, g, m)
				out.Energy = append(out.Energy, []int64{int64(g.First()), before, after, int64(opp), int64(oppAfter)})
			}
		}
	}
	for id := range v.NrCPUs() {
		out.EnergyDiff = append(out.EnergyDiff, energyDiff(v, sd, move{src: prev, dst: energy.CPUID(id), delta: task.Util()}))
	}
}

func (b *board) layOut(in wakeIn) (task *sched.Task, prev, waker energy.CPUID) {
	b.k.Root().Overutilized = in.Over != 0
	s := in.CPUs
	for i := range s.Util {
		b.set(energy.CPUID(i), cpuState{s.Util[i], s.Load[i], s.Nr[i], s.Idle[i], s.Stamp[i], s.RTUsed[i], s.FreqScale[i]})
	}
	b.refresh()
	prev, waker = energy.CPUID(in.Task.PrevCPU), energy.CPUID(in.WakerCPU)
	by := b.k.CPU(waker).Waker()
	by.WakeeFlips, by.SE.Avg.LoadAvg = in.WakerFlips, uint64(in.WakerLoad)
	task = &sched.Task{CPU: prev, WakeeFlips: in.Task.Flips}
	task.SE.Avg.UtilAvg, task.SE.Avg.LoadAvg = uint64(in.Task.Util), uint64(in.Task.Load)
	for id := range s.Util {
		if in.Task.Affinity>>id&1 != 0 {
			task.Affinity.Add(energy.CPUID(id))
		}
	}
	task.NrAllowed = task.Affinity.Len()
	return task, prev, waker
}

func wakeKind(name string) sched.WakeKind {
	switch name {
	case "fork":
		return sched.KindFork
	case "exec":
		return sched.KindExec
	default:
		return sched.KindWake
	}
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func mask(g *sched.SchedGroup) (m int64) {
	if g == nil {
		return 0
	}
	for _, id := range g.List {
		m |= 1 << id
	}
	return m
}
