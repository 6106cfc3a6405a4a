package rtapp

import (
	"strings"

	"easim/eas/workload"
	"easim/energy/diag"
)

// operations converts the events of a phase.
func (r *reader) operations(t *taskDef, ph *phaseDef) []workload.Op {
	ops := make([]workload.Op, 0, len(ph.events))
	for _, e := range ph.events {
		ops = r.operation(ops, t, ph, e)
	}
	return ops
}

// operation appends what one event does. A faulty event appends nothing.
func (r *reader) operation(ops []workload.Op, t *taskDef, ph *phaseDef, e eventDef) []workload.Op {
	p, v, what := ph.place(e), &e.m.value, quote(e.m.key)
	switch e.kind {
	case evRun, evRuntime, evSleep:
		us, ok := r.integer(p, v, what, 0, maxInt)
		if !ok {
			return ops
		}
		return append(ops, op(timeKinds[e.kind], us*1000))
	case evTimer:
		return r.timer(ops, t, ph, e)
	case evLock, evUnlock, evSignal, evBroad, evResume, evBarrier, evSemPost, evSemWait:
		name, ok := r.text(p, v, what)
		if !ok {
			return ops
		}
		return r.named(ops, t, e, p, name)
	case evSuspend:
		if name, ok := r.suspendName(t, ph, e); ok {
			return r.suspend(ops, name)
		}
	case evWait, evSync:
		return r.wait(ops, ph, e)
	case evYield:
		return append(ops, op(workload.OpYield, 0))
	case evFork:
		if name, ok := r.text(p, v, what); ok {
			return r.fork(ops, p, name)
		}
	case evMem, evIorun:
		return r.mem(ops, p, e)
	case evMemrun:
		return r.memrun(ops, t, ph, e)
	}
	return ops
}

// timeKinds holds the operations of the events that take a time.
var timeKinds = [...]workload.OpKind{
	evRun: workload.OpRun, evRuntime: workload.OpRuntime, evSleep: workload.OpSleep,
}

// op makes an operation that uses no resource.
func op(k workload.OpKind, ns int64) workload.Op {
	return workload.Op{Kind: k, NS: ns, Ref: workload.NoRef, Ref2: workload.NoRef}
}

// opRef makes an operation that uses one resource.
func opRef(k workload.OpKind, ref int) workload.Op {
	return workload.Op{Kind: k, Ref: ref, Ref2: workload.NoRef}
}

// timer converts a timer event. A ref that begins with "unique" is one timer a
// thread; any other is one timer for all that name it. "absolute" in any event
// makes the timer absolute for all of them.
func (r *reader) timer(ops []workload.Op, t *taskDef, ph *phaseDef, e eventDef) []workload.Op {
	in, n, ok := r.eventObject(ph, e, timerKeys[:], `{"ref": "unique", "period": 10000}`)
	if !ok {
		return ops
	}
	key := timerKey(t, r.ref(in, n, e))
	us := r.intProp(in, n, "period", 0, 0, maxInt)
	if us == 0 && !r.ticking[key] {
		return ops // never sleeps: the timer that tune_json.py switches off
	}
	o := opRef(workload.OpTimer, r.res.get(key))
	o.NS = 1000 * us
	res := &r.res.list[o.Ref]
	res.Unique = key.owner != ""
	switch mode := r.textProp(in, n, "mode", "relative"); {
	case strings.HasPrefix(mode, "absolute"):
		res.Absolute = true
	case mode != "relative":
		r.warnf(place{in: in, key: "mode", at: n.find("mode").at}, "choice",
			diag.Suggest(clip(mode), []string{"relative", "absolute"}),
			"\"mode\" is %s, which rt-app takes as relative", quote(mode))
	}
	return append(ops, o)
}

// timerKey identifies the timer that t calls ref.
func timerKey(t *taskDef, ref string) resourceKey {
	key := resourceKey{kind: workload.ResTimer, name: ref}
	if strings.HasPrefix(ref, "unique") {
		key.owner = t.name
	}
	return key
}

// nameTimer remembers the timers that have a period.
func (r *reader) nameTimer(t *taskDef, e eventDef) {
	ref := unnamed
	if x := e.m.value.find("ref"); x != nil {
		ref = x.text
	}
	if x := e.m.value.find("period"); x != nil && x.kind == kindInt {
		if us, ok := int32Of(x.text); ok && us > 0 {
			r.ticking[timerKey(t, ref)] = true
		}
	}
}

// unnamed is what rt-app calls the resource of an event that names none.
const unnamed = "unknown"

// eventObject returns the object that an event wants. As in rt-app, anything
// else is accepted and means an object without keys.
func (r *reader) eventObject(ph *phaseDef, e eventDef, keys []string, example string) (*scope, *node, bool) {
	in := &scope{up: ph.in, key: e.m.key}
	n := &e.m.value
	switch n.kind {
	case kindBroken:
		return nil, nil, false
	case kindObject:
		r.keys(keySet{in: in, of: article(e.kind.String()), props: keys}, n)
	default:
		r.warnf(ph.place(e), "type", "write an object such as "+example,
			"%s wants an object, not %s: rt-app takes the name \"unknown\"", quote(e.m.key), n.describe())
	}
	return in, n, true
}

// ref returns the resource that an event's object names.
func (r *reader) ref(in *scope, n *node, e eventDef) string {
	if n.kind == kindObject && n.find("ref") == nil {
		r.warnf(place{in: in, at: e.m.at}, "ref", `add "ref"; all that lack it share one`, "no \"ref\"")
	}
	return r.textProp(in, n, "ref", unnamed)
}

// String returns the event's key.
func (k eventKind) String() string {
	for _, e := range eventPrefixes {
		if e.kind == k {
			return e.prefix
		}
	}
	return "event"
}

// fork converts a fork event: one more thread of the task called name.
func (r *reader) fork(ops []workload.Op, p place, name string) []workload.Op {
	i, ok := r.byName[name]
	if !ok {
		r.errorf(p, "fork", r.nearestTask(name), "there is no task %s to fork", quote(name))
		return ops
	}
	o := op(workload.OpFork, 0)
	o.N = i
	return append(ops, o)
}

// nearestTask suggests the task that name was meant to be.
func (r *reader) nearestTask(name string) string {
	if r.full() {
		return ""
	}
	names := make([]string, 0, maxFaults)
	for i := range r.tasks[:min(len(r.tasks), maxFaults)] {
		names = append(names, clip(r.tasks[i].name))
	}
	if near, ok := diag.Nearest(clip(name), names); ok {
		return "did you mean " + quote(near) + "?"
	}
	return ""
}
