package check

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"easim/eas"
	"easim/eas/workload"
	"easim/eas/workload/rtapp"
	"easim/energy"
	"easim/energy/diag"
)

// job is a scenario that is about to run: what is laid over it is in, and what it
// names was found.
type job struct {
	s        *Scenario
	run      eas.Scenario
	seeds    []uint64
	platform *energy.Platform
	reason   string // why it is skipped
}

// prepare looks up what s needs. An error is an [eas.InputError].
func prepare(s *Scenario, o Options) (*job, error) {
	j := &job{s: s, run: s.Run.Over(o.Over), seeds: s.Seeds}
	if len(o.Seeds) > 0 {
		j.seeds = o.Seeds
	}
	j.run.ReadFile = s.reader(o.Over.ReadFile)
	if j.run.Profile == "" {
		j.run.Profile = cmp.Or(s.future, eas.DefaultProfile)
	}
	if j.run.Platform == "" {
		j.run.Platform = eas.DefaultPlatform
	}
	if !knownProfile(j.run.Profile) && j.run.Profile != s.future {
		_, err := eas.Inspect(j.run)
		return nil, s.fault(err)
	}
	var err error
	if j.platform, _, err = eas.LoadPlatform(j.run.Platform, j.run.ReadFile); err != nil {
		return nil, s.fault(err)
	}
	if j.reason = s.Requires.unmet(j.run.Profile, j.platform); j.reason != "" {
		return j, nil
	}
	w, err := j.workload(j.seeds[0])
	if err != nil {
		return nil, s.fault(err)
	}
	if err := s.checkNames(w, j.platform); err != nil {
		return nil, err
	}
	if _, err := eas.Inspect(j.run); err != nil {
		return nil, s.fault(err)
	}
	return j, nil
}

// reader reads the files that a scenario names: its own workload, and those beside
// an embedded one; the rest is read by read.
func (s *Scenario) reader(read func(string) ([]byte, error)) func(string) ([]byte, error) {
	own := s.Run.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	return func(name string) ([]byte, error) {
		if s.inline != nil && name == s.Run.Workload {
			return s.inline, nil
		}
		if own != nil {
			if src, err := own(name); err == nil {
				return src, nil
			}
		}
		return read(name)
	}
}

// fault says which scenario an error comes from.
func (s *Scenario) fault(err error) error {
	out := &eas.InputError{Err: fmt.Errorf("check: scenario %s: %w", s.Name, err)}
	var input *eas.InputError
	if errors.As(err, &input) {
		out.Text = input.Text
	}
	return out
}

// workload loads the workload for one seed: the run will load the same.
func (j *job) workload(seed uint64) (*workload.Workload, error) {
	rate := ""
	for _, l := range j.run.Layers {
		for _, set := range l.Params {
			if strings.EqualFold(set.Key, "rate") {
				rate = set.Value
			}
		}
	}
	name := j.run.Workload
	if name == "" {
		name = eas.DefaultWorkload
	}
	w, _, err := eas.LoadWorkload(name, eas.WorkloadOptions{
		Env:      eas.WorkloadEnv(j.platform, rate, seed),
		RTApp:    rtapp.Options{CPUs: len(j.platform.CPUs)},
		ReadFile: j.run.ReadFile,
	})
	return w, err
}

// unmet says what a scenario lacks on a platform under a profile; "" if nothing.
func (r *Requires) unmet(profile string, p *energy.Platform) string {
	if len(r.Profiles) > 0 && !containsFold(r.Profiles, profile) {
		return fmt.Sprintf("it was written for profile %s, and runs under %s", strings.Join(r.Profiles, " or "), profile)
	}
	if !knownProfile(profile) {
		return fmt.Sprintf("this version has no profile %s", profile)
	}
	for _, k := range r.Kinds {
		if set := classCPUs(p, k); set.Empty() {
			return fmt.Sprintf("platform %s has no CPU of class %s", p.Name, k)
		}
	}
	for k := energy.Little; k <= energy.Big; k++ {
		set := classCPUs(p, k)
		if want := r.CPUs[k]; want > 0 && set.Len() != want {
			return fmt.Sprintf("platform %s has %d CPUs of class %s, and it needs %d", p.Name, set.Len(), k, want)
		}
	}
	return r.Capped.unmet(p)
}

// unmet compares the capacities by the table that the scheduler believes.
func (c Capped) unmet(p *energy.Platform) string {
	if c == (Capped{}) {
		return ""
	}
	capped, other := classCPUs(p, c.Class), classCPUs(p, c.Below)
	t := p.TableOfKind(energy.TableEAS1x)
	if t == nil || capped.Empty() || other.Empty() {
		return fmt.Sprintf("platform %s has no table of kind eas1x, or no CPUs of class %s and %s", p.Name, c.Class, c.Below)
	}
	cpu := capped.First()
	domain := &p.FreqDomains[p.CPUs[cpu].Domain]
	have, limit := t.DomainOf(cpu).Capacity[domain.OPPFor(c.KHz)], t.TopCapacity(other.First())
	if have >= limit {
		return fmt.Sprintf("a %s CPU of platform %s has capacity %d at %d kHz, no less than the %d of a %s one",
			c.Class, p.Name, have, c.KHz, limit, c.Below)
	}
	return ""
}

// checkNames finds criteria that speak of tasks, CPUs or tables that are not there.
func (s *Scenario) checkNames(w *workload.Workload, p *energy.Platform) error {
	var list diag.List
	names := make([]string, len(w.Tasks))
	for i := range w.Tasks {
		names[i] = w.Tasks[i].Name
	}
	for i := range s.Criteria {
		c := &s.Criteria[i]
		for _, l := range [...]struct {
			key   string
			tasks []string
		}{{"tasks", c.Tasks}, {"from", c.From.Tasks}, {"to", c.To.Tasks}, {"near", c.Near.Tasks}} {
			for _, name := range l.tasks {
				if !slices.Contains(names, name) {
					list.Errorf(c.path+"."+l.key, diag.Suggest(name, names), "the workload has no task %q", name)
				}
			}
		}
		on := c.On.On(p)
		if c.info.keys&keyCPUs != 0 && (on.Empty() || !p.AllCPUs().Contains(on)) {
			list.Errorf(c.path, "add the class to [requires], or name other CPUs", "platform %s has no such CPUs", p.Name)
		}
		if c.info.keys&keyEnergy != 0 {
			if _, err := c.model(p, ""); err != nil {
				list.Errorf(c.path, "name another table", "%v", err)
			}
		}
	}
	list.Locate(showName(s.file), s.index)
	list.Sort()
	if err := list.Err(); err != nil {
		return &eas.InputError{Err: err, Text: s.src}
	}
	return nil
}
