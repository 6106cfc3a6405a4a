package energy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"easim/energy/diag"
)

// Format is the version of the platform file format that this package reads and
// writes (key format).
const Format = 1

// Limits of a file, far above any platform known, and of what is said of one.
const (
	maxFileBytes = 4 << 20
	maxFindings  = 1000
)

// Decode reads a platform file in TOML and validates it. The list holds every
// fault of the file, ordered by line, each with file, line, key path and remedy;
// warnings leave the platform usable, with errors it is nil. file is only used
// in the messages.
//
// Where a CPU type names no rate, work proceeds as the scheduler believes: its
// only rate set, called "capacity", is the capacity row of its CPUs in the first
// table of kind eas1x, else em, else measured.
func Decode(file string, src []byte) (*Platform, diag.List) {
	p, list := Read(file, src)
	if list.HasErrors() {
		return nil, list
	}
	return p, list
}

// Read is [Decode] for a reader that goes on after faults, as a lint does: with
// errors it returns what the file gives all the same, with stand-ins where a
// value could not be read, and nil only if the file is no TOML at all. Nothing
// but a lint may use a platform with errors.
func Read(file string, src []byte) (*Platform, diag.List) {
	if len(src) > maxFileBytes {
		return nil, diag.List{{
			Severity: diag.Error, Code: "file-size", File: file,
			Summary: "file larger than 4 MB", Detail: "is it a platform file?",
		}}
	}
	index := diag.NewIndex(src)
	doc, list := parseTOML(src, index)
	var p *Platform
	if !list.HasErrors() {
		d := decoder{p: &Platform{}}
		d.platform(diag.NewFields(doc, &d.list))
		d.list = d.list.Limit(maxFindings)
		p, list = d.p, append(list, d.list...)
		for _, v := range p.Validate() {
			gap := v.Severity == diag.Warning && d.list.HasErrors() // may be about a stand-in value
			if !gap && !echo(d.list, v) {
				list.Add(v)
			}
		}
	}
	list.Locate(file, index)
	list.Sort()
	return p, list.Limit(maxFindings)
}

// parseTOML is the first step: the document as plain values.
func parseTOML(src []byte, index *diag.Index) (map[string]any, diag.List) {
	var doc map[string]any
	var list diag.List
	if line := index.TooDeep(); line > 0 {
		list.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "toml-depth", Line: line,
			Summary: "nested too deeply", Detail: "no platform file needs it",
		})
		return nil, list
	}
	if line := index.TooMany(); line > 0 {
		list.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "file-size", Line: line,
			Summary: fmt.Sprintf("more than %d keys and values", diag.MaxPaths), Detail: "is it a platform file?",
		})
		return nil, list
	}
	if err := toml.Unmarshal(src, &doc); err != nil {
		d := diag.Diagnostic{
			Severity: diag.Error,
			Code:     "toml-syntax",
			Summary:  strings.TrimPrefix(err.Error(), "toml: "),
			Detail:   "the file is not TOML; correct the line",
		}
		var pe toml.ParseError
		if errors.As(err, &pe) {
			d.Line, d.Summary = pe.Position.Line, pe.Message
		}
		list.Add(d)
	}
	return doc, list
}

