package workload

import (
	"fmt"
	"strconv"
	"strings"

	"easim/energy"
)

// PhaseInfo is what one phase of a task asks for, for a person to read.
type PhaseInfo struct {
	Task    string
	Threads int    // of the task at the start
	Phase   string // its name, or its number from 1
	Loop    int64  // passes before the next phase; Forever
	Ops     string // the operations in order, times in us

	// DemandUS is the work of one activation, a pass over the phase, in us at
	// capacity 1024, without jitter; StallUS the part of the time that no CPU
	// makes shorter.
	DemandUS float64
	StallUS  float64
	// PeriodUS is the time of an activation where timers say it, else 0.
	PeriodUS float64
	// SharePct is the demand of one thread as a percentage of a CPU of capacity
	// 1024 while it is in this phase; negative if no timer says how often.
	SharePct float64
}

// maxShownOps is how many operations PhaseInfo.Ops spells out.
const maxShownOps = 24

// Show describes every phase of w. calib is what one ns of an [OpRun] means; 0 is
// capacity 1024.
func Show(w *Workload, calib energy.Rate) []PhaseInfo {
	if calib == 0 {
		calib = energy.RateScale
	}
	scale := float64(calib) / float64(energy.RateScale)
	var out []PhaseInfo
	for i := range w.Tasks {
		t := &w.Tasks[i]
		for j := range t.Phases {
			ph := &t.Phases[j]
			p := PhaseInfo{
				Task: t.Name, Threads: t.Instances, Phase: ph.Name, Loop: ph.Loop,
				Ops: describeOps(w, ph.Ops), SharePct: -1,
			}
			if p.Phase == "" {
				p.Phase = strconv.Itoa(j + 1)
			}
			p.addDemand(ph.Ops, scale)
			out = append(out, p)
		}
	}
	return out
}

func (p *PhaseInfo) addDemand(ops []Op, scale float64) {
	for i := range ops {
		o := &ops[i]
		us := float64(o.NS) / 1000
		switch {
		case o.Kind == OpTimer:
			p.PeriodUS += us
		case o.Kind == OpRun && o.Work == WorkStall:
			p.StallUS += us
		case o.Kind == OpRun:
			p.DemandUS += float64(us * scale)
		}
	}
	if p.PeriodUS > 0 {
		p.SharePct = 100 * (p.DemandUS + p.StallUS) / p.PeriodUS
	}
}

func describeOps(w *Workload, ops []Op) string {
	var b strings.Builder
	for i := range ops {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == maxShownOps && len(ops) > maxShownOps+1 {
			fmt.Fprintf(&b, "and %d more", len(ops)-i)
			break
		}
		b.WriteString(describeOp(w, &ops[i]))
	}
	return b.String()
}

func describeOp(w *Workload, o *Op) string {
	text := o.Kind.String()
	switch o.Kind {
	case OpRun, OpRuntime, OpSleep, OpDue:
		text += " " + usText(o.NS)
	case OpFork:
		text += " " + w.Tasks[o.N].Name
	case OpMark:
		text += " " + strconv.Itoa(o.N)
	case OpYield:
	default:
		text += " " + w.Resources[o.Ref].Name
	}
	switch {
	case o.Kind == OpRun && o.Work != WorkInt:
		text += " " + o.Work.String()
	case o.Kind == OpTimer:
		text += " " + usText(o.NS)
	case (o.Kind == OpWait || o.Kind == OpSync) && o.Ref2 != NoRef:
		text += " with " + w.Resources[o.Ref2].Name
	case o.Kind == OpDue && o.N == DueChain:
		text += " since the timer"
	}
	if o.JitterPct > 0 {
		text += " +-" + strconv.FormatFloat(o.JitterPct, 'g', -1, 64) + "%"
	}
	return text
}

// usText is a time in us, with decimals only where it has them.
func usText(ns int64) string { return strconv.FormatFloat(float64(ns)/1000, 'f', -1, 64) }
