package fit

import (
	"fmt"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// misfitPct is an error of the fit that makes the model doubtful.
const misfitPct = 10

// maxNamed is how many outliers of a cluster are named one by one.
const maxNamed = 5

// doubts says what is wrong with the costs of one cluster.
func (c *Cluster) doubts(o Options, list *diag.List) {
	c.signs(list)
	c.certainty(list)
	c.outliers(o, list)
	if w := c.Worst(); abs(w.ErrorPct()) > misfitPct {
		warn(list, "misfit", w.Line, "power may not be a straight line here: heat, a shared rail, another load",
			"%s: the fit misses %s by %+.1f %%", c.Label, w, w.ErrorPct())
	}
}

// String names the sample: frequency and busy CPUs.
func (p *Point) String() string { return fmt.Sprintf("%s with %d busy", mhz(p.Freq), p.Busy) }

func mhz(f energy.KHz) string { return fmt.Sprintf("%g MHz", float64(f)/1000) }

func (c *Cluster) signs(list *diag.List) {
	for j := range c.OPPs {
		k := &c.OPPs[j]
		if k.Core.Value <= 0 {
			fail(list, "negative-cost", c.Points[k.first].Line, "power must rise with busy CPUs: measure again",
				"%s at %s: the core cost is %.1f mW", c.Label, mhz(k.Freq), k.Core.Value/1000)
		}
		if k.Cluster != nil && k.Cluster.Value < 0 {
			fail(list, "negative-cost", c.Points[k.first].Line,
				"measure again, or ask for monotone costs, which are never negative",
				"%s at %s: the cluster cost is %.1f mW", c.Label, mhz(k.Freq), k.Cluster.Value/1000)
		}
	}
}

// order reports costs that fall with frequency, before [Options.Monotone] mends
// them.
func (c *Cluster) order(o Options, list *diag.List) {
	detail := "ask for monotone costs, or measure again: heat moves the intercept most"
	if o.Monotone {
		detail = "made monotone, since that was asked for"
	}
	for j := range c.OPPs {
		if k := &c.OPPs[j]; o.Monotone && k.Cluster != nil && k.Cluster.Value < 0 {
			warn(list, "negative-intercept", c.Points[k.first].Line, "measure again",
				"%s at %s: the cluster cost (the intercept) is %.1f mW; it becomes at least 0, since that was asked for",
				c.Label, mhz(k.Freq), k.Cluster.Value/1000)
		}
	}
	for _, part := range [...]struct {
		code, what string
		of         func(*Cost) *Estimate
	}{
		{"core-order", "core cost", func(k *Cost) *Estimate { return &k.Core }},
		{"intercept-order", "cluster cost (the intercept)", func(k *Cost) *Estimate { return k.Cluster }},
	} {
		for j := 1; j < len(c.OPPs); j++ {
			a, b := part.of(&c.OPPs[j-1]), part.of(&c.OPPs[j])
			if a == nil || b == nil || b.Value >= a.Value {
				continue
			}
			warn(list, part.code, c.Points[c.OPPs[j].first].Line, detail,
				"%s: the %s is not monotone: it falls from %.1f to %.1f mW from %s to %s", c.Label, part.what,
				a.Value/1000, b.Value/1000, mhz(c.OPPs[j-1].Freq), mhz(c.OPPs[j].Freq))
		}
	}
}

// certainty reports what the samples do not decide.
func (c *Cluster) certainty(list *diag.List) {
	var one, exact, zero []string
	for j := range c.OPPs {
		k := &c.OPPs[j]
		switch name := mhz(k.Freq); {
		case k.Cluster == nil:
			one = append(one, name)
		case k.Cluster.CI == nil:
			exact = append(exact, name)
		case k.Cluster.CI.Lo <= 0 && k.Cluster.Value > 0:
			zero = append(zero, name)
		}
	}
	if len(one) > 0 {
		warn(list, "not-separable", 0, "measure with two or more numbers of busy CPUs",
			"%s: one number of busy CPUs only at %s: the core cost holds the shared part", c.Label, strings.Join(one, ", "))
	}
	if len(exact) > 0 {
		warn(list, "no-interval", 0, "measure with more numbers of busy CPUs, or repeat",
			"%s: as many unknowns as samples at %s: nothing says how sure the costs are", c.Label, strings.Join(exact, ", "))
	}
	if len(zero) > 0 {
		warn(list, "wide-interval", 0, "repeat the measurement",
			"%s: the cluster cost may as well be 0 at %s (its interval includes it)", c.Label, strings.Join(zero, ", "))
	}
	if l := c.Law; l != nil && (l.CoreLeak == nil || l.ClusterLeak == nil && l.ClusterCoef == nil) {
		warn(list, "no-leakage", 0, "leakage shows only where voltage and frequency change apart",
			"%s: a part of the formula cannot be told from 0 and is left out", c.Label)
	}
}

func (c *Cluster) outliers(o Options, list *diag.List) {
	what := "kept"
	if o.DropOutliers {
		what = "left out"
	}
	n := 0
	for i := range c.Points {
		p := &c.Points[i]
		if !p.Outlier {
			continue
		}
		if n++; n <= maxNamed {
			warn(list, "outlier", p.Line, "check the sample, or drop outliers",
				"%s: %s is an outlier: %.1f mW, fit %.1f mW; %s", c.Label, p, p.PowerUW/1000, p.FittedUW/1000, what)
		}
	}
	if n > maxNamed {
		warn(list, "outlier", 0, "", "%s: %d outliers in all", c.Label, n)
	}
}
