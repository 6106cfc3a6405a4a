package eas

import (
	"cmp"
	"fmt"
	"strings"

	"easim/eas/registry"
	"easim/eas/sched"
	"easim/eas/workload"
	"easim/energy"
	"easim/energy/diag"
)

// setup is a scenario with every name looked up and every value checked.
type setup struct {
	s        Scenario // with defaults filled in
	cat      *catalog
	profile  *profile
	platform *energy.Platform
	work     *workload.Workload
	model    *energy.PowerTable
	meter    *energy.PowerTable
	features sched.Features
	params   sched.Params
	rate     string // rate set asked for; "" is each type's first
	calib    calibration
	length   lengths
	warnings []string
}

// resolve looks up and checks everything that the scenario names. Its faults are
// one [InputError].
func resolve(s Scenario) (*setup, error) {
	u := &setup{s: s.withDefaults(), cat: s.Cache.catalog(), params: sched.DefaultParams()}
	faults := []error{u.resolveProfile(), u.loadPlatform(), u.resolveLayers(), u.resolvePolicies()}
	if u.platform != nil {
		if u.profile != nil {
			faults = append(faults, u.resolveTables())
		}
		faults = append(faults, u.loadWorkload())
	}
	if err := joinInput(faults); err != nil {
		return nil, err
	}
	if err := joinInput([]error{u.resolveCalib(), u.resolveLengths()}); err != nil {
		return nil, err
	}
	return u, nil
}

func (u *setup) warnf(format string, args ...any) {
	u.warnings = append(u.warnings, fmt.Sprintf(format, args...))
}

func (u *setup) warnList(list diag.List) {
	for _, d := range list.Only(diag.Warning) {
		u.warnings = append(u.warnings, d.String())
	}
}

func (u *setup) resolveProfile() error {
	p, err := u.cat.profiles.Lookup(u.s.Profile)
	if err != nil {
		return fmt.Errorf("eas: %w", err)
	}
	u.profile, u.s.Profile = p, p.name
	u.features = p.featureSet()
	for _, set := range p.params {
		if err := u.params.Set(set.Key, set.Value); err != nil {
			return fmt.Errorf("eas: profile %s: %w", p.name, err)
		}
	}
	return nil
}

func (u *setup) loadPlatform() error {
	p, warnings, err := u.s.Cache.platform(u.s.Platform, u.s.ReadFile)
	if err != nil {
		return err
	}
	u.platform = p
	if !IsFile(u.s.Platform) {
		u.s.Platform = p.Name
	}
	u.warnList(warnings)
	return nil
}

// resolveLayers applies the scenario's layers to the profile's features and
// parameters.
func (u *setup) resolveLayers() error {
	var faults []error
	for _, l := range u.s.Layers {
		for _, name := range l.Patches {
			faults = append(faults, knownPatch(name))
		}
		for _, words := range l.Features {
			set, err := u.features.Parse(words)
			if err == nil {
				u.features = set
			}
			faults = append(faults, err)
		}
		for _, set := range l.Params {
			faults = append(faults, u.set(set))
		}
	}
	return joinInput(faults)
}

func (u *setup) set(s Setting) error {
	if err := checkSetting(s.Key, s.Value); err != nil {
		return err
	}
	if !strings.EqualFold(s.Key, rateKey) {
		return u.params.Set(s.Key, s.Value)
	}
	u.rate = s.Value
	if u.platform == nil {
		return nil
	}
	return u.platform.CheckRateSet(s.Value)
}

func (u *setup) resolvePolicies() error {
	if u.profile != nil {
		u.s.Governor = cmp.Or(u.s.Governor, u.profile.governor)
		u.s.Idle = cmp.Or(u.s.Idle, u.profile.idle)
	}
	var faults []error
	if u.s.Governor != "" {
		faults = append(faults, known(u.cat.governors, u.s.Governor))
	}
	if u.s.Idle != "" {
		faults = append(faults, known(u.cat.idles, u.s.Idle))
	}
	u.s.Governor = canonical(u.s.Governor, u.cat.governors.Names())
	u.s.Idle = canonical(u.s.Idle, u.cat.idles.Names())
	return joinInput(faults)
}

func known[T any](names *registry.Registry[T], name string) error {
	if _, err := names.Lookup(name); err != nil {
		return fmt.Errorf("eas: %w", err)
	}
	return nil
}

// canonical returns name as it is spelled in names.
func canonical(name string, names []string) string {
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return name
}
