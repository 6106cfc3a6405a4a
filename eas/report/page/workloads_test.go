package page_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/report/chart"
	"easim/eas/report/page"
)

// plain is a page without its elements, a blank for each.
func plain(src []byte) string {
	return regexp.MustCompile(`<[^>]+>`).ReplaceAllString(string(src), " ")
}

// chapters cuts a page into its chapters.
func chapters(src []byte) []string {
	return strings.Split(string(src), "<article ")[1:]
}

// energyRatio is the geometric mean over workloads and seeds of total energy of a
// variant against base, from the runs themselves.
func energyRatio(c *compare.Comparison, variant, base string) float64 {
	total := map[string]float64{}
	sum, n := 0.0, 0
	key := func(v *compare.VariantResult, name string, r *eas.Result) string {
		return fmt.Sprint(v.Workload, name, r.Scenario.Seed)
	}
	for i := range c.Variants {
		for _, r := range c.Variants[i].Runs {
			total[key(&c.Variants[i], c.Variants[i].Name, r)] = r.Energy.Total
		}
	}
	for i := range c.Variants {
		v := &c.Variants[i]
		if v.Name != variant {
			continue
		}
		for _, r := range v.Runs {
			sum += math.Log(r.Energy.Total / total[key(v, base, r)])
			n++
		}
	}
	return math.Exp(sum / float64(n))
}

// TestWorkloads: the mean comes first, in ratios that follow from the runs; then
// each workload has a chapter of its own.
func TestWorkloads(t *testing.T) {
	t.Parallel()
	c := workloads(t)
	in := decode(t, "c.json", encode(t, c))
	timelines(t, &in)
	all := chapters(html(t, in))
	if len(all) != 3 {
		t.Fatalf("%d chapters, want one and one a workload", len(all))
	}
	first := plain([]byte(all[0]))
	for _, want := range []string{
		"Comparison of base, perf and smp", "geekbench-mt and video-1080p on juno-r2", ", in the geometric mean.",
		"Geometric mean over 2 workloads", "score_mt", "frames_per_s", "Every pair: change of the row against the column",
		fmt.Sprintf("%.4f", energyRatio(c, "perf", "base")), "p is adjusted",
		"failed: smp on video-1080p, seed 3: boom", "2 of 3", "Limits: 4 of 8 failed", "FAIL", "pass", "perf on video-1080p",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the first chapter does not say %q", want)
		}
	}
	if strings.Contains(first, "goroutine") {
		t.Error("a failure is told with its stack")
	}
	for i, load := range loads() {
		text := plain([]byte(all[1+i]))
		for _, want := range []string{
			fmt.Sprintf("workload %d of 2", i+1), load, "perf against base", "smp against perf", "Why the energy changed",
			"over time: base", "over time: smp", "FAIL", "--workload " + load,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the chapter of %s does not say %q", load, want)
			}
		}
		if other := loads()[1-i]; strings.Contains(text, other) {
			t.Errorf("the chapter of %s speaks of %s", load, other)
		}
		if n := strings.Count(all[1+i], `<td>energy.total</td><td class="num`); n != 3+4 {
			t.Errorf("%s: %d rows of total energy, want one a pair and one a limit", load, n)
		}
	}
}

// TestWorkloadPictures: no two pictures have one name, and a picture that stands
// alone says what workload it is about.
func TestWorkloadPictures(t *testing.T) {
	t.Parallel()
	in := workloadsInput(t)
	seen := map[string]string{}
	pictures := page.Pictures(in)
	for _, p := range pictures {
		if _, twice := seen[p.Name]; twice {
			t.Errorf("two pictures are called %s", p.Name)
		}
		seen[p.Name] = p.Chart.About().Title
	}
	if pictures[0].Name != "geomean" {
		t.Errorf("the first picture is %s, want the mean", pictures[0].Name)
	}
	for name, title := range map[string]string{
		"geomean":                "Every workload and their geometric mean",
		"changes-video-1080p":    "Changes, video-1080p",
		"timeline-2-video-1080p": "CPUs, clocks and tasks over time: perf, video-1080p",
	} {
		if seen[name] != title {
			t.Errorf("%s is titled %q, want %q", name, seen[name], title)
		}
	}
	mean := pictures[0].Chart.(*chart.Intervals)
	if n := len(mean.Rows); n != 3*2*(1+2+1) { // pairs, metrics, a heading, the workloads and their mean
		t.Errorf("the picture of the mean has %d rows", n)
	}
}

// TestFewerAnswers: what is not known is left unsaid, without holes in sentences.
func TestFewerAnswers(t *testing.T) {
	t.Parallel()
	whole := workloads(t)
	for name, c := range map[string]struct {
		change func(*compare.Comparison)
		want   []string
	}{
		"a workload that was not run": {
			func(c *compare.Comparison) { c.GeoMean = nil },
			[]string{"No mean over the workloads can be given", "workload 2 of 2"},
		},
		"no energy": {
			func(c *compare.Comparison) {
				for i := range c.Comparisons {
					if compare.IsEnergy(c.Comparisons[i].Metric) {
						c.Comparisons[i].Metric = "other"
					}
				}
			},
			[]string{"perf against base: ", "\u00a0% throughput (score_mt)"},
		},
		"rows left out": {
			func(c *compare.Comparison) {
				c.Comparisons = nil
				for i := range c.Conclusions {
					c.Conclusions[i].LeftOut = 4
				}
			},
			[]string{"perf against base.", "Left out of smp against perf: 4 rows without a difference."},
		},
		"no pair of runs": {
			func(c *compare.Comparison) {
				k := &c.Comparisons[0]
				k.BaseSummary, k.VariantSummary = compare.Summary{}, compare.Summary{}
				k.Delta, k.DeltaPct, k.CI95, k.CI95Pct = nil, nil, nil, nil
				c.Conclusions[0].Why, c.Conclusions[0].Note = "nothing can be said", "the same decisions"
			},
			[]string{"Nothing can be said.", "The same decisions.", "––bogo-mJ"},
		},
		"hardly anything": {
			func(c *compare.Comparison) {
				c.GeoMean, c.Adjustment.Method = &compare.GeoMean{Comparisons: c.GeoMean.Comparisons[:1]}, ""
			},
			[]string{"Geometric mean over 0 workloads", "workload 2 of 2"},
		},
		"nothing was run": {
			func(c *compare.Comparison) {
				c.Variants, c.GeoMean = []compare.VariantResult{{Name: "a"}, {Name: "b"}}, nil
			},
			[]string{"Comparison of a and b", "No mean over the workloads can be given", "workload 2 of 2"},
		},
		"one workload": {
			func(c *compare.Comparison) { *c = *c.ByWorkload()[0]; c.Workloads, c.GeoMean = nil, nil },
			[]string{"Comparison of base, perf and smp", "geekbench-mt on juno-r2", "Every pair", "Limits: 2 of 4 failed"},
		},
	} {
		k := *whole
		k.Comparisons = append([]compare.Change{}, whole.Comparisons...)
		k.Conclusions = append([]compare.Conclusion{}, whole.Conclusions...)
		c.change(&k)
		text := regexp.MustCompile(`<[^>]+>`).ReplaceAllString(string(html(t, decode(t, "c.json", encode(t, &k)))), "")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page does not say %q", name, want)
			}
		}
	}
}
