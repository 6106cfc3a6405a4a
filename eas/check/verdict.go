package check

import (
	"fmt"
	"math"
)

// judge turns the numbers of one run into a verdict: the sample with the smallest
// margin speaks for all.
func (c *Criterion) judge(seed uint64, m measurement) SeedOutcome {
	out := SeedOutcome{Seed: seed, Status: Pass, Value: nothing(), Margin: nothing(), Samples: m.n}
	for i, s := range m.samples {
		margin, holds := c.Judge(s.value)
		if i == 0 || margin < float64(out.Margin) {
			out.Value, out.Margin, out.Who = Number(s.value), Number(margin), s.who
		}
		if !holds {
			out.Status = Fail
		}
	}
	switch {
	case m.skipped != "":
		out.Status, out.Reason = Skipped, m.skipped
	case out.Status == Fail: // what is missing could not make it good
	case m.unsure != "":
		out.Status, out.Reason = Undecided, m.unsure
	case m.n < c.MinSamples || len(m.samples) == 0:
		out.Status, out.Reason = Undecided, fmt.Sprintf("%d samples, want at least %d", m.n, max(c.MinSamples, 1))
	}
	return out
}

// combine turns the verdicts of all seeds into one.
func (c *Criterion) combine(runs []SeedOutcome) CriterionOutcome {
	out := CriterionOutcome{
		Name: c.Name, Kind: c.info.name, Unit: c.info.unit, Threshold: c.Threshold,
		Value: nothing(), Margin: nothing(), Runs: runs,
	}
	var n [4]int
	for i := range runs {
		r := &runs[i]
		n[rank(r.Status)]++
		if out.Reason == "" {
			out.Reason = r.Reason
		}
		if out.Seed == 0 && !math.IsNaN(float64(r.Value)) || r.Margin < out.Margin {
			out.Value, out.Margin, out.Who, out.Seed = r.Value, r.Margin, r.Who, r.Seed
		}
	}
	all := len(runs)
	switch {
	case n[rank(Skipped)] > 0:
		out.Status = Skipped
	case n[rank(Fail)] == all:
		out.Status, out.Reason = Fail, ""
	case n[rank(Pass)] == all:
		out.Status = Pass
	default:
		out.Status = Undecided
		if n[rank(Fail)] > 0 {
			out.Reason = fmt.Sprintf("the seeds disagree: it holds on %d of %d", n[rank(Pass)], all)
		}
	}
	return out
}

// rank orders the statuses: the highest among its criteria is that of a scenario,
// but for one that was skipped, which only counts if all were.
func rank(s Status) int {
	switch s {
	case Skipped:
		return 0
	case Pass:
		return 1
	case Undecided:
		return 2
	}
	return 3
}

// settle gives the scenario its status.
func (o *Outcome) settle() {
	o.Status = Skipped
	for i := range o.Criteria {
		c := &o.Criteria[i]
		if rank(c.Status) > rank(o.Status) {
			o.Status = c.Status
		}
		if c.Status == Skipped && o.Reason == "" {
			o.Reason = c.Name + ": " + c.Reason
		}
	}
	if o.Status != Skipped {
		o.Reason = ""
	}
}

// count adds up the scenarios.
func (r *Report) count() {
	for i := range r.Scenarios {
		switch r.Scenarios[i].Status {
		case Pass:
			r.Summary.Passed++
		case Fail:
			r.Summary.Failed++
		case Undecided:
			r.Summary.Undecided++
		case Skipped:
			r.Summary.Skipped++
		}
	}
}
