package compare

import "strings"

// Significant returns the comparison without the rows that do not differ; each
// conclusion says how many it is short of. A row differs if its interval lies on
// one side of 0. Beside an energy a measure of performance always stays.
//
// Adjusted probabilities stay those of all rows.
func (c *Comparison) Significant() *Comparison {
	out := *c
	out.Comparisons, out.Conclusions = significant(c.Comparisons, c.Conclusions)
	if c.GeoMean != nil {
		g := *c.GeoMean
		g.Comparisons, g.Conclusions = significant(c.GeoMean.Comparisons, c.GeoMean.Conclusions)
		out.GeoMean = &g
	}
	return &out
}

// significant filters the rows pair by pair.
func significant(all []Change, conclusions []Conclusion) ([]Change, []Conclusion) {
	rows := []Change{}
	left := append([]Conclusion{}, conclusions...)
	for i := range left {
		own := left[i].Rows(all)
		kept := differing(own)
		left[i].LeftOut = len(own) - len(kept)
		rows = append(rows, kept...)
	}
	return rows, left
}

// differing are the rows of one pair that differ, and what belongs to them.
func differing(rows []Change) []Change {
	stays := -1 // the measure of performance that stays with an energy
	hasEnergy, hasPerformance := false, false
	for i := range rows {
		c := &rows[i]
		performance := isPerformance(c.Metric, c.Better)
		if c.Differs() {
			hasEnergy, hasPerformance = hasEnergy || IsEnergy(c.Metric), hasPerformance || performance
		}
		if performance && (stays < 0 || leads(c) && !leads(&rows[stays])) {
			stays = i
		}
	}
	var out []Change
	for i := range rows {
		if rows[i].Differs() || i == stays && hasEnergy && !hasPerformance {
			out = append(out, rows[i])
		}
	}
	return out
}

// leads reports whether a metric is one of the workload's own, with a value.
func leads(c *Change) bool { return strings.HasPrefix(c.Metric, ownMetrics) && c.Delta != nil }

// Rows are those of all that belong to the conclusion.
func (k *Conclusion) Rows(all []Change) []Change {
	var out []Change
	for i := range all {
		if c := &all[i]; c.Base == k.Base && c.Variant == k.Variant && c.Workload == k.Workload {
			out = append(out, *c)
		}
	}
	return out
}
