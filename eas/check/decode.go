package check

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"easim/eas"
	"easim/eas/workload"
	"easim/energy"
	"easim/energy/diag"
)

// Decode reads a scenario file; the package's documentation describes the format.
// The list holds every fault of the file, ordered by line, each with file, line,
// key path and remedy; with errors the scenario is nil. file is used in the
// messages and to find the files that the scenario names.
func Decode(file string, src []byte) (*Scenario, diag.List) {
	d := decoder{s: &Scenario{file: file, src: src, index: diag.NewIndex(src)}}
	if line := d.s.index.TooDeep(); line > 0 {
		d.list.Add(diag.Diagnostic{
			Severity: diag.Error, Line: line, Summary: "the nesting is too deep",
			Detail: "write it flatter",
		})
	} else if err := toml.Unmarshal(src, &d.doc); err != nil {
		d.list.Add(syntaxError(err))
	} else {
		d.f = diag.NewFields(d.doc, &d.list)
		d.scenario()
	}
	d.list.Locate(showName(file), d.s.index)
	d.list.Sort()
	if d.list.HasErrors() {
		return nil, d.list
	}
	return d.s, d.list
}

func showName(file string) string {
	if file == eas.Stdin {
		return "<stdin>"
	}
	return file
}

func syntaxError(err error) diag.Diagnostic {
	d := diag.Diagnostic{
		Severity: diag.Error, Code: "toml-syntax",
		Summary: strings.TrimPrefix(err.Error(), "toml: "),
		Detail:  "the file is not TOML 1.0; correct the line",
	}
	var pe toml.ParseError
	if errors.As(err, &pe) {
		d.Line, d.Summary = pe.Position.Line, pe.Message
	}
	return d
}

type decoder struct {
	doc  map[string]any
	f    *diag.Fields
	list diag.List
	s    *Scenario
	raw  map[string]any // the criterion that is being read
}

// settings are the keys that eas.DecodeScenario reads; format, seed and workload
// are seen to here.
var settings = [...]string{
	"platform", "profile", "governor", "idle", "model", "meter", "calib_cpu", "duration", "warmup", "check_invariants",
	"features", "feat", "patches", "patch", "params", "set",
}

func (d *decoder) scenario() {
	f, s := d.f, d.s
	if f.Require("format") && f.Int("format") != Format {
		f.Errorf("format", "write format = 1", "format %d is not known", f.Int("format"))
	}
	f.Require("name")
	s.Name, s.Title, s.Source, s.Notes = f.Text("name"), f.Text("title"), f.Text("source"), f.Text("notes")
	if f.Has("name") && s.Name == "" {
		f.Errorf("name", "give it one", "the name is empty")
	}
	d.seeds()
	d.requires()
	d.run()
	criteria := f.Tables("criterion")
	if len(criteria) == 0 {
		f.Errorf("criterion", "add [[criterion]] with a name, a kind and a bound", "the scenario asks for nothing")
	}
	raw := tablesOf(d.doc["criterion"])
	for i, c := range criteria {
		s.Criteria = append(s.Criteria, d.criterion(c, raw[i]))
	}
	f.Done()
}

// tablesOf is an array of tables as diag.Fields walks it; an element that is no
// table is nil.
func tablesOf(v any) []map[string]any {
	if list, ok := v.([]map[string]any); ok {
		return list
	}
	list, _ := v.([]any)
	out := make([]map[string]any, len(list))
	for i := range list {
		out[i], _ = list[i].(map[string]any)
	}
	return out
}

// defaultSeeds is how many seeds a scenario runs on if it does not say.
const (
	defaultSeeds = 5
	maxSeeds     = 1000
)

func (d *decoder) seeds() {
	if !d.f.Has("seeds") {
		for i := range uint64(defaultSeeds) {
			d.s.Seeds = append(d.s.Seeds, i+1)
		}
		return
	}
	list := d.f.Ints("seeds")
	if len(list) < 1 || len(list) > maxSeeds {
		d.f.Errorf("seeds", "write a list such as [1, 2, 3]", "%d seeds, want 1 to %d", len(list), maxSeeds)
		return
	}
	for i, n := range list {
		at := diag.Elem("seeds", i)
		switch {
		case n < 1:
			d.list.Errorf(at, "seeds count from 1", "seed %d", n)
		case slices.Contains(d.s.Seeds, uint64(n)):
			d.list.Errorf(at, "remove one", "seed %d is there twice", n)
		}
		d.s.Seeds = append(d.s.Seeds, uint64(n))
	}
}

