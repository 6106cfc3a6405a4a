package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// FixOptions says what [Fix] may do.
type FixOptions struct {
	// Units corrects units too. A unit is recognised by plausibility, which the
	// caller should have looked at.
	Units bool
}

// Change is one correction.
type Change struct {
	Code string // of the rule
	Path string // key that was changed
	Text string // what was done
}

// Fix corrects what needs no decision: repeated aliases, the one table that could
// be the meter, frequencies out of order (with everything that goes by OPP),
// repeated OPPs, the capacities of an energy model, a top capacity of 1023. All
// else in src, comments included, stays as it is. A correction that would break
// another law is not made. skipped says which could not be made, and why.
func Fix(name string, src []byte, o FixOptions) (out []byte, done []Change, skipped []error) {
	out = src
	for _, step := range fixers {
		p, list := File(name, out)
		if p == nil {
			return out, done, skipped
		}
		for _, f := range step(fixer{p, list, o}) {
			next, err := apply(out, f.edits)
			if err == nil {
				err = noWorse(name, out, next)
			}
			if err != nil {
				skipped = append(skipped, fmt.Errorf("%s: %s: %w", f.change.Code, f.change.Path, err))
				continue
			}
			out, done = next, append(done, f.change)
		}
	}
	return out, done, skipped
}

// fixers run in this order; each sees what those before it left.
var fixers = [...]func(fixer) []fix{
	fixer.units, fixer.powerUnits, fixer.order, fixer.aliases, fixer.meter, fixer.top1023, fixer.emCapacity,
}

type fixer struct {
	p    *energy.Platform
	list diag.List
	o    FixOptions
}

type fix struct {
	change Change
	edits  []edit
}

func (f fixer) has(rule, path string) bool {
	r, _ := Lookup(rule)
	return slices.ContainsFunc(f.list, func(d diag.Diagnostic) bool {
		rest, in := strings.CutPrefix(d.Path, path)
		return d.Code == r.Code && in && (rest == "" || rest[0] == '[' || rest[0] == '.')
	})
}

// noWorse returns an error if the file has findings after an edit that it did not
// have before.
func noWorse(name string, before, after []byte) error {
	_, was := File(name, before)
	_, is := File(name, after)
	for _, d := range is {
		known := slices.ContainsFunc(was, func(o diag.Diagnostic) bool {
			return o.Code == d.Code && o.Severity == d.Severity
		})
		if d.Severity == diag.Error && !known && !cameToLight(d.Code) {
			return fmt.Errorf("lint: correcting it would break another law: %s", d.Summary)
		}
	}
	if is.Count(diag.Error) > was.Count(diag.Error) {
		return fmt.Errorf("lint: correcting it would make %d errors of %d", is.Count(diag.Error), was.Count(diag.Error))
	}
	return nil
}

// cameToLight reports whether an error may have been hidden by the one that was
// corrected: both are seen only where the frequencies are right.
func cameToLight(code string) bool {
	r, _ := Lookup(code)
	return r.Name == "em-capacity" || r.Name == "unit-power"
}

func change(rule, path, format string, args ...any) Change {
	r, _ := Lookup(rule)
	return Change{Code: r.Code, Path: path, Text: fmt.Sprintf(format, args...)}
}

