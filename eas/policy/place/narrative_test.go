package place

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"easim/eas/sched"
	"easim/energy"
	"easim/platforms"
)

// TestNarratives runs the stories in testdata. Commands:
//
//	feat A,NO_B, set KEY=VALUE       for the boards that follow
//	board NAME [no-energy-aware]     every CPU idle at its lowest OPP
//	cpu ID [util=] [load=] [nr=] [idle=STATE] [since=NS] [rt=1/1024] [opp=]
//	tipping on|off
//	state                            a drawing of all CPUs
//	wake|fork|exec [util=] [load=] [prev=] [waker=] [allowed=LIST] [sync] [flips=] [waker-flips=]
//
// A drawing has a column per 32 units of capacity: # is utilisation, the present
// OPP reaches to >, the top OPP to |.
func TestNarratives(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var s story
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return s.run(t, d)
		})
	})
}

// story is a board that a narrative builds up.
type story struct {
	b *board
	p *energy.Platform

	features string
	params   [][2]string
}

func (s *story) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "board":
		p, err := platforms.Load(d.CmdArgs[0].Key)
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		s.p = p
		s.b = newBoard(p, boardOptions{energyAware: !d.HasArg("no-energy-aware"), set: s.configure(t)})
		return s.draw()
	case "feat":
		s.features += "," + d.CmdArgs[0].String()
		return ""
	case "set":
		s.params = append(s.params, [2]string{d.CmdArgs[0].Key, d.CmdArgs[0].Vals[0]})
		return ""
	case "cpu":
		return s.cpu(t, d)
	case "tipping":
		s.b.k.Root().Overutilized = d.HasArg("on")
		return ""
	case "state":
		return s.draw()
	case "wake", "fork", "exec":
		return s.place(t, d)
	}
	d.Fatalf(t, "unknown command %q", d.Cmd)
	return ""
}

func (s *story) cpu(t *testing.T, d *datadriven.TestData) string {
	id, err := strconv.Atoi(d.CmdArgs[0].Key)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	c := energy.CPUID(id)
	st := cpuState{
		util: number64(t, d, "util", 0), load: number64(t, d, "load", 0), nr: number64(t, d, "nr", 0),
		stamp: number64(t, d, "since", 0), rtUsed: number64(t, d, "rt", 0),
		freqScale: s.b.freqScale(c, int(number64(t, d, "opp", 0))),
	}
	if st.idle = number64(t, d, "idle", 0); st.nr > 0 {
		st.idle = -1
	}
	s.b.set(c, st)
	s.b.refresh()
	return s.line(c)
}

