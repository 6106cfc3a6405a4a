package experiment

import (
	"math"
	"os"
	"strconv"
	"testing"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/workload"
)

// slow skips a long test unless it is asked for.
func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("EASIM_SLOW") != "1" {
		t.Skip("long: set EASIM_SLOW=1")
	}
}

// means runs one configuration of the principal block with one parameter of the
// workload changed, and returns the means of metrics.
func means(t *testing.T, x *Experiment, config string, p workload.Param, metrics ...string) []float64 {
	t.Helper()
	part := x.part(&x.Blocks[0], x.config(config))
	part.setWorkload(p)
	v := []compare.Variant{{Name: config, Scenario: part.scenario(), Seeds: x.Seeds}}
	all, err := compare.Runner{}.RunVariants(t.Context(), v, func(*eas.Result) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(metrics))
	for i, m := range metrics {
		values := all[0].Values(m)
		if len(values) != len(x.Seeds) {
			t.Fatalf("%s: %d values of %d seeds", m, len(values), len(x.Seeds))
		}
		out[i] = compare.Summarize(values).Mean
	}
	return out
}

// The scale of the benchmark is the one that makes the baseline's ST the published
// 953.2: points are proportional to it.
func TestScaleIsFitted(t *testing.T) {
	slow(t)
	x := loadNamed(t, "s4-perf")
	const st = "throughput.metrics.score_st"
	published := x.published("baseline", st).Value
	got := means(t, x, "baseline", workload.Param{Name: "scale", Value: "1000"}, st)[0]
	fitted := math.Round(10*1000*published/got) / 10
	if text := strconv.FormatFloat(fitted, 'f', 1, 64); text != valueOf(t, x, "workload.scale") {
		t.Errorf("the file has scale = %s, fitted is %s", valueOf(t, x, "workload.scale"), text)
	}
}

func valueOf(t *testing.T, x *Experiment, key string) string {
	t.Helper()
	v, err := x.value(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The work of the decoder is the one that makes LITTLE/big of the performance
// series the published 11.0521/9.7119: bisection in steps of 250 us, from 10 to 40 ms,
// for where the ratio of the means falls below it; of all tried the nearest. The
// decoder stays long on one side once it is there, so the ratio is not smooth, and
// finer steps would fit chance.
func TestDecoderIsFitted(t *testing.T) {
	slow(t)
	x := loadNamed(t, "s4-power")
	want := x.published("perf", "energy.little").Value / x.published("perf", "energy.big").Value
	near(t, "published ratio", want, 1.138, 5e-4)
	const step = 250 // us
	fitted, at := 0, math.Inf(1)
	ratio := func(steps int) float64 {
		p := workload.Param{Name: "decoder_us", Value: strconv.Itoa(step * steps)}
		e := means(t, x, "perf", p, "energy.little", "energy.big")
		r := e[0] / e[1]
		t.Logf("decoder_us=%d: LITTLE/big = %.4f", step*steps, r)
		if math.Abs(r-want) < math.Abs(at-want) {
			fitted, at = steps, r
		}
		return r
	}
	lo, hi := 10_000/step, 40_000/step
	if ratio(lo) < want || ratio(hi) > want {
		t.Fatal("the ends do not enclose the published ratio")
	}
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; ratio(mid) >= want {
			lo = mid
		} else {
			hi = mid
		}
	}
	if text := strconv.Itoa(step * fitted); text != valueOf(t, x, "workload.decoder_us") {
		t.Errorf("the file has decoder_us = %s, fitted is %s", valueOf(t, x, "workload.decoder_us"), text)
	}
	near(t, "LITTLE/big as fitted", at, want, 0.05*want)
	if y := loadNamed(t, "s4-rbtree"); valueOf(t, y, "workload.decoder_us") != valueOf(t, x, "workload.decoder_us") {
		t.Error("s4-rbtree has another decoder")
	}
}

// Half and twice the fitted work are printed too.
func TestHalfAndTwice(t *testing.T) {
	x := loadNamed(t, "s4-power")
	fitted, err := strconv.ParseFloat(valueOf(t, x, "workload.decoder_us"), 64)
	if err != nil {
		t.Fatal(err)
	}
	for i, factor := range [...]float64{1, 0.5, 2} {
		p := x.Common.over(x.Blocks[i].Part)
		for _, w := range p.Workload {
			if w.Name != "decoder_us" {
				continue
			}
			if got, err := strconv.ParseFloat(w.Value, 64); err != nil || got != fitted*factor {
				t.Errorf("block %q: decoder_us = %s, want %g times %g", x.Blocks[i].Name, w.Value, factor, fitted)
			}
		}
	}
}

// The simulated baseline lies between the two bounds.
func TestBaselineLiesBetween(t *testing.T) {
	x := loadNamed(t, "s4-perf")
	r, err := x.Repeat(t.Context(), RepeatOptions{PrincipalOnly: true, Seeds: []uint64{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	d := r.Derived
	if len(d) != 3 || !(d[0].Value < d[1].Value && d[1].Value < d[2].Value) {
		t.Errorf("want bound, baseline, bound in ascending order: %+v", d)
	}
}

// What the tables show at present: all signs of s4-perf and s4-power agree, and in
// the other two no change that the seeds resolve goes against the published one. A
// change here changes what the project says of the published series: explain it in
// the change log.
func TestPublishedSigns(t *testing.T) {
	slow(t)
	for _, name := range Names() {
		x := loadNamed(t, name)
		x.OwnTime = false
		r, err := x.Repeat(t.Context(), RepeatOptions{PrincipalOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		all := name == "s4-perf" || name == "s4-power"
		for i := range r.Rows {
			k := &r.Rows[i]
			if k.SignAgrees == nil {
				continue
			}
			resolved := k.CI95Pct != nil && (k.CI95Pct[0] > 0 || k.CI95Pct[1] < 0)
			t.Logf("%s %s %s: published %+.2f %%, simulated %+.2f %% %v", name, k.Config, k.Metric,
				*k.PublishedDeltaPct, *k.SimulatedDeltaPct, *k.CI95Pct)
			if !*k.SignAgrees && (all || resolved) {
				t.Errorf("%s: the sign of %s, %s does not agree", name, k.Config, k.Metric)
			}
		}
	}
}

// The power series costs no performance: the work is the same, and no more frames
// or updates are missed.
func TestPowerKeepsPerformance(t *testing.T) {
	slow(t)
	r, err := loadNamed(t, "s4-power").Repeat(t.Context(), RepeatOptions{PrincipalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for metric, sign := range map[string]float64{
		compare.WorkMetric: 1, "throughput.metrics.frames_per_s": 1, "throughput.metrics.frames_late": -1,
		"throughput.metrics.display_updates_late": -1, "throughput.metrics.decoder_late": -1,
	} {
		before, after := rowOf(t, r, "perf", metric), rowOf(t, r, "perf+power", metric)
		if diff := sign * (*after.Simulated - *before.Simulated); diff < -1e-4**before.Simulated {
			t.Errorf("%s: %g before, %g after", metric, *before.Simulated, *after.Simulated)
		}
	}
}
