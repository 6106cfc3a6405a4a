package debugfs

import (
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/draft"
)

// kernelLog is what the kernel's log says of energy models and CPUs.
type kernelLog struct {
	domains []logDomain
	cpus    int // how many came up
	model   string
}

// logDomain is an energy model that the kernel registered: its first CPU.
type logDomain struct {
	cpu         int
	created     bool
	inefficient []int64 // kHz
}

// logWorth reports whether a line without "EM: " can matter.
func logWorth(line string) bool {
	for _, w := range [...]string{
		"Machine model: ", "Booting Linux on physical CPU", "Booted secondary processor", "Brought up ", "cpu_capacity=",
	} {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

func (d *dump) logFile(_ place, f *file) {
	line := *f
	for text := range strings.Lines(f.value) {
		line.value = strings.TrimRight(strings.ToValidUTF8(text, "?"), "\r\n")
		d.logLine(&line)
	}
}

func (d *dump) logLine(f *file) {
	s := f.value
	if _, rest, ok := strings.Cut(s, "Machine model: "); ok {
		d.log.model = rest
	}
	if _, rest, ok := strings.Cut(s, "Brought up "); ok {
		d.log.cpus = max(d.log.cpus, d.brought(rest))
	}
	if cpu, midr, ok := booted(s); ok {
		d.named(cpu, draft.CoreOfMIDR(midr))
	}
	if before, rest, ok := strings.Cut(s, " cpu_capacity="); ok {
		name := before[strings.LastIndexByte(before, ' ')+1:]
		v, err := strconv.ParseInt(rest[:digits(rest)], 10, 64)
		if cpu, ok := cpuNumber(name, "CPU"); ok && err == nil && v <= 1<<20 {
			d.cpu(cpu).capacity = v
		}
	}
	if before, rest, ok := strings.Cut(s, "EM: "); ok {
		d.logModel(f, before, strings.TrimSpace(rest))
	}
}

// brought reads how many CPUs are up: "1 node, 8 CPUs".
func (d *dump) brought(rest string) int {
	_, rest, _ = strings.Cut(rest, ", ")
	n, err := strconv.Atoi(rest[:digits(rest)])
	if err != nil || n > energy.MaxCPUs {
		return 0
	}
	return n
}

// booted reads the MIDR of a CPU that came up: "Booting Linux on physical CPU
// 0x0000000000 [0x412fd050]" is CPU 0, "CPU4: Booted secondary processor
// 0x0000000400 [0x414fd0b0]" the others.
func booted(s string) (cpu int, midr uint64, ok bool) {
	switch before, _, other := strings.Cut(s, ": Booted secondary processor"); {
	case other:
		if cpu, ok = cpuNumber(before[strings.LastIndexByte(before, ' ')+1:], "CPU"); !ok {
			return 0, 0, false
		}
	case !strings.Contains(s, "Booting Linux on physical CPU"):
		return 0, 0, false
	}
	_, rest, _ := strings.Cut(s, "[0x")
	if _, again, more := strings.Cut(rest, "[0x"); more {
		rest = again // the first is the log's time stamp or caller
	}
	rest, _, _ = strings.Cut(rest, "]")
	midr, err := strconv.ParseUint(rest, 16, 64)
	return cpu, midr, err == nil
}

// logModel reads what the energy model says of the device named before it: "cpu
// cpu4: EM: OPP:408000 is inefficient", "cpu cpu4: EM: created perf domain".
func (d *dump) logModel(f *file, before, rest string) {
	name := strings.TrimSuffix(strings.TrimSpace(before), ":")
	cpu, ok := cpuNumber(name[strings.LastIndexByte(name, ' ')+1:], "cpu")
	if !ok {
		return // a GPU's
	}
	i := slices.IndexFunc(d.log.domains, func(l logDomain) bool { return l.cpu == cpu })
	if i < 0 {
		i = len(d.log.domains)
		d.log.domains = append(d.log.domains, logDomain{cpu: cpu})
	}
	l := &d.log.domains[i]
	if text, ok := strings.CutPrefix(rest, "OPP:"); ok && strings.Contains(rest, "inefficient") {
		khz, err := strconv.ParseInt(text[:digits(text)], 10, 64)
		if err != nil || khz == 0 {
			d.fail("number", f, "", "want a frequency, have %q", clip(text))
			return
		}
		if !slices.Contains(l.inefficient, khz) && len(l.inefficient) < 256 {
			l.inefficient = append(l.inefficient, khz)
			slices.Sort(l.inefficient)
		}
		return
	}
	if strings.HasPrefix(rest, "created perf domain") {
		l.created = true
		return
	}
	d.warn("em-log", f, "", "the kernel says of CPU %d: %s", cpu, clip(rest))
}
