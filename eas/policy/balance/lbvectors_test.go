package balance

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"easim/eas/sched"
	"easim/energy"
	"easim/testdata"
)

// lbRow is a row of eas1/lb44.jsonl.gz: a state, and what one balance call of the
// EASv5.2 scheduler made of it.
type lbRow struct {
	ID       int    `json:"id"`
	Platform string `json:"platform"`
	Case     string `json:"case"`
	In       lbIn   `json:"in"`
	Out      lbOut  `json:"out"`
}

type lbIn struct {
	DstCPU      int64     `json:"dst_cpu"`
	Level       string    `json:"level"`
	Idle        string    `json:"idle"`
	EnergyAware int64     `json:"energy_aware"`
	Over        int64     `json:"overutilized"`
	Failed      int64     `json:"nr_balance_failed"`
	LBMin       int64     `json:"lb_min"`
	LBBias      int64     `json:"lb_bias"`
	Cost        int64     `json:"migration_cost"`
	Imbalance   []int64   `json:"group_imbalance"`
	CPUs        cpuStates `json:"cpus"`
}

// lbOut has every field of a row's out. The pointers are fields that a row has
// only if a source was found.
type lbOut struct {
	Misfit     []int64   `json:"misfit_task"`
	Over       []int64   `json:"overutilized_cpu"`
	CapacityOf []int64   `json:"capacity_of"`
	Load       []int64   `json:"weighted_load"`
	Order      [][]int64 `json:"cfs_tasks_order"`
	Should     int64     `json:"should_we_balance"`
	Groups     []lbGroup `json:"groups"`
	OverAfter  int64     `json:"overutilized_after"`
	Overload   int64     `json:"overload"`
	SrcGroup   int64     `json:"src_group"`
	Imbalance  int64     `json:"imbalance"`
	SrcType    int64     `json:"src_type"`
	SrcCPU     int64     `json:"src_cpu"`

	Detached   *[]int64 `json:"detached"`
	Left       *int64   `json:"imbalance_left"`
	Loops      *int64   `json:"loops"`
	AllPinned  *int64   `json:"all_pinned"`
	DstPinned  *int64   `json:"dst_pinned"`
	SomePinned *int64   `json:"some_pinned"`
	SrcOrder   *[]int64 `json:"src_order_after"`
	NeedActive *int64   `json:"need_active_balance"`

	Full lbFull `json:"full"`
}

type lbGroup struct {
	CPUs         int64 `json:"cpus"`
	GroupType    int64 `json:"group_type"`
	Load         int64 `json:"group_load"`
	AvgLoad      int64 `json:"avg_load"`
	WeightedLoad int64 `json:"sum_weighted_load"`
	LoadPerTask  int64 `json:"load_per_task"`
	Capacity     int64 `json:"capacity"`
	MaxCapacity  int64 `json:"max_capacity"`
	Util         int64 `json:"util"`
	Nr           int64 `json:"nr"`
	IdleCPUs     int64 `json:"idle_cpus"`
	NoCapacity   int64 `json:"no_capacity"`
	HasCapacity  int64 `json:"has_capacity"`
	Misfit       int64 `json:"misfit"`
}

// lbFull is what a whole pass of the mechanism did.
type lbFull struct {
	Moved      int64     `json:"ld_moved"`
	Proceed    int64     `json:"continue_balancing"`
	Moves      [][]int64 `json:"moved"`
	Failed     int64     `json:"nr_balance_failed"`
	Interval   int64     `json:"balance_interval"`
	Over       int64     `json:"overutilized"`
	ParentImb  int64     `json:"parent_imbalance"`
	ReschedDst int64     `json:"resched_dst"`
	ActiveSrc  int64     `json:"active_balance_src"`
	ActivePID  int64     `json:"active_pushed_pid"`
}

