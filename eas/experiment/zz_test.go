package experiment

import ("testing";"context";"fmt")

func TestZZ(t *testing.T) {
	fmt.Println(StaticJoin([]float64{383,1024,1024,383,383,383}), IdealPull([]float64{383,1024,1024,383,383,383}))
	for _, n := range Names() {
		x, err := Load(n)
		if err != nil { t.Error(err); continue }
		r, err := x.Repeat(context.Background(), RepeatOptions{PrincipalOnly: true})
		if err != nil { t.Error(n, err); continue }
		for _, row := range r.Rows {
			f := func(p *float64) string { if p == nil { return "-" }; return fmt.Sprintf("%.3f", *p) }
			fmt.Println(n, row.Config, row.Metric, f(row.Published), f(row.Simulated), f(row.PublishedDeltaPct), f(row.SimulatedDeltaPct), row.CI95Pct, row.N)
		}
		fmt.Println(r.Signs, r.Derived, r.OwnTime)
	}
}
