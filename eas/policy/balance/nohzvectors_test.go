package balance

import (
	"encoding/json"
	"testing"

	"easim/eas/sched"
	"easim/energy"
	"easim/testdata"
)

// nohzRow is a row of eas1/nohz44.jsonl.gz: a busy CPU at its tick.
type nohzRow struct {
	ID       int    `json:"id"`
	Platform string `json:"platform"`
	In       struct {
		CPU         int64     `json:"cpu"`
		EnergyAware int64     `json:"energy_aware"`
		IdleMask    int64     `json:"nohz_idle_mask"`
		Due         int64     `json:"next_balance_due"`
		NrBusy      int64     `json:"nr_busy_cpus"`
		IdleBalance int64     `json:"rq_idle_balance"`
		CPUs        cpuStates `json:"cpus"`
	} `json:"in"`
	Out nohzOut `json:"out"`
}

type nohzOut struct {
	Kick       int64 `json:"kick"`
	ILB        int64 `json:"ilb_cpu"`
	Pushed     int64 `json:"next_balance_pushed"`
	Misfit     int64 `json:"misfit_task"`
	Over       int64 `json:"overutilized_cpu"`
	CapacityOf int64 `json:"capacity_of"`
	Reduced    int64 `json:"capacity_reduced"`
}

// TestVectorsNohz checks every field of every row. The tests of mask and time,
// which the mechanism makes before it asks the balancer, are repeated here.
func TestVectorsNohz(t *testing.T) {
	specs := readBoards(t)
	rows, kicks := 0, 0
	for line := range testdata.VectorLines(t, "eas1/nohz44.jsonl.gz") {
		var row nohzRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		b := newBoard(t, specs[row.Platform], nohzFeatures(&row))
		if got := b.answerNohz(&row); got != row.Out {
			t.Errorf("row %d (%s):\n got %+v\nwant %+v", row.ID, row.Platform, got, row.Out)
		}
		rows++
		kicks += int(row.Out.Kick)
	}
	if rows < 100 || kicks == 0 {
		t.Errorf("%d rows, %d kicks, want at least 100 rows and a kick", rows, kicks)
	}
}

func nohzFeatures(row *nohzRow) sched.Features {
	return sched.DefaultFeatures().With(sched.EnergyAware, row.In.EnergyAware != 0)
}

func (b *board) answerNohz(row *nohzRow) nohzOut {
	in, v := &row.In, b.view()
	b.layOut(&in.CPUs)
	c := v.CPU(energy.CPUID(in.CPU))
	busyDomain(c).Groups[0].NrBusy = in.NrBusy
	out := nohzOut{
		ILB: -1, Misfit: number(c.RQ.MisfitTask), Over: number(v.CPUOverutilized(c)),
		CapacityOf: c.Capacity, Reduced: number(capacityReduced(c, &c.SD[0])),
	}
	if in.IdleBalance == 0 && in.IdleMask != 0 && in.Due != 0 && NewLoadBalance().KickNeeded(v, c) {
		out.Kick, out.Pushed = 1, 1
		out.ILB = lowestBit(in.IdleMask)
	}
	return out
}

func lowestBit(mask int64) int64 {
	for i := range int64(64) {
		if mask>>i&1 != 0 {
			return i
		}
	}
	return -1
}
