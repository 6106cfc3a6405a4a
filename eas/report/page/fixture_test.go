package page_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/experiment"
	"easim/eas/report/page"
	"easim/eas/sweep"
)

// seeds of the fixtures.
func seeds() []uint64 { return []uint64{1, 2, 3} }

func encode(t testing.TB, v any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func decode(t testing.TB, name string, src []byte) page.Input {
	t.Helper()
	in, err := page.Decode(name, src)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return in
}

// timelines adds the timelines that an input wants, of its first 100 ms.
func timelines(t testing.TB, in *page.Input) {
	t.Helper()
	for _, w := range in.Wanted() {
		cut := eas.Cut{FromNS: 0, LengthNS: 100_000_000}
		r, tl, err := eas.RunTimeline(context.Background(), w.Run.Again(), cut)
		if err != nil {
			t.Fatal(err)
		}
		if r.Digest != w.Run.Digest {
			t.Errorf("%s: made again, the run has another digest", w.Name)
		}
		in.Timelines = append(in.Timelines, page.Timeline{Name: w.Name, Run: w.Run, Cut: tl})
	}
}

func runInput(t testing.TB) page.Input {
	t.Helper()
	r, err := eas.Run(context.Background(), eas.Scenario{Duration: eas.SpanOf(400_000_000)})
	if err != nil {
		t.Fatal(err)
	}
	r.Version = "test"
	return decode(t, "run.json", encode(t, r))
}

func comparisonInput(t testing.TB) page.Input {
	t.Helper()
	var variants []compare.Variant
	for _, profile := range []string{"easv5.2", "easv5.2-perf", "smp-4.4"} {
		variants = append(variants, compare.Variant{
			Name: profile, Flags: "--profile " + profile, Seeds: seeds(),
			Scenario: eas.Scenario{Workload: "geekbench-mt", Profile: profile},
		})
	}
	c, err := compare.Variants(context.Background(), variants, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, "compare.json", encode(t, c))
}

// loads are those of [workloadsInput].
func loads() []string { return []string{"geekbench-mt", "video-1080p"} }

// workloads compares three variants on two workloads, every pair, with a limit that
// fails and a run that did.
func workloads(t testing.TB) *compare.Comparison {
	t.Helper()
	var variants []compare.Variant
	for name, profile := range map[string]string{"base": "easv5.2", "perf": "easv5.2-perf", "smp": "smp-4.4"} {
		variants = append(variants, compare.Variant{
			Name: name, Flags: "--profile " + profile, Seeds: seeds(), Scenario: eas.Scenario{Profile: profile},
		})
	}
	slices.SortFunc(variants, func(a, b compare.Variant) int { return strings.Compare(a.Name, b.Name) })
	c, err := compare.Variants(context.Background(), variants, compare.Options{
		Workloads: loads(), AllPairs: true, Limits: []compare.Limit{{Metric: "total", Pct: -50}, {Metric: "total", Pct: 500}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Version = "test"
	last := &c.Variants[len(c.Variants)-1]
	last.Failures = append(last.Failures, compare.Failure{Seed: 3, Error: "boom\ngoroutine 1"})
	last.Runs = last.Runs[:2]
	return c
}

// workloadsInput is [workloads] as a page reads it.
func workloadsInput(t testing.TB) page.Input {
	t.Helper()
	in := decode(t, "compare.json", encode(t, workloads(t)))
	timelines(t, &in)
	return in
}

func experimentInput(t testing.TB) page.Input {
	t.Helper()
	x, err := experiment.Load("s4-perf")
	if err != nil {
		t.Fatal(err)
	}
	r, err := x.Repeat(context.Background(), experiment.RepeatOptions{Seeds: seeds()[:2], PrincipalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, "experiment.json", encode(t, r))
}

// sweepInput runs a sweep into a folder and reads it as `easim report DIR` does.
func sweepInput(t testing.TB, base eas.Scenario, seeds []uint64, axes ...string) page.Input {
	t.Helper()
	m := sweep.Matrix{Base: base, Seeds: seeds}
	for _, text := range axes {
		a, err := sweep.ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		m.Axes = append(m.Axes, a)
	}
	p, err := m.Plan()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := sweep.Run(context.Background(), p, sweep.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	r, err := sweep.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // only read
	s, err := sweep.Summarize(r, sweep.SummaryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	in := page.Input{Name: "out"}
	if in.Sweep, err = page.NewSweep(r, s); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, sweep.ResultsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	if err := in.Sweep.ReadLines(f); err != nil {
		t.Fatal(err)
	}
	return in
}

func misfitSweep(t testing.TB) page.Input {
	t.Helper()
	return sweepInput(t, eas.Scenario{Workload: "geekbench-mt", Profile: "easv5.2-perf"}, seeds(),
		"busy_factor=1,4,16", "feat=MISFIT_KICK,NO_MISFIT_KICK")
}

// everything is one input of each kind, with timelines.
func everything(t testing.TB) []page.Input {
	t.Helper()
	all := []page.Input{runInput(t), comparisonInput(t), misfitSweep(t), experimentInput(t)}
	for i := range all {
		timelines(t, &all[i])
	}
	return all
}

func html(t testing.TB, inputs ...page.Input) []byte {
	t.Helper()
	out, err := page.HTML(inputs, page.Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
