package eas

import (
	"errors"
	"fmt"
	"strings"

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

// resolve looks up and checks everything that the scenario names. Faults of the
// input are [InputError]s.
func resolve(s Scenario) (*setup, error) {
	u := &setup{s: s.withDefaults(), cat: s.Cache.catalog()}
	for _, step := range [...]func() error{
		u.resolveProfile, u.loadPlatform, u.resolveLayers, u.resolveTables, u.loadWorkload, u.resolveCalib,
		u.resolvePolicies, u.resolveLengths,
	} {
		if err := step(); err != nil {
			return nil, asInput(err)
		}
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
	u.features, u.params = p.featureSet(), sched.DefaultParams()
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
	for _, l := range u.s.Layers {
		for _, name := range l.Patches {
			return knownPatch(name)
		}
		for _, words := range l.Features {
			var err error
			if u.features, err = u.features.Parse(words); err != nil {
				return err
			}
		}
		for _, set := range l.Params {
			if err := u.set(set); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *setup) set(s Setting) error {
	if err := checkSetting(s.Key, s.Value); err != nil {
		return err
	}
	if strings.EqualFold(s.Key, rateKey) {
		u.rate = s.Value
		return u.platform.CheckRateSet(s.Value)
	}
	return u.params.Set(s.Key, s.Value)
}

func (u *setup) resolvePolicies() error {
	if u.s.Governor == "" {
		u.s.Governor = u.profile.governor
	}
	if u.s.Idle == "" {
		u.s.Idle = u.profile.idle
	}
	_, errGov := u.cat.governors.Lookup(u.s.Governor)
	_, errIdle := u.cat.idles.Lookup(u.s.Idle)
	if err := errors.Join(errGov, errIdle); err != nil {
		return fmt.Errorf("eas: %w", err)
	}
	u.s.Governor = canonical(u.s.Governor, u.cat.governors.Names())
	u.s.Idle = canonical(u.s.Idle, u.cat.idles.Names())
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
