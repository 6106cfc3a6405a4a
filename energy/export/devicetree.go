package export

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// Options choose the tables of a device tree; "" is the first of the kind.
type Options struct {
	EM    string // of kind em: opp-microwatt, dynamic-power-coefficient
	EAS1x string // of kind eas1x: sched-energy-costs
}

// DeviceTree writes the parts of a device tree that a platform speaks of: the cpus
// node with topology, speeds, idle states and the cost tables of EAS 1.x, and an
// OPP table for each frequency domain. dtc compiles it as it is; a board's tree
// takes over the properties. CPUs stand in Linux's order, the one that boots first.
// The list says what a device tree cannot hold.
func DeviceTree(p *energy.Platform, o Options) ([]byte, diag.List, error) {
	d := tree{p: p}
	var err error
	if d.em, err = pick(p, o.EM, energy.TableEM); err != nil {
		return nil, nil, err
	}
	if d.eas1x, err = pick(p, o.EAS1x, energy.TableEAS1x); err != nil {
		return nil, nil, err
	}
	d.speeds()
	d.coefficients()
	d.lost()
	d.line(0, "/dts-v1/;")
	d.line(0, "")
	d.comment(0, "Written by easim from platform "+p.Name+". "+p.Source)
	d.open(0, "/")
	d.line(1, "#address-cells = <2>;")
	d.line(1, "#size-cells = <2>;")
	d.line(1, "model = %s;", text(p.Title))
	d.line(1, "compatible = %s;", text("easim,"+p.Name))
	d.line(0, "")
	d.open(1, "cpus")
	d.line(2, "#address-cells = <1>;")
	d.line(2, "#size-cells = <0>;")
	d.cpuMap()
	for id := range p.CPUs {
		d.cpu(energy.CPUID(id))
	}
	d.idleStates()
	d.costs()
	d.shut(1)
	for i := range p.FreqDomains {
		d.oppTable(i)
	}
	d.shut(0)
	return d.b.Bytes(), d.list, nil
}

func pick(p *energy.Platform, name string, kind energy.TableKind) (*energy.PowerTable, error) {
	if name == "" {
		return p.TableOfKind(kind), nil
	}
	t, err := p.FindTable(name)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	if t.Kind != kind {
		return nil, fmt.Errorf("export: table %q is of kind %s, want %s", name, t.Kind, kind)
	}
	return t, nil
}

// tree is a device tree on its way.
type tree struct {
	p         *energy.Platform
	em, eas1x *energy.PowerTable // nil: there is none
	dmips     []int64            // of each CPU; nil: left out
	derived   bool               // dmips come from the capacities
	turbo     []bool             // of each frequency domain: its top OPP is one of boost; nil: no
	coef      []int64            // dynamic-power-coefficient of each frequency domain; 0: none
	list      diag.List
	b         bytes.Buffer
}

func (d *tree) line(depth int, format string, args ...any) {
	if format != "" {
		d.b.WriteString(strings.Repeat("\t", depth))
		fmt.Fprintf(&d.b, format, args...)
	}
	d.b.WriteByte('\n')
}

func (d *tree) open(depth int, name string) { d.line(depth, "%s {", name) }
func (d *tree) shut(depth int)              { d.line(depth, "};") }

// comment writes running text as a C comment, broken at blanks.
func (d *tree) comment(depth int, words string) {
	words = strings.ReplaceAll(words, "*/", "* /")
	line := "/*"
	for _, w := range strings.Fields(words) {
		if len(line)+len(w) > 98 {
			d.line(depth, "%s", line)
			line = " *"
		}
		line += " " + w
	}
	d.line(depth, "%s */", line)
}

func (d *tree) warn(code, detail, format string, args ...any) {
	d.list.Add(diag.Diagnostic{Severity: diag.Warning, Code: code, Detail: detail, Summary: fmt.Sprintf(format, args...)})
}

// text is a string of a property.
func text(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}

// reg is the address of a CPU: its cluster in the second byte, as on Arm boards.
func (d *tree) reg(id energy.CPUID) int {
	c := d.p.CPUs[id].Cluster
	return c<<8 | slices.Index(d.p.Clusters[c].CPUs.List(), id)
}

func (d *tree) cpuMap() {
	d.line(0, "")
	d.open(2, "cpu-map")
	for i := range d.p.Clusters {
		d.open(3, fmt.Sprintf("cluster%d", i))
		for j, id := range d.p.Clusters[i].CPUs.List() {
			d.line(4, "core%d { cpu = <&CPU%d>; };", j, id)
		}
		d.shut(3)
	}
	d.shut(2)
}

func (d *tree) cpu(id energy.CPUID) {
	c := &d.p.CPUs[id]
	d.line(0, "")
	d.open(2, fmt.Sprintf("CPU%d: cpu@%x", id, d.reg(id)))
	d.line(3, "device_type = \"cpu\";")
	d.line(3, "compatible = %s;", text(compatible(d.p.Types[c.Type].Name)))
	d.line(3, "reg = <%#x>;", d.reg(id))
	d.line(3, "operating-points-v2 = <&cpu_opp_table%d>;", c.Domain)
	if d.dmips != nil {
		d.line(3, "capacity-dmips-mhz = <%d>;", d.dmips[id])
	}
	if v := d.coef[c.Domain]; v > 0 {
		d.line(3, "dynamic-power-coefficient = <%d>;", v)
	}
	var states []string
	for s := range d.p.Clusters[c.Cluster].IdleStates {
		if name := d.idleName(c.Cluster, s); name != "" {
			states = append(states, "&"+label(name))
		}
	}
	if len(states) > 0 {
		d.line(3, "cpu-idle-states = <%s>;", strings.Join(states, " "))
	}
	if row := d.costRow(id); row >= 0 {
		d.line(3, "sched-energy-costs = <&CPU_COST_%d &CLUSTER_COST_%d>;", row, row)
	}
	d.shut(2)
}

// compatible is the vendor's name of a core.
func compatible(core string) string {
	for _, v := range [...]struct{ prefix, vendor string }{
		{"cortex-", "arm"},
		{"neoverse", "arm"},
		{"kryo", "qcom"},
		{"icestorm", "apple"},
		{"firestorm", "apple"},
		{"blizzard", "apple"},
		{"avalanche", "apple"},
		{"denver", "nvidia"},
		{"carmel", "nvidia"},
	} {
		if strings.HasPrefix(core, v.prefix) {
			return v.vendor + "," + core
		}
	}
	return "unknown," + core
}

func (d *tree) oppTable(i int) {
	fd := &d.p.FreqDomains[i]
	d.line(0, "")
	d.open(1, fmt.Sprintf("cpu_opp_table%d: opp-table-%d", i, i))
	d.line(2, "compatible = \"operating-points-v2\";")
	d.line(2, "opp-shared;")
	powers := d.powers(i)
	for j, o := range fd.OPPs {
		hz := int64(o.Freq) * 1000
		d.line(0, "")
		d.open(2, fmt.Sprintf("opp-%d", hz))
		d.line(3, "opp-hz = /bits/ 64 <%d>;", hz)
		if o.Volt > 0 {
			d.line(3, "opp-microvolt = <%d>;", o.Volt)
		}
		if powers != nil {
			d.line(3, "opp-microwatt = <%d>;", powers[j])
		}
		if fd.TransitionLatencyUS > 0 {
			d.line(3, "clock-latency-ns = <%d>;", fd.TransitionLatencyUS*1000)
		}
		if d.turbo != nil && d.turbo[i] && j == len(fd.OPPs)-1 {
			d.line(3, "turbo-mode;")
		}
		d.shut(2)
	}
	d.shut(1)
}
