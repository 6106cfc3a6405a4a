package rtapp

import (
	"fmt"
	"strings"
	"testing"

	"easim/eas/workload"
	"easim/energy/diag"
)

// show prints what Decode made, one line a task or phase, for comparison.
func show(w *workload.Workload) string {
	var b strings.Builder
	fmt.Fprintf(&b, "duration %s, calibration %s\n", ns(w.DurationNS), showCalib(w.Calib))
	for i := range w.Tasks {
		t := &w.Tasks[i]
		fmt.Fprintf(&b, "%s x%d loop %d%s", t.Name, t.Instances, t.Loop, showAttr(&t.Attr))
		if t.DelayNS != 0 {
			fmt.Fprintf(&b, " delay %s", ns(t.DelayNS))
		}
		if t.DL != [3]int64{} {
			fmt.Fprintf(&b, " dl %s/%s/%s", ns(t.DL[0]), ns(t.DL[1]), ns(t.DL[2]))
		}
		b.WriteByte('\n')
		for j := range t.Phases {
			ph := &t.Phases[j]
			fmt.Fprintf(&b, "  %s loop %d:", ph.Name, ph.Loop)
			for k := range ph.Ops {
				b.WriteString(" " + showOp(w, &ph.Ops[k]))
			}
			if ph.Attr != nil {
				b.WriteString(" |" + showAttr(ph.Attr))
			}
			b.WriteByte('\n')
		}
	}
	for i := range w.Resources {
		if r := &w.Resources[i]; r.Kind == workload.ResBarrier || r.Absolute || r.Unique {
			fmt.Fprintf(&b, "%s: n %d unique %v absolute %v\n", r.Name, r.N, r.Unique, r.Absolute)
		}
	}
	return b.String()
}

func showCalib(c workload.Calibration) string {
	if c.HasCPU {
		return fmt.Sprintf("CPU%d", c.CPU)
	}
	return fmt.Sprintf("capacity %d", c.Capacity)
}

func showAttr(a *workload.Attr) string {
	s := ""
	if a.Policy != workload.Normal {
		s += " " + policyNames[a.Policy]
	}
	if a.Nice != 0 {
		s += fmt.Sprintf(" nice %d", a.Nice)
	}
	if a.Priority != 0 {
		s += fmt.Sprintf(" prio %d", a.Priority)
	}
	if !a.CPUs.Empty() {
		s += " cpus " + a.CPUs.String()
	}
	if a.KeepPolicy {
		s += " keep"
	}
	return s
}

var opNames = [...]string{
	workload.OpRun: "run", workload.OpRuntime: "runtime", workload.OpSleep: "sleep", workload.OpTimer: "timer",
	workload.OpLock: "lock", workload.OpUnlock: "unlock", workload.OpWait: "wait", workload.OpSignal: "signal",
	workload.OpBroadcast: "broadcast", workload.OpSync: "sync", workload.OpBarrier: "barrier",
	workload.OpYield: "yield", workload.OpFork: "fork", workload.OpSemPost: "post", workload.OpSemWait: "take",
}

func showOp(w *workload.Workload, o *workload.Op) string {
	s := opNames[o.Kind]
	if o.NS != 0 || o.Kind == workload.OpRun {
		s += "=" + ns(o.NS)
	}
	s += [...]string{workload.WorkInt: "", workload.WorkMem: "mem", workload.WorkStall: "stall"}[o.Work]
	if o.Kind == workload.OpFork {
		s += "(" + w.Tasks[o.N].Name + ")"
	}
	if o.Ref != workload.NoRef {
		s += "(" + w.Resources[o.Ref].Name
		if o.Ref2 != workload.NoRef {
			s += "," + w.Resources[o.Ref2].Name
		}
		s += ")"
	}
	return s
}

func ns(v int64) string {
	switch {
	case v < 0:
		return "for ever"
	case v%1_000_000_000 == 0 && v > 0:
		return fmt.Sprintf("%ds", v/1_000_000_000)
	case v%1000 == 0:
		return fmt.Sprintf("%dus", v/1000)
	}
	return fmt.Sprintf("%dns", v)
}

// lines prints the diagnostics without the file's name, one a line.
func lines(l diag.List) string {
	var b strings.Builder
	for _, d := range l {
		d.File = ""
		b.WriteString(strings.TrimPrefix(d.String(), "line ") + "\n")
	}
	return b.String()
}

// must decodes a file that has to be right.
func must(t *testing.T, src string, o Options) *workload.Workload {
	t.Helper()
	w, l := Decode("test.json", []byte(src), o)
	if w == nil {
		t.Fatalf("refused:\n%s", l.Render([]byte(src)))
	}
	return w
}

// same compares two texts line by line, ignoring indentation of the wanted one.
func same(t *testing.T, got, want string) {
	t.Helper()
	norm := func(s string) string {
		var out []string
		for _, l := range strings.Split(strings.TrimSpace(s), "\n") {
			out = append(out, strings.TrimSpace(l))
		}
		return strings.Join(out, "\n")
	}
	if norm(got) != norm(want) {
		t.Errorf("got:\n%s\nwant:\n%s", norm(got), norm(want))
	}
}

// hasIdleTimer reports whether some timer is used with the period 0.
func hasIdleTimer(w *workload.Workload) bool {
	for i := range w.Tasks {
		for j := range w.Tasks[i].Phases {
			for _, o := range w.Tasks[i].Phases[j].Ops {
				if o.Kind == workload.OpTimer && o.NS == 0 {
					return true
				}
			}
		}
	}
	return false
}
