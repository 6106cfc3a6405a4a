package eas

import (
	"strconv"

	"easim/eas/sched"
)

// Again returns the scenario that gives r once more, with every feature and
// parameter spelled out, so that it does not depend on what a profile sets today.
// Files that r was made from are read again, by the names that stand in it.
//
// The new run has r's digest if program and files are the same.
func (r *Result) Again() Scenario {
	sc := &r.Scenario
	s := Scenario{
		Platform: sc.Platform, Workload: sc.Workload, Profile: sc.Profile, Governor: sc.Governor, Idle: sc.Idle,
		Model: sc.Model, Meter: r.Energy.Meter, Duration: SpanOf(sc.DurationNS), Warmup: SpanOf(sc.WarmupNS), Seed: sc.Seed,
		CalibCPU: strconv.FormatInt(int64(sc.Calib.Capacity), 10),
	}
	if sc.Calib.CPU != nil {
		s.CalibCPU = strconv.Itoa(*sc.Calib.CPU)
	}
	on := map[string]bool{}
	for _, f := range sc.Features {
		on[f] = true
	}
	l := Layer{Patches: sc.Patches}
	for _, f := range sched.FeatureList() {
		name := f.Name
		if !on[name] {
			name = "NO_" + name
		}
		l.Features = append(l.Features, name)
	}
	for _, p := range sc.Params {
		if p.Value == sched.Scaled { // no number can be given for it, so nobody has
			continue
		}
		l.Params = append(l.Params, Setting{p.Name, strconv.FormatInt(p.Value, 10)})
	}
	if sc.Rate != "" {
		l.Params = append(l.Params, Setting{rateKey, sc.Rate})
	}
	s.Layers = []Layer{l}
	return s
}
