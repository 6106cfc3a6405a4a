package eas

import (
	"fmt"

	"easim/energy"
)

// resolveTables finds the table that the scheduler believes and the one that
// counts the energy.
func (u *setup) resolveTables() error {
	if err := joinInput([]error{u.resolveMeter(), u.resolveModel()}); err != nil {
		return err
	}
	u.warnModel()
	return nil
}

func (u *setup) resolveMeter() error {
	if u.s.Meter == "" {
		u.meter = u.platform.DefaultMeter()
		return nil
	}
	t, err := u.platform.FindTable(u.s.Meter)
	u.meter = t
	return err
}

// resolveModel finds the decision model: the table asked for, else the platform's
// first of the profile's kind. One of another kind is converted, with a warning.
func (u *setup) resolveModel() error {
	p := u.platform
	if u.s.Model != "" {
		t, err := p.FindTable(u.s.Model)
		if err != nil {
			return err
		}
		only := *p // the platform as if it had no other table
		only.Tables = []energy.PowerTable{*t}
		p = &only
	}
	t, warning, err := p.ModelTable(u.profile.model)
	if err != nil {
		return fmt.Errorf("eas: the scheduler of profile %s reads tables of kind %s: %w",
			u.profile.name, u.profile.model, err)
	}
	if warning != "" {
		u.warnf("%s", warning)
	}
	u.model = t
	return nil
}

// warnModel says what the placement has to guess.
func (u *setup) warnModel() {
	if u.model.Kind != energy.TableEAS1x {
		return
	}
	for i := range u.model.Domains {
		if d := &u.model.Domains[i]; d.CoreIdle == nil || d.ClusterIdle == nil {
			u.warnf("model table %s does not say what CPUs %s cost when idle: placement takes 0", u.model.Name, d.CPUs)
		}
	}
}
