package energy

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Encode writes p as a platform file in the canonical form: keys in a fixed
// order, no comments, defaults left out. Decoding it gives p again, for every p
// that [Platform.Validate] finds without errors.
func Encode(p *Platform) []byte {
	var e encoder
	e.raw("format = 1\n")
	e.text("name", p.Name)
	e.optText("title", p.Title)
	if len(p.Aliases) > 0 {
		quoted := make([]string, len(p.Aliases))
		for i, a := range p.Aliases {
			quoted[i] = quote(a)
		}
		e.pair("aliases", "["+strings.Join(quoted, ", ")+"]")
	}
	e.text("source", p.Source)
	e.notes(p.Notes)
	if p.BootCPU != 0 {
		e.integer("boot_cpu", int64(p.BootCPU))
	}
	for i := range p.Types {
		e.cpuType(p, i)
	}
	for i := range p.Clusters {
		e.cluster(&p.Clusters[i])
	}
	for i := range p.FreqDomains {
		e.freqDomain(&p.FreqDomains[i])
	}
	for i := range p.Tables {
		e.table(&p.Tables[i])
	}
	return e.b.Bytes()
}

type encoder struct {
	b      bytes.Buffer
	indent string
}

func (e *encoder) cpuType(p *Platform, i int) {
	t := &p.Types[i]
	e.header("cpu_type", "")
	e.text("name", t.Name)
	var cpus CPUSet
	for id, c := range p.CPUs {
		if c.Type == i {
			cpus.Add(CPUID(id))
		}
	}
	e.text("cpus", cpus.String())
	if t.DMIPSPerMHz != 0 {
		e.integer("dmips_per_mhz", int64(t.DMIPSPerMHz))
	}
	if len(t.Rates) == 1 && t.Rates[0].plain() {
		e.pair("rate", list(t.Rates[0].Int, formatRate))
		return
	}
	for j := range t.Rates {
		r := &t.Rates[j]
		e.header("cpu_type.rate_set", "  ")
		e.text("name", r.Name)
		e.text("source", r.Source)
		e.pair("int", list(r.Int, formatRate))
		if r.FP != nil {
			e.pair("fp", list(r.FP, formatRate))
		}
		if r.Mem != nil {
			e.pair("mem", list(r.Mem, formatRate))
		}
	}
}

func (e *encoder) cluster(c *Cluster) {
	e.header("cluster", "")
	e.text("name", c.Name)
	e.text("kind", c.Kind.String())
	e.text("cpus", c.CPUs.String())
	e.optText("source", c.Source)
	for i := range c.IdleStates {
		s := &c.IdleStates[i]
		e.header("cluster.idle_state", "  ")
		e.text("name", s.Name)
		e.text("level", s.Level.String())
		if s.EntryUS != 0 {
			e.integer("entry_us", s.EntryUS)
		}
		e.integer("exit_us", s.ExitUS)
		e.integer("residency_us", s.ResidencyUS)
		if s.WakeupUS != 0 {
			e.integer("wakeup_us", s.WakeupUS)
		}
	}
}

func (e *encoder) freqDomain(fd *FreqDomain) {
	e.header("freq_domain", "")
	e.text("cpus", fd.CPUs.String())
	e.optText("source", fd.Source)
	e.pair("freq_khz", list(fd.OPPs, func(o OPP) string { return group(int64(o.Freq)) }))
	volts := false
	for _, o := range fd.OPPs {
		volts = volts || o.Volt != 0
	}
	if volts {
		e.pair("volt_uv", list(fd.OPPs, func(o OPP) string { return group(int64(o.Volt)) }))
	}
	if fd.TransitionLatencyUS != 0 {
		e.integer("transition_latency_us", fd.TransitionLatencyUS)
	}
}

func (e *encoder) table(t *PowerTable) {
	e.header("table", "")
	e.text("name", t.Name)
	e.text("kind", t.Kind.String())
	e.text("unit", t.Unit)
	if t.DefaultMeter {
		e.pair("default_meter", "true")
	}
	e.text("source", t.Source)
	e.optText("trust", t.Trust)
	e.notes(t.Notes)
	for i := range t.Domains {
		d := &t.Domains[i]
		e.header("table.domain", "  ")
		e.text("cpus", d.CPUs.String())
		e.pair("capacity", list(d.Capacity, func(c Capacity) string { return group(int64(c)) }))
		e.powers("core_busy", d.CoreBusy)
		e.powers("cluster_busy", d.ClusterBusy)
		e.powers("core_idle", d.CoreIdle)
		e.powers("cluster_idle", d.ClusterIdle)
		if d.Busy != nil {
			rows := make([]string, len(d.Busy))
			for n, row := range d.Busy {
				rows[n] = e.indent + "  " + powerList(row) + ",\n"
			}
			e.pair("busy", "[\n"+strings.Join(rows, "")+e.indent+"]")
		}
	}
}

func (e *encoder) raw(s string) { e.b.WriteString(s) }

func (e *encoder) header(name, indent string) {
	e.indent = indent
	e.raw("\n" + indent + "[[" + name + "]]\n")
}

func (e *encoder) pair(key, value string) { e.raw(e.indent + key + " = " + value + "\n") }

func (e *encoder) integer(key string, v int64) { e.pair(key, group(v)) }

func (e *encoder) text(key, v string) { e.pair(key, quote(v)) }

// notes is the one key of several lines.
func (e *encoder) notes(v string) {
	if strings.Contains(v, "\n") {
		e.pair("notes", quoteLines(v))
		return
	}
	e.optText("notes", v)
}

func (e *encoder) optText(key, v string) {
	if v != "" {
		e.text(key, v)
	}
}

func (e *encoder) powers(key string, row []Power) {
	if row != nil {
		e.pair(key, powerList(row))
	}
}

// powerList leaves out the unknown tail.
func powerList(row []Power) string {
	for len(row) > 0 && row[len(row)-1] == UnknownPower {
		row = row[:len(row)-1]
	}
	return list(row, func(w Power) string { return group(int64(w)) })
}

func list[T any](values []T, format func(T) string) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = format(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// group writes an integer with "_" between groups of three digits, from five
// digits on.
func group(v int64) string {
	s := strconv.FormatInt(v, 10)
	if v > -10_000 && v < 10_000 {
		return s
	}
	digits := strings.TrimPrefix(s, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "_" + digits[i:]
	}
	return s[:len(s)-len(strings.TrimPrefix(s, "-"))] + digits
}

// formatRate writes a rate with the fewest decimals that read back as the same
// Rate: at most four.
func formatRate(r Rate) string {
	v := float64(r) / (1 << RateShift)
	for decimals := range 4 {
		s := strconv.FormatFloat(v, 'f', decimals, 64)
		if back, err := strconv.ParseFloat(s, 64); err == nil {
			if got, _ := RateOf(back); got == r {
				return s
			}
		}
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// quote writes a TOML basic string.
func quote(s string) string { return `"` + escape(s, false) + `"` }

// quoteLines writes a TOML multi-line basic string. The line end before the
// closing quotes is added here and taken off by the reader.
func quoteLines(s string) string { return `"""` + "\n" + escape(s, true) + "\n" + `"""` }

// escape writes the inside of a basic string. In a multi-line one, line ends
// stand as they are, and so do quotes but for every third of a run.
func escape(s string, lines bool) string {
	var b strings.Builder
	quotes := 0
	for _, r := range strings.ToValidUTF8(s, string(utf8.RuneError)) {
		quotes++
		if r != '"' {
			quotes = 0
		}
		switch {
		case lines && (r == '\n' || r == '"' && quotes%3 != 0):
			b.WriteRune(r)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