// echo tells whether law v only repeats what the reader has already said: the
// same path, or the gap that a fault inside v's path has left.
func echo(list diag.List, v diag.Diagnostic) bool {
	for _, d := range list {
		if d.Path == v.Path {
			return true
		}
		if !strings.HasPrefix(d.Path, v.Path+".") && !strings.HasPrefix(d.Path, v.Path+"[") {
			continue
		}
		switch v.Code {
		case "cpu-hole", "table-cover":
			if strings.HasSuffix(d.Path, ".cpus") || strings.HasSuffix(d.Path, ".domain") {
				return true
			}
		case "default-meter":
			if strings.Contains(d.Path, "default_meter") {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// decoder is the second step: plain values to a Platform. It judges types and
// spelling; the laws of the data are in [Platform.Validate].
type decoder struct {
	p        *Platform
	list     diag.List
	typeCPUs []CPUSet // CPUs of each of p.Types
}

// fault adds an error under a rule's code, in the manner of [diag.List.Errorf].
func (d *decoder) fault(code, path, detail, format string, args ...any) {
	d.list.Errorf(path, detail, format, args...)
	d.list[len(d.list)-1].Code = code
}

func (d *decoder) platform(f *diag.Fields) {
	p := d.p
	if f.Require("format") && f.Int("format") != Format {
		d.fault("format", f.Path("format"), "write format = 1", "format %d is not known", f.Int("format"))
	}
	f.Require("name", "source")
	p.Name = f.Text("name")
	p.Title = f.Text("title")
	p.Aliases = f.Strings("aliases")
	p.Source = f.Text("source")
	p.Notes = notes(f)
	p.BootCPU = CPUID(d.small(f, "boot_cpu"))
	for _, t := range d.tablesOf(f, "cpu_type") {
		d.cpuType(t)
	}
	for _, t := range d.tablesOf(f, "cluster") {
		p.Clusters = append(p.Clusters, d.cluster(t))
	}
	for _, t := range d.tablesOf(f, "freq_domain") {
		p.FreqDomains = append(p.FreqDomains, d.freqDomain(t))
	}
	for _, t := range d.tablesOf(f, "table") {
		p.Tables = append(p.Tables, d.table(t))
	}
	f.Done()
	d.assignCPUs()
	d.padIdle()
	d.fillRates()
}

// notes reads the key "notes"; the line end before the closing quotes of a
// multi-line text is not part of it.
func notes(f *diag.Fields) string { return strings.TrimSuffix(f.Text("notes"), "\n") }

// small reads a count or a number of something: an integer from 0 to 10^6.
func (d *decoder) small(f *diag.Fields, key string) int {
	v := f.Int(key)
	if v < 0 || v > maxDMIPS {
		d.fault("number-range", f.Path(key), "want 0 to 1000000", "%d is out of range", v)
		return 0
	}
	return int(v)
}

// tablesOf reads an array of tables of at most as many elements as a platform
// has CPUs.
func (d *decoder) tablesOf(f *diag.Fields, key string) []*diag.Fields {
	ts := f.Tables(key)
	if len(ts) > MaxCPUs {
		d.fault("part-count", f.Path(key), "a platform has at most 512 CPUs, and no part comes more often",
			"%d [[%s]]", len(ts), key)
		ts = ts[:MaxCPUs]
	}
	return ts
}

func (d *decoder) cpuType(f *diag.Fields) {
	f.Require("name", "cpus")
	t := CPUType{Name: f.Text("name"), DMIPSPerMHz: d.small(f, "dmips_per_mhz")}
	if f.Has("rate") {
		t.Rates = append(t.Rates, RateSet{Name: plainRateName, Int: d.rates(f, "rate")})
		if f.Has("rate_set") {
			d.fault("rate-forms", f.Path("rate_set"), "keep one of the two", "both rate and rate_set are given")
		}
	}
	for _, s := range d.tablesOf(f, "rate_set") {
		s.Require("name", "source", "int")
		t.Rates = append(t.Rates, RateSet{
			Name:   s.Text("name"),
			Source: s.Text("source"),
			Int:    d.rates(s, "int"),
			FP:     d.rates(s, "fp"),
			Mem:    d.rates(s, "mem"),
		})
		s.Done()
	}
	d.typeCPUs = append(d.typeCPUs, d.cpus(f))
	d.p.Types = append(d.p.Types, t)
	f.Done()
}

func (d *decoder) cluster(f *diag.Fields) Cluster {
	f.Require("name", "kind", "cpus")
	c := Cluster{Name: f.Text("name"), CPUs: d.cpus(f), Source: f.Text("source")}
	c.Kind = word(d, f, "kind", ParseKind, kindNames[Little:])
	for _, s := range d.tablesOf(f, "idle_state") {
		s.Require("name", "level", "exit_us", "residency_us")
		c.IdleStates = append(c.IdleStates, IdleState{
			Name:        s.Text("name"),
			Level:       word(d, s, "level", ParseIdleLevel, idleLevelNames[IdleCore:]),
			EntryUS:     s.Int("entry_us"),
			ExitUS:      s.Int("exit_us"),
			ResidencyUS: s.Int("residency_us"),
			WakeupUS:    s.Int("wakeup_us"),
		})
		s.Done()
	}
	f.Done()
	return c
}

func (d *decoder) freqDomain(f *diag.Fields) FreqDomain {
	f.Require("cpus", "freq_khz")
	fd := FreqDomain{
		CPUs:                d.cpus(f),
		TransitionLatencyUS: f.Int("transition_latency_us"),
		Source:              f.Text("source"),
	}
	for _, v := range f.Ints("freq_khz") {
		fd.OPPs = append(fd.OPPs, OPP{Freq: KHz(v)})
	}
	if volts := f.Ints("volt_uv"); len(volts) > 0 && len(fd.OPPs) > 0 && len(volts) != len(fd.OPPs) {
		d.fault("volt-count", f.Path("volt_uv"), "give one voltage for each frequency, or leave volt_uv out",
			"%d voltages for %d frequencies", len(volts), len(fd.OPPs))
	} else {
		for i := range fd.OPPs[:min(len(volts), len(fd.OPPs))] {
			fd.OPPs[i].Volt = MicroVolt(volts[i])
		}
	}
	f.Done()
	return fd
}
