package debugfs

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// dump is what the files say, before it is made sense of.
type dump struct {
	list diag.List

	models   []*model
	policies []*policy
	cpus     [energy.MaxCPUs]*cpu
	volts    []volt
	title    string
	release  string
	log      kernelLog
}

// cpu is what the files say about one CPU.
type cpu struct {
	capacity    int64
	core        string
	dmips       int64
	coefficient int64
	topology    [len(topologyFiles)]string
	idle        []idleState
	legacy      []legacyTable
}

// policy is a cpufreq policy: CPUs that change frequency together.
type policy struct {
	cpu         int // that names it
	cpus        energy.CPUSet
	freqs       []int64 // kHz
	boost       []int64
	stats       []int64
	maxKHz      int64
	latencyNS   int64
	fromRelated bool
}

// volt is a voltage of the OPP core.
type volt struct {
	cpu  int
	khz  int64
	uv   int64
	seen bool
}

// read makes sense of the files one by one.
func read(files *Files) *dump {
	d := &dump{}
	for _, f := range files.sorted() {
		at, subject := route(strings.Split(f.path, "/"))
		if subject == nil {
			continue
		}
		if at.name != "capacity-dmips-mhz" && at.name != "dynamic-power-coefficient" {
			// tar pads a file of sysfs, which has fewer bytes than its size says.
			f.value = strings.TrimRight(f.value, "\x00\n")
		}
		subject(d, at, &f)
	}
	return d
}

func (d *dump) cpu(n int) *cpu {
	if d.cpus[n] == nil {
		d.cpus[n] = &cpu{}
	}
	return d.cpus[n]
}

// fail reports a fault of one file.
func (d *dump) fail(code string, f *file, detail, format string, args ...any) {
	draft.Fail(&d.list, code, "/"+f.path, detail, format, args...)
	d.list[len(d.list)-1].Line = f.line
}

func (d *dump) warn(code string, f *file, detail, format string, args ...any) {
	draft.Warn(&d.list, code, "/"+f.path, detail, format, args...)
	d.list[len(d.list)-1].Line = f.line
}

// clip shortens a value for a message.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}

// number reads a file that holds one number of 0 or more.
func (d *dump) number(f *file) (int64, bool) {
	text := strings.TrimSpace(f.value)
	v, err := strconv.ParseInt(text, 0, 64)
	if err != nil || v < 0 {
		d.fail("number", f, "the dump may be cut off there; collect it again", "want a number, have %q", clip(text))
		return 0, false
	}
	return v, true
}

// numbers reads a list of numbers of 0 or more.
func (d *dump) numbers(f *file) ([]int64, bool) {
	var out []int64
	for text := range strings.FieldsSeq(f.value) {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v < 0 || len(out) == 4096 {
			d.fail("number", f, "the dump may be cut off there; collect it again", "want numbers, have %q", clip(text))
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// cpuList reads a list of CPUs, separated by blanks or in the kernel's list form.
func (d *dump) cpuList(f *file) (energy.CPUSet, bool) {
	s, err := energy.ParseCPUSet(strings.Join(strings.Fields(f.value), ","))
	if err != nil {
		d.fail("cpu-list", f, "want a list such as \"0,3-5\"", "bad CPU list %q", clip(f.value))
		return energy.CPUSet{}, false
	}
	return s, true
}

func (d *dump) policy(cpu int) *policy {
	i := slices.IndexFunc(d.policies, func(p *policy) bool { return p.cpu == cpu })
	if i < 0 {
		i = len(d.policies)
		d.policies = append(d.policies, &policy{cpu: cpu})
	}
	return d.policies[i]
}

func (d *dump) policyFile(at place, f *file) {
	p := d.policy(at.cpu)
	switch at.name {
	case "related_cpus", "affected_cpus":
		// related_cpus has those that are offline as well.
		if s, ok := d.cpuList(f); ok && (at.name == "related_cpus" || !p.fromRelated) {
			p.cpus, p.fromRelated = s, at.name == "related_cpus"
		}
	case "scaling_available_frequencies":
		p.freqs, _ = d.numbers(f)
	case "scaling_boost_frequencies":
		p.boost, _ = d.numbers(f)
	case "cpuinfo_max_freq":
		p.maxKHz, _ = d.number(f)
	case "cpuinfo_transition_latency":
		// CPUFREQ_ETERNAL, an unsigned -1, is "not known".
		if v, ok := d.number(f); ok && v < math.MaxUint32 {
			p.latencyNS = v
		}
	}
}

// statsFile reads the frequencies of time_in_state, lines of kHz and time; they
// serve where the driver does not list what it offers.
func (d *dump) statsFile(at place, f *file) {
	p := d.policy(at.cpu)
	for line := range strings.Lines(f.value) {
		first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		khz, err := strconv.ParseInt(first, 10, 64)
		if err != nil || khz <= 0 || len(p.stats) == 256 {
			d.fail("number", f, "want lines of kHz and time", "want a frequency, have %q", clip(first))
			return
		}
		p.stats = append(p.stats, khz)
	}
}

func (d *dump) capacityFile(at place, f *file) {
	if v, ok := d.number(f); ok {
		d.cpu(at.cpu).capacity = v
	}
}

func (d *dump) topologyFile(at place, f *file) {
	d.cpu(at.cpu).topology[slices.Index(topologyFiles[:], at.name)] = strings.TrimSpace(f.value)
}

// nodeFile reads what the device tree says about the CPU: big-endian words and
// texts that end with a zero byte, or made readable by the collecting script.
func (d *dump) nodeFile(at place, f *file) {
	c := d.cpu(at.cpu)
	if at.name == "compatible" {
		first, _, _ := strings.Cut(strings.ReplaceAll(f.value, "\x00", " "), " ")
		c.core = draft.CoreOfCompatible(strings.ToValidUTF8(first, "?"))
		return
	}
	var v int64
	if f.raw && len(f.value) >= 4 {
		v = int64(binary.BigEndian.Uint32([]byte(f.value)))
	} else if v, _ = d.number(f); v > math.MaxInt32 {
		v = 0
	}
	if at.name == "capacity-dmips-mhz" {
		c.dmips = v
	} else {
		c.coefficient = v
	}
}

func (d *dump) midrFile(at place, f *file) {
	if v, err := strconv.ParseUint(strings.TrimSpace(f.value), 0, 64); err == nil {
		d.named(at.cpu, draft.CoreOfMIDR(v))
	}
}

// named sets the core's name unless the device tree has given it.
func (d *dump) named(cpu int, core string) {
	if c := d.cpu(cpu); c.core == "" {
		c.core = core
	}
}

func (d *dump) oppFile(at place, f *file) {
	v, ok := d.number(f)
	if !ok {
		return
	}
	i := slices.IndexFunc(d.volts, func(x volt) bool { return x.cpu == at.cpu && x.khz == at.hz/1000 })
	if i < 0 {
		if len(d.volts) >= 4096 {
			return
		}
		i = len(d.volts)
		d.volts = append(d.volts, volt{cpu: at.cpu, khz: at.hz / 1000})
	}
	if at.name == "u_volt_target" && !d.volts[i].seen {
		d.volts[i].uv, d.volts[i].seen = v, true // the first supply counts
	}
}

func (d *dump) modelFile(_ place, f *file) { d.title = strings.TrimSpace(f.value) }

func (d *dump) releaseFile(_ place, f *file) { d.release = strings.TrimSpace(f.value) }
