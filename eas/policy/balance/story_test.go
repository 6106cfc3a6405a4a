package balance

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"easim/eas/sched"
	"easim/energy"
)

// TestNarratives runs the stories in testdata/state: a balance pass over tasks that
// the story lays out, step by step. Commands:
//
//	feat A,NO_B, set KEY=VALUE    for the boards that follow
//	board L+B                     L LITTLE CPUs of capacity 446, B big ones of 1024; with the lines
//	  task NAME cpu= load= util= [running] [allowed=LIST] [ran=NS]
//	                              queued now; it last ran NS ago, by default 3 ms
//	  cpu ID [util=] [rt=]        utilisation of nobody any more; 1/1024 taken by real-time work
//	  failed cpu= level= n=       balances of that domain that failed in a row
//	  tipping on|off              on, if nothing is said
//	kick cpu=                           would its tick wake an idle CPU to balance
//	pass cpu= level= idle|busy|going-idle
func TestNarratives(t *testing.T) {
	datadriven.Walk(t, "testdata/state", func(t *testing.T, path string) {
		s := story{features: energyAware(true), params: sched.DefaultParams()}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.out.Reset()
			s.run(t, d)
			return s.out.String()
		})
	})
}

// story is a board that a narrative builds up.
type story struct {
	b        *board
	names    []string // by pid
	features sched.Features
	params   sched.Params
	out      strings.Builder
}

func (s *story) run(t *testing.T, d *datadriven.TestData) {
	var err error
	switch d.Cmd {
	case "feat":
		s.features, err = s.features.Parse(d.CmdArgs[0].String())
	case "set":
		err = s.params.Set(d.CmdArgs[0].Key, d.CmdArgs[0].Vals[0])
	case "board":
		s.board(t, d)
		for line := range strings.Lines(d.Input) {
			s.run(t, parseLine(t, line))
		}
	case "task":
		s.task(t, d)
	case "cpu":
		s.cpu(t, d)
	case "failed":
		s.domain(t, d).NrBalanceFailed = num(t, d, "n", 0)
	case "tipping":
		s.b.k.Root().Overutilized = d.HasArg("on")
	case "kick":
		c := s.b.k.CPU(energy.CPUID(num(t, d, "cpu", 0)))
		s.sayf("%v\n", NewLoadBalance().KickNeeded(s.b.view(), c))
	case "pass":
		s.pass(t, d)
	default:
		err = fmt.Errorf("unknown command %q", d.Cmd)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func parseLine(t *testing.T, line string) *datadriven.TestData {
	cmd, args, err := datadriven.ParseLine(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	return &datadriven.TestData{Cmd: cmd, CmdArgs: args}
}

func (s *story) sayf(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

func num(t *testing.T, d *datadriven.TestData, key string, absent int64) int64 {
	if d.HasArg(key) {
		d.ScanArgs(t, key, &absent)
	}
	return absent
}

func (s *story) board(t *testing.T, d *datadriven.TestData) {
	var little, big int
	if _, err := fmt.Sscanf(d.CmdArgs[0].Key, "%d+%d", &little, &big); err != nil {
		t.Fatal(err)
	}
	spec := boardSpec{Name: "story"}
	for _, cl := range []struct {
		from, to int
		caps     []int64
	}{{0, little, []int64{223, 446}}, {little, little + big, []int64{512, 1024}}} {
		if cl.from < cl.to {
			cpus := energy.CPURange(energy.CPUID(cl.from), energy.CPUID(cl.to-1))
			spec.Clusters = append(spec.Clusters, clusterSpec{CPUs: cpus.List(), Cap: cl.caps})
		}
	}
	teller := &teller{lb: NewLoadBalance()}
	s.b = newBoard(t, spec, s.features, func(cfg *sched.Config) {
		cfg.Params, cfg.Balancer = s.params, teller
		cfg.Params.TickPhaseNS = 0
	})
	s.b.k.Root().Overutilized = true
	teller.s, s.names = s, nil
}

func (s *story) task(t *testing.T, d *datadriven.TestData) {
	c := s.b.k.CPU(energy.CPUID(num(t, d, "cpu", 0)))
	allowed := int64(1)<<s.b.view().NrCPUs() - 1
	if d.HasArg("allowed") {
		var list string
		d.ScanArgs(t, "allowed", &list)
		set, err := energy.ParseCPUSet(strings.ReplaceAll(list, ".", ","))
		if err != nil {
			t.Fatal(err)
		}
		allowed = setMask(set.List())
	}
	pid := int64(len(s.names))
	s.names = append(s.names, d.CmdArgs[0].Key)
	task := s.b.newTask(c, []int64{
		pid, 0, num(t, d, "load", 1024), num(t, d, "util", 0), allowed, num(t, d, "ran", 3_000_000), 0,
	})
	if q := &c.RQ.CFS; d.HasArg("running") {
		c.Curr, q.Curr = task, task
	} else {
		q.Timeline.Insert(task)
	}
	s.settle()
}

func (s *story) cpu(t *testing.T, d *datadriven.TestData) {
	id, err := strconv.Atoi(d.CmdArgs[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	c := s.b.k.CPU(energy.CPUID(id))
	c.RQ.CFS.Avg.UtilAvg += uint64(num(t, d, "util", 0))
	s.b.pressure(c, num(t, d, "rt", 0))
	s.settle()
}

// settle brings up to date what follows from tasks and pressure.
func (s *story) settle() {
	for id := range s.b.view().NrCPUs() {
		c := s.b.k.CPU(energy.CPUID(id))
		c.RQ.Clock, c.RQ.CFS.Avg.LastUpdate = s.b.k.Now(), int64(s.b.k.Now())
		load := c.WeightedLoad()
		c.RQ.CPULoad = [5]uint64{load, load, load, load, load}
		c.RQ.MisfitTask = c.Curr != nil && !s.b.view().TaskFitsMax(c.Curr, c)
	}
	s.b.refresh()
}

func (s *story) domain(t *testing.T, d *datadriven.TestData) *sched.SchedDomain {
	var level string
	d.ScanArgs(t, "level", &level)
	return s.b.level(t, energy.CPUID(num(t, d, "cpu", 0)), level)
}

// pass lets the mechanism make a pass, which the teller of the board comments.
func (s *story) pass(t *testing.T, d *datadriven.TestData) {
	sd, dst := s.domain(t, d), s.b.k.CPU(energy.CPUID(num(t, d, "cpu", 0)))
	idle := sched.CPUIdle
	switch {
	case d.HasArg("busy"):
		idle = sched.CPUNotIdle
	case d.HasArg("going-idle"):
		idle = sched.CPUNewlyIdle
		dst.Curr = s.b.running[dst.ID] // the task that is going to sleep
	}
	failed, interval := sd.NrBalanceFailed, sd.BalanceInterval
	s.b.k.LoadBalance(dst.ID, sd.Level, idle)
	if sd.NrBalanceFailed != failed {
		s.sayf("nr_balance_failed %d, then %d\n", failed, sd.NrBalanceFailed)
	}
	if sd.BalanceInterval != interval {
		s.sayf("balance_interval %d ms, then %d ms\n", interval, sd.BalanceInterval)
	}
	for id := range s.b.view().NrCPUs() {
		if src := s.b.k.CPU(energy.CPUID(id)); src.RQ.PushActive {
			s.sayf("the stopper of cpu%d is to push a task to cpu%d\n", id, src.RQ.PushCPU)
			s.b.k.Step()
			break
		}
	}
	if idle == sched.CPUNewlyIdle {
		dst.Curr = nil
	}
}
