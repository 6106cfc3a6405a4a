package report

import (
	"easim/eas"
	"easim/eas/sched"
)

// FeatureData is everything that can be switched, in its JSON form.
type FeatureData struct {
	Format        int           `json:"format"`
	Profiles      []ProfileData `json:"profiles"`
	Features      []SwitchData  `json:"features"`
	Patches       []EntryData   `json:"patches"`
	Governors     []EntryData   `json:"governors"`
	IdleGovernors []EntryData   `json:"idle_governors"`
}

// ProfileData is one profile.
type ProfileData struct {
	Name     string   `json:"name"`
	Doc      string   `json:"doc"`
	Source   string   `json:"source"`
	Features []string `json:"features"`
	Params   []string `json:"params"` // KEY=VALUE
	Governor string   `json:"governor"`
	Idle     string   `json:"idle"`
	Placer   string   `json:"placer"`
	Balancer string   `json:"balancer"`
	Model    string   `json:"model"`
}

// SwitchData is one scheduler feature.
type SwitchData struct {
	Name       string `json:"name"`
	Default    bool   `json:"default"`
	Doc        string `json:"doc"`
	Source     string `json:"source"`
	Confidence string `json:"confidence"` // of the reading of a patch; empty for what the kernel has
}

// EntryData is a name with its line of documentation.
type EntryData struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Data returns the JSON form of everything that can be switched.
func (w *Switches) Data() FeatureData {
	out := FeatureData{
		Format: 1, Features: []SwitchData{},
		Patches: entryData(w.Patches), Governors: entryData(w.Governors), IdleGovernors: entryData(w.IdleGovernors),
	}
	for i := range w.Profiles {
		p := &w.Profiles[i]
		out.Profiles = append(out.Profiles, ProfileData{
			p.Name, p.Doc, p.Source, p.Features, settings(p.Params), p.Governor, p.Idle, p.Placer, p.Balancer, p.Model.String(),
		})
	}
	for _, f := range w.Features {
		out.Features = append(out.Features, SwitchData(f))
	}
	return out
}

func settings(list []eas.Setting) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, s.Key+"="+s.Value)
	}
	return out
}

func entryData(list []eas.Entry) []EntryData {
	out := []EntryData{}
	for _, e := range list {
		out = append(out, EntryData(e))
	}
	return out
}

// ParamData is one parameter in its JSON form.
type ParamData struct {
	Name    string   `json:"name"`
	Path    string   `json:"path"` // where the kernel shows it; empty for the simulator's own
	Unit    string   `json:"unit"`
	Default *int64   `json:"default"` // nil: follows from the machine, as doc says
	Min     int64    `json:"min"`
	Max     int64    `json:"max"`
	Values  []string `json:"values"` // names of the values 0, 1, ...
	Doc     string   `json:"doc"`
	Source  string   `json:"source"`
}

// ParamDataOf returns the JSON form of a list of parameters.
func ParamDataOf(list []sched.ParamInfo) []ParamData {
	out := make([]ParamData, 0, len(list))
	for i := range list {
		p := &list[i]
		d := ParamData{
			Name: p.Name, Path: p.Path, Unit: p.Unit, Min: p.Min, Max: p.Max,
			Values: append([]string{}, p.Values...), Doc: p.Doc, Source: p.Source,
		}
		if p.Default != sched.Scaled {
			d.Default = &p.Default
		}
		out = append(out, d)
	}
	return out
}