// TestVectorsBalance checks every field of every row: the steps of the policy one
// by one, and then, on a board laid out anew, the whole pass of the mechanism. One
// field is checked only where it means something: in the recording a stand-in
// that compared nice levels decided whether a busy destination is to reschedule.
func TestVectorsBalance(t *testing.T) {
	specs := readBoards(t)
	rows, failed := 0, 0
	for line := range testdata.VectorLines(t, "eas1/lb44.jsonl.gz") {
		var row lbRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows++
		got := answerLB(t, specs[row.Platform], &row.In, lbFeatures(&row.In), nil)
		if row.In.Idle != "idle" {
			got.Full.ReschedDst = row.Out.Full.ReschedDst
		}
		if diff := cmp.Diff(row.Out, got); diff != "" {
			t.Errorf("row %d (%s %s), -want +got:\n%s", row.ID, row.Platform, row.Case, diff)
			if failed++; failed == 5 {
				t.Fatal("further rows not shown")
			}
		}
	}
	if rows < 1000 {
		t.Errorf("%d rows, want at least 1000", rows)
	}
}

func lbFeatures(in *lbIn) sched.Features {
	return sched.DefaultFeatures().With(sched.EnergyAware, in.EnergyAware != 0).
		With(sched.LBBias, in.LBBias != 0).With(sched.LBMin, in.LBMin != 0)
}

// answerLB lays out the state of a row and answers it.
func answerLB(
	t *testing.T, spec boardSpec, in *lbIn, f sched.Features, set func(*sched.Params),
) lbOut {
	fresh := func() *board {
		b := newBoard(t, spec, f, func(cfg *sched.Config) {
			cfg.Params.MigrationCostNS = in.Cost
			if set != nil {
				set(&cfg.Params)
			}
		})
		b.layOutLB(t, in)
		return b
	}
	out := fresh().steps(t, in)
	out.Full = fresh().full(t, in)
	return out
}

func (b *board) layOutLB(t *testing.T, in *lbIn) {
	b.layOut(&in.CPUs)
	dst := b.k.CPU(energy.CPUID(in.DstCPU))
	if idleType(in.Idle) == sched.CPUNewlyIdle && dst.Curr == nil {
		dst.Curr = b.running[dst.ID] // the task that is going to sleep
	}
	b.k.Root().Overutilized = in.Over != 0
	sd := b.level(t, dst.ID, in.Level)
	sd.NrBalanceFailed = in.Failed
	for i, g := range sd.Groups {
		g.Imbalance = in.Imbalance[i] != 0
	}
}

// steps makes the steps of a pass, whatever ShouldBalance says, as the recording
// did.
func (b *board) steps(t *testing.T, in *lbIn) lbOut {
	v, lb, dst := b.view(), NewLoadBalance(), energy.CPUID(in.DstCPU)
	var out lbOut
	for id := range v.NrCPUs() {
		c := v.CPU(energy.CPUID(id))
		out.Misfit = append(out.Misfit, number(c.RQ.MisfitTask))
		out.Over = append(out.Over, number(v.CPUOverutilized(c)))
		out.CapacityOf = append(out.CapacityOf, c.Capacity)
		out.Load = append(out.Load, int64(c.WeightedLoad()))
		out.Order = append(out.Order, pids(&c.RQ.CFS.Tasks))
	}
	e := b.env(t, dst, in.Level, idleType(in.Idle))
	out.Should = number(lb.ShouldBalance(v, e))
	s := newDomainStats(v, e)
	for i, g := range e.SD.Groups {
		out.Groups = append(out.Groups, groupFields(g, s.addGroup(g, i == 0), e.SD))
	}
	lb.FindBusiest(v, e)
	out.OverAfter = in.Over
	if e.SetOverutilized {
		out.OverAfter = number(e.Overutilized)
	}
	out.Overload = number(e.SetOverload && e.Overload)
	b.k.Root().Overutilized = out.OverAfter != 0
	b.source(&out, e)
	if e.Src != nil {
		b.detach(&out, e)
	}
	return out
}

// source answers which group and queue were found. A group may be found without a
// queue, which a LBEnv does not tell.
func (b *board) source(out *lbOut, e *sched.LBEnv) {
	out.SrcType, out.SrcCPU, out.Imbalance = -1, -1, e.Imbalance
	s := newDomainStats(b.view(), e)
	s.collect()
	if b.k.Has(sched.EnergyAware) && !b.k.Root().Overutilized || !s.findBusiestGroup() {
		return
	}
	out.SrcGroup, out.SrcType = setMask(s.busiestGroup.List), int64(s.busiest.kind)
	if e.Src != nil {
		out.SrcCPU = int64(e.Src.ID)
	}
}

