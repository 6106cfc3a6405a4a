package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"easim/eas"
	"easim/eas/workload"
)

// Part is what one level of an experiment says about the scenario.
type Part struct {
	Scenario eas.Scenario     // the workload without its parameters
	Workload []workload.Param // parameters of the workload
}

// over returns p with everything that q says laid over it, the workload's
// parameters one by one.
func (p Part) over(q Part) Part {
	out := Part{Scenario: p.Scenario.Over(q.Scenario), Workload: slices.Clone(p.Workload)}
	for _, w := range q.Workload {
		out.setWorkload(w)
	}
	return out
}

func (p *Part) setWorkload(w workload.Param) {
	i := slices.IndexFunc(p.Workload, func(v workload.Param) bool { return v.Name == w.Name })
	if i < 0 {
		p.Workload = append(p.Workload, w)
	} else {
		p.Workload[i] = w
	}
}

// scenario is the part as something that can be run.
func (p Part) scenario() eas.Scenario {
	s := p.Scenario
	if s.Workload == "" && len(p.Workload) > 0 {
		s.Workload = eas.DefaultWorkload
	}
	s.Workload = workload.Generator{Name: s.Workload, Params: p.Workload}.String()
	return s
}

// flags writes the part as flags of the command line.
func (p Part) flags() string {
	var words []string
	add := func(flag, value string) {
		if value != "" {
			words = append(words, "--"+flag, value)
		}
	}
	s := p.scenario()
	add("platform", s.Platform)
	add("workload", s.Workload)
	add("profile", s.Profile)
	for _, l := range s.Layers {
		for _, name := range l.Patches {
			add("patch", name)
		}
		for _, list := range l.Features {
			add("feat", list)
		}
	}
	for _, set := range lastSettings(s.Layers) {
		add("set", set.Key+"="+set.Value)
	}
	add("governor", s.Governor)
	add("idle", s.Idle)
	for _, l := range [...]struct {
		flag string
		eas.Span
	}{{"duration", s.Duration}, {"warmup", s.Warmup}} {
		if l.Given {
			add(l.flag, time.Duration(l.NS).String())
		}
	}
	return strings.Join(words, " ")
}

// value is what a key, "workload.KEY" or "set.KEY", has in the part: given there, or
// the default.
func (p Part) value(key string) (string, error) {
	where, name, _ := strings.Cut(key, ".")
	if where == "set" {
		if v, ok := p.setting(name); ok {
			return v, nil
		}
		for _, info := range eas.Params() {
			if info.Name == name {
				return strconv.FormatInt(info.Default, 10), nil
			}
		}
		return "", fmt.Errorf("experiment: no parameter %q", name)
	}
	for _, w := range p.Workload {
		if w.Name == name {
			return w.Value, nil
		}
	}
	for _, b := range workload.Builtins() {
		if b.Name != p.Scenario.Workload {
			continue
		}
		for _, info := range b.Params {
			if info.Name == name {
				return info.Default, nil
			}
		}
	}
	return "", fmt.Errorf("experiment: workload %s has no parameter %q", p.Scenario.Workload, name)
}

// setting is the value that the part gives a parameter of the scheduler.
func (p Part) setting(key string) (string, bool) {
	for _, set := range lastSettings(p.Scenario.Layers) {
		if set.Key == key {
			return set.Value, true
		}
	}
	return "", false
}

// lastSettings are the settings of all layers, each key once, with its last value.
func lastSettings(layers []eas.Layer) []eas.Setting {
	var out []eas.Setting
	for _, l := range layers {
		for _, set := range l.Params {
			i := slices.IndexFunc(out, func(have eas.Setting) bool { return have.Key == set.Key })
			if i < 0 {
				out = append(out, set)
			} else {
				out[i] = set
			}
		}
	}
	return out
}
