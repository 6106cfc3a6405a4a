package rtapp

import (
	"strings"

	"easim/energy/diag"
)

// eventKind is an event of rt-app.
type eventKind uint8

// The events. notEvent is the zero value.
const (
	notEvent eventKind = iota
	evLock
	evUnlock
	evWait
	evSignal
	evBroad
	evSync
	evSleep
	evRuntime
	evRun
	evTimer
	evSuspend
	evResume
	evMemrun
	evMem
	evIorun
	evYield
	evBarrier
	evFork
	evSemPost
	evSemWait
)

// eventPrefixes holds the beginning of each event's key, in the order in which
// rt-app tests them: "runtime" stands before "run", "memrun" before "mem".
var eventPrefixes = [...]struct {
	prefix string
	kind   eventKind
}{
	{"lock", evLock},
	{"unlock", evUnlock},
	{"wait", evWait},
	{"signal", evSignal},
	{"broad", evBroad},
	{"sync", evSync},
	{"sleep", evSleep},
	{"runtime", evRuntime},
	{"run", evRun},
	{"timer", evTimer},
	{"suspend", evSuspend},
	{"resume", evResume},
	{"memrun", evMemrun},
	{"mem", evMem},
	{"iorun", evIorun},
	{"yield", evYield},
	{"barrier", evBarrier},
	{"fork", evFork},
	{"sem_post", evSemPost},
	{"sem_wait", evSemWait},
}

// event returns the event that a key names and the rest of the key after the
// event's name.
func event(key string) (eventKind, string) {
	for _, e := range eventPrefixes {
		if rest, ok := strings.CutPrefix(key, e.prefix); ok {
			return e.kind, rest
		}
	}
	return notEvent, ""
}

// The keys that are no events, by the object that may hold them.
var (
	rootKeys   = [...]string{"tasks", "global", "resources"}
	globalKeys = [...]string{
		"duration", "calibration", "default_policy", "pi_enabled", "lock_pages", "logdir", "log_basename",
		"log_size", "ftrace", "gnuplot", "io_device", "mem_buffer_size", "cumulative_slack", "frag",
	}
	phaseKeys = [...]string{
		"loop", "policy", "priority", "dl-runtime", "dl-period", "dl-deadline", "cpus", "nodes_membind",
		"util_min", "util_max", "taskgroup",
	}
	taskKeys = [...]string{
		"instance", "delay", "phases", "runtime", "period", "deadline",
		"loop", "policy", "priority", "dl-runtime", "dl-period", "dl-deadline", "cpus", "nodes_membind",
		"util_min", "util_max", "taskgroup",
	}
	timerKeys  = [...]string{"ref", "period", "mode"}
	waitKeys   = [...]string{"ref", "mutex"}
	memrunKeys = [...]string{"type", "size", "count", "stride", "pattern", "ref"}
)

// keySet says which keys an object may have.
type keySet struct {
	in     *scope
	of     string // names the object in messages
	props  []string
	events bool // event keys are wanted, too
	beside bool // event keys are ignored because the task has phases
}

// keys checks the keys of n: it warns of those that rt-app ignores, because
// they mean nothing or because they repeat a property. It returns the events
// in order.
func (r *reader) keys(set keySet, n *node) []eventDef {
	var events []eventDef
	var seen uint64 // one bit a property
	for i := range n.members {
		m := &n.members[i]
		kind, rest := event(m.key)
		if kind != notEvent && set.events {
			r.accident(set, m, rest)
			events = append(events, eventDef{kind: kind, m: m})
			continue
		}
		at := index(set.props, m.key)
		switch {
		case at >= 0 && seen&(1<<at) != 0:
			r.warnf(place{in: set.in, key: m.key, at: m.at}, "duplicate",
				"workgen renames it, and rt-app then ignores it: the first value counts", "second %s", quote(m.key))
		case at >= 0:
			seen |= 1 << at
		case kind != notEvent && set.beside:
			r.warnf(place{in: set.in, key: m.key, at: m.at}, "ignored",
				`move it into a phase`, "rt-app ignores the event %s beside \"phases\"", quote(m.key))
		default:
			r.unknown(set, m)
		}
	}
	return events
}

// index returns where s stands in list, or -1.
func index(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// accident warns of a key that is an event only because it begins like one.
func (r *reader) accident(set keySet, m *member, rest string) {
	if strings.HasPrefix(m.key, "broadcast") { // the usual spelling of "broad"
		rest = m.key[len("broadcast"):]
	}
	if rest == "" {
		return
	}
	if c := rest[0] | 0x20; c >= 'a' && c <= 'z' {
		name := m.key[:len(m.key)-len(rest)]
		r.warnf(place{in: set.in, key: m.key, at: m.at}, "accident",
			`rt-app compares the beginning of a key only; number events as in "`+name+`1"`,
			"%s is read as the event %s", quote(m.key), name)
	}
}

// unknown warns of a key that rt-app does not look at.
func (r *reader) unknown(set keySet, m *member) {
	detail := ""
	if len(m.key) <= maxShown && r.counted[diag.Warning] < maxFaults {
		names := set.props
		if set.events {
			for _, e := range eventPrefixes {
				names = append(names[:len(names):len(names)], e.prefix)
			}
		}
		if near, ok := diag.Nearest(m.key, names); ok {
			detail = "did you mean " + quote(near) + "?"
		}
	}
	r.warnf(place{in: set.in, key: m.key, at: m.at}, "unknown", detail,
		"rt-app ignores the key %s in %s", quote(m.key), set.of)
}
