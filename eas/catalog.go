package eas

import (
	"fmt"
	"strconv"
	"strings"

	"easim/eas/sched"
	"easim/energy"
	"easim/energy/diag"
)

// Entry is one name that a user may write, with a line of documentation.
type Entry struct{ Name, Doc string }

// ProfileInfo describes a profile.
type ProfileInfo struct {
	Name, Doc, Source string
	Features          []string  // on, in table order
	Params            []Setting // set by the profile
	Placer            string
	Balancer          string
	Governor          string
	Idle              string
	Model             energy.TableKind
}

// Profiles returns every profile, the default first.
func Profiles() []ProfileInfo {
	all := profiles()
	out := make([]ProfileInfo, 0, len(all))
	for _, p := range all {
		out = append(out, ProfileInfo{
			Name: p.name, Doc: p.doc, Source: p.source, Features: p.featureSet().Names(), Params: p.params,
			Placer: p.placer, Balancer: p.balancer, Governor: p.governor, Idle: p.idle, Model: p.model,
		})
	}
	return out
}

// Governors returns every cpufreq governor.
func Governors() []Entry {
	var out []Entry
	newCatalog().governors.Each(func(name, doc string, _ func() sched.Governor) { out = append(out, Entry{name, doc}) })
	return out
}

// IdleGovernors returns every cpuidle governor.
func IdleGovernors() []Entry {
	var out []Entry
	newCatalog().idles.Each(func(name, doc string, _ func() sched.IdleGovernor) { out = append(out, Entry{name, doc}) })
	return out
}

// Patches returns every patch; there is none yet.
func Patches() []Entry { return nil }

func knownPatch(name string) error {
	return fmt.Errorf("eas: unknown patch %q; this version has no patches", name)
}

// featureSet is the default set with what the profile changes. It panics on a
// profile whose features do not exist.
func (p *profile) featureSet() sched.Features {
	set, err := sched.DefaultFeatures().Parse(p.features)
	if err != nil {
		panic("eas: profile " + p.name + ": " + err.Error())
	}
	return set
}

func checkFeatures(list string) error {
	_, err := sched.DefaultFeatures().Parse(list)
	return err
}

// rateKey is the setting that selects the rate set of the CPU types; it is no
// parameter of the scheduler.
const rateKey = "rate"

func checkSetting(key, value string) error {
	if strings.EqualFold(key, rateKey) {
		return nil
	}
	p := sched.DefaultParams()
	err := p.Set(key, value)
	if err == nil {
		return nil
	}
	if near, ok := diag.Nearest(key, []string{rateKey}); ok && !knownParam(key) {
		return fmt.Errorf("eas: unknown parameter %q; did you mean %q?", key, near)
	}
	return err
}

func knownParam(key string) bool {
	p := sched.DefaultParams()
	_, ok := p.Get(key)
	return ok
}

func plainNumber(n int64) string { return strconv.FormatInt(n, 10) }

func (c *catalog) profileNames() []string { return c.profiles.Names() }

func paramNames() []string {
	var out []string
	for _, info := range sched.ParamList() {
		out = append(out, info.Name)
	}
	return out
}

// Params describes every parameter that a scenario may set: the scheduler's, and
// "rate", which selects the rate sets of the CPU types.
func Params() []sched.ParamInfo {
	return append(sched.ParamList(), sched.ParamInfo{
		Name: rateKey, Doc: "name of the rate set: which claim about the CPU types' real speed is used; " +
			"`easim platform show` lists a board's; default the first", Source: "easim", Default: sched.Scaled,
	})
}
