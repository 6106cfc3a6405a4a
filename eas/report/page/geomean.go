package page

import (
	"fmt"
	"slices"

	"easim/eas/compare"
	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// mean says what a comparison over several workloads comes to.
func (c *chapter) mean(k *compare.Comparison) {
	g := k.GeoMean
	if g == nil {
		c.Headlines = append(c.Headlines, headline{
			Words: []phrase{{"No mean over the workloads can be given: not all of them have been run.", false}},
		})
		return
	}
	c.pairHeadlines(g.Comparisons, g.Conclusions)
	s := section{
		ID: "geomean", Title: "Geometric mean over " + wording.Plural(len(g.Workloads), "workload"),
		Lead: []string{
			"Each workload counts the same, however long it is. The ratio of a metric is variant to base, averaged over the " +
				"workloads as a product. Its 95 % interval says what other seeds would give, not what other workloads would.",
		},
		Figures: []*figure{{ID: "geomean", Chart: meanPicture(g)}},
		Tables:  []*table{meanTable(k)},
	}
	s.Tables = append(pairTables(g.Comparisons, g.Conclusions), s.Tables...)
	c.Sections = append(c.Sections, s)
}

// meanPicture shows total energy and performance of every pair: the workloads, and
// below them their mean with its interval.
func meanPicture(g *compare.GeoMean) chart.Chart {
	against := againstBase(g.Conclusions)
	iv := &chart.Intervals{X: chart.Axis{Label: "change, %"}}
	iv.Name, iv.Title = "geomean", "Every workload and their geometric mean"+against
	iv.Desc = "Below the workloads stands their mean; the bar is its 95 % interval."
	var drawn []compare.Change
	for i := range g.Conclusions {
		pair := &g.Conclusions[i]
		for _, c := range leadingRows(pair.Rows(g.Comparisons)) {
			head := c.Metric
			if len(g.Conclusions) > 1 {
				head += ", " + c.Variant
				if against == "" {
					head += " against " + c.Base
				}
			}
			iv.Rows = append(iv.Rows, chart.Interval{Label: head, Heading: true})
			for j := range c.Parts {
				iv.Rows = append(iv.Rows, partRow(&c, &c.Parts[j]))
			}
			row := changeRow(&c)
			row.Label = "geometric mean"
			iv.Rows = append(iv.Rows, row)
			drawn = append(drawn, c)
		}
	}
	iv.Legend = append(verdictKeys(drawn), chart.Key{Name: "a workload", Paint: partPaint()})
	return iv
}

// partPaint is that of a workload beside the mean.
func partPaint() chart.Paint { return chart.Paint{Ink: chart.Text} }

// leadingRows are the known ones of total energy and performance; of all energies if
// there is no total.
func leadingRows(rows []compare.Change) []compare.Change {
	total := find(rows, totalPath) != nil
	return slices.DeleteFunc(rows, func(c compare.Change) bool {
		return c.DeltaPct == nil || total && compare.IsEnergy(c.Metric) && c.Metric != totalPath
	})
}

func partRow(c *compare.Change, p *compare.WorkloadRatio) chart.Interval {
	change := 100 * (p.Ratio - 1)
	row := chart.Interval{
		Label: p.Workload, Value: &change, Lo: change, Hi: change, Note: percent(change), Paint: partPaint(),
	}
	if c.Metric == compare.PerformanceMetric {
		row.Label += ": " + wording.Part(p)
	}
	row.Tip = fmt.Sprintf("%s\n%s of %s: %s", c.Variant, wording.Part(p), p.Workload, percent(change))
	return row
}

// meanTable holds every ratio, with the workloads that it is made of.
func meanTable(k *compare.Comparison) *table {
	g := k.GeoMean
	t := &table{Caption: "Ratios"}
	if len(g.Conclusions) != 1 {
		t.Columns = []column{{Head: "variant"}}
	}
	t.Columns = append(t.Columns, column{Head: "metric"}, column{"geometric mean", true}, column{Head: "95 % interval"},
		column{Head: "verdict"}, column{"p", true})
	for _, name := range g.Workloads {
		t.Columns = append(t.Columns, column{name, true})
	}
	var notes wording.Notes
	for i := range g.Comparisons {
		c := &g.Comparisons[i]
		row := []cell{
			words(c.Metric), ratioCell(c.Delta), words(ratioInterval(c)), verdictCell(c, &notes), chanceCell(c),
		}
		for _, name := range g.Workloads {
			row = append(row, partCell(c, name))
		}
		t.Rows = append(t.Rows, withVariant(row, c, g.Conclusions))
	}
	t.Foot = append(adjustment(k), footnotes(notes, g.Conclusions)...)
	return t
}

// ratioCell is the ratio that is delta above 1.
func ratioCell(delta *float64) cell {
	if delta == nil {
		return maybeNum(nil, ratio)
	}
	return num(1+*delta, ratio(1+*delta))
}

func ratio(v float64) string { return fixed(v, 4) }

func ratioInterval(c *compare.Change) string {
	if c.CI95 == nil || c.Exact {
		return ""
	}
	return ratio(1+c.CI95[0]) + " to " + ratio(1+c.CI95[1])
}

// partCell is the part of one workload in a mean.
func partCell(c *compare.Change, workload string) cell {
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Workload != workload {
			continue
		}
		out := num(p.Ratio, ratio(p.Ratio))
		if c.Metric == compare.PerformanceMetric {
			return out.over(wording.Part(p))
		}
		return out
	}
	return words("–")
}
