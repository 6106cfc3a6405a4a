package sweep

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"easim/eas"
	"easim/eas/compare"
	"easim/energy/diag"
)

// Format is the version of the file of a sweep (key format).
const Format = 1

// Decode reads the file of a sweep: the keys of a scenario file, and
//
//	format = 1
//	seeds  = "1..5"
//	where  = ["busy_factor <= 8"]   # conditions, all of which must hold
//	random = 20                     # or latin = 20: a sample instead of the grid
//	sample_seed = 1
//	folder = ".."                   # where relative names of files begin, from this
//	                                # file's folder; default: there
//	[[axis]]
//	name   = "busy_factor"
//	values = "1..32x2"              # or [1, 2, 4]
//
// The list holds every fault, each with file, line and key path.
func Decode(file string, src []byte) (Matrix, diag.List) {
	var doc map[string]any
	var list diag.List
	if err := toml.Unmarshal(src, &doc); err != nil {
		d := diag.Diagnostic{Severity: diag.Error, Code: "toml-syntax", Summary: err.Error(), File: file}
		var pe toml.ParseError
		if errors.As(err, &pe) {
			d.Line, d.Summary = pe.Position.Line, pe.Message
		}
		list.Add(d)
		return Matrix{}, list
	}
	d := decoder{doc: doc, f: diag.NewFields(doc, &list), list: &list}
	d.matrix()
	folder := d.f.Text("folder")
	d.m.Folder = folder
	if !filepath.IsAbs(folder) {
		d.m.Folder = filepath.Join(filepath.Dir(file), filepath.FromSlash(folder))
	}
	d.f.Done()
	list.Locate(file, diag.NewIndex(src))
	list.Sort()
	return d.m, list
}

type decoder struct {
	doc  map[string]any
	f    *diag.Fields
	list *diag.List
	m    Matrix
}

func (d *decoder) matrix() {
	f, m := d.f, &d.m
	if f.Require("format") && f.Int("format") != Format {
		f.Errorf("format", "write format = 1", "format %d is not known", f.Int("format"))
	}
	m.Base = eas.ReadScenario(d.doc, f, d.list)
	m.Program = f.Text("program")
	d.seeds()
	m.Where = f.Strings("where")
	m.Random, m.Latin = d.count("random"), d.count("latin")
	m.SampleSeed = uint64(d.count("sample_seed"))
	d.inputs()
	f.Require("axis")
	for i, t := range f.Tables("axis") {
		d.axis(i, t)
	}
	for _, text := range m.Where {
		if _, err := ParseCondition(text, m.Axes); err != nil && len(*d.list) == 0 {
			f.Errorf("where", "", "%s", plain(err))
		}
	}
}

func (d *decoder) seeds() {
	f := d.f
	switch {
	case f.Has("seeds") && f.Has("seed"):
		f.Errorf("seed", "leave out one of seed and seeds", "seed beside seeds")
	case f.Has("seeds"):
		var text string
		if n, isInt := d.doc["seeds"].(int64); isInt {
			text = strconv.FormatInt(n, 10)
		} else {
			text = f.Text("seeds")
		}
		var err error
		if d.m.Seeds, err = compare.ParseSeeds(text); err != nil {
			f.Errorf("seeds", "", "%s", plain(err))
		}
	case d.m.Base.Seed != 0:
		d.m.Seeds = []uint64{d.m.Base.Seed}
	}
	d.m.Base.Seed = 0
}

func (d *decoder) count(key string) int {
	if !d.f.Has(key) {
		return 0
	}
	n := d.f.Int(key)
	if n < 1 || n > MaxRuns {
		d.f.Errorf(key, "", "%s is %d, outside 1..%d", key, n, MaxRuns)
		return 0
	}
	return int(n)
}

func (d *decoder) axis(i int, t *diag.Fields) {
	t.Require("name", "values")
	name := t.Text("name")
	values, err := d.values(i, t)
	if err == nil && t.Has("name") {
		var a Axis
		if a, err = NewAxis(name, values); err == nil {
			if findAxis(d.m.Axes, a.Name) >= 0 {
				err = fmt.Errorf("axis %s is there twice; put all its values into one", a.Name)
			}
			d.m.Axes = append(d.m.Axes, a)
		}
	}
	if err != nil {
		t.Errorf("values", "", "%s", plain(err))
	}
	t.Done()
}

// values reads a text such as "1..32x2", or a list of texts and numbers.
func (d *decoder) values(i int, t *diag.Fields) ([]string, error) {
	var raw any
	if all, ok := d.doc["axis"].([]map[string]any); ok && i < len(all) {
		raw = all[i]["values"]
	}
	list, isList := raw.([]any)
	if !isList {
		text := t.Text("values")
		if text == "" {
			return nil, errors.New("no values, so the grid is empty")
		}
		return splitValues(text)
	}
	t.Has("values")
	if len(list) == 0 {
		return nil, errors.New("no values, so the grid is empty")
	}
	var out []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case int64:
			out = append(out, strconv.FormatInt(v, 10))
		case float64:
			out = append(out, strconv.FormatFloat(v, 'f', -1, 64))
		default:
			return nil, fmt.Errorf("%v is neither text nor number", v)
		}
	}
	return out, nil
}

// plain is the text of an error without the names of packages in front.
func plain(err error) string {
	text := err.Error()
	for {
		head, rest, ok := strings.Cut(text, ": ")
		if !ok || !slices.Contains([]string{"sweep", "compare", "eas", "energy", "sched", "workload", "platforms"}, head) {
			return text
		}
		text = rest
	}
}

func (d *decoder) inputs() {
	for _, t := range d.f.Tables("input") {
		t.Require("file", "sha256")
		d.m.Inputs = append(d.m.Inputs, Input{t.Text("file"), t.Text("sha256")})
		t.Done()
	}
}
