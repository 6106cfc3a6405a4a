package rtapp

import (
	"strings"

	"easim/eas/workload"
)

// policyNames holds the policies in the order of workload.Policy. IDLE and
// BATCH are HEAD's.
var policyNames = [...]string{
	"SCHED_OTHER", "SCHED_BATCH", "SCHED_IDLE", "SCHED_FIFO", "SCHED_RR", "SCHED_DEADLINE",
}

const (
	policyOther = int(workload.Normal)
	policySame  = -1 // a phase that names no policy keeps the one in force

	// defaultRTPriority is the priority of FIFO and RR tasks that name none
	// (rt-app DEFAULT_THREAD_PRIORITY).
	defaultRTPriority = 10

	// maxGroups is the most task groups of a file (rt-app HEAD).
	maxGroups = 32

	// minBudgetUS is the least SCHED_DEADLINE runtime in microseconds: the
	// kernel wants 1024 ns (kernel/sched/deadline.c:__checkparam_dl).
	minBudgetUS = 2
)

// schedData is what a task or a phase says about its policy.
type schedData struct {
	policy  int // index into policyNames, or policySame
	prio    int64
	hasPrio bool
	dl      [3]int64 // runtime, deadline, period in us; 0 is not given
	at      place    // of the priority, or of what is there
}

// silent reports whether a phase says nothing, so that all stays as it was.
func (s schedData) silent() bool {
	return s.policy == policySame && !s.hasPrio && s.dl == [3]int64{}
}

// readSched reads the policy, priority and deadline parameters of n. def is the
// policy if it names none: the file's for a task, policySame for a phase.
func (r *reader) readSched(in *scope, n *node, def int) schedData {
	s := schedData{policy: r.choice(in, n, "policy", policyNames[:], def), at: place{in: in, at: n.at}}
	if x := n.find("priority"); x != nil {
		s.at = place{in: in, key: "priority", at: x.at}
		s.prio, s.hasPrio = r.integer(s.at, x, `"priority"`, -1<<31, maxInt)
	}
	us := func(key string, def int64) int64 { return r.intProp(in, n, key, def, 0, maxInt) }
	runtime := us("dl-runtime", 0)
	period := us("dl-period", runtime)
	deadline := us("dl-deadline", period)
	if def != policySame {
		// The older names, at task level only. Without phases "runtime" is an
		// event as well; its value serves both.
		if runtime == 0 && s.policy == int(workload.Deadline) {
			runtime = us("runtime", 0)
		}
		if period == 0 {
			period = us("period", runtime)
		}
		if deadline == 0 {
			deadline = us("deadline", period)
		}
	}
	s.dl = [3]int64{runtime, deadline, period}
	return s
}

// resolve returns what is in force after s, where before was, and checks it.
func (r *reader) resolve(before, s schedData) schedData {
	now := s
	if s.policy == policySame {
		now.policy = before.policy
		if !s.hasPrio {
			now.prio = before.prio
		}
	}
	switch workload.Policy(now.policy) {
	case workload.FIFO, workload.RR:
		if !s.hasPrio && s.policy != policySame {
			now.prio = defaultRTPriority
		}
		r.priority(now, 1, 99, "a real-time priority")
	case workload.Deadline:
		now.prio = 0
		r.budget(&now, before)
	case workload.Idle:
		now.prio = 0 // rt-app sets no nice value here
	case workload.Normal, workload.Batch:
		r.priority(now, -20, 19, "a nice value")
	}
	return now
}

// priority checks a priority, with which rt-app would stop at run time.
func (r *reader) priority(s schedData, lo, hi int64, what string) {
	if s.prio < lo || s.prio > hi {
		r.errorf(s.at, "range", rangeText(lo, hi)+"; rt-app stops at run time", "\"priority\" of %s task is %s: %d",
			article(policyNames[s.policy]), what, s.prio)
	}
}

// budget checks deadline parameters as the kernel does.
func (r *reader) budget(s *schedData, before schedData) {
	if s.dl == [3]int64{} {
		s.dl = before.dl
	}
	runtime, deadline, period := s.dl[0], s.dl[1], s.dl[2]
	if runtime < minBudgetUS || runtime > deadline || deadline > period {
		r.errorf(s.at, "deadline",
			`give "dl-runtime" of at least 2 us, "dl-deadline" and "dl-period", each not less than the one before`,
			"SCHED_DEADLINE with runtime %d, deadline %d, period %d us", runtime, deadline, period)
	}
}

// attr makes the workload's form of s.
func (s schedData) attr() workload.Attr {
	a := workload.Attr{Policy: workload.Policy(s.policy)}
	switch a.Policy {
	case workload.FIFO, workload.RR:
		a.Priority = int(s.prio)
	case workload.Normal, workload.Batch:
		a.Nice = int(s.prio)
	case workload.Idle, workload.Deadline:
	}
	return a
}

// nanoseconds returns the deadline parameters in ns, in the order of
// workload.TaskSpec.DL.
func (s schedData) nanoseconds() [3]int64 {
	return [3]int64{s.dl[0] * 1000, s.dl[1] * 1000, s.dl[2] * 1000}
}

// unmodelled checks the properties that a simulation does not follow, and says
// so. policy is the one in force.
func (r *reader) unmodelled(in *scope, n *node, policy int) {
	for _, key := range [...]string{"util_min", "util_max"} {
		if r.intProp(in, n, key, -1, -1, 1024) >= 0 {
			r.note(place{in: in, key: key, at: n.find(key).at}, "uclamp", "the task runs unclamped",
				"utilisation clamps are not modelled")
		}
	}
	if x := n.find("nodes_membind"); x != nil && x.kind != kindBroken {
		p := place{in: in, key: "nodes_membind", at: x.at}
		if x.kind != kindArray {
			r.errorf(p, "type", "write an array of node numbers", "\"nodes_membind\" wants an array, not %s", x.describe())
		} else {
			r.note(p, "numa", "all memory is equally near", "NUMA placement is not modelled")
		}
	}
	if x := n.find("dl-runtime"); x != nil && policy <= int(workload.Batch) {
		r.note(place{in: in, key: "dl-runtime", at: x.at}, "slice", "the task has the default slice",
			"a custom slice of %s is not modelled", article(policyNames[policy]+" task"))
	}
}

// taskgroup checks the task group of n, which keeps its members until another
// is named; group is the one in force.
func (r *reader) taskgroup(in *scope, n *node, group string, policy int) string {
	x := n.find("taskgroup")
	name := r.textProp(in, n, "taskgroup", "")
	switch {
	case name == "":
	case !strings.HasPrefix(name, "/"):
		r.errorf(place{in: in, key: "taskgroup", at: x.at}, "taskgroup", "write "+quote("/"+name),
			"the task group %s does not begin with /", quote(name))
	default:
		group = name
		r.groups[name] = true
		if len(r.groups) == maxGroups+1 {
			r.errorf(place{in: in, key: "taskgroup", at: x.at}, "taskgroup", "use fewer", "more than %d task groups", maxGroups)
		}
		r.note(place{in: in, key: "taskgroup", at: x.at}, "taskgroup", "all tasks share one run queue",
			"task groups are not modelled")
	}
	if group != "" && policy > int(workload.Idle) {
		r.errorf(place{in: in, at: n.at}, "taskgroup", "only SCHED_OTHER, SCHED_BATCH and SCHED_IDLE tasks may be in one",
			"%s task in the task group %s", article(policyNames[policy]), quote(group))
	}
	return group
}
