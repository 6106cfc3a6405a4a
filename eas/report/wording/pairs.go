package wording

import (
	"slices"

	"easim/eas/compare"
)

// Pairs is every variant beside every other, for a table of one workload: for each
// metric a row for each variant, in it a cell for each that it is compared with.
type Pairs struct {
	Metrics  []string
	Variants []string // of the rows
	Bases    []string // of the columns
	cells    map[[3]string]*compare.Change
}

// NewPairs sorts the changes of one workload. The conclusions say which pairs there
// are, in order.
func NewPairs(rows []compare.Change, conclusions []compare.Conclusion) *Pairs {
	p := &Pairs{Metrics: metricsOf(rows), cells: map[[3]string]*compare.Change{}}
	for i := range conclusions {
		k := &conclusions[i]
		p.Bases, p.Variants = addName(p.Bases, k.Base), addName(p.Variants, k.Variant)
	}
	for i := range rows {
		c := &rows[i]
		p.cells[[3]string{c.Metric, c.Variant, c.Base}] = c
	}
	return p
}

// Row is what variant i does to a metric beside each of the bases up to the last
// that it is compared with; nil where that is left out.
func (p *Pairs) Row(metric string, i int) []*compare.Change {
	out := make([]*compare.Change, min(i+1, len(p.Bases)))
	for k := range out {
		out[k] = p.cells[[3]string{metric, p.Variants[i], p.Bases[k]}]
	}
	return out
}

// metricsOf are the metrics of all pairs in the order of each, though a pair may
// lack some.
func metricsOf(rows []compare.Change) []string {
	var out []string
	at := 0
	for i := range rows {
		if i > 0 && (rows[i].Base != rows[i-1].Base || rows[i].Variant != rows[i-1].Variant) {
			at = 0
		}
		if have := slices.Index(out, rows[i].Metric); have >= 0 {
			at = have + 1
		} else {
			out = slices.Insert(out, at, rows[i].Metric)
			at++
		}
	}
	return out
}

func addName(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
