package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
)

// words name an entry of the cluster called name as an engineer would.
func (l *ledger) words(e *entry, name string) string {
	state := l.stateName(e)
	if e.Part.Idle() {
		state = " in " + state
		if e.State == 0 {
			state = " in active idle"
		}
	} else if khz, err := strconv.ParseFloat(state, 64); err == nil {
		state = " at " + strconv.FormatFloat(khz/1000, 'f', -1, 64) + " MHz"
	}
	switch {
	case e.Part == energy.PartCoreBusy:
		return name + " cores busy" + state
	case e.Part == energy.PartCoreIdle:
		return name + " cores" + state
	case e.Part == energy.PartClusterIdle:
		return name + " cluster" + state
	case e.Busy == 1:
		return "1 " + name + " CPU busy" + state
	case e.Busy > 1:
		return strconv.Itoa(e.Busy) + " " + name + " CPUs busy" + state
	}
	return name + " cluster busy" + state
}

const (
	// readRows is how many rows a reading names.
	readRows = 6
	// readShare is how small a named row may be beside the largest.
	readShare = 0.05
	// readNothing is what share of the base's total is none: means of other numbers
	// of runs round otherwise.
	readNothing = 1e-9
)

// read puts the largest rows into words:
//
//	-38.2 mJ (-4.9 %): less time with LITTLE cores busy at 850 MHz (-52.1); more
//	time with LITTLE cores busy at 575 MHz (+20.0); the rest -6.1
func (e *Explanation) read() string {
	var known []*StateChange
	for i := range e.Rows {
		if r := &e.Rows[i]; r.Delta != nil && math.Abs(*r.Delta) > readNothing*e.BaseTotal {
			known = append(known, r)
		}
	}
	if len(known) == 0 {
		return "no difference: the same time at every power"
	}
	slices.SortStableFunc(known, func(a, b *StateChange) int {
		return -cmp.Compare(math.Abs(*a.Delta), math.Abs(*b.Delta))
	})
	most := math.Abs(*known[0].Delta)
	digits := max(0, 2-int(math.Floor(math.Log10(most))))
	signed := func(v float64) string { return fmt.Sprintf("%+.*f", digits, v) }
	var less, more []string
	rest := e.Delta
	for i, r := range known {
		if i == readRows || math.Abs(*r.Delta) < readShare*most {
			break
		}
		rest -= *r.Delta
		text := r.What + " (" + signed(*r.Delta) + ")"
		if *r.Delta < 0 {
			less = append(less, text)
		} else {
			more = append(more, text)
		}
	}
	var clauses []string
	if len(less) > 0 {
		clauses = append(clauses, "less time with "+strings.Join(less, ", "))
	}
	if len(more) > 0 {
		clauses = append(clauses, "more time with "+strings.Join(more, ", "))
	}
	if e.Delta > 0 {
		slices.Reverse(clauses) // what makes the sum comes first
	}
	if len(less)+len(more) < len(known) {
		clauses = append(clauses, "the rest "+signed(rest))
	}
	head := signed(e.Delta) + " " + e.Unit
	if e.DeltaPct != nil {
		head += fmt.Sprintf(" (%+.2f %%)", *e.DeltaPct)
	}
	return head + ": " + strings.Join(clauses, "; ")
}

// notes are what a reader of the split has to know.
func (l *ledger) notes(a, b *account) []string {
	var out []string
	for i := range l.islands {
		var unknown []string
		for _, part := range [...]energy.Part{energy.PartCoreIdle, energy.PartClusterIdle} {
			if l.lopsided(a, b, i, part) {
				unknown = append(unknown, strings.ReplaceAll(part.String(), "_", " "))
			}
		}
		if len(unknown) > 0 {
			out = append(out, fmt.Sprintf("%s, %s: some runs visited a state whose power is unknown and count nothing; "+
				"the difference is between different sums", l.names[i], strings.Join(unknown, " and ")))
		}
	}
	return out
}

// lopsided reports whether a part is counted in some runs and not in others.
func (l *ledger) lopsided(a, b *account, island int, part energy.Part) bool {
	for i := range l.entries {
		e := &l.entries[i]
		if e.island != island || e.Part != part || !a.counted[i] && !b.counted[i] {
			continue
		}
		for _, list := range [...][]account{l.base, l.variant} {
			for k := range list {
				if !list[k].counted[i] {
					return true
				}
			}
		}
	}
	return false
}
