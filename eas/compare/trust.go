package compare

import (
	"cmp"
	"math"
	"slices"

	"easim/eas"
	"easim/energy"
)

// TrustStepPct is by how many percent every power is moved.
const TrustStepPct = 5

// Trust says where the powers come from, and what becomes of the change in total
// energy if they are wrong by [TrustStepPct] percent. Energy is linear in the
// powers, so the runs are priced again; the schedule is held, and the table that
// the scheduler believes is not moved.
type Trust struct {
	Meter   eas.TableSource   `json:"meter"`
	Models  []eas.TableSource `json:"models"` // of the base, and of the variant if it is another
	StepPct float64           `json:"step_pct"`
	Verdict string            `json:"verdict"`        // of the total energy, no power moved
	Note    string            `json:"note,omitempty"` // why there is none
	Powers  []PowerShift      `json:"powers"`         // those that were burnt; what matters most first

	// HoldsAnyOne: no single power takes the verdict away; HoldsAll: nor do all
	// together, moved so that the change is lowest or highest.
	HoldsAnyOne bool `json:"holds_any_one"`
	HoldsAll    bool `json:"holds_all"`
	// Lowest and Highest are the ends of what the powers together can make of the
	// change, each within the step; nil if the base burnt nothing.
	Lowest  *TrustEnd `json:"lowest"`
	Highest *TrustEnd `json:"highest"`
}

// PowerShift is what one power does to the change: moved down by the step, and up.
type PowerShift struct {
	What     string     `json:"what"`
	Part     string     `json:"part"`
	Power    *int64     `json:"power"`     // as in [StateChange]
	ShiftPct [2]float64 `json:"shift_pct"` // of the change in percent, in points
	Verdicts [2]string  `json:"verdicts"`
}

// TrustEnd is the change with every power moved.
type TrustEnd struct {
	DeltaPct float64     `json:"delta_pct"`
	CI95Pct  *[2]float64 `json:"ci95_pct"`
	Verdict  string      `json:"verdict"`
}

// sources fills in where the tables come from.
func (t *Trust) sources(base, variant *eas.Result) {
	t.Meter = base.Provenance.Meter
	t.Models = []eas.TableSource{base.Provenance.Model}
	if m := variant.Provenance.Model; m != t.Models[0] {
		t.Models = append(t.Models, m)
	}
}

// lever is a power of the table with what it burnt in each run.
type lever struct {
	what                  string
	part                  energy.Part
	power                 energy.Power
	base, variant         []float64
	meanBase, meanVariant float64
}

// levers are the powers of the table that were burnt at all. One row of an em
// table may serve several islands.
func (l *ledger) levers() []lever {
	type key struct {
		row *energy.TableDomain
		energy.Term
	}
	at := map[key]int{}
	var out []lever
	for i := range l.entries {
		e := &l.entries[i]
		k := key{l.table.DomainOf(l.islands[e.island].First()), e.Term}
		k.NS = 0
		n, ok := at[k]
		if !ok {
			n = len(out)
			at[k] = n
			out = append(out, lever{
				what: l.words(e, l.rowName(k.row)), part: e.Part, power: e.Power,
				base: make([]float64, len(l.base)), variant: make([]float64, len(l.variant)),
			})
		}
		for r := range l.base {
			out[n].base[r] += l.base[r].energy[i]
		}
		for r := range l.variant {
			out[n].variant[r] += l.variant[r].energy[i]
		}
	}
	for i := range out {
		out[i].meanBase, out[i].meanVariant = Summarize(out[i].base).Mean, Summarize(out[i].variant).Mean
	}
	return slices.DeleteFunc(out, func(v lever) bool { return slices.Max(v.base) == 0 && slices.Max(v.variant) == 0 })
}

// rowName names the islands that a row of the table serves.
func (l *ledger) rowName(d *energy.TableDomain) string {
	name := ""
	for i, cpus := range l.islands {
		if d.CPUs.Contains(cpus) {
			if name != "" {
				name += "+"
			}
			name += l.names[i]
		}
	}
	return name
}

// pricing is the total energy of every run at moved powers.
type pricing struct {
	ExplainOptions
	levers        []lever
	base, variant []float64 // nothing moved
}

