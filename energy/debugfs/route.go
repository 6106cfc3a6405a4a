package debugfs

import (
	"slices"
	"strconv"
	"strings"

	"easim/energy"
)

// logPath is the path of the lines of a kernel log.
const logPath = "dmesg"

// place is what a file is about, taken from its path.
type place struct {
	cpu    int    // cpu<N>, policy<N>
	dev    string // energy model device
	khz    int64  // state of an energy model
	hz     int64  // OPP
	state  int    // cpuidle state
	domain int    // sched domain
	group  int    // sched group
	name   string // the file's own name
}

// subject reads a file that it knows; each is one of the fields of a dump.
type subject func(d *dump, at place, f *file)

// numbered reads "cpu12" and the like.
func numbered(segment, prefix string) (int, bool) {
	text, ok := strings.CutPrefix(segment, prefix)
	if !ok || text == "" || digits(text) != len(text) || len(text) > 9 {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// cpuNumber reads "cpu12"; false for a number beyond what a platform can have.
func cpuNumber(segment, prefix string) (int, bool) {
	n, ok := numbered(segment, prefix)
	return n, ok && n < energy.MaxCPUs
}

// route is the place and the reader of a path; the reader is nil if the file does
// not matter.
func route(segments []string) (place, subject) {
	n := len(segments)
	seg := func(back int) string { // 1 is the file itself
		if back > n {
			return ""
		}
		return segments[n-back]
	}
	at := place{name: seg(1)}
	parent := seg(2)
	if khz, ok := stateName(parent); ok && seg(3) != "" {
		at.dev, at.khz = seg(3), khz
		return at, (*dump).emState
	}
	if cpu, ok := cpuNumber(parent, "policy"); ok {
		at.cpu = cpu
		return at, known((*dump).policyFile, at.name, policyFiles[:])
	}
	if cpu, ok := statsOf(parent, seg(3)); ok && at.name == "time_in_state" {
		at.cpu = cpu
		return at, (*dump).statsFile
	}
	if cpu, ok := cpuNumber(parent, "cpu"); ok && at.name == "cpu_capacity" {
		at.cpu = cpu
		return at, (*dump).capacityFile
	}
	if (at.name == "cpus" || at.name == "flags" || at.name == "units") && (seg(3) == "energy_model" || n == 2) {
		at.dev = parent
		return at, (*dump).emDevice
	}
	if cpu, ok := cpuNumber(seg(3), "cpu"); ok {
		at.cpu = cpu
		switch parent {
		case "cpufreq":
			return at, known((*dump).policyFile, at.name, policyFiles[:])
		case "topology":
			return at, known((*dump).topologyFile, at.name, topologyFiles[:])
		case "of_node":
			return at, known((*dump).nodeFile, at.name, nodeFiles[:])
		}
	}
	return routeDeep(at, segments)
}

// statsOf finds whose cpufreq statistics a folder has: policy<N>/stats, or
// cpufreq_stats/<N> beside the results of freqbench.
func statsOf(parent, above string) (cpu int, ok bool) {
	switch {
	case parent == "stats":
		return cpuNumber(above, "policy")
	case above == "cpufreq_stats":
		return cpuNumber(parent, "")
	}
	return 0, false
}

// routeDeep is route for files further below their CPU.
func routeDeep(at place, segments []string) (place, subject) {
	n := len(segments)
	var ok bool
	for i := 0; i+1 < n; i++ {
		if at.cpu, ok = cpuNumber(segments[i], "cpu"); !ok {
			continue
		}
		below := segments[i+1:]
		switch {
		case len(below) == 3 && below[0] == "cpuidle":
			if at.state, ok = numbered(below[1], "state"); ok && at.state < 32 {
				return at, known((*dump).idleFile, at.name, idleFiles[:])
			}
		case len(below) == 3 && below[0] == "regs" && at.name == "midr_el1":
			return at, (*dump).midrFile
		case len(below) == 4 && below[2] == "energy":
			d, okD := numbered(below[0], "domain")
			g, okG := numbered(below[1], "group")
			if okD && okG && d < 16 && g < energy.MaxCPUs {
				at.domain, at.group = d, g
				return at, known((*dump).legacyFile, at.name, legacyFiles[:])
			}
		case strings.HasPrefix(below[0], "opp:") && len(below) >= 2 && len(below) <= 3:
			hz, err := strconv.ParseInt(below[0][len("opp:"):], 10, 64)
			if err == nil && hz > 0 && (at.name == "u_volt_target" || at.name == "rate_hz") {
				at.hz = hz
				return at, (*dump).oppFile
			}
		}
	}
	switch parent := segments[max(n-2, 0)]; {
	case at.name == "model" && (parent == "base" || parent == "device-tree"):
		return at, (*dump).modelFile
	case at.name == "osrelease" && parent == "kernel":
		return at, (*dump).releaseFile
	case strings.HasPrefix(at.name, logPath) || at.name == "kernel.log" || at.name == "kern.log":
		return at, (*dump).logFile
	}
	return at, nil
}

func subjectOf(segments []string) subject {
	_, s := route(segments)
	return s
}

// known returns read if the file is one of those that it knows.
func known(read subject, name string, names []string) subject {
	if slices.Contains(names, name) {
		return read
	}
	return nil
}

// stateName reads the directory of a performance state: "ps:<kHz>", or "cs:<kHz>"
// before 5.8.
func stateName(segment string) (khz int64, ok bool) {
	if !strings.HasPrefix(segment, "ps:") && !strings.HasPrefix(segment, "cs:") {
		return 0, false
	}
	khz, err := strconv.ParseInt(segment[3:], 10, 64)
	return khz, err == nil && khz > 0
}

// enters reports whether a directory deep in a tree can hold files that matter.
func enters(name string) bool {
	if slices.Contains(directories[:], name) {
		return true
	}
	for _, p := range numberedDirectories {
		if _, ok := numbered(name, p); ok {
			return true
		}
	}
	_, isState := stateName(name)
	return isState || strings.HasPrefix(name, "opp:") || strings.HasPrefix(name, "supply-")
}

// directories are those on the way to what matters, and numberedDirectories those
// with a number behind the name.
var (
	directories = [...]string{
		"sys", "kernel", "debug", "energy_model", "opp", "devices", "system", "cpu", "cpufreq", "cpuidle", "topology",
		"of_node", "regs", "identification", "stats", "cpufreq_stats", "proc", "sched_domain", "energy", "firmware", "devicetree", "base",
	}
	numberedDirectories = [...]string{"cpu", "policy", "pd", "state", "domain", "group"}
)

// The files that matter, by subject.
var (
	policyFiles = [...]string{
		"related_cpus", "affected_cpus", "scaling_available_frequencies", "scaling_boost_frequencies",
		"cpuinfo_max_freq", "cpuinfo_transition_latency",
	}
	topologyFiles = [...]string{
		"cluster_cpus_list", "cluster_id", "package_cpus_list", "core_siblings_list", "physical_package_id",
	}
	nodeFiles   = [...]string{"compatible", "capacity-dmips-mhz", "dynamic-power-coefficient"}
	idleFiles   = [...]string{"name", "desc", "latency", "residency", "power"}
	legacyFiles = [...]string{"cap_states", "idle_states", "nr_cap_states", "nr_idle_states"}
)
