package page_test

import (
	"bytes"
	"context"
	"testing"

	"easim/eas"
	"easim/eas/report/chart"
	"easim/eas/report/page"
)

// FuzzDecode: whatever is read as one of ours can be shown, without harm.
func FuzzDecode(f *testing.F) {
	r, err := eas.Run(context.Background(), eas.Scenario{Workload: "mp3", Duration: eas.SpanOf(20_000_000)})
	if err != nil {
		f.Fatal(err)
	}
	r.Scenario.Features, r.Scenario.Params = r.Scenario.Features[:1], r.Scenario.Params[:1]
	r.CPUs, r.Tasks = r.CPUs[:1], r.Tasks[:1]
	one := encode(f, r)
	r.Scenario.Governor, r.Scenario.Seed = "performance", 2
	other := encode(f, r)
	f.Add(one)
	f.Add(bytes.Join([][]byte{one, other}, []byte("\n")))
	f.Add(append([]byte(`{"run":1,"axes":{"busy_factor":1,"feat":"x"},`), one[1:]...))
	variant := append(append([]byte(`{"name":"a","runs":[`), one...), `],"summary":{}}`...)
	f.Add(
		append(
			append(append(append([]byte(`{"variants":[`), variant...), ','), variant...),
			`],"comparisons":[{"metric":"energy.total",
		"base":"a","variant":"a","delta_pct":-1,"ci95_pct":[-2,0],"p":0.1,"better":"lower","verdict":"better"}],
		"conclusions":[{"base":"a","variant":"a","winner":null,"why":"so"}]}`...),
	)
	f.Add([]byte(`{"workloads":["x","y"],"variants":[{"name":"a","workload":"x"},{"name":"a","workload":"y"}],"comparisons":[],
		"adjustment":{"method":"holm","comparisons":2},"limits":[{"metric":"m","variant":"a"}],
		"geomean":{"workloads":["x"],"conclusions":[{"base":"a","variant":"b","workload":"geomean","winner":"b","why":"so"}],
		"comparisons":[{"metric":"performance","base":"a","variant":"b","workload":"geomean","delta":0.1,"delta_pct":10,
		"ci95":[0,0.2],"verdict":"better","parts":[{"workload":"x","metric":"m","inverse":true,"ratio":1.1}]}]}}`))
	f.Add(
		[]byte(`{"format":1,"name":"x","rows":[{"config":"c","metric":"m","published":1,"published_delta_pct":2,"simulated":3,
		"simulated_delta_pct":4,"ci95_pct":[3,5],"sign_agrees":true}],"signs":{"agree":1,"of":1},"blocks":[{"name":""}]}`),
	)
	f.Fuzz(func(t *testing.T, src []byte) {
		in, err := page.Decode("x", src)
		if err != nil {
			return
		}
		if _, err := page.HTML([]page.Input{in}, page.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, p := range page.Pictures(in) {
			chart.SVG(p.Chart, chart.Options{Title: true})
		}
		in.Wanted()
	})
}
