package devicetree

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

var update = flag.Bool("update", false, "rewrite testdata/linux-6.12.txt from what the importer reads")

// goldenFile holds what the importer must read from each of the 70 trees.
const goldenFile = "testdata/linux-6.12.txt"

// kernelPaths reads the paths of the trees out of the golden file.
func kernelPaths(t *testing.T) []string {
	t.Helper()
	src, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for line := range strings.Lines(string(src)) {
		if strings.HasPrefix(line, "arch/") {
			paths = append(paths, strings.TrimSpace(line))
		}
	}
	return paths
}

// describe is a Board in the form of the golden file.
func describe(path string, b *Board) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n  model %s\n  cpus %d\n", path, b.Model, len(b.CPUs))
	for i, name := range b.Clusters {
		fmt.Fprintf(&out, "  cluster %s cpus %s\n", name, cpusOf(b, func(c CPU) bool { return c.Cluster == i }))
	}
	capacity := (&assembler{b: b, d: &draft.Board{}}).allCapacities()
	for _, d := range domainsOf(b) {
		c := &b.CPUs[d.CPUs[0]]
		fmt.Fprintf(&out, "  domain cpus %s %s\n    capacity %s dmips %s coefficient %s\n",
			cpuList(d.CPUs), strings.Join(coresOf(b, d.CPUs), "+"),
			number0(uint64(capacity[d.CPUs[0]])), number0(uint64(c.DMIPS)), number0(uint64(d.Coefficient)))
		if len(d.OPPs) > 0 {
			fmt.Fprintf(&out, "    khz %s\n", join(d.OPPs, func(o OPP) string { return fmt.Sprint(o.KHz()) }))
		}
		if slices.ContainsFunc(d.OPPs, func(o OPP) bool { return o.MicroVolt > 0 }) {
			fmt.Fprintf(&out, "    uv %s\n", join(d.OPPs, func(o OPP) string { return fmt.Sprint(o.MicroVolt) }))
		}
		if slices.ContainsFunc(d.OPPs, func(o OPP) bool { return o.Turbo }) {
			fmt.Fprintf(&out, "    turbo %s\n", join(d.OPPs, func(o OPP) string { return fmt.Sprint(o.Turbo) }))
		}
	}
	for i, s := range b.IdleStates {
		fmt.Fprintf(&out, "  idle %s %s entry %d exit %d residency %d wakeup %d cpus %s\n", s.Name, s.Level, s.Entry, s.Exit,
			s.Residency, s.Wake, cpusOf(b, func(c CPU) bool { return slices.Contains(c.IdleStates, i) }))
	}
	return out.String()
}

func (a *assembler) allCapacities() []energy.Capacity {
	a.capacities()
	return a.capacity
}

// domainsOf returns the domains of a board; CPUs of which the tree names no
// domain are one domain for each core type and speed, as draft has it.
func domainsOf(b *Board) []Domain {
	out := slices.Clone(b.Domains)
	type sort struct {
		core  string
		dmips uint32
	}
	var keys []sort
	first := len(out)
	for i := range b.CPUs {
		c := &b.CPUs[i]
		if c.Domain >= 0 {
			continue
		}
		k := sort{c.core(), c.DMIPS}
		at := slices.Index(keys, k)
		if at < 0 {
			at = len(keys)
			keys = append(keys, k)
			out = append(out, Domain{})
		}
		d := &out[first+at]
		d.CPUs = append(d.CPUs, i)
		if d.Coefficient == 0 {
			d.Coefficient = c.Coefficient
		}
	}
	slices.SortFunc(out, func(x, y Domain) int { return x.CPUs[0] - y.CPUs[0] })
	return out
}

func coresOf(b *Board, cpus []int) []string {
	var out []string
	for _, i := range cpus {
		if n := b.CPUs[i].Compatible[0]; !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

func cpusOf(b *Board, f func(c CPU) bool) string {
	var list []int
	for i := range b.CPUs {
		if f(b.CPUs[i]) {
			list = append(list, i)
		}
	}
	if list == nil {
		return "none"
	}
	return cpuList(list)
}

func cpuList(cpus []int) string {
	var s energy.CPUSet
	for _, i := range cpus {
		s.Add(energy.CPUID(i))
	}
	return s.String()
}

func number0(v uint64) string {
	if v == 0 {
		return "unknown"
	}
	return fmt.Sprint(v)
}

func join[T any](list []T, f func(T) string) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = f(v)
	}
	return strings.Join(parts, " ")
}

// TestLinux612 reads all trees and compares every number with the golden file.
func TestLinux612(t *testing.T) {
	paths := kernelPaths(t)
	dir := kernelTrees(t, paths)
	var got bytes.Buffer
	for _, p := range paths {
		got.WriteString(describe(p, parseFile(t, filepath.Join(dir, blobName(p)))))
	}
	if *update {
		if err := os.WriteFile(goldenFile, append([]byte(goldenHead), got.Bytes()...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(want), "\narch/")
	if body = "arch/" + body; body != got.String() {
		t.Errorf(
			"what is read differs from %s (see git diff after -update):\n%s",
			goldenFile,
			firstDifference(body, got.String()),
		)
	}
}

const goldenHead = `# What the importer reads from 70 device trees of Linux 6.12 (Debian's linux-source-6.12), in the
# order and numbering of the trees. Facts of the hardware; the trees themselves are not here.
`

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\n got %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

func parseFile(t *testing.T, file string) *Board {
	t.Helper()
	blob, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b, list, err := Parse(blob, draft.Options{})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if list.HasErrors() {
		t.Fatalf("%s: %v", file, list.Err())
	}
	return b
}

// expected is one entry of the reference list, read from the same trees by
// another program.
type expected struct {
	DTB      string   `json:"dtb"`
	Model    string   `json:"model"`
	CPUs     int      `json:"ncpu"`
	Clusters int      `json:"cpu_map_clusters"`
	Idle     []string `json:"idle_states"`
	Domains  []struct {
		CPUs        []int    `json:"cpus_dt"`
		Core        []string `json:"core"`
		OPPs        int      `json:"opps"`
		MinKHz      uint64   `json:"fmin_khz"`
		MaxKHz      uint64   `json:"fmax_khz"`
		Capacity    uint64   `json:"max_capacity"`
		DMIPS       uint64   `json:"dmips"`
		Coefficient uint64   `json:"dpc"`
		Volts       bool     `json:"volts"`
	} `json:"domains"`
}

func readExpected(t *testing.T) []expected {
	t.Helper()
	src, err := os.ReadFile("../../../shared/data/platforms/expected-dts.json")
	if err != nil {
		t.Skip("the reference list is not at hand: ", err)
	}
	var list []expected
	if err := json.Unmarshal(src, &list); err != nil {
		t.Fatal(err)
	}
	return list
}
