package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/workload"
	"easim/energy/diag"
)

// FileFormat is the version of the file of an experiment (key format).
const FileFormat = 1

// Decode reads the file of an experiment. Published values come from table, the
// text of published.csv; parameters that are named but not given come from
// shared. The list holds every fault, each with line and key path.
func Decode(file string, src []byte, table Table, shared []Parameter) (*Experiment, diag.List) {
	var list diag.List
	doc, ok := parse(file, src, &list)
	if !ok {
		return nil, list
	}
	d := decoder{list: &list, table: table, shared: shared, x: &Experiment{}}
	d.experiment(doc)
	list.Locate(file, diag.NewIndex(src))
	list.Sort()
	return d.x, list
}

// DecodeParameters reads the file of the parameters that experiments share.
func DecodeParameters(file string, src []byte) ([]Parameter, diag.List) {
	var list diag.List
	doc, ok := parse(file, src, &list)
	if !ok {
		return nil, list
	}
	d := decoder{list: &list, x: &Experiment{}}
	f := diag.NewFields(doc, &list)
	d.format(f)
	d.parameters(f)
	f.Done()
	list.Locate(file, diag.NewIndex(src))
	list.Sort()
	return d.x.Parameters, list
}

func parse(file string, src []byte, list *diag.List) (map[string]any, bool) {
	var doc map[string]any
	if line := diag.NewIndex(src).TooDeep(); line > 0 {
		list.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "toml-depth", Summary: "tables or arrays nest too deep", File: file, Line: line,
		})
		return nil, false
	}
	err := toml.Unmarshal(src, &doc)
	if err == nil {
		return doc, true
	}
	d := diag.Diagnostic{Severity: diag.Error, Code: "toml-syntax", Summary: err.Error(), File: file}
	var pe toml.ParseError
	if errors.As(err, &pe) {
		d.Line, d.Summary = pe.Position.Line, pe.Message
	}
	list.Add(d)
	return nil, false
}

type decoder struct {
	list   *diag.List
	table  Table
	shared []Parameter
	x      *Experiment
}

func (d *decoder) format(f *diag.Fields) {
	if f.Require("format") && f.Int("format") != FileFormat {
		f.Errorf("format", "write format = 1", "format %d is not known", f.Int("format"))
	}
}

func (d *decoder) experiment(doc map[string]any) {
	f, x := diag.NewFields(doc, d.list), d.x
	d.format(f)
	f.Require("name", "title", "source", "doc", "seeds", "metrics", "config")
	x.Name, x.Title, x.Source, x.Doc = f.Text("name"), f.Text("title"), f.Text("source"), f.Text("doc")
	x.Findings = f.Text("findings")
	x.Metrics, x.Counts = f.Strings("metrics"), f.Strings("counts")
	x.OwnTime = f.Bool("own_time")
	if f.Has("seeds") {
		var err error
		if x.Seeds, err = compare.ParseSeeds(f.Text("seeds")); err != nil {
			f.Errorf("seeds", "", "%v", err)
		}
	}
	x.Common = d.part(f, doc)
	d.blocks(f, doc)
	d.configs(f, doc)
	d.published(f)
	d.clip(f)
	if x.Anchors = f.Text("anchors"); x.Anchors != "" && x.config(x.Anchors) == nil {
		f.Errorf("anchors", "name a [[config]]", "no configuration %q", x.Anchors)
	}
	d.parameters(f)
	f.Done()
}

// part reads the keys that say what to run.
func (d *decoder) part(f *diag.Fields, doc map[string]any) Part {
	s := eas.Scenario{
		Platform: f.Text("platform"), Workload: f.Text("workload"), Profile: f.Text("profile"),
		Governor: f.Text("governor"), Idle: f.Text("idle"),
	}
	s.Duration, s.Warmup = d.span(f, "duration"), d.span(f, "warmup")
	l := eas.Layer{}
	if list := f.Text("features"); list != "" {
		l.Features = []string{list}
	}
	for _, e := range d.free(f, doc, "params") {
		l.Params = append(l.Params, eas.Setting{Key: e.Name, Value: e.Value})
	}
	if len(l.Features)+len(l.Params) > 0 {
		s.Layers = []eas.Layer{l}
	}
	return Part{Scenario: s, Workload: d.free(f, doc, "workload_params")}
}