// run reads what is run: the settings with the reader of scenario files, a
// workload that is written out with the reader of workload files. Each gets its
// part of the document as a file of its own; what they find is told at the place
// in this one.
func (d *decoder) run() {
	part := map[string]any{"format": int64(eas.ScenarioFormat)}
	for _, key := range settings {
		if d.f.Has(key) {
			part[key] = d.doc[key]
		}
	}
	d.futureProfile(part)
	_, written := d.doc["workload"].(map[string]any)
	if !written && d.f.Has("workload") {
		part["workload"] = d.doc["workload"]
	}
	if src := d.encode("", part); src != nil {
		var list diag.List
		d.s.Run, list = eas.DecodeScenario(d.s.file, src)
		d.adopt("", list)
	}
	if written {
		d.workload()
	} else {
		d.f.Require("workload")
	}
}

// futureProfile takes a profile out of the settings that this version does not
// have, if the scenario says that it needs it: it is skipped then.
func (d *decoder) futureProfile(part map[string]any) {
	name, _ := part["profile"].(string)
	if name == "" || knownProfile(name) || !containsFold(d.s.Requires.Profiles, name) {
		return
	}
	delete(part, "profile")
	d.s.future = name
}

func (d *decoder) workload() {
	table, _ := d.f.Table("workload")
	table.Keys()
	part, _ := d.doc["workload"].(map[string]any)
	whole := map[string]any{"format": int64(workload.Format), "name": d.s.Name}
	for _, key := range slices.Sorted(keysOf(part)) {
		whole[key] = part[key]
	}
	src := d.encode("workload", whole)
	if src == nil {
		return
	}
	_, list := workload.Decode("", src)
	d.adopt("workload", list)
	d.s.inline = src
	d.s.Run.Workload = d.s.Name + workloadSuffix
}

// workloadSuffix ends the name of the file that a workload written out pretends to
// be.
const workloadSuffix = ".workload.toml"

func keysOf(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// encode writes part of the document as a document.
func (d *decoder) encode(path string, part map[string]any) []byte {
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(part); err != nil {
		d.list.Errorf(path, "write it as the format has it", "%s", strings.TrimPrefix(err.Error(), "toml: "))
		return nil
	}
	return b.Bytes()
}

// adopt takes over what another reader found, at its place below path.
func (d *decoder) adopt(path string, found diag.List) {
	for _, g := range found {
		g.File, g.Line = "", 0
		switch {
		case path == "":
		case g.Path == "":
			g.Path = path
		default:
			g.Path = path + "." + g.Path
		}
		d.list.Add(g)
	}
}

func (d *decoder) requires() {
	f, ok := d.f.Table("requires")
	if !ok {
		return
	}
	r := &d.s.Requires
	for i, name := range f.Strings("kinds") {
		r.Kinds = append(r.Kinds, d.kindOf(diag.Elem(f.Path("kinds"), i), name))
	}
	if c, ok := f.Table("cpus"); ok {
		for k := energy.Little; k <= energy.Big; k++ {
			n := c.Int(k.String())
			if c.Has(k.String()) && (n < 1 || n > energy.MaxCPUs) {
				c.Errorf(k.String(), "correct it", "%d CPUs, want 1 to %d", n, energy.MaxCPUs)
			}
			r.CPUs[k] = int(n)
		}
		c.Done()
	}
	r.Profiles = f.Strings("profiles")
	if c, ok := f.Table("capped"); ok {
		c.Require("class", "khz", "below")
		r.Capped = Capped{Class: d.class(c, "class"), Below: d.class(c, "below"), KHz: energy.KHz(c.Int("khz"))}
		c.Done()
	}
	f.Done()
}

// class reads the class of CPUs at key; invalid if it is absent.
func (d *decoder) class(f *diag.Fields, key string) energy.Kind {
	if !f.Has(key) {
		return energy.KindInvalid
	}
	return d.kindOf(f.Path(key), f.Text(key))
}

func (d *decoder) kindOf(path, name string) energy.Kind {
	k, ok := energy.ParseKind(strings.ToLower(name))
	if !ok || k == energy.KindInvalid {
		d.list.Errorf(path, diag.Suggest(name, []string{"little", "mid", "big"}), "unknown class %q", name)
	}
	return k
}

func knownProfile(name string) bool {
	for _, p := range eas.Profiles() {
		if strings.EqualFold(p.Name, name) {
			return true
		}
	}
	return false
}

func containsFold(list []string, name string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, name) })
}
