package skeleton

import (
	"fmt"
	"strconv"
	"strings"

	"easim/energy"
)

// Write returns the platform file of s, with its comments.
func Write(s Spec) ([]byte, error) {
	s, err := s.withDefaults()
	if err != nil {
		return nil, err
	}
	w := writer{spec: s}
	w.head()
	w.types()
	w.clusters()
	w.domains()
	w.table()
	return []byte(w.b.String()), nil
}

type writer struct {
	spec Spec
	b    strings.Builder
}

// printf writes a line.
func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *writer) head() {
	w.printf("# A board for easim. What stands behind TODO is yours to fill; an unknown power is")
	w.printf("# left out, never 0. Check the file with `easim platform validate FILE`, let editors")
	w.printf("# complete and check it with `easim platform schema` (see the README).")
	w.printf("format = 1")
	w.printf("name = %s", quote(w.spec.Name))
	title := w.spec.Title
	if title == "" {
		title = "TODO: the board's full name, with SoC and cores"
	}
	w.printf("title = %s", quote(title))
	w.printf(`source = "TODO: where CPUs, clusters and idle states come from: device tree with commit, data sheet, dump"`)
	w.printf("# notes = \"what you chose where sources disagree\"")
	w.printf("# boot_cpu = 0   # the CPU that Linux boots on; it is number 0 on most boards")
}

func (w *writer) types() {
	w.printf("\n# The cores: one entry for each microarchitecture and top frequency.")
	for i := range w.spec.Clusters {
		c := &w.spec.Clusters[i]
		w.printf("\n[[cpu_type]]")
		w.printf("name = %s", quote(c.core()))
		w.printf("cpus = %s", quote(c.CPUs.String()))
		if c.DMIPS > 0 {
			w.printf("dmips_per_mhz = %d   # capacity-dmips-mhz of the device tree", c.DMIPS)
		} else {
			w.printf("# dmips_per_mhz = 1024   # TODO: capacity-dmips-mhz of the device tree")
		}
		if i == 0 {
			w.printf("# rate = [...]   # how fast work really proceeds at each OPP, in capacity units; without it")
			w.printf("#                # as fast as the scheduler believes, by the capacities of the table below")
		}
	}
}

// core is the name of the cluster's CPU type.
func (c *Cluster) core() string {
	if c.Core != "" {
		return c.Core
	}
	return c.Name
}

func (w *writer) clusters() {
	w.printf("\n# The clusters: CPUs that share caches and a power rail, and how they sleep. Times are in")
	w.printf("# microseconds: entry-latency-us, exit-latency-us and min-residency-us of the device tree.")
	for i := range w.spec.Clusters {
		c := &w.spec.Clusters[i]
		w.printf("\n[[cluster]]")
		w.printf("name = %s", quote(c.Name))
		w.printf("kind = %s   # little, mid or big", quote(c.Kind.String()))
		w.printf("cpus = %s", quote(c.CPUs.String()))
		w.printf(`source = "TODO"`)
		w.idle(energy.IdleState{Name: "WFI", Level: energy.IdleCore, ExitUS: 1, ResidencyUS: 1})
		for _, s := range c.Idle {
			w.idle(s)
		}
		if len(c.Idle) == 0 {
			w.printf("\n  # TODO: the states beyond WFI, shallow to deep; level is core or cluster")
			w.printf("  # [[cluster.idle_state]]")
			w.printf("  # name = \"cpu-sleep\"\n  # level = \"core\"")
			w.printf("  # entry_us = 300\n  # exit_us = 1200\n  # residency_us = 2000")
		}
	}
}

func (w *writer) idle(s energy.IdleState) {
	w.printf("\n  [[cluster.idle_state]]")
	w.printf("  name = %s", quote(s.Name))
	w.printf("  level = %s", quote(s.Level.String()))
	if s.EntryUS > 0 {
		w.printf("  entry_us = %d", s.EntryUS)
	}
	w.printf("  exit_us = %d", s.ExitUS)
	w.printf("  residency_us = %d", s.ResidencyUS)
}

func (w *writer) domains() {
	w.printf("\n# The frequency domains: CPUs that the hardware clocks together. Where two clusters share a")
	w.printf("# clock, make one entry of two; where one cluster has two clocks, it has two entries here.")
	for i := range w.spec.Clusters {
		c := &w.spec.Clusters[i]
		w.printf("\n[[freq_domain]]")
		w.printf("cpus = %s", quote(c.CPUs.String()))
		w.printf(`source = "TODO: device tree (opp-hz), firmware, or scaling_available_frequencies of a live board"`)
		if len(c.Freq) > 0 {
			w.printf("freq_khz = %s", list(c.Freq))
		} else {
			w.printf("freq_khz = []   # TODO: kHz, ascending: 1.2 GHz is 1_200_000")
		}
		if len(c.Volt) > 0 {
			w.printf("volt_uv = %s", list(c.Volt))
		} else {
			w.printf("# volt_uv = []   # microvolts, one for each frequency (opp-microvolt); leave it out if unknown")
		}
		w.printf("# transition_latency_us = 300   # clock-latency-ns / 1000, or cpuinfo_transition_latency / 1000")
	}
}

// quote writes a TOML basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "?") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// list writes an array of integers.
func list[T ~int64](values []T) string {
	parts := make([]string, len(values))
	for i, v := range values {
		s := strconv.FormatInt(int64(v), 10)
		for j := len(s) - 3; j > 0 && len(s) > 4; j -= 3 {
			s = s[:j] + "_" + s[j:]
		}
		parts[i] = s
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