// detach walks the source's queue once.
func (b *board) detach(out *lbOut, e *sched.LBEnv) {
	v, lb, tasks := b.view(), NewLoadBalance(), &e.Src.RQ.CFS.Tasks
	detached := []int64{}
	if e.Src.RQ.NrRunning > 1 {
		e.AllPinned, e.LoopMax = true, min(b.k.Params().NrMigrate, int64(e.Src.RQ.NrRunning))
		for t, verdict := lb.Next(v, e); verdict != sched.LBStop; t, verdict = lb.Next(v, e) {
			switch verdict {
			case sched.LBSkip:
				tasks.MoveToTail(t)
			case sched.LBTake:
				tasks.Remove(t)
				e.Src.RQ.NrRunning--
				e.Src.RQ.CFS.NrRunning--
				e.Moved++
				detached = append(detached, int64(t.ID))
			}
		}
	}
	order := pids(tasks)
	out.Detached, out.SrcOrder, out.Left, out.Loops = &detached, &order, &e.Imbalance, &e.Loop
	out.AllPinned, out.SomePinned = ptr(number(e.AllPinned)), ptr(number(e.SomePinned))
	out.DstPinned = ptr(number(e.NewDst >= 0))
	if len(detached) == 0 {
		if e.Idle != sched.CPUNewlyIdle && e.SrcNR > 1 {
			e.SD.NrBalanceFailed++
		}
		out.NeedActive = ptr(number(lb.NeedActive(v, e)))
	}
}

// full lets the mechanism make the pass.
func (b *board) full(t *testing.T, in *lbIn) lbFull {
	dst := b.k.CPU(energy.CPUID(in.DstCPU))
	sd := b.level(t, dst.ID, in.Level)
	from := make([]energy.CPUID, len(b.tasks))
	for i, task := range b.tasks {
		from[i] = task.CPU
	}
	moved, proceed := b.k.LoadBalance(dst.ID, sd.Level, idleType(in.Idle))
	out := lbFull{
		Moved: int64(moved), Proceed: number(proceed), Moves: [][]int64{},
		Failed: sd.NrBalanceFailed, Interval: sd.BalanceInterval, Over: number(b.k.Root().Overutilized),
		ReschedDst: number(dst.NeedResched), ActiveSrc: -1, ActivePID: -1,
	}
	if !sd.Top() {
		out.ParentImb = number(dst.SD[sd.Level+1].Groups[0].Imbalance)
	}
	for i, task := range b.tasks {
		if task.CPU != from[i] {
			out.Moves = append(out.Moves, []int64{int64(task.ID), int64(from[i]), int64(task.CPU)})
		}
	}
	slices.SortFunc(out.Moves, func(a, b []int64) int { return int(a[0] - b[0]) })
	for id := range b.view().NrCPUs() {
		if b.k.CPU(energy.CPUID(id)).RQ.PushActive {
			out.ActiveSrc = int64(id)
		}
	}
	if out.ActiveSrc >= 0 {
		b.k.Step()
		out.ActivePID = int64(b.pushed)
	}
	return out
}

func groupFields(g *sched.SchedGroup, gs groupStats, sd *sched.SchedDomain) lbGroup {
	return lbGroup{
		CPUs: setMask(g.List), GroupType: int64(gs.kind), Load: int64(gs.load), AvgLoad: int64(gs.avgLoad),
		WeightedLoad: int64(gs.weightedLoad), LoadPerTask: int64(gs.loadPerTask),
		Capacity: gs.capacity, MaxCapacity: g.MaxCapacity, Util: gs.util, Nr: int64(gs.nr),
		IdleCPUs: int64(gs.idleCPUs), NoCapacity: number(gs.noCapacity), HasCapacity: number(gs.room(sd)),
		Misfit: gs.misfit,
	}
}

func pids(l *sched.TaskList) []int64 {
	list := []int64{}
	for t := l.First(); t != nil; t = l.After(t) {
		list = append(list, int64(t.ID))
	}
	return list
}

func ptr[T any](v T) *T { return &v }
