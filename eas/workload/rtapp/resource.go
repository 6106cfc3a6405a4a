package rtapp

import "easim/eas/workload"

// resources are the workload's resources, made on first use.
type resources struct {
	list  []workload.Resource
	index map[resourceKey]int
	users map[int]*barrierUsers
}

// resourceKey identifies a resource. As in rt-app, a name is one per kind:
// "wait", "signal", "suspend" and "resume" share the conditions, "lock" and
// "wait" the mutexes.
type resourceKey struct {
	kind  workload.ResourceKind
	name  string
	owner string // task, for timers of the "unique" family
}

// barrierUsers counts who passes a barrier.
type barrierUsers struct {
	uses    int64 // textual uses, times instances
	threads int64 // threads that use it
	last    *taskDef
	at      place
}

// neverOpens is the number of users of a barrier that nobody can open.
const neverOpens = 1 << 30

func (rs *resources) get(key resourceKey) int {
	if i, ok := rs.index[key]; ok {
		return i
	}
	i := len(rs.list)
	name := key.name
	if key.owner != "" {
		name = key.owner + "/" + name
	}
	rs.list = append(rs.list, workload.Resource{Name: name, Kind: key.kind})
	rs.index[key] = i
	return i
}

func (rs *resources) mutex(name string) int {
	return rs.get(resourceKey{kind: workload.ResMutex, name: name})
}

func (rs *resources) cond(name string) int {
	return rs.get(resourceKey{kind: workload.ResCond, name: name})
}

// useBarrier counts one textual use by t.
func (rs *resources) useBarrier(name string, t *taskDef, at place) int {
	i := rs.get(resourceKey{kind: workload.ResBarrier, name: name})
	if rs.users == nil {
		rs.users = map[int]*barrierUsers{}
	}
	u := rs.users[i]
	if u == nil {
		u = &barrierUsers{at: at}
		rs.users[i] = u
	}
	u.uses += t.inst
	if u.last != t { // tasks are converted one after the other
		u.threads += t.inst
		u.last = t
	}
	return i
}

// barriers sets the number of users of each barrier as HEAD counts them: each
// use in the text, times the instances of its task.
func (r *reader) barriers() {
	for i := range r.res.list {
		b := &r.res.list[i]
		if b.Kind != workload.ResBarrier {
			continue
		}
		u := r.res.users[i]
		b.N = int(min(u.uses, neverOpens))
		switch {
		case u.uses == 0:
			b.N = neverOpens
			r.note(u.at, "barrier", "forked threads are not counted",
				"the barrier %s never opens: no thread that starts by itself uses it", quote(b.Name))
		case u.uses > u.threads:
			r.note(u.at, "barrier",
				"each use in the text counts, and needs a thread of its own: give each use another name",
				"the barrier %s never opens: %d uses, %s", quote(b.Name), u.uses, count(int(u.threads), "thread"))
		}
	}
}