// aliases drops those that are taken already.
func (f fixer) aliases() []fix {
	if !f.has("duplicate-name", "aliases") {
		return nil
	}
	own := strconv.Quote(f.p.Name)
	return []fix{{
		change("duplicate-name", "aliases", "dropped what was there twice"),
		[]edit{{"aliases", func(words []string) ([]string, error) {
			var out []string
			for _, w := range words {
				if w != own && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
			return out, nil
		}}},
	}}
}

// meter marks the only table.
func (f fixer) meter() []fix {
	if len(f.p.Tables) != 1 || !f.has("default-meter", "table") {
		return nil
	}
	const path = "table[0].unit"
	return []fix{{
		change("default-meter", "table[0]", "marked the only table as the meter"),
		[]edit{{path, func(words []string) ([]string, error) {
			return []string{words[0] + "\ndefault_meter = true"}, nil
		}}},
	}}
}

// top1023 writes 1024.
func (f fixer) top1023() []fix {
	var out []fix
	for i := range f.p.Tables {
		var edits []edit
		path := diag.Elem("table", i)
		for j := range f.p.Tables[i].Domains {
			key := diag.Elem(path+".domain", j) + ".capacity"
			if f.has("top-1023", key) {
				edits = append(edits, edit{key, func(words []string) ([]string, error) {
					words[len(words)-1] = "1024"
					return words, nil
				}})
			}
		}
		if len(edits) == 0 {
			continue
		}
		if f.p.Tables[i].Kind == energy.TableEM {
			edits = append(edits, f.kernelCapacities(i, 1024)...)
		}
		out = append(out, fix{change("top-1023", path, "the biggest CPUs have capacity 1024"), edits})
	}
	return out
}

// emCapacity writes what the kernel computes.
func (f fixer) emCapacity() []fix {
	var out []fix
	for i := range f.p.Tables {
		if f.p.Tables[i].Kind == energy.TableEM && f.has("em-capacity", diag.Elem("table", i)) {
			out = append(out, fix{
				change("em-capacity", diag.Elem("table", i), "capacities as the kernel computes them"), f.kernelCapacities(i, 0),
			})
		}
	}
	return out
}

// kernelCapacities rewrites the capacities of an em table from each row's top;
// a top of 1023 counts as biggest, unless that is 0.
func (f fixer) kernelCapacities(table int, biggest energy.Capacity) []edit {
	var edits []edit
	l := linter{p: f.p}
	for _, r := range l.rowsOf(table) {
		top, last := r.top(), int64(r.fd.OPPs[len(r.fd.OPPs)-1].Freq)
		if biggest > 0 && top == energy.CapacityScale-1 {
			top = biggest
		}
		edits = append(edits, edit{r.path + ".capacity", func(words []string) ([]string, error) {
			for i := range words {
				words[i] = digits(int64(top) * int64(r.fd.OPPs[i].Freq) / last)
			}
			return words, nil
		}})
	}
	return edits
}

// digits writes an integer with "_" between groups of three, from five digits on.
func digits(v int64) string {
	s := strconv.FormatInt(v, 10)
	if len(s) < 5 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "_" + s[i:]
	}
	return s
}

// order sorts the OPPs of a domain with every row that goes by them, and drops
// OPPs that are there twice.
func (f fixer) order() []fix {
	var out []fix
	for i := range f.p.FreqDomains {
		path := diag.Elem("freq_domain", i)
		if !f.has("opp-order", path) {
			continue
		}
		n := len(f.p.FreqDomains[i].OPPs)
		order := make([]int, n)
		for k := range order {
			order[k] = k
		}
		opps := f.p.FreqDomains[i].OPPs
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(opps[a].Freq, opps[b].Freq) })
		same := func(a, b int) bool { return opps[a].Freq == opps[b].Freq }
		var edits []edit
		for _, key := range f.keysByOPP(i) {
			edits = append(edits, edit{key, func(words []string) ([]string, error) { return reorder(words, order, same) }})
		}
		text := "sorted the frequencies and what goes by them"
		if len(slices.CompactFunc(slices.Clone(order), same)) < n {
			text = "dropped repeated frequencies, and sorted them and what goes by them"
		}
		out = append(out, fix{change("opp-order", path+".freq_khz", "%s", text), edits})
	}
	return out
}

// reorder puts the words of one row into order, without those that repeat an OPP.
// A row of another length is left for the law to complain about; a row that gives
// a repeated OPP two values is an error.
func reorder(words []string, order []int, same func(a, b int) bool) ([]string, error) {
	if len(words) != len(order) {
		return words, nil
	}
	var out []string
	for i, k := range order {
		if i > 0 && same(order[i-1], k) {
			if plain(words[k]) != plain(words[order[i-1]]) {
				return nil, fmt.Errorf("lint: the OPP that is there twice has two values, %s and %s",
					words[order[i-1]], words[k])
			}
			continue
		}
		out = append(out, words[k])
	}
	return out, nil
}

// plain is a number without its separators.
func plain(word string) string { return strings.ReplaceAll(word, "_", "") }
