package schedtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// Config names the policies of the machines of a narrative. Each function makes
// a fresh one, for one machine. A nil function leaves the policy out.
type Config struct {
	Fair     func() sched.Class
	RT       func() sched.Class
	Placer   func() sched.Placer
	Balancer func() sched.Balancer

	// Governor and Idle make a policy by its name; nil says that there is none
	// of that name.
	Governor func(name string) sched.Governor
	Idle     func(name string) sched.IdleGovernor
}

// Env is a narrative in progress.
type Env struct {
	cfg      Config
	params   sched.Params
	features sched.Features

	k        *sched.Kernel
	platform *energy.Platform
	now      des.Time // where the narrative stands

	tasks   []*script // by TaskID
	actions []func()  // to be done at now, inside the machine

	out    []string
	shown  kinds
	noTick energy.CPUSet // CPUs whose tick was stopped when they last went idle
}

// New returns an empty narrative: default parameters and features, tick phase 0,
// no machine.
func New(cfg Config) *Env {
	e := &Env{cfg: cfg, params: sched.DefaultParams(), features: sched.DefaultFeatures(), shown: defaultKinds}
	e.params.TickPhaseNS = 0
	return e
}

// Walk runs every narrative below dir.
func Walk(t *testing.T, dir string, cfg Config) {
	datadriven.Walk(t, dir, func(t *testing.T, path string) {
		e := New(cfg)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out, err := e.Run(d)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			return out
		})
	})
}

// Run executes one command and returns what the machine said. It checks the
// machine's invariants afterwards.
func (e *Env) Run(d *datadriven.TestData) (string, error) {
	commands := [...]struct {
		name string
		run  func(*datadriven.TestData) error
		any  bool // needs no machine
	}{
		{"platform", e.runPlatform, true},
		{"set", e.runSet, true},
		{"feat", e.runFeat, true},
		{"task", e.runTask, false},
		{"wake", e.runWake, false},
		{"freq", e.runFreq, false},
		{"advance", e.runAdvance, false},
		{"state", e.runState, false},
	}
	e.out = e.out[:0]
	for i := range commands {
		c := &commands[i]
		if c.name != d.Cmd {
			continue
		}
		if e.k == nil && !c.any {
			return "", fmt.Errorf("schedtest: %s before platform", d.Cmd)
		}
		if err := c.run(d); err != nil {
			return "", fmt.Errorf("schedtest: %s: %w", d.Cmd, err)
		}
		if e.k != nil {
			if err := e.k.CheckInvariants(); err != nil {
				return "", err
			}
		}
		return e.output(), nil
	}
	return "", fmt.Errorf("schedtest: unknown command %q", d.Cmd)
}

func (e *Env) output() string {
	if len(e.out) == 0 {
		return ""
	}
	return strings.Join(e.out, "\n") + "\n"
}

// do runs f inside the machine, at the present moment of the narrative, as an
// interrupt on the boot CPU would, except that the CPU need not leave its idle
// state for it. Then it lets everything of that instant happen.
func (e *Env) do(f func()) error {
	e.actions = append(e.actions, f)
	return e.advance(e.now)
}

// advance moves the machine, and with it the narrative, to t.
func (e *Env) advance(t des.Time) error {
	e.k.SetFeederTimer(t)
	err := e.k.RunUntil(t)
	e.now = t
	return err
}

// task returns the newest task of a name.
func (e *Env) task(name string) (*sched.Task, error) {
	for id := len(e.tasks) - 1; id >= 0; id-- {
		if t := e.k.Task(sched.TaskID(id)); t.Name == name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("no task %q", name)
}

func (e *Env) name(id sched.TaskID) string {
	if id == sched.NoTask {
		return "idle"
	}
	return e.k.Task(id).Name
}
