package report

import (
	"encoding/json"
	"fmt"
	"strconv"

	"easim/eas/compare"
	"easim/eas/report/wording"
	"easim/energy/junit"
)

// ComparisonJSON is a comparison in the form that scripts read.
func ComparisonJSON(c *compare.Comparison) ([]byte, error) {
	out, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(out, '\n'), nil
}

// ComparisonCSV is one row a metric and pair, those of the geometric mean last. A
// value that is not known is empty; numbers are exact.
func ComparisonCSV(c *compare.Comparison) []byte {
	t := &Table{}
	for _, head := range [...]string{
		"base", "variant", "metric", "unit", "better", "paired", "n", "base_mean", "base_sd", "variant_mean", "variant_sd",
		"delta", "delta_pct", "ci95_pct_lo", "ci95_pct_hi", "p", "exact", "verdict", "note", "p_adjusted", "workload",
	} {
		t.Columns = append(t.Columns, Column{head, Left})
	}
	add := func(k *compare.Change) {
		lo, hi := "", ""
		if k.CI95Pct != nil {
			lo, hi = number(k.CI95Pct[0]), number(k.CI95Pct[1])
		}
		base, variant := meanAndSD(&k.BaseSummary), meanAndSD(&k.VariantSummary)
		t.Add(k.Base, k.Variant, k.Metric, k.Unit, k.Better, strconv.FormatBool(k.Paired), strconv.Itoa(k.N),
			base[0], base[1], variant[0], variant[1],
			optional(k.Delta), optional(k.DeltaPct), lo, hi, optional(k.P), strconv.FormatBool(k.Exact), k.Verdict, k.Note,
			optional(k.PAdjusted), k.Workload)
	}
	for i := range c.Comparisons {
		add(&c.Comparisons[i])
	}
	if c.GeoMean != nil {
		for i := range c.GeoMean.Comparisons {
			add(&c.GeoMean.Comparisons[i])
		}
	}
	return t.CSV()
}

func meanAndSD(s *compare.Summary) (out [2]string) {
	if s.N > 0 {
		out = [2]string{number(s.Mean), number(s.SD)}
	}
	return out
}

// ComparisonJUnit is a comparison as JUnit XML: a suite for each variant, in it a
// case for each limit and each run that failed. A variant with neither is one case
// that passes.
func ComparisonJUnit(c *compare.Comparison) ([]byte, error) {
	var suites []junit.Suite
	for i := range c.Variants {
		v := &c.Variants[i]
		s := junit.Suite{Name: v.Label()}
		for _, f := range v.Failures {
			s.Cases = append(s.Cases, junit.Case{
				Name:    "seed " + strconv.FormatUint(f.Seed, 10),
				Failure: &junit.Failure{Message: wording.FirstLine(f.Error), Type: "run", Text: f.Error},
			})
		}
		for j := range c.Limits {
			if l := &c.Limits[j]; l.Label() == v.Label() {
				s.Cases = append(s.Cases, limitCase(l))
			}
		}
		if len(s.Cases) == 0 {
			s.Cases = []junit.Case{{Name: wording.Plural(len(v.Runs), "run")}}
		}
		suites = append(suites, s)
	}
	out, err := junit.Encode("easim compare", suites)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return out, nil
}

func limitCase(l *compare.LimitResult) junit.Case {
	k := junit.Case{Name: fmt.Sprintf("%s worse by at most %s %%", l.Metric, number(l.LimitPct))}
	text := "the change is " + limitChange(l)
	if l.DeltaPct == nil {
		text = "the change is not known"
	}
	if l.Passed {
		k.Out = text
	} else {
		k.Failure = &junit.Failure{Message: text, Type: "limit"}
	}
	return k
}
