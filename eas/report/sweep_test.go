package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"easim/eas/sweep"
)

// sampleSweep is a summary of one axis of two values, and one metric.
func sampleSweep() *sweep.Summary {
	mean := func(v float64) *float64 { return &v }
	cells := [][]sweep.Cell{
		{{N: 2, Mean: mean(100), SD: mean(1), CI95: &[2]float64{99, 101}}},
		{{
			N: 2, Mean: mean(90), SD: mean(1), CI95: &[2]float64{89, 91},
			DeltaPct: mean(-10), DeltaCI: &[2]float64{-12, -8}, Paired: true,
		}},
	}
	total := sweep.MetricInfo{Path: "energy.total", Unit: "mJ", Better: "lower"}
	return &sweep.Summary{
		Format: 1, Title: "w on p, x", Points: 2, Of: 2, Seeds: []uint64{1, 2}, Runs: 4, Total: 4,
		Reference: "busy_factor=1", Metrics: []sweep.MetricInfo{total},
		Axes: []sweep.AxisSummary{{
			Name: "busy_factor", Ordered: true,
			Levels: []sweep.Level{
				{Value: "1", Points: 1, Reference: true, Cells: cells[0]}, {Value: "2", Points: 1, Cells: cells[1]},
			},
			Shapes: []sweep.Shape{{Metric: "energy.total", Form: "falls", Monotonic: true, SpanPct: 10}},
		}},
		Table: []sweep.PointSummary{
			{Values: []string{"1"}, Reference: true, Cells: cells[0]}, {Values: []string{"2"}, Front: true, Cells: cells[1]},
		},
		Warnings: []string{"mind the gap"},
	}
}

func ExampleSweep() {
	fmt.Print(string(Sweep(sampleSweep(), SweepOptions{})))
	// Output:
	// w on p, x
	// 4 of 4 runs: 2 points, seeds 1,2
	// means with half of their 95 % interval over the seeds; changes against busy_factor=1
	//
	// busy_factor
	//   busy_factor  points  energy.total, mJ      change, %
	//   1                 1     100.00 ± 1.00      reference
	//   2                 1      90.00 ± 1.00  -10.00 ± 2.00
	//   energy.total: falls with busy_factor, monotonic, by 10.00 %
	//
	// Warnings
	//   ! mind the gap
}

// Steps that are not sure together do not gainsay a change that is sure by itself.
func TestFlatShape(t *testing.T) {
	s := sampleSweep()
	flat := &s.Axes[0].Shapes[0]
	for span, want := range map[float64]string{
		0:  "  energy.total: the same at every step\n",
		10: "  energy.total: no step to the next value is sure at 5 % over all steps (an interval is of one change)\n",
	} {
		flat.Form, flat.SpanPct = "flat", span
		if text := string(Sweep(s, SweepOptions{})); !strings.Contains(text, want) {
			t.Errorf("span %g: no %q in\n%s", span, want, text)
		}
	}
}

func ExampleSweepCSV() {
	fmt.Print(string(SweepCSV(sampleSweep())))
	// Output:
	// table,busy_factor,metric,unit,better,n,mean,sd,ci95_lo,ci95_hi,reference,delta_pct,delta_ci95_lo,delta_ci95_hi,front
	// axis,1,energy.total,mJ,lower,2,100,1,99,101,true,,,,false
	// axis,2,energy.total,mJ,lower,2,90,1,89,91,false,-10,-12,-8,false
	// point,1,energy.total,mJ,lower,2,100,1,99,101,true,,,,false
	// point,2,energy.total,mJ,lower,2,90,1,89,91,false,-10,-12,-8,true
}

// TestSweepCSVPivot: with a pivot table its cells are all there is.
func TestSweepCSVPivot(t *testing.T) {
	s := sampleSweep()
	s.Pivots = []sweep.Pivot{{
		Metric: "energy.total", Rows: "busy_factor", RowHead: []string{"1"}, Columns: "hz", ColHead: []string{"100"},
		Cells: [][]sweep.Cell{{s.Table[0].Cells[0]}},
	}}
	lines := strings.Split(strings.TrimSpace(string(SweepCSV(s))), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[1], "pivot,1,energy.total,mJ,lower,2,100,") {
		t.Errorf("%q", lines)
	}
}

func TestSweepJSON(t *testing.T) {
	out, err := SweepJSON(sampleSweep())
	if err != nil {
		t.Fatal(err)
	}
	var back sweep.Summary
	if err := json.Unmarshal(out, &back); err != nil || *back.Axes[0].Levels[1].Cells[0].DeltaPct != -10 {
		t.Errorf("%v: %s", err, out)
	}
	if !strings.Contains(string(out), `"delta_ci95_pct": null`) {
		t.Errorf("what is not known is not null: %s", out)
	}
}
