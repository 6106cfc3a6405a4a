package rtapp

import (
	"strconv"
	"strings"

	"easim/eas/workload"
	"easim/energy"
	"easim/energy/diag"
)

// defaultMemBuffer is the size of a task's memory buffer in bytes if the file
// names none (rt-app DEFAULT_MEM_BUF_SIZE).
const defaultMemBuffer = 4 << 20

// global is what the "global" object says and a simulation needs.
type global struct {
	durationNS int64 // workload.Forever without an end
	policy     int   // index into policyNames
	calib      workload.Calibration
	memBuffer  int64 // bytes
	nullDevice bool  // iorun writes to /dev/null
}

// Texts of the global object, in tables for did-you-mean.
var (
	ftraceNames   = [...]string{"main", "task", "loop", "event", "stats", "none"}
	resourceTypes = [...]string{"mutex", "wait", "signal", "broadcast", "sync", "sleep", "run", "timer"}
)

// readGlobal reads the "global" object m, which may be nil.
func (r *reader) readGlobal(m *member) global {
	g := global{
		durationNS: workload.Forever,
		policy:     policyOther,
		calib:      workload.Calibration{HasCPU: true},
		memBuffer:  defaultMemBuffer,
		nullDevice: true,
	}
	if m == nil || m.value.kind == kindNull {
		return g
	}
	in := &scope{key: "global"}
	n := &m.value
	if !r.isObject(place{in: in}, n) {
		return g
	}
	r.keys(keySet{in: in, of: `"global"`, props: globalKeys[:]}, n)
	// Only the duration is in seconds; -1, and 0, run until all tasks have ended.
	if s := r.intProp(in, n, "duration", -1, -1, maxInt); s > 0 {
		g.durationNS = s * 1_000_000_000
	}
	g.policy = r.choice(in, n, "default_policy", policyNames[:], policyOther)
	g.calib = r.calibration(in, n)
	g.memBuffer = r.intProp(in, n, "mem_buffer_size", defaultMemBuffer, 1, maxInt)
	g.nullDevice = r.textProp(in, n, "io_device", "/dev/null") == "/dev/null"
	if r.boolProp(in, n, "pi_enabled", false) {
		r.note(place{in: in, key: "pi_enabled", at: n.find("pi_enabled").at}, "pi_enabled",
			"mutexes work without it", "priority inheritance is not modelled")
	}
	r.checkLogging(in, n)
	return g
}

// checkLogging checks the properties that only say what rt-app writes where.
func (r *reader) checkLogging(in *scope, n *node) {
	for _, key := range [...]string{"lock_pages", "gnuplot", "cumulative_slack"} {
		r.boolProp(in, n, key, false)
	}
	r.textProp(in, n, "logdir", "")
	r.textProp(in, n, "log_basename", "")
	if x := n.find("log_size"); x != nil && x.kind == kindInt {
		r.intProp(in, n, "log_size", 0, 0, maxInt)
	} else {
		r.textProp(in, n, "log_size", "")
	}
	x := n.find("ftrace")
	if x == nil || x.kind == kindBool {
		return
	}
	for _, name := range strings.Split(r.textProp(in, n, "ftrace", ""), ",") {
		if name != "" && index(ftraceNames[:], name) < 0 {
			r.errorf(place{in: in, key: "ftrace", at: x.at}, "choice", diag.Suggest(clip(name), ftraceNames[:]),
				"\"ftrace\" has the category %s", quote(name))
		}
	}
}

// calibration reads what one microsecond of "run" is worth.
func (r *reader) calibration(in *scope, n *node) workload.Calibration {
	first := workload.Calibration{HasCPU: true}
	x := n.find("calibration")
	p := place{in: in, key: "calibration", at: n.at}
	if x == nil {
		r.warnf(p, "calibration", `rt-app then calibrates CPU0: a microsecond of "run" is one at the top rate of CPU 0`,
			`"global" has no calibration`)
		return first
	}
	p.at = x.at
	switch x.kind {
	case kindBroken:
		return first
	case kindInt:
		// Nanoseconds a loop: 0 has rt-app measure CPU 0.
		ns, ok := r.integer(p, x, `"calibration"`, 0, maxInt)
		return workload.Calibration{HasCPU: ok && ns == 0}
	case kindText:
		if cpu, ok := calibrationCPU(x.text); ok {
			if r.cpuExists(p, cpu) {
				return workload.Calibration{HasCPU: true, CPU: energy.CPUID(cpu)}
			}
			return first
		}
	}
	r.errorf(p, "type", `write the nanoseconds of one loop as an integer, or "CPU0" to calibrate on that CPU`,
		`"calibration" is %s`, x.describe())
	return first
}

// calibrationCPU reads "CPU<n>". As in rt-app, what follows the digits is
// ignored.
func calibrationCPU(s string) (int64, bool) {
	digits, ok := strings.CutPrefix(s, "CPU")
	if !ok {
		return 0, false
	}
	end := 0
	for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
		end++
	}
	v, err := strconv.ParseInt(digits[:end], 10, 32)
	return v, err == nil
}

// checkResources checks the "resources" object m, which may be nil. rt-app
// creates resources where they are used, so it has no effect.
func (r *reader) checkResources(m *member) {
	if m == nil || m.value.kind == kindNull || m.value.kind == kindBroken {
		return
	}
	in := &scope{key: "resources"}
	if m.value.kind != kindObject {
		r.warnf(place{in: in, at: m.value.at}, "ignored", "resources are created where they are used; remove it",
			"rt-app ignores \"resources\" that are no object")
		return
	}
	for i := range m.value.members {
		res := &m.value.members[i]
		if res.value.kind == kindObject {
			r.choice(&scope{up: in, key: res.key}, &res.value, "type", resourceTypes[:], 0)
		}
	}
}

// isObject reports whether n is an object, and complains if it is not.
func (r *reader) isObject(p place, n *node) bool {
	if n.kind == kindObject {
		return true
	}
	p.at = n.at
	if n.kind != kindBroken {
		r.errorf(p, "type", "write { ... }", "want an object, not %s", n.describe())
	}
	return false
}
