package workload

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"easim/energy"
	"easim/energy/diag"
)

// Env is what a built-in workload may need to know of the machine and the run.
type Env struct {
	NCPU      int         // online CPUs, at least 1
	TotalRate energy.Rate // sum of the top rates of all CPUs
	MaxRate   energy.Rate // top rate of the fastest CPU; 0 is capacity 1024
	Seed      uint64
}

// Generator is the name of a built-in workload with its parameters, as a user
// writes it: "periodic:tasks=12,util=0.40".
type Generator struct {
	Name   string
	Params []Param
}

// Param is one parameter of a [Generator].
type Param struct{ Name, Value string }

// ParamInfo describes a parameter of a built-in workload.
type ParamInfo struct {
	Name    string
	Default string // empty: follows from the others, see Doc
	Doc     string
}

// ParseGenerator splits text into name and parameters. It does not know which
// names exist; [Build] does.
func ParseGenerator(text string) (Generator, error) {
	name, rest, more := strings.Cut(text, ":")
	g := Generator{Name: strings.ToLower(strings.TrimSpace(name))}
	if g.Name == "" {
		return Generator{}, fmt.Errorf("workload: %q has no name, want NAME or NAME:key=value,key=value", text)
	}
	if !more {
		return g, nil
	}
	for part := range strings.SplitSeq(rest, ",") {
		key, value, ok := strings.Cut(part, "=")
		p := Param{strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)}
		if !ok || p.Name == "" || p.Value == "" {
			return Generator{}, fmt.Errorf("workload: %q: parameter %q is not of the form key=value", text, part)
		}
		if slices.ContainsFunc(g.Params, func(q Param) bool { return q.Name == p.Name }) {
			return Generator{}, fmt.Errorf("workload: %q: parameter %q is given twice", text, p.Name)
		}
		g.Params = append(g.Params, p)
	}
	return g, nil
}

// String returns the text that ParseGenerator reads.
func (g Generator) String() string {
	var b strings.Builder
	b.WriteString(g.Name)
	for i, p := range g.Params {
		b.WriteByte(":,"[min(i, 1)])
		b.WriteString(p.Name + "=" + p.Value)
	}
	return b.String()
}

// params reads the parameters of one generator against their descriptions and
// gathers what is wrong with them.
type params struct {
	given []Param
	infos []ParamInfo
	errs  []error
}

func newParams(g Generator, infos []ParamInfo) *params {
	p := &params{given: g.Params, infos: infos}
	for _, q := range g.Params {
		if slices.ContainsFunc(infos, func(i ParamInfo) bool { return i.Name == q.Name }) {
			continue
		}
		names := make([]string, len(infos))
		for i := range infos {
			names[i] = infos[i].Name
		}
		hint := diag.Suggest(q.Name, names)
		if hint == "" {
			hint = "it takes none"
		}
		p.fail("unknown parameter %q; %s", q.Name, hint)
	}
	return p
}

func (p *params) fail(format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf(format, args...))
}

// err returns all faults as one error.
func (p *params) err(name string) error {
	if len(p.errs) == 0 {
		return nil
	}
	return fmt.Errorf("workload: %s: %w", name, errors.Join(p.errs...))
}

// has reports whether the user gave the parameter.
func (p *params) has(name string) bool {
	return slices.ContainsFunc(p.given, func(q Param) bool { return q.Name == name })
}

// text returns the value, or the default.
func (p *params) text(name string) string {
	for _, q := range p.given {
		if q.Name == name {
			return q.Value
		}
	}
	for _, i := range p.infos {
		if i.Name == name {
			return i.Default
		}
	}
	panic("workload: parameter " + name + " is not described")
}

// ns reads a duration between lo and hi.
func (p *params) ns(name string, lo, hi time.Duration) int64 {
	text := p.text(name)
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		p.fail("%s=%s: want a duration such as 16ms", name, text)
	case d < lo || d > hi:
		p.fail("%s=%s: out of range, want %v to %v", name, text, lo, hi)
	default:
		return int64(d)
	}
	return int64(lo)
}

// number reads a number between lo and hi.
func (p *params) number(name string, lo, hi float64) float64 {
	text := p.text(name)
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		p.fail("%s=%s: want a number", name, text)
	case !(v >= lo && v <= hi):
		p.fail("%s=%s: out of range, want %v to %v", name, text, lo, hi)
	default:
		return v
	}
	return lo
}

// count reads an integer between lo and hi.
func (p *params) count(name string, lo, hi int) int {
	text := p.text(name)
	v, err := strconv.Atoi(text)
	switch {
	case err != nil:
		p.fail("%s=%s: want an integer", name, text)
	case v < lo || v > hi:
		p.fail("%s=%s: out of range, want %d to %d", name, text, lo, hi)
	default:
		return v
	}
	return lo
}

// word reads one of the words and returns its index.
func (p *params) word(name string, words ...string) int {
	text := strings.ToLower(p.text(name))
	i := slices.Index(words, text)
	if i < 0 {
		p.fail("%s=%s: %s", name, text, diag.Suggest(text, words))
	}
	return max(i, 0)
}
