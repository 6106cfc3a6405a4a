package lint

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// File judges the platform file src; name stands in the findings. Each finding
// has the code of its rule, its place and its remedy; they are ordered by line.
// The platform is what the file gives, unusable where there are errors, and nil
// if it is no TOML.
func File(name string, src []byte) (*energy.Platform, diag.List) {
	p, list := energy.Read(name, src)
	l := linter{p: p, list: list}
	if p != nil && !l.standIns() {
		l.judge()
	}
	l.code()
	l.list.Locate(name, diag.NewIndex(src))
	l.list.Sort()
	return p, l.list
}

// Check judges a platform; the findings carry key paths and no lines.
func Check(p *energy.Platform) diag.List {
	l := linter{p: p, list: p.Validate()}
	l.judge()
	l.code()
	return l.list
}

// Policy says which findings make a file invalid.
type Policy struct {
	Strict bool     // warnings too
	Allow  []string // codes or names of rules that never do
}

// Check returns an error for an Allow that names no rule.
func (o Policy) Check() error {
	for _, a := range o.Allow {
		if _, ok := Lookup(a); !ok {
			var known []string
			for _, r := range Rules() {
				known = append(known, r.Code, r.Name)
			}
			hint := "every code is listed by --rules"
			if near, ok := diag.Nearest(a, known); ok {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return fmt.Errorf("lint: unknown rule %q; %s", a, hint)
		}
	}
	return nil
}

// Apply turns the errors of allowed rules into warnings, in a new list, and
// reports whether the file passes.
func (o Policy) Apply(list diag.List) (out diag.List, valid bool) {
	valid = true
	for _, d := range list {
		valid = valid && !o.fails(d)
		if o.allows(d.Code) {
			d.Severity = diag.Warning
		}
		out = append(out, d)
	}
	return out, valid
}

// fails reports whether d makes a file invalid.
func (o Policy) fails(d diag.Diagnostic) bool {
	return (o.Strict || d.Severity == diag.Error) && !o.allows(d.Code)
}

func (o Policy) allows(code string) bool {
	return slices.ContainsFunc(o.Allow, func(a string) bool {
		r, ok := Lookup(a)
		return ok && r.Code == code
	})
}

// linter gathers the findings about one platform.
type linter struct {
	p    *energy.Platform
	list diag.List
}

// standIns reports whether the file left holes that the reader had to fill: what
// else could be said would be about the fillings.
func (l *linter) standIns() bool {
	return slices.ContainsFunc(l.list, func(d diag.Diagnostic) bool {
		switch d.Code {
		case "missing-key", "wrong-type", "unknown-word", "cpu-list", "number-range", "part-count", "volt-count":
			return true
		}
		return false
	})
}

// add adds a finding under a rule's name.
func (l *linter) add(rule, path, detail, format string, args ...any) {
	r, ok := Lookup(rule)
	if !ok {
		panic("lint: no rule " + rule)
	}
	l.list.Add(diag.Diagnostic{
		Severity: r.Severity, Code: rule, Path: path, Detail: detail, Summary: fmt.Sprintf(format, args...),
	})
}

// judge adds the doubts, this package's and, where the laws of [energy] are broken
// and so kept them back, those.
func (l *linter) judge() {
	if len(l.p.CPUs) > energy.MaxCPUs {
		return
	}
	if l.list.HasErrors() {
		l.list = append(l.list, l.p.Doubts()...)
	}
	l.list = slices.DeleteFunc(l.list, func(d diag.Diagnostic) bool {
		return d.Code == "inefficient" || d.Code == "idle-power" // said better here
	})
	l.provenance()
	l.frequencyRules()
	l.idleStateRules()
	for i := range l.p.Tables {
		l.tableRules(i)
	}
	l.tablesAgree()
}

// code puts the codes of the rules in place of their names, and drops what
// another rule says better.
func (l *linter) code() {
	const most = 2000
	l.list = l.list.Limit(most)
	var out diag.List
	for _, d := range l.list {
		if l.saidBetter(d) {
			continue
		}
		if r, ok := Lookup(d.Code); ok {
			d.Code = r.Code
		}
		out = append(out, d)
	}
	l.list = out
}

// saidBetter reports whether another finding leaves nothing of d: the scale of a
// table whose top is 1023, the efficiency of a row in another unit, a doubt about
// a value that is out of range.
func (l *linter) saidBetter(d diag.Diagnostic) bool {
	return slices.ContainsFunc(l.list, func(o diag.Diagnostic) bool {
		switch {
		case d.Code == "not-normalised":
			return o.Code == "top-1023" && strings.HasPrefix(o.Path, d.Path+".")
		case d.Code == "inefficient" && o.Code == "unit-power":
			return strings.HasPrefix(d.Path, o.Path+"[")
		case d.Code == "rate-range" || d.Code == "rate-length":
			return l.ratesAreCapacities() && (o.Code == "capacity-range" || o.Code == "opp-missing" || o.Code == "row-length")
		}
		return d.Severity == diag.Warning && o.Severity == diag.Error && o.Path == d.Path && d.Code != "power-order"
	})
}

// ratesAreCapacities reports whether some type has the reader's rates, which are
// capacities: a fault of those is no fault of the rates.
func (l *linter) ratesAreCapacities() bool {
	return l.p != nil && slices.ContainsFunc(l.p.Types, func(t energy.CPUType) bool {
		return len(t.Rates) == 1 && filledRates(&t.Rates[0])
	})
}

// filledRates reports whether the reader made the set of a table's capacities.
func filledRates(r *energy.RateSet) bool {
	return r.Name == "capacity" && strings.HasPrefix(r.Source, "equal to the capacities of table ")
}
