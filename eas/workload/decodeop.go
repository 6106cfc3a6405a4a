package workload

import (
	"slices"
	"strings"

	"easim/energy/diag"
)

// verbs are the keys that say what an operation does; each operation has
// exactly one of them.
var verbs = [...]string{
	OpRun: "run_us", OpRuntime: "runtime_us", OpSleep: "sleep_us", OpTimer: "timer", OpLock: "lock",
	OpUnlock: "unlock", OpWait: "wait", OpSignal: "signal", OpBroadcast: "broadcast", OpSync: "sync",
	OpBarrier: "barrier", OpYield: "yield", OpFork: "fork", OpSemPost: "post", OpSemWait: "take",
	OpSend: "send", OpRecv: "recv", OpMark: "mark", OpDue: "due_us",
}

// modifiers are the other keys of an operation, each with the set of operations
// that take it.
var modifiers = [...]struct {
	key   string
	kinds uint32
}{
	{"kind", 1 << OpRun},
	{"jitter_pct", 1<<OpRun | 1<<OpSleep},
	{"period_us", 1 << OpTimer},
	{"mutex", 1<<OpWait | 1<<OpSync},
	{"from", 1 << OpDue},
}

// ops reads an array of operations.
func (d *decoder) ops(f *diag.Fields) []Op {
	var out []Op
	held := heldLocks{d: d}
	judged := false
	before := len(d.list)
	tables := f.Tables("ops")
	if len(d.list) > before {
		return nil
	}
	for _, o := range tables {
		op, ok := d.op(o)
		if !ok {
			continue
		}
		held.check(o, &op)
		judged = judged || op.Kind == OpDue && op.N == DueRelease
		out = append(out, op)
	}
	held.end(f)
	if len(out) == 0 && !d.list.HasErrors() {
		f.Errorf("ops", `add operations such as { run_us = 1000 }`, "ops is empty")
	}
	for i := range out {
		if judged && out[i].Kind == OpTimer {
			out[i].N = 1
		}
	}
	return out
}

// op reads one operation.
func (d *decoder) op(f *diag.Fields) (op Op, ok bool) {
	found := make([]string, 0, 2)
	kind := OpRun
	for i, verb := range verbs {
		if f.Has(verb) {
			found, kind = append(found, verb), OpKind(i)
		}
	}
	if len(found) > 1 {
		f.Errorf("", "write one operation for each, in order",
			"%s are %d operations in one", strings.Join(found, " and "), len(found))
		return Op{}, false
	}
	if len(found) == 0 {
		before := len(d.list)
		if f.Done(); len(d.list) == before { // else it was mistyped
			f.Errorf("", "want one of: "+strings.Join(verbs[:], ", "), "the operation does not say what to do")
		}
		return Op{}, false
	}
	op = Op{Kind: kind, Ref: NoRef, Ref2: NoRef}
	d.operands(f, found[0], &op)
	for _, m := range modifiers {
		if f.Has(m.key) && m.kinds&(1<<kind) == 0 {
			f.Errorf(m.key, "remove it", "%s takes no %s", found[0], m.key)
		}
	}
	f.Done()
	return op, true
}

func (d *decoder) operands(f *diag.Fields, verb string, op *Op) {
	switch op.Kind {
	case OpRun:
		op.NS = d.us(f, verb, MaxWorkNS)
		op.Work = WorkKind(d.choice(f, "kind", workNames[:]))
		op.JitterPct = d.number(f, "jitter_pct", 0, 100)
	case OpSleep:
		op.NS = d.us(f, verb, maxTimeNS)
		op.JitterPct = d.number(f, "jitter_pct", 0, 100)
	case OpRuntime:
		op.NS = d.us(f, verb, maxTimeNS)
	case OpDue:
		op.NS = d.us(f, verb, maxTimeNS)
		op.N = d.choice(f, "from", []string{"release", "chain"})
	case OpTimer:
		op.Ref = d.ref(f, verb, ResTimer)
		op.NS = d.positive(f, "period_us", maxTimeNS)
	case OpWait, OpSync:
		op.Ref = d.ref(f, verb, ResCond)
		if op.Kind == OpSync && op.Ref != NoRef && d.w.Resources[op.Ref].Memory {
			f.Errorf(verb, "use post and take with two semaphores",
				"sync on event %q: the thread would hear itself", f.Text(verb))
		}
		if op.Kind == OpSync && !f.Require("mutex") {
			return
		}
		if f.Has("mutex") {
			op.Ref2 = d.ref(f, "mutex", ResMutex)
		}
	case OpYield:
		if !f.Bool(verb) {
			f.Errorf(verb, "write yield = true", "yield says no")
		}
	case OpFork:
		op.N = d.taskRef(f, verb)
	case OpMark:
		op.N = int(d.count(f, verb, 0, 1<<30, 0))
	case OpLock, OpUnlock, OpSignal, OpBroadcast, OpBarrier, OpSemPost, OpSemWait, OpSend, OpRecv:
		op.Ref = d.ref(f, verb, refsOf[op.Kind].ref)
	}
}

// taskRef resolves a task that key names.
func (d *decoder) taskRef(f *diag.Fields, key string) int {
	name := f.Text(key)
	for i, n := range d.names {
		if n == name && n != "" {
			return i
		}
	}
	f.Errorf(key, diag.Suggest(name, d.names), "unknown task %q", name)
	return 0
}

// heldLocks follows the mutexes through the operations of one phase. A phase
// has to give back what it takes: else its next pass, or nobody, could go on.
type heldLocks struct {
	d    *decoder
	held []int
}

func (h *heldLocks) check(f *diag.Fields, op *Op) {
	switch op.Kind {
	case OpLock:
		if op.Ref == NoRef {
			return
		}
		if h.has(op.Ref) {
			f.Errorf("lock", "unlock it first", "mutex %q is held already: the thread would wait for itself", h.name(op.Ref))
			return
		}
		h.held = append(h.held, op.Ref)
	case OpUnlock:
		if op.Ref == NoRef {
			return
		}
		if !h.has(op.Ref) {
			f.Errorf("unlock", "lock it in the same phase", "mutex %q is not held", h.name(op.Ref))
			return
		}
		h.held = slices.DeleteFunc(h.held, func(r int) bool { return r == op.Ref })
	case OpWait, OpSync:
		if op.Ref2 != NoRef && !h.has(op.Ref2) {
			f.Errorf("mutex", "lock it before", "mutex %q is not held", h.name(op.Ref2))
		}
	default:
	}
}

func (h *heldLocks) end(f *diag.Fields) {
	for _, r := range h.held {
		f.Errorf("ops", "unlock it at the end", "mutex %q is still held at the end of the phase", h.name(r))
	}
}

func (h *heldLocks) has(ref int) bool { return slices.Contains(h.held, ref) }

func (h *heldLocks) name(ref int) string { return h.d.w.Resources[ref].Name }
