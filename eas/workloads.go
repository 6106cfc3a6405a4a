package eas

import (
	"path/filepath"
	"strings"

	"easim/eas/workload"
	"easim/eas/workload/rtapp"
	"easim/energy"
	"easim/energy/diag"
)

// WorkloadOptions says for which machine a workload is made, and how a file is
// read.
type WorkloadOptions struct {
	Env      workload.Env  // what generators scale to
	RTApp    rtapp.Options // how rt-app files are read
	ReadFile func(name string) ([]byte, error)
}

// WorkloadEnv is what generators need to know of a machine: rateSet is the name
// of the rate sets that are in force, "" for the defaults.
func WorkloadEnv(p *energy.Platform, rateSet string, seed uint64) workload.Env {
	env := workload.Env{NCPU: len(p.CPUs), Seed: seed}
	for i := range p.CPUs {
		if set := p.Types[p.CPUs[i].Type].RateSet(rateSet); set != nil {
			top := set.Int[len(set.Int)-1]
			env.TotalRate += top
			env.MaxRate = max(env.MaxRate, top)
		}
	}
	return env
}

// LoadWorkload returns a built-in or generated workload, or reads a file: rt-app
// if it ends in .json or, from standard input, begins as JSON does; else the
// project's own TOML. The list holds the warnings, of rt-app files those beyond
// the workload's own.
func LoadWorkload(name string, o WorkloadOptions) (*workload.Workload, diag.List, error) {
	if isGenerator(name) || !IsFile(name) {
		w, err := workload.Build(name, o.Env)
		return w, nil, asInput(err)
	}
	src, err := ReadInput(o.ReadFile, name, "workload")
	if err != nil {
		return nil, nil, err
	}
	var w *workload.Workload
	var list diag.List
	if isRTApp(name, src) {
		w, list = rtapp.Decode(showName(name), src, o.RTApp)
	} else {
		w, list = workload.Decode(showName(name), src)
	}
	if err := list.Err(); err != nil {
		return nil, list, &InputError{Err: err, Text: src}
	}
	return w, list, nil
}

// isRTApp tells the two formats of workload files apart.
func isRTApp(name string, src []byte) bool {
	if ext := strings.ToLower(filepath.Ext(name)); ext == ".json" || ext == ".toml" {
		return ext == ".json"
	}
	text := strings.TrimLeft(string(src), " \t\r\n\ufeff")
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "/*") || strings.HasPrefix(text, "//")
}

// isGenerator reports whether name is a built-in with parameters, such as
// "periodic:tasks=12,util=0.40".
func isGenerator(name string) bool {
	base, _, ok := strings.Cut(name, ":")
	return ok && !strings.ContainsAny(base, `/\.`) && len(base) > 1 // C: is a drive
}

func (u *setup) loadWorkload() error {
	w, list, err := u.s.Cache.workload(u.s.Workload, u.loadOptions())
	if err != nil {
		return err
	}
	u.work = w
	if !IsFile(u.s.Workload) || isGenerator(u.s.Workload) {
		u.s.Workload = strings.ToLower(u.s.Workload)
	}
	if len(w.Warnings) > 0 {
		u.warnings = append(u.warnings, w.Warnings...)
	} else {
		u.warnList(list)
	}
	return nil
}
