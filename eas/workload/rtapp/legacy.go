package rtapp

import "strings"

// isOld reports whether a task is in the grammar of rt-app 0.x: "exec",
// "period", "lock_order" and "resources" with a duration instead of events.
// rt-app 1.0 and HEAD do not run it. A key alone is no proof, since today's
// rt-app ignores "exec"; the value has to be one that it refuses.
func isOld(task, phases *node) bool {
	if oldKeys(task) {
		return true
	}
	if phases == nil {
		return false
	}
	for i := range phases.members {
		if ph := &phases.members[i].value; oldKeys(ph) || task.findMember("exec") != nil && !hasEvents(ph) {
			return true
		}
	}
	return false
}

// oldKeys reports whether n, a task or a phase, has the marks of 0.x.
func oldKeys(n *node) bool {
	for i := range n.members {
		m := &n.members[i]
		switch {
		case m.key == "lock_order" && m.value.kind == kindArray,
			m.key == "sleep" && m.value.kind == kindBool,
			m.key == "exec" && !hasEvents(n) && n.findMember("phases") == nil:
			return true
		}
	}
	return false
}

// hasEvents reports whether n has a key that today's rt-app takes as an event.
func hasEvents(n *node) bool {
	for i := range n.members {
		if k, _ := event(n.members[i].key); k != notEvent {
			return true
		}
	}
	return false
}

// refuseOld refuses the tasks in the 0.x grammar, once for all of them.
func (r *reader) refuseOld(old []*taskDef) {
	if len(old) == 0 {
		return
	}
	var names []string
	for _, t := range old[:min(len(old), 5)] {
		names = append(names, clip(t.name))
	}
	if len(old) > len(names) {
		names = append(names, itoa(int64(len(old)-len(names)))+" more")
	}
	r.errorf(place{in: old[0].in, at: old[0].at}, "old",
		`rt-app 1.0 and later do not run it: write "exec" as "run", "period" as a "timer", `+
			`"lock_order" as "lock", "run" and "unlock" events`,
		"%s in the grammar of rt-app 0.x (exec, lock_order): %s", count(len(old), "task"), strings.Join(names, ", "))
}