func (d *decoder) span(f *diag.Fields, key string) eas.Span {
	text := f.Text(key)
	if text == "" {
		return eas.Span{}
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 {
		f.Errorf(key, "write a length with its unit, for example \"10s\"", "%q is not a length of time", text)
		return eas.Span{}
	}
	return eas.SpanOf(v.Nanoseconds())
}

// free reads a table of free keys whose values are texts or numbers.
func (d *decoder) free(f *diag.Fields, doc map[string]any, key string) []workload.Param {
	t, ok := f.Table(key)
	if !ok {
		return nil
	}
	raw, _ := doc[key].(map[string]any)
	var out []workload.Param
	for _, name := range t.Keys() {
		switch v := raw[name].(type) {
		case string:
			out = append(out, workload.Param{Name: name, Value: v})
		case int64:
			out = append(out, workload.Param{Name: name, Value: strconv.FormatInt(v, 10)})
		case float64:
			out = append(out, workload.Param{Name: name, Value: strconv.FormatFloat(v, 'g', -1, 64)})
		default:
			t.Errorf(name, "write a text or a number", "%v is neither text nor number", v)
		}
	}
	return out
}

// rows returns the tables of an array of tables as the decoder of TOML gives them.
func rows(doc map[string]any, key string, i int) map[string]any {
	if list, ok := doc[key].([]map[string]any); ok && i < len(list) {
		return list[i]
	}
	return nil
}

func (d *decoder) blocks(f *diag.Fields, doc map[string]any) {
	for i, b := range f.Tables("block") {
		b.Require("name")
		d.x.Blocks = append(d.x.Blocks, Block{
			Name: b.Text("name"), Note: b.Text("note"), Part: d.part(b, rows(doc, "block", i)),
		})
		b.Done()
	}
	if len(d.x.Blocks) == 0 {
		d.x.Blocks = []Block{{}}
	}
}

func (d *decoder) configs(f *diag.Fields, doc map[string]any) {
	x := d.x
	var known []string
	for i := range x.Blocks {
		known = append(known, x.Blocks[i].Name)
	}
	for i, c := range f.Tables("config") {
		c.Require("name")
		k := Config{
			Name: c.Text("name"), Base: c.Text("base"), Note: c.Text("note"), Blocks: c.Strings("blocks"),
			Part: d.part(c, rows(doc, "config", i)),
		}
		switch {
		case x.config(k.Name) != nil:
			c.Errorf("name", "give each configuration its own name", "two configurations are called %q", k.Name)
		case k.Base != "" && x.config(k.Base) == nil:
			c.Errorf("base", "name a configuration that stands before it", "no configuration %q", k.Base)
		}
		for _, b := range k.Blocks {
			if !slices.Contains(known, b) {
				c.Errorf("blocks", diag.Suggest(b, known), "no block %q", b)
			}
		}
		x.Configs = append(x.Configs, k)
		c.Done()
	}
}

// published reads which rows of the published table belong to what.
func (d *decoder) published(f *diag.Fields) {
	for _, p := range f.Tables("published") {
		p.Require("config", "metric", "rows")
		v := PublishedValue{
			Config: p.Text("config"), Metric: p.Text("metric"), Noise: p.Text("noise"), Rows: p.Strings("rows"),
		}
		var values []float64
		for _, row := range v.Rows {
			if got, ok := d.table.Value(row); ok {
				values = append(values, got)
			} else {
				p.Errorf("rows", "write system,experiment,config,metric of a row", "published.csv has no row %q", row)
			}
		}
		s := compare.Summarize(values)
		v.Value = s.Mean
		if _, spread := spreadOf(v.Metric); spread {
			v.Value = s.SD
		}
		if p.Has("divide") {
			v.Value /= p.Float("divide")
		}
		if d.x.config(v.Config) == nil {
			p.Errorf("config", "name a [[config]]", "no configuration %q", v.Config)
		}
		if !slices.Contains(d.x.Metrics, v.Metric) {
			p.Errorf("metric", "name one of metrics", "the experiment does not show %q", v.Metric)
		}
		d.x.Published = append(d.x.Published, v)
		p.Done()
	}
}

func (d *decoder) clip(f *diag.Fields) {
	c, ok := f.Table("clip")
	if !ok {
		return
	}
	c.Require("config", "row")
	d.x.ClipEnergy.Config = c.Text("config")
	if d.x.ClipEnergy.Joules, ok = d.table.Value(c.Text("row")); !ok {
		c.Errorf("row", "", "published.csv has no row %q", c.Text("row"))
	}
	c.Done()
}

func (d *decoder) parameters(f *diag.Fields) {
	kinds := []string{Sourced, Measured, Derived, Inferred, Fitted, Assumed}
	for _, name := range f.Strings("shared") {
		i := slices.IndexFunc(d.shared, func(p Parameter) bool { return p.Name == name })
		if i < 0 {
			f.Errorf("shared", "name a parameter of parameters.toml", "no shared parameter %q", name)
			continue
		}
		d.x.Parameters = append(d.x.Parameters, d.shared[i])
	}
	for _, p := range f.Tables("parameter") {
		p.Require("name", "value", "kind", "source")
		v := Parameter{
			Name: p.Text("name"), Value: p.Text("value"), Kind: p.Text("kind"),
			Source: p.Text("source"), Apply: p.Text("apply"),
		}
		if !slices.Contains(kinds, v.Kind) {
			p.Errorf("kind", diag.Suggest(v.Kind, kinds), "unknown kind %q", v.Kind)
		}
		if err := checkApply(v.Apply); err != nil {
			p.Errorf("apply", "write workload.KEY or set.KEY", "%v", err)
		}
		d.x.Parameters = append(d.x.Parameters, v)
		p.Done()
	}
}

func checkApply(apply string) error {
	where, key, ok := strings.Cut(apply, ".")
	if apply == "" || ok && key != "" && (where == "workload" || where == "set") {
		return nil
	}
	return fmt.Errorf("%q cannot be varied", apply)
}
