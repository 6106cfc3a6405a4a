package energy

import (
	"slices"

	"easim/energy/diag"
)

// Limits of the data that no board comes near; they keep arithmetic safe.
const (
	maxFreqKHz    = 100_000_000   // 100 GHz
	maxVoltUV     = 10_000_000    // 10 V
	maxTimeUS     = 1_000_000_000 // 1000 s
	maxOPPs       = 256
	maxIdleStates = 10 // CPUIDLE_STATE_MAX
	maxDMIPS      = 1_000_000
)

// Validate checks every law of the data and returns all violations at once,
// with key paths in the form of the TOML file. Errors make the platform
// unusable; warnings (power that falls with frequency, inefficient OPPs,
// capacities that are not normalised) are doubts about the numbers. The rest of
// the program relies on a Platform without errors here.
func (p *Platform) Validate() diag.List {
	v := validator{p: p}
	v.head()
	if len(p.CPUs) > MaxCPUs {
		return v.list
	}
	v.cpuTypes()
	v.clusters()
	v.freqDomains()
	v.tables()
	v.partition()
	if !v.list.HasErrors() {
		v.plausible()
	}
	return v.list
}

type validator struct {
	p    *Platform
	list diag.List
}

// fail adds an error under a rule's code, in the manner of [diag.List.Errorf].
func (v *validator) fail(code, path, detail, format string, args ...any) {
	v.list.Errorf(path, detail, format, args...)
	v.list[len(v.list)-1].Code = code
}

// doubt adds a warning under a rule's code.
func (v *validator) doubt(code, path, detail, format string, args ...any) {
	v.list.Warnf(path, detail, format, args...)
	v.list[len(v.list)-1].Code = code
}

// fileName reports whether s can be a platform's name: lower-case letters,
// digits, "-", "_" and ".".
func fileName(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.' {
			return false
		}
	}
	return s != "" && s[0] != '.' && s[0] != '-'
}

func (v *validator) head() {
	p := v.p
	const nameLaw = "use lower-case letters, digits, '-', '_' and '.'"
	if !fileName(p.Name) {
		v.fail("name", "name", nameLaw, "bad platform name %q", p.Name)
	}
	for i, a := range p.Aliases {
		path := diag.Elem("aliases", i)
		if !fileName(a) {
			v.fail("name", path, nameLaw, "bad alias %q", a)
		} else if a == p.Name || slices.Contains(p.Aliases[:i], a) {
			v.fail("duplicate-name", path, "remove it", "alias %q is taken already", a)
		}
	}
	if p.Source == "" {
		v.fail("source", "source", "say where the facts come from", "no source")
	}
	if len(p.CPUs) == 0 {
		v.fail("no-cpu", "cpu_type", "give each CPU a type, a cluster and a frequency domain", "no CPUs")
	} else if p.BootCPU < 0 || int(p.BootCPU) >= len(p.CPUs) {
		v.fail("boot-cpu", "boot_cpu", "name one of the platform's CPUs", "no CPU %d", p.BootCPU)
	}
	if len(p.CPUs) > MaxCPUs {
		v.fail("cpu-count", "cpu_type", "split the platform", "%d CPUs, at most %d", len(p.CPUs), MaxCPUs)
	}
}

func (v *validator) cpuTypes() {
	if len(v.p.Types) == 0 {
		v.fail("missing", "cpu_type", "add [[cpu_type]] with name and cpus", "no CPU types")
	}
	var names []string
	for i := range v.p.Types {
		t := &v.p.Types[i]
		path := diag.Elem("cpu_type", i)
		names = v.named(names, t.Name, path)
		if t.DMIPSPerMHz < 0 || t.DMIPSPerMHz > maxDMIPS {
			v.fail("dmips", path+".dmips_per_mhz", "give capacity-dmips-mhz, or leave it out",
				"%d is out of range", t.DMIPSPerMHz)
		}
		opps := v.typeOPPs(i, path)
		if len(t.Rates) == 0 {
			v.fail("rate-missing", path, "give rate = [...] with one number for each OPP",
				"no rate, and no table to take one from")
		}
		var sets []string
		for j := range t.Rates {
			sets = v.rateSet(t, j, path, opps, sets)
		}
	}
}

// named checks a name for presence and against those before it, and returns the
// names seen so far.
func (v *validator) named(seen []string, name, path string) []string {
	if name == "" {
		v.fail("name", path+".name", "give it a name", "no name")
	} else if slices.Contains(seen, name) {
		v.fail("duplicate-name", path+".name", "choose another", "the name %q is taken already", name)
	}
	return append(seen, name)
}

// typeOPPs returns how many OPPs the CPUs of type i have, or -1 if the type has
// no CPUs or is inconsistent.
func (v *validator) typeOPPs(i int, path string) int {
	opps, cpus := -1, 0
	for id, c := range v.p.CPUs {
		if c.Type != i || c.Domain < 0 || c.Domain >= len(v.p.FreqDomains) {
			continue
		}
		n := len(v.p.FreqDomains[c.Domain].OPPs)
		if cpus > 0 && n != opps {
			v.fail("type-opps", path, "split the type in two: a rate has one entry for each OPP",
				"CPU %d has %d OPPs, other CPUs of the type have %d", id, n, opps)
			return -1
		}
		opps, cpus = n, cpus+1
	}
	if opps == 0 {
		return -1 // reported where the OPPs belong
	}
	return opps
}

// are begins a sentence about a set of CPUs: "CPU 1 is" or "CPUs 0-3 are".
func are(cpus CPUSet) string {
	if cpus.Len() == 1 {
		return "CPU " + cpus.String() + " is"
	}
	return "CPUs " + cpus.String() + " are"
}

func (v *validator) rateSet(t *CPUType, j int, typePath string, opps int, seen []string) []string {
	r := &t.Rates[j]
	path := diag.Elem(typePath+".rate_set", j)
	intPath := path + ".int"
	if r.plain() {
		intPath = typePath + ".rate"
	} else if r.Source == "" {
		v.doubt("source", path+".source", "say where the rates come from", "rate set %q has no source", r.Name)
	}
	seen = v.named(seen, r.Name, path)
	if len(r.Int) == 0 {
		v.fail("rate-length", intPath, "give one rate for each OPP", "no rates")
		return seen
	}
	v.rateRow(r.Int, intPath, opps)
	v.rateRow(r.FP, path+".fp", opps)
	v.rateRow(r.Mem, path+".mem", opps)
	return seen
}

// plain reports whether the set can be written as "rate = [...]".
func (r *RateSet) plain() bool {
	return r.Name == plainRateName && r.Source == "" && r.FP == nil && r.Mem == nil
}

func (v *validator) rateRow(row []Rate, path string, opps int) {
	if row != nil && (opps >= 0 && len(row) != opps || len(row) > maxOPPs) {
		v.fail("rate-length", path, "give one rate for each OPP", "%d rates for %d OPPs", len(row), opps)
		return
	}
	for i, r := range row {
		if r <= 0 || r > MaxRate {
			v.fail("rate-range", diag.Elem(path, i), "a rate is above 0 and at most 2^20 capacity units",
				"rate %s is out of range", formatRate(r))
		} else if i > 0 && r < row[i-1] {
			v.doubt("rate-order", diag.Elem(path, i), "check the order of the OPPs",
				"rate %s falls at a higher frequency", formatRate(r))
		}
	}
}