// configure makes the features and parameters set so far those of a board.
func (s *story) configure(t *testing.T) func(*sched.Config) {
	return func(cfg *sched.Config) {
		var err error
		if cfg.Features, err = cfg.Features.Parse(s.features); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.params {
			if err := cfg.Params.Set(p[0], p[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func number64(t *testing.T, d *datadriven.TestData, key string, def int64) int64 {
	if d.HasArg(key) {
		d.ScanArgs(t, key, &def)
	}
	return def
}

func (s *story) draw() string {
	var out strings.Builder
	for id := range s.p.CPUs {
		out.WriteString(s.line(energy.CPUID(id)))
	}
	return out.String()
}

func (s *story) line(id energy.CPUID) string {
	const unit = 32
	c := s.b.k.CPU(id)
	bar := []byte(strings.Repeat(" ", int(c.CapacityOrig/unit)+1))
	copy(bar, strings.Repeat("#", int((c.Util()+unit-1)/unit)))
	bar[len(bar)-1] = '|'
	bar[c.CapacityCurr()/unit-1] = '>'
	doing := fmt.Sprintf("%d running", c.RQ.NrRunning)
	if c.IdleCPU() {
		doing = s.b.view().IdleStates(c)[c.Idle.Index].Name
	}
	line := fmt.Sprintf("cpu%d %-10s %-15s util %4d of %4d, %4d  %s",
		id, s.p.Types[s.p.CPUs[id].Type].Name, doing, c.Util(), c.CapacityCurr(), c.Capacity, bar)
	return strings.TrimRight(line, " ") + "\n"
}

// place asks the policy, and tells what the steps on the way said.
func (s *story) place(t *testing.T, d *datadriven.TestData) string {
	prev := energy.CPUID(number64(t, d, "prev", 0))
	waker := energy.CPUID(number64(t, d, "waker", int64(prev)))
	task := s.b.newTask(number64(t, d, "util", 0), number64(t, d, "load", 1024), prev)
	if d.HasArg("allowed") {
		var list string
		d.ScanArgs(t, "allowed", &list)
		set, err := energy.ParseCPUSet(strings.ReplaceAll(list, ".", ","))
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		task.Affinity = set
	}
	task.WakeeFlips = number64(t, d, "flips", 0)
	s.b.k.CPU(waker).Waker().WakeeFlips = number64(t, d, "waker-flips", 0)
	var flags sched.Flags
	if d.HasArg("sync") {
		flags = sched.WakeSync
	}
	v, kind := s.b.view(), wakeKind(d.Cmd)
	this := s.b.k.CPU(waker)
	affine := kind == sched.KindWake && wantAffine(v, task, this)
	_, slow := walkDomains(this, prev, kind, affine)
	var out strings.Builder
	switch {
	case slow != nil:
		s.tellDescent(&out, task, this, kind)
	case v.Has(sched.EnergyAware) && !v.Root().Overutilized:
		s.tellEnergy(&out, task, prev)
	case v.Has(sched.EnergyAware) && forcedEnergy(v, task, prev, waker):
		fmt.Fprintf(&out, "placed for energy all the same\n")
		s.tellEnergy(&out, task, prev)
	default:
		s.tellSibling(&out, task, prev, waker, flags)
	}
	fmt.Fprintf(&out, "-> cpu%d\n", NewEAS1x().Select(v, task, prev, kind, flags, waker))
	return out.String()
}

func (s *story) tellEnergy(out *strings.Builder, task *sched.Task, prev energy.CPUID) {
	v := s.b.view()
	sd := energyDomain(v.CPU(prev))
	g := fittingGroup(v, task, sd)
	candidate := candidate(v, task, sd, prev)
	fmt.Fprintf(out, "smallest cluster that fits: %s\n", g.CPUs)
	switch {
	case candidate == prev:
		fmt.Fprintf(out, "candidate: cpu%d, where it was\n", candidate)
		return
	case v.CPUOverutilized(v.CPU(prev)):
		fmt.Fprintf(out, "candidate: cpu%d; cpu%d is overutilized, energy does not matter\n", candidate, prev)
		return
	}
	fmt.Fprintf(out, "candidate: cpu%d\n", candidate)
	if v.Has(sched.LowestOPPPack) && v.CPU(candidate).Capacity > v.CPU(prev).Capacity {
		fmt.Fprintf(out, "it has more capacity than cpu%d, energy does not matter\n", prev)
		return
	}
	m := move{src: prev, dst: candidate, delta: task.Util()}
	for _, g := range sd.Groups {
		if g.CPUs.Has(prev) || g.CPUs.Has(candidate) {
			before, opp := groupEnergy(v, g, move{})
			after, oppAfter := groupEnergy(v, g, m)
			fmt.Fprintf(out, "energy of %s: %d at OPP %d, then %d at OPP %d\n", g.CPUs, before, opp, after, oppAfter)
		}
	}
	fmt.Fprintf(out, "difference: %+d\n", energyDiff(v, sd, m))
}

func (s *story) tellSibling(out *strings.Builder, task *sched.Task, prev, waker energy.CPUID, f sched.Flags) {
	v := s.b.view()
	this := v.CPU(waker)
	target := prev
	shared, _ := walkDomains(this, prev, sched.KindWake, wantAffine(v, task, this))
	if shared != nil && waker != prev && wakeAffine(v, shared, task, v.CPU(prev), this, f == sched.WakeSync) {
		target = waker
	}
	fmt.Fprintf(out, "target before looking for an idle sibling: cpu%d\n", target)
}

func (s *story) tellDescent(out *strings.Builder, task *sched.Task, this *sched.CPU, kind sched.WakeKind) {
	v := s.b.view()
	for level := len(this.SD) - 1; level >= 0; {
		sd := &this.SD[level]
		fmt.Fprintf(out, "%s of cpu%d: ", sd.Name, this.ID)
		if g := findIdlestGroup(v, sd, task, this, kind); g == nil {
			fmt.Fprintln(out, "no better group")
		} else {
			this = v.CPU(findIdlestCPU(v, g, task, this))
			fmt.Fprintf(out, "group %s, in it cpu%d\n", g.CPUs, this.ID)
		}
		level = highestBelow(this, sd.SpanWeight, balanceFlag(kind))
	}
}
