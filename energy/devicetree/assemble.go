package devicetree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// Import makes a platform of a compiled device tree. The list says what the tree
// does not tell; the platform then lacks it. The error means that blob is no
// device tree.
func Import(name string, blob []byte, o draft.Options) (*energy.Platform, diag.List, error) {
	b, list, err := Parse(blob, o)
	if err != nil {
		return nil, nil, err
	}
	list.Locate(name, nil)
	if list.HasErrors() {
		return nil, list, nil
	}
	a := assembler{b: b, o: o, d: &draft.Board{
		Name: trimExt(name), Title: b.Model, Source: draft.Source(name, "device tree", blob),
	}}
	a.assemble()
	a.list.Locate(name, nil)
	p, gaps := a.d.Build(o)
	gaps.Locate(name, nil)
	return p, slices.Concat(list, a.list, gaps), nil
}

// trimExt takes folders and the extension off a file name.
func trimExt(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	for _, ext := range [...]string{".dtb", ".dts", ".dtbo"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// assembler makes a draft of a Board.
type assembler struct {
	b    *Board
	o    draft.Options
	d    *draft.Board
	list diag.List

	order    []int // Board.CPUs in Linux's order
	capacity []energy.Capacity
}

func (a *assembler) assemble() {
	a.order = a.b.BootOrder(a.bootCPU())
	if len(a.b.Compatible) > 0 {
		a.d.Source += ", compatible " + strings.Join(a.b.Compatible, ", ")
	}
	a.capacities()
	a.domains()
	a.cpus()
	a.coefficients()
	if t, ok := a.emTable(); ok {
		a.d.Tables = append(a.d.Tables, t)
	}
	if t, ok := a.costTable(); ok {
		a.d.Tables = append(a.d.Tables, t)
	}
}

// bootCPU finds the CPU that the options name. A device tree does not say which
// CPU boots (boot_cpuid_phys is 0 in all that Linux brings).
func (a *assembler) bootCPU() int {
	want := strings.TrimSpace(a.o.BootCPU)
	if want == "" {
		if slices.ContainsFunc(a.b.CPUs, func(c CPU) bool { return c.core() != a.b.CPUs[0].core() }) {
			draft.Warn(
				&a.list,
				"boot-cpu",
				"boot_cpu",
				"name the one that boots (--boot-cpu REG): Linux numbers it 0, the others in the tree's order",
				"the tree does not say which CPU boots; taken as the first, %s",
				a.b.CPUs[0].Path,
			)
		}
		return 0
	}
	for i := range a.b.CPUs {
		if strings.HasSuffix(a.b.CPUs[i].Path, "/"+want) {
			return i
		}
	}
	if reg, err := strconv.ParseUint(want, 0, 64); err == nil {
		for i := range a.b.CPUs {
			if a.b.CPUs[i].Reg == reg {
				return i
			}
		}
	}
	regs := make([]string, 0, len(a.b.CPUs))
	for i := range a.b.CPUs {
		regs = append(regs, fmt.Sprintf("%#x", a.b.CPUs[i].Reg))
	}
	draft.Fail(&a.list, "boot-cpu", "boot_cpu", "want one of: "+strings.Join(regs, ", "), "no CPU with reg %q", want)
	return 0
}

// capacities computes what the kernel takes for each CPU's capacity
// (topology_parse_cpu_capacity and topology_normalize_cpu_scale, 6.12).
func (a *assembler) capacities() {
	a.capacity = make([]energy.Capacity, len(a.b.CPUs))
	dmips := make([]int, len(a.b.CPUs))
	khz := make([]energy.KHz, len(a.b.CPUs))
	known := 0
	for i := range a.b.CPUs {
		c := &a.b.CPUs[i]
		if dmips[i] = int(c.DMIPS); c.DMIPS > 0 {
			known++
		}
		if c.Domain >= 0 {
			khz[i] = a.b.Domains[c.Domain].MaxKHz()
		}
	}
	switch {
	case known == 0 || known < len(dmips):
		for i := range a.capacity {
			a.capacity[i] = energy.CapacityScale
		}
		if known > 0 {
			draft.Warn(&a.list, "partial-dmips", "cpu_type", "the kernel then takes 1024 for all CPUs",
				"%d of %d CPUs have no capacity-dmips-mhz", len(dmips)-known, len(dmips))
		} else if slices.ContainsFunc(a.b.CPUs, func(c CPU) bool { return c.core() != a.b.CPUs[0].core() }) {
			draft.Warn(&a.list, "no-dmips", "cpu_type", "the kernel takes 1024 for all CPUs; their real speeds are not known",
				"no CPU has capacity-dmips-mhz, and the cores differ")
		}
	default:
		if c, ok := draft.Normalize(dmips, khz); ok {
			a.capacity = c
		} else {
			draft.Warn(&a.list, "unknown-capacity", "cpu_type",
				"they are capacity-dmips-mhz x MHz over the highest such product; the firmware knows the frequencies",
				"the capacities cannot be computed: the tree does not say the highest frequency of each CPU")
		}
	}
}

func (a *assembler) cpus() {
	guessed := len(a.b.Clusters) == 0
	if guessed {
		draft.Warn(&a.list, "unknown-cluster", "cluster", "join or split them if the board has other clusters",
			"the tree has no cpu-map; %s", strings.TrimPrefix(a.b.guessWhy, "no cpu-map; "))
		for i := range slices.Max(a.b.guess) + 1 {
			a.d.Clusters = append(a.d.Clusters, draft.Cluster{Name: fmt.Sprintf("cluster%d", i), Source: a.b.guessWhy})
		}
	}
	for _, name := range a.b.Clusters {
		a.d.Clusters = append(
			a.d.Clusters,
			draft.Cluster{Name: name, Source: "cpu-map " + name + " of the device tree; its idle states"},
		)
	}
	for _, i := range a.order {
		c := &a.b.CPUs[i]
		out := draft.CPU{
			Core: c.core(), Cluster: c.Cluster, Domain: c.Domain, DMIPS: int(c.DMIPS), Capacity: a.capacity[i],
		}
		if guessed {
			out.Cluster = a.b.guess[i]
		}
		for _, s := range c.IdleStates {
			st := &a.b.IdleStates[s]
			out.Idle = append(out.Idle, energy.IdleState{
				Name: st.Name, Level: st.Level, EntryUS: int64(st.Entry), ExitUS: int64(st.Exit),
				ResidencyUS: int64(st.Residency), WakeupUS: int64(st.Wake),
			})
		}
		a.d.CPUs = append(a.d.CPUs, out)
	}
}

// domains copies the frequency domains, with the rates that capacity-dmips-mhz
// implies.
func (a *assembler) domains() {
	var top uint64 // the highest dmips x kHz
	for i := range a.b.CPUs {
		c := &a.b.CPUs[i]
		if c.Domain >= 0 {
			top = max(top, uint64(c.DMIPS)*uint64(a.b.Domains[c.Domain].MaxKHz()))
		}
	}
	for i := range a.b.Domains {
		d := &a.b.Domains[i]
		out := draft.Domain{LatencyUS: d.LatencyUS, Source: "device tree: CPUs joined by " + d.Why}
		if d.Table != "" {
			out.Source += "; OPPs of " + d.Table
		} else if len(d.OPPs) > 0 {
			out.Source += "; operating-points of the cpu node"
		}
		out.OPPs = plain(d.OPPs)
		a.rates(&out, d, top)
		a.d.Domains = append(a.d.Domains, out)
	}
}

// rates: capacity-dmips-mhz is a claim about speed; where no CPU has it, CPUs of
// one type and one top frequency still define the scale among themselves.
func (a *assembler) rates(out *draft.Domain, d *Domain, top uint64) {
	first := &a.b.CPUs[d.CPUs[0]]
	switch {
	case !slices.ContainsFunc(a.b.CPUs, func(c CPU) bool { return c.DMIPS == 0 }) &&
		!slices.Contains(a.capacity, 0) && top > 0:
		out.Rates = draft.ScaleRates(out.OPPs, uint64(first.DMIPS)<<10, top, 1)
		out.RateName = "dmips"
		out.RateSource = "capacity-dmips-mhz x kHz over the highest such product without boost, x 1024"
	case len(a.b.Domains) > 0 && a.uniform():
		out.Rates = draft.ScaleRates(out.OPPs, uint64(energy.CapacityScale), 1, d.MaxKHz())
		out.RateName = "equal"
		out.RateSource = "all CPUs are of one type with one top frequency, which is 1024 by definition; scaled with frequency"
	}
}

// uniform reports whether all CPUs are of one core type and run at one top
// frequency.
func (a *assembler) uniform() bool {
	for i := range a.b.CPUs {
		c := &a.b.CPUs[i]
		if c.DMIPS != 0 || c.Domain < 0 || c.core() != a.b.CPUs[0].core() ||
			a.b.Domains[c.Domain].MaxKHz() != a.b.Domains[a.b.CPUs[0].Domain].MaxKHz() {
			return false
		}
	}
	return true
}

// plain is the OPPs in the form of package energy.
func plain(opps []OPP) []energy.OPP {
	var out []energy.OPP
	for _, o := range opps {
		out = append(out, energy.OPP{Freq: o.KHz(), Volt: energy.MicroVolt(o.MicroVolt)})
	}
	return out
}
