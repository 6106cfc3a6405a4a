package eas

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"easim/energy/diag"
)

// ScenarioFormat is the version of the scenario file (key format).
const ScenarioFormat = 1

// DecodeScenario reads a scenario file: the flags of `easim run` as TOML keys.
//
//	format = 1
//	platform = "hikey960"          # a file is looked for beside this one
//	workload = "mp3"
//	profile  = "easv5.2"
//	features = ["NO_ENERGY_AWARE"] # or feat = "NO_ENERGY_AWARE"
//	governor = "schedutil"
//	duration = "30s"
//	warmup   = "2s"
//	seed     = 7
//	[params]                       # or [set]
//	busy_factor = 1
//
// The list holds every fault, each with file, line and key path. file is used in
// the messages and to find the files that the scenario names.
func DecodeScenario(file string, src []byte) (Scenario, diag.List) {
	var doc map[string]any
	var list diag.List
	if err := toml.Unmarshal(src, &doc); err != nil {
		list.Add(syntaxError(err))
	} else {
		d := scenarioDecoder{doc: doc, f: diag.NewFields(doc, &list), list: &list}
		d.scenario()
		list.Locate(showName(file), diag.NewIndex(src))
		list.Sort()
		d.s.Platform, d.s.Workload = beside(file, d.s.Platform), beside(file, d.s.Workload)
		return d.s, list
	}
	list.Locate(showName(file), nil)
	return Scenario{}, list
}

func syntaxError(err error) diag.Diagnostic {
	d := diag.Diagnostic{
		Severity: diag.Error,
		Code:     "toml-syntax",
		Summary:  strings.TrimPrefix(err.Error(), "toml: "),
		Detail:   "the file is not TOML 1.0; correct the line",
	}
	var pe toml.ParseError
	if errors.As(err, &pe) {
		d.Line, d.Summary = pe.Position.Line, pe.Message
	}
	return d
}

// beside resolves a file named in a scenario against the scenario's folder.
func beside(scenario, name string) string {
	if scenario == Stdin || name == Stdin || isGenerator(name) || !IsFile(name) || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(scenario), name)
}

type scenarioDecoder struct {
	doc  map[string]any
	f    *diag.Fields
	list *diag.List
	s    Scenario
}

// ReadScenario reads the keys of a scenario file, but format, from a document that
// holds others too: doc and the reader f of the same. Names of files stay as they
// stand. The caller reads the other keys and then calls f.Done.
func ReadScenario(doc map[string]any, f *diag.Fields, list *diag.List) Scenario {
	d := scenarioDecoder{doc: doc, f: f, list: list}
	d.keys()
	return d.s
}

func (d *scenarioDecoder) scenario() {
	f := d.f
	if f.Require("format") && f.Int("format") != ScenarioFormat {
		f.Errorf("format", "write format = 1", "format %d is not known", f.Int("format"))
	}
	d.keys()
	f.Done()
}

func (d *scenarioDecoder) keys() {
	f, s := d.f, &d.s
	s.Platform, s.Workload = f.Text("platform"), f.Text("workload")
	s.Model, s.Meter = f.Text("model"), f.Text("meter")
	c := newCatalog()
	s.Profile = d.known("profile", c.profileNames())
	s.Governor = d.known("governor", c.governors.Names())
	s.Idle = d.known("idle", c.idles.Names())
	s.Duration, s.Warmup = d.span("duration"), d.span("warmup")
	if s.Duration.Given && s.Duration.NS == 0 {
		f.Errorf("duration", "write a length above 0, for example \"10s\"", "the window has no length")
	}
	s.Seed = uint64(max(f.Int("seed"), 0))
	if n, isInt := d.doc["seed"].(int64); isInt && n < 1 {
		f.Errorf("seed", "seeds count from 1", "seed %d", n)
	}
	s.CheckInvariants = f.Bool("check_invariants")
	d.calibration()
	s.Layers = []Layer{d.layer()}
}

// known reads a name and complains if it is not one of names.
func (d *scenarioDecoder) known(key string, names []string) string {
	name := d.f.Text(key)
	if name == "" {
		return ""
	}
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	d.f.Errorf(key, diag.Suggest(name, names), "unknown %s %q", key, name)
	return ""
}

func (d *scenarioDecoder) span(key string) Span {
	text := d.f.Text(key)
	if text == "" {
		return Span{}
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 {
		d.f.Errorf(key, "write a length with its unit, for example \"10s\" or \"500ms\"", "%q is not a length of time", text)
		return Span{}
	}
	return SpanOf(v.Nanoseconds())
}

// calibration reads calib_cpu, a number or a text.
func (d *scenarioDecoder) calibration() {
	if _, isInt := d.doc["calib_cpu"].(int64); isInt {
		d.s.CalibCPU = plainNumber(d.f.Int("calib_cpu"))
		return
	}
	d.s.CalibCPU = d.f.Text("calib_cpu")
}

func (d *scenarioDecoder) layer() Layer {
	l := Layer{Patches: d.words("patches", "patch"), Features: d.words("features", "feat")}
	for i, p := range l.Patches {
		if err := knownPatch(p); err != nil {
			d.list.Errorf(diag.Elem("patches", i), "", "%v", err)
		}
	}
	for _, words := range l.Features {
		if err := checkFeatures(words); err != nil {
			key := "features"
			if !d.f.Has(key) {
				key = "feat"
			}
			d.f.Errorf(key, "`easim features` lists them", "%v", err)
		}
	}
	for _, key := range [...]string{"params", "set"} {
		l.Params = append(l.Params, d.params(key)...)
	}
	return l
}

// words reads a list under the first of two names, or one text under either.
func (d *scenarioDecoder) words(keys ...string) []string {
	var out []string
	for _, key := range keys {
		if _, isText := d.doc[key].(string); isText {
			out = append(out, d.f.Text(key))
		} else {
			out = append(out, d.f.Strings(key)...)
		}
	}
	return out
}

func (d *scenarioDecoder) params(key string) []Setting {
	t, ok := d.f.Table(key)
	if !ok {
		return nil
	}
	var out []Setting
	for _, name := range t.Keys() {
		value := ""
		sub, _ := d.doc[key].(map[string]any)
		if _, isInt := sub[name].(int64); isInt {
			value = plainNumber(t.Int(name))
		} else {
			value = t.Text(name)
		}
		out = append(out, Setting{name, value})
		if err := checkSetting(name, value); err != nil {
			t.Errorf(name, "`easim params` lists names and ranges", "%v", err)
		}
	}
	return out
}