// change is the change in total energy with power i times 1 + by[i]. Its
// probability is adjusted by the same factor as if nothing was moved.
func (p *pricing) change(by []float64) Change {
	a, b := slices.Clone(p.base), slices.Clone(p.variant)
	for i, f := range by {
		if f == 0 {
			continue
		}
		v := &p.levers[i]
		for r := range a {
			a[r] += float64(f * v.base[r])
		}
		for r := range b {
			b[r] += float64(f * v.variant[r])
		}
	}
	total := &p.Total
	c := Change{
		Metric: totalEnergy().Path, Better: lower, Paired: total.Paired, Exact: total.Exact,
		BaseSummary: Summarize(a), VariantSummary: Summarize(b),
	}
	c.fill(difference(a, b, c.Paired))
	if c.P != nil && total.P != nil && total.PAdjusted != nil && *total.P > 0 {
		adjusted := min(1, *c.P**total.PAdjusted / *total.P)
		c.PAdjusted = &adjusted
	}
	c.decide(p.Thresholds)
	if p.NoVerdict != "" {
		c.Verdict = Unclear
	}
	return c
}

// trust moves every power by itself, and then all together.
func (l *ledger) trust(o ExplainOptions) Trust {
	const step = float64(TrustStepPct) / 100
	p := &pricing{ExplainOptions: o, levers: l.levers()}
	for i := range l.base {
		p.base = append(p.base, l.base[i].total)
	}
	for i := range l.variant {
		p.variant = append(p.variant, l.variant[i].total)
	}
	still := p.change(nil)
	t := Trust{
		StepPct: TrustStepPct, Verdict: still.Verdict, Note: o.NoVerdict, Powers: []PowerShift{},
		HoldsAnyOne: true, HoldsAll: true,
	}
	if still.BaseSummary.Mean == 0 {
		return t
	}
	by := make([]float64, len(p.levers))
	for i := range p.levers {
		v := &p.levers[i]
		shift := PowerShift{What: v.what, Part: v.part.String(), Power: powerOf(v.power)}
		for k, f := range [...]float64{-step, step} {
			by[i] = f
			c := p.change(by)
			shift.ShiftPct[k], shift.Verdicts[k] = *c.DeltaPct-*still.DeltaPct, c.Verdict
			t.HoldsAnyOne = t.HoldsAnyOne && c.Verdict == still.Verdict
		}
		by[i] = 0
		t.Powers = append(t.Powers, shift)
	}
	slices.SortStableFunc(t.Powers, func(a, b PowerShift) int { return -cmp.Compare(a.size(), b.size()) })
	t.Lowest, t.Highest = p.end(-step), p.end(step)
	t.HoldsAll = t.Lowest.Verdict == still.Verdict && t.Highest.Verdict == still.Verdict
	return t
}

func (s *PowerShift) size() float64 { return max(math.Abs(s.ShiftPct[0]), math.Abs(s.ShiftPct[1])) }

// end moves every power by step or -step, so that the change in percent is as high
// as can be, or as low if step is negative. The ratio of the two sums
//
//	Σ variant[i] (1 + by[i]) / Σ base[i] (1 + by[i])
//
// is largest where a power is moved up if, and only if, its own ratio is above that
// of the sums (W. Dinkelbach, On nonlinear fractional programming, Management
// Science 13, 1967); which a few rounds find.
func (p *pricing) end(step float64) *TrustEnd {
	var best []float64
	ratio := Summarize(p.variant).Mean / Summarize(p.base).Mean
	for {
		by := make([]float64, len(p.levers))
		for i := range p.levers {
			by[i] = step
			if v := &p.levers[i]; v.meanVariant < ratio*v.meanBase {
				by[i] = -step
			}
		}
		next := p.ratio(by)
		if (next-ratio)*step <= 0 {
			break
		}
		best, ratio = by, next
	}
	c := p.change(best)
	return &TrustEnd{*c.DeltaPct, c.CI95Pct, c.Verdict}
}

// ratio is the variant's mean over the base's.
func (p *pricing) ratio(by []float64) float64 {
	a, b := Summarize(p.base).Mean, Summarize(p.variant).Mean
	for i, f := range by {
		a += float64(f * p.levers[i].meanBase)
		b += float64(f * p.levers[i].meanVariant)
	}
	return b / a
}
