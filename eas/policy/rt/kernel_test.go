package rt

import (
	"testing"

	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// feeder makes hogs and tasks that run and sleep by turns.
type feeder struct {
	specs []feed
	tasks []*sched.Task
	state []int
}

type feed struct {
	attr       sched.TaskAttr
	run, sleep des.Time // sleep 0: a hog
}

func (f *feeder) Start(k *sched.Kernel) {
	for _, s := range f.specs {
		f.tasks = append(f.tasks, k.Spawn(s.attr))
	}
	f.state = make([]int, len(f.specs))
}

func (f *feeder) Next(k *sched.Kernel, t *sched.Task) sched.Op {
	s := f.specs[t.ID]
	f.state[t.ID]++
	if s.sleep == 0 || f.state[t.ID]%2 == 1 {
		return sched.Op{Do: sched.OpRun, Work: int64(s.run) * int64(energy.RateScale)}
	}
	return sched.Op{Do: sched.OpSleep, Until: k.Now() + s.sleep}
}

func (f *feeder) Timer(*sched.Kernel) {}

// run lets the tasks run on the whole machine, checking its laws at each event.
func run(t *testing.T, until des.Time, share bool, specs ...feed) *feeder {
	t.Helper()
	f := &feeder{specs: specs}
	cfg := sched.Config{
		Params: sched.DefaultParams(), Features: sched.DefaultFeatures(), Fair: fair.NewCFS(), RT: New(), Feeder: f,
	}
	cfg.Params.TickPhaseNS = 0
	cfg.Features = cfg.Features.With(sched.RTRuntimeShare, share)
	cfg.Platform, cfg.Model = testPlatform()
	k, err := sched.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for k.Now() <= until && k.Step() {
		if err := k.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Err(); err != nil {
		t.Fatal(err)
	}
	return f
}

func on(cpus ...energy.CPUID) energy.CPUSet { return energy.CPUSetOf(cpus...) }

// TestHogOnTheMachine: without sharing it runs for 952 ms, to the first tick past
// its budget, and 948 to 952 ms of each further second.
func TestHogOnTheMachine(t *testing.T) {
	hog := feed{attr: sched.TaskAttr{Policy: sched.FIFO, Priority: 1, Affinity: on(0)}, run: 100 * des.Second}
	f := run(t, 9990*des.Millisecond, false, hog)
	if got := des.Time(f.tasks[0].RT.SumExec); got < 9490*des.Millisecond || got > 9510*des.Millisecond {
		t.Errorf("ran %v of 10 s, want 95 %%", got)
	}
	f = run(t, 9990*des.Millisecond, true, hog)
	if got := des.Time(f.tasks[0].RT.SumExec); got < 9980*des.Millisecond {
		t.Errorf("with sharing it ran %v of 10 s, want all", got)
	}
}

// TestMixOnTheMachine: pinned hogs keep all CPUs busy in turns with periodic
// tasks of higher and lower priority.
func TestMixOnTheMachine(t *testing.T) {
	f := run(t, 4*des.Second, true,
		feed{attr: sched.TaskAttr{Policy: sched.FIFO, Priority: 10, Affinity: on(0)}, run: 3 * des.Millisecond},
		feed{attr: sched.TaskAttr{Policy: sched.RR, Priority: 20, Affinity: on(1)}, run: des.Second},
		feed{attr: sched.TaskAttr{Policy: sched.RR, Priority: 20, Affinity: on(1)}, run: des.Second},
		feed{
			attr: sched.TaskAttr{Policy: sched.FIFO, Priority: 50, Affinity: on(0, 1, 2)},
			run:  des.Millisecond, sleep: 3 * des.Millisecond,
		},
		feed{
			attr: sched.TaskAttr{Policy: sched.FIFO, Priority: 5},
			run:  des.Millisecond, sleep: 7 * des.Millisecond,
		},
		feed{
			attr: sched.TaskAttr{Policy: sched.RR, Priority: 90},
			run:  5 * des.Millisecond, sleep: 5 * des.Millisecond,
		},
	)
	a, b := des.Time(f.tasks[1].RT.SumExec), des.Time(f.tasks[2].RT.SumExec)
	if d := a - b; d > 101*des.Millisecond || d < -101*des.Millisecond {
		t.Errorf("two RR tasks of one CPU ran %v and %v", a, b)
	}
	// Nothing beats the last one, so it runs half of the time.
	if got := des.Time(f.tasks[5].RT.SumExec); got < 1990*des.Millisecond || got > 2010*des.Millisecond {
		t.Errorf("the most important task ran %v of 4 s, want half", got)
	}
	// The fifth has a free CPU each time: 1 ms of 8.
	if got := des.Time(f.tasks[4].RT.SumExec); got < 495*des.Millisecond || got > 505*des.Millisecond {
		t.Errorf("the least important task ran %v of 4 s, want an eighth", got)
	}
}
