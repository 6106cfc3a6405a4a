package compare

import (
	"fmt"
	"slices"

	"easim/eas"
	"easim/energy"
)

// ledger is what the runs of two variants burnt, entry by entry. Both are priced
// by the same table, so an entry is the same in every run.
type ledger struct {
	platform *energy.Platform
	table    *energy.PowerTable
	islands  []energy.CPUSet
	names    []string // of the islands
	entries  []entry
	base     []account // of the runs
	variant  []account
}

// entry is one power of the table and where it is burnt.
type entry struct {
	island int
	energy.Term
}

// account is one run, or the mean of several.
type account struct {
	wall    float64   // ns
	total   float64   // energy
	work    float64   // capacity-s, as the run reports it
	ns      []float64 // by entry
	energy  []float64 // by entry; 0 where it is not counted
	counted []bool    // by entry: it is in the total
	flows   []flow    // by island
}

// flow is what an island did.
type flow struct {
	cycles float64 // busy time x integer rate
	busy   float64 // ns, sum over its CPUs
	on     float64 // ns with a CPU busy
}

// newLedger enters the runs. It is an error if they are not priced by the same
// table of p.
func newLedger(p *energy.Platform, base, variant []*eas.Result) (*ledger, error) {
	if len(base) == 0 || len(variant) == 0 {
		return nil, fmt.Errorf("compare: nothing to explain: no run of one of the two")
	}
	table, err := p.FindTable(base[0].Energy.Meter)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	l := &ledger{platform: p, table: table, islands: p.Islands()}
	for i := range base[0].Energy.Clusters {
		l.names = append(l.names, base[0].Energy.Clusters[i].Name)
	}
	first := &base[0].Scenario
	for _, r := range slices.Concat(base, variant) {
		if r.Scenario.Platform != first.Platform || r.Energy.Meter != base[0].Energy.Meter {
			return nil, fmt.Errorf("compare: %s of %s and %s of %s are different tables: "+
				"what they say of a state cannot be set side by side",
				base[0].Energy.Meter, first.Platform, r.Energy.Meter, r.Scenario.Platform)
		}
	}
	if l.base, err = l.accounts(base); err == nil {
		l.variant, err = l.accounts(variant)
	}
	return l, err
}

func (l *ledger) accounts(runs []*eas.Result) ([]account, error) {
	out := make([]account, len(runs))
	for i, r := range runs {
		if err := l.enter(&out[i], r); err != nil {
			return nil, fmt.Errorf("compare: seed %d: %w", r.Scenario.Seed, err)
		}
	}
	return out, nil
}

// enter fills in the account of a run, and the entries if it is the first.
func (l *ledger) enter(a *account, r *eas.Result) error {
	a.wall, a.total, a.work = float64(r.Window.LengthNS), r.Energy.Total, r.Throughput.WorkCapacityS
	if len(r.Energy.Clusters) != len(l.islands) || len(r.CPUs) != len(l.platform.CPUs) {
		return fmt.Errorf("the run does not fit platform %s", l.platform.Name)
	}
	known := len(l.entries) > 0
	for i := range l.islands {
		res, err := l.residency(r, i)
		if err != nil {
			return err
		}
		terms, err := l.table.Terms(res)
		if err != nil {
			return err
		}
		sums, err := l.table.Cost(res)
		if err != nil {
			return err
		}
		for j := range terms {
			t := &terms[j]
			if !known {
				l.entries = append(l.entries, entry{i, *t})
			}
			mj, counted := l.price(t, &sums)
			a.ns, a.energy, a.counted = append(a.ns, float64(t.NS)), append(a.energy, mj), append(a.counted, counted)
		}
		f, err := l.flow(r, res)
		if err != nil {
			return err
		}
		a.flows = append(a.flows, f)
	}
	if len(a.ns) != len(l.entries) {
		return fmt.Errorf("the run does not tell the states of %s as the others do", l.platform.Name)
	}
	return nil
}

// price is what a term cost, and whether that is in the run's total.
func (l *ledger) price(t *energy.Term, sums *energy.Sums) (mj float64, counted bool) {
	if t.Power == energy.UnknownPower || sums.Unknown(t.Part) {
		return 0, false
	}
	return l.table.Millijoules(t.Energy()), true
}

// residency is that of island i. How many CPUs were busy at once a run tells only
// where its table prices it; elsewhere the time with any counts as with one.
func (l *ledger) residency(r *eas.Result, i int) (*energy.Residency, error) {
	cpus, c := l.islands[i], &r.Energy.Clusters[i]
	out := l.platform.NewResidency(cpus)
	on := make([]int64, len(out.BusyNS))
	fits := c.CPUs == cpus.String() && copyNS(on, c.BusyFreqNS) && copyNS(out.IdleNS, c.IdleStateNS)
	for opp := range on {
		out.BusyNS[opp][0] = on[opp]
	}
	for n := range c.BusyCPUsNS {
		fits = fits && n < cpus.Len() && copyNS(on, c.BusyCPUsNS[n])
		for opp := range on {
			out.BusyNS[opp][n] = on[opp]
		}
	}
	for n, id := range cpus.List() {
		cpu := &r.CPUs[id]
		fits = fits && copyNS(out.CPU[n].BusyNS, cpu.BusyFreqNS) && copyNS(out.CPU[n].IdleNS, cpu.IdleStateNS)
	}
	if !fits {
		return nil, fmt.Errorf("the times of CPUs %s do not fit platform %s", c.CPUs, l.platform.Name)
	}
	return out, nil
}

func copyNS(to []int64, from eas.NamedInts) bool {
	if len(to) != len(from) {
		return false
	}
	for i := range from {
		to[i] = from[i].Value
	}
	return true
}

func (l *ledger) flow(r *eas.Result, res *energy.Residency) (flow, error) {
	var f flow
	for n, id := range res.CPUs.List() {
		rates := l.platform.Types[l.platform.CPUs[id].Type].RateSet(r.Scenario.Rate)
		if rates == nil {
			return f, fmt.Errorf("platform %s has no rate set %q", l.platform.Name, r.Scenario.Rate)
		}
		for opp, ns := range res.CPU[n].BusyNS {
			f.busy += float64(ns)
			f.cycles += float64(float64(ns) * float64(rates.Int[opp]))
		}
	}
	for _, row := range res.BusyNS {
		for _, ns := range row {
			f.on += float64(ns)
		}
	}
	return f, nil
}

// meanOf is the mean of accounts; an entry counts if it does in any of them.
func meanOf(list []account) account {
	m := account{
		ns: make([]float64, len(list[0].ns)), energy: make([]float64, len(list[0].ns)),
		counted: make([]bool, len(list[0].ns)), flows: make([]flow, len(list[0].flows)),
	}
	n := float64(len(list))
	for k := range list {
		a := &list[k]
		m.wall += a.wall / n
		m.total += a.total / n
		m.work += a.work / n
		for i := range a.ns {
			m.ns[i] += a.ns[i] / n
			m.energy[i] += a.energy[i] / n
			m.counted[i] = m.counted[i] || a.counted[i]
		}
		for i, f := range a.flows {
			m.flows[i].cycles += f.cycles / n
			m.flows[i].busy += f.busy / n
			m.flows[i].on += f.on / n
		}
	}
	return m
}

// part is the energy of one part of an island and the time of its entries.
func (l *ledger) part(a *account, island int, p energy.Part) (mj, ns float64) {
	for i := range l.entries {
		if e := &l.entries[i]; e.island == island && e.Part == p {
			mj += a.energy[i]
			ns += a.ns[i]
		}
	}
	return mj, ns
}
