package devicetree

import (
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// reader fills a Board from a tree.
type reader struct {
	t    *tree
	o    draft.Options
	b    *Board
	list diag.List

	cpuOf    map[int]int    // cpu node -> index into Board.CPUs
	idleOf   map[int]int    // idle state node -> index into Board.IdleStates
	costOf   map[int]int    // cost node -> index into Board.Costs
	oppsOf   map[int][]OPP  // opp table node -> its OPPs
	latency  map[int]uint32 // opp table node -> clock-latency-ns
	reported []int          // opp tables and others that have been complained about
}

// Parse reads a compiled device tree. The error is a [*FormatError]; what is
// doubtful in a well-formed tree is in the list.
func Parse(blob []byte, o draft.Options) (*Board, diag.List, error) {
	t, err := parse(blob)
	if err != nil {
		return nil, nil, err
	}
	r := reader{
		t: t, o: o, b: &Board{Model: t.text(0, "model"), Compatible: t.texts(0, "compatible")},
		cpuOf: map[int]int{}, idleOf: map[int]int{}, costOf: map[int]int{},
		oppsOf: map[int][]OPP{}, latency: map[int]uint32{},
	}
	r.cpus()
	if len(r.b.CPUs) == 0 || r.list.HasErrors() {
		return r.b, r.list, nil
	}
	r.topology()
	r.idleStates()
	r.domains()
	r.costs()
	return r.b, r.list, nil
}

func (r *reader) warn(code string, n int, detail, format string, args ...any) {
	draft.Warn(&r.list, code, r.t.path(n), detail, format, args...)
}

func (r *reader) fail(code string, n int, detail, format string, args ...any) {
	draft.Fail(&r.list, code, r.t.path(n), detail, format, args...)
}

// once reports whether this is the first complaint about a node.
func (r *reader) once(n int) bool {
	if slices.Contains(r.reported, n) {
		return false
	}
	r.reported = append(r.reported, n)
	return true
}

func (r *reader) cpus() {
	cpus := r.t.child(0, "cpus")
	if cpus < 0 {
		r.fail("no-cpu", 0, "is it the device tree of a board, and not an overlay?", "no /cpus node")
		return
	}
	for _, n := range r.t.children(cpus) {
		name, _, _ := strings.Cut(r.t.nodes[n].name, "@")
		if r.t.text(n, "device_type") != "cpu" && (name != "cpu" || !r.t.has(n, "reg")) {
			continue
		}
		if s := r.t.text(n, "status"); strings.HasPrefix(s, "fail") {
			r.warn("cpu-disabled", n, "", "left out: the CPU's status is %q", s)
			continue
		}
		if len(r.b.CPUs) == energy.MaxCPUs {
			r.fail("cpu-count", cpus, "", "more than %d CPUs", energy.MaxCPUs)
			return
		}
		r.cpuOf[n] = len(r.b.CPUs)
		r.b.CPUs = append(r.b.CPUs, r.cpu(n))
	}
	if len(r.b.CPUs) == 0 {
		r.fail("no-cpu", cpus, "", "no cpu nodes")
	}
}

func (r *reader) cpu(n int) CPU {
	c := CPU{
		Path: r.t.path(n), Compatible: r.t.texts(n, "compatible"),
		Cluster: none, Domain: none, node: n, table: none,
	}
	c.Reg, _ = r.t.u64(n, "reg")
	c.DMIPS, _ = r.t.u32(n, "capacity-dmips-mhz")
	c.Coefficient, _ = r.t.u32(n, "dynamic-power-coefficient")
	c.FreqModel = r.t.has(n, "freq-energy-model")
	const limit = 1_000_000
	if c.DMIPS > limit {
		r.warn("dmips", n, "", "left out: capacity-dmips-mhz %d is out of range", c.DMIPS)
		c.DMIPS = 0
	}
	if c.Coefficient > limit {
		r.warn("coefficient", n, "", "left out: dynamic-power-coefficient %d is out of range", c.Coefficient)
		c.Coefficient = 0
	}
	if refs := r.t.refs(n, "operating-points-v2", ""); len(refs) > 0 {
		c.table = refs[0].node
	}
	c.key = r.key(&c)
	return c
}

// core returns the microarchitecture of a CPU: the first compatible string that
// is not the generic fallback.
func (c *CPU) core() string {
	for _, s := range c.Compatible {
		if s != "arm,armv8" && s != "arm,arm-v8" {
			return draft.CoreOfCompatible(s)
		}
	}
	if len(c.Compatible) > 0 {
		return draft.CoreOfCompatible(c.Compatible[0])
	}
	return ""
}
