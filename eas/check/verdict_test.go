package check

import (
	"math"
	"testing"
)

func bound(v float64) *float64 { return &v }

func TestThreshold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		t      Threshold
		v      float64
		margin float64
		holds  bool
		text   string
	}{
		{Threshold{Min: bound(95)}, 95, 0, true, ">= 95"},
		{Threshold{Min: bound(95)}, 94.5, -0.5, false, ">= 95"},
		{Threshold{Above: bound(97)}, 97, 0, false, "> 97"},
		{Threshold{Above: bound(97)}, 98, 1, true, "> 97"},
		{Threshold{Max: bound(8)}, 8, 0, true, "<= 8"},
		{Threshold{Max: bound(8)}, math.Inf(1), math.Inf(-1), false, "<= 8"},
		{Threshold{Below: bound(20)}, 20, 0, false, "< 20"},
		{Threshold{Below: bound(20)}, -1, 21, true, "< 20"},
		{Threshold{Min: bound(44.285), Max: bound(59.915)}, 50, 5.715, true, "44.285 to 59.915"},
		{Threshold{Min: bound(44.285), Max: bound(59.915)}, 60, -0.085, false, "44.285 to 59.915"},
		{Threshold{Above: bound(1), Below: bound(2)}, 1.5, 0.5, true, "> 1, < 2"},
	} {
		margin, holds := c.t.Judge(c.v)
		if margin != c.margin && math.Abs(margin-c.margin) > 1e-9 || holds != c.holds || c.t.String() != c.text {
			t.Errorf("%s of %v: margin %v, holds %v; want %q, %v, %v", c.t, c.v, margin, holds, c.text, c.margin, c.holds)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	c := Criterion{Threshold: Threshold{Min: bound(85)}, MinSamples: 3}
	for _, k := range []struct {
		name   string
		m      measurement
		status Status
		value  float64
		who    string
	}{
		{"all hold", measurement{samples: []sample{{"a", 99}, {"b", 86}, {"c", 90}}, n: 3}, Pass, 86, "b"},
		{"one does not", measurement{samples: []sample{{"a", 99}, {"b", 80}}, n: 3}, Fail, 80, "b"},
		{"too few", measurement{samples: []sample{{"a", 99}}, n: 2}, Undecided, 99, "a"},
		{"too few, and bad", measurement{samples: []sample{{"a", 9}}, n: 2}, Fail, 9, "a"},
		{"unsure", measurement{samples: []sample{{"a", 99}}, n: 9, unsure: "b did not run"}, Undecided, 99, "a"},
		{"skipped", measurement{samples: []sample{{"a", 9}}, n: 9, skipped: "no table"}, Skipped, 9, "a"},
		{"nothing", measurement{n: 9}, Undecided, math.NaN(), ""},
	} {
		got := c.judge(4, k.m)
		same := float64(got.Value) == k.value || math.IsNaN(float64(got.Value)) && math.IsNaN(k.value)
		if got.Status != k.status || !same || got.Who != k.who || got.Seed != 4 {
			t.Errorf("%s: %+v, want %s %v %q", k.name, got, k.status, k.value, k.who)
		}
		if (got.Reason == "") != (k.status == Pass || k.status == Fail) {
			t.Errorf("%s: reason %q", k.name, got.Reason)
		}
	}
}

func TestCombine(t *testing.T) {
	t.Parallel()
	c := Criterion{Threshold: Threshold{Max: bound(10)}, info: &kinds[0]}
	run := func(seed uint64, s Status, v float64) SeedOutcome {
		out := SeedOutcome{Seed: seed, Status: s, Value: Number(v), Margin: Number(10 - v)}
		if s == Undecided {
			out.Reason = "few"
		}
		return out
	}
	nan := math.NaN()
	for _, k := range []struct {
		name   string
		runs   []SeedOutcome
		status Status
		seed   uint64
		reason string
	}{
		{"all pass", []SeedOutcome{run(1, Pass, 3), run(2, Pass, 9)}, Pass, 2, ""},
		{"all fail", []SeedOutcome{run(1, Fail, 30), run(2, Fail, 19)}, Fail, 1, ""},
		{
			"they disagree",
			[]SeedOutcome{run(1, Fail, 11), run(2, Pass, 9), run(3, Pass, 1)},
			Undecided, 1,
			"the seeds disagree: it holds on 2 of 3",
		},
		{"one is unsure", []SeedOutcome{run(1, Pass, 1), run(2, Undecided, nan)}, Undecided, 1, "few"},
		{"none knows", []SeedOutcome{run(1, Undecided, nan), run(2, Undecided, 4)}, Undecided, 2, "few"},
		{"skipped", []SeedOutcome{run(1, Skipped, nan), run(2, Skipped, nan)}, Skipped, 0, ""},
	} {
		got := c.combine(k.runs)
		if got.Status != k.status || got.Seed != k.seed || got.Reason != k.reason {
			t.Errorf("%s: %s, seed %d, %q; want %s, seed %d, %q",
				k.name, got.Status, got.Seed, got.Reason, k.status, k.seed, k.reason)
		}
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name     string
		criteria []Status
		want     Status
	}{
		{"all pass", []Status{Pass, Pass}, Pass},
		{"one fails", []Status{Pass, Fail, Undecided}, Fail},
		{"one is undecided", []Status{Skipped, Undecided, Pass}, Undecided},
		{"one is skipped", []Status{Skipped, Pass}, Pass},
		{"all are", []Status{Skipped, Skipped}, Skipped},
	} {
		var o Outcome
		for _, s := range k.criteria {
			o.Criteria = append(o.Criteria, CriterionOutcome{Name: "c", Status: s, Reason: "r"})
		}
		o.settle()
		if o.Status != k.want || (o.Reason != "") != (k.want == Skipped) {
			t.Errorf("%s: %s (%q), want %s", k.name, o.Status, o.Reason, k.want)
		}
	}
}
