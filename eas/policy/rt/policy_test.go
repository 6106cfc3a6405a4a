package rt

import (
	"testing"

	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// change is a whole machine on whose tasks something is changed after 10 ms. Each
// task has a second of work; they are made on the boot CPU, CPU 0, in order, and go
// from there to where they may run.
type change struct {
	tasks []sched.TaskAttr
	do    func(k *sched.Kernel)
	named map[string]*sched.Task
}

func (c *change) Start(k *sched.Kernel) {
	c.named = map[string]*sched.Task{}
	for _, a := range c.tasks {
		c.named[a.Name] = k.Spawn(a)
	}
	if t := c.named["waits"]; t != nil {
		k.SetAffinity(t, on(0, 1)) // it came to CPU 1 because it was pinned there
	}
	k.SetFeederTimer(10 * des.Millisecond)
}

func (c *change) Next(*sched.Kernel, *sched.Task) sched.Op {
	return sched.Op{Do: sched.OpRun, Work: int64(des.Second) * int64(energy.RateScale)}
}

func (c *change) Timer(k *sched.Kernel) { c.do(k) }

// runs is the name of what runs on a CPU.
func runs(k *sched.Kernel, id energy.CPUID) string {
	if t := k.CPU(id).Curr; t != nil {
		return t.Name
	}
	return "idle"
}

// TestChanges: what follows at once from a change of a task's policy, priority or
// CPUs (switched_from_rt, switched_to_rt, prio_changed_rt, ENQUEUE_HEAD). In the first
// cases "waits" waits on CPU 1 behind "top", and could run on CPU 0 were it not for "a".
func TestChanges(t *testing.T) {
	fifo := func(name string, prio int, cpus ...energy.CPUID) sched.TaskAttr {
		return sched.TaskAttr{Name: name, Policy: sched.FIFO, Priority: prio, Affinity: on(cpus...)}
	}
	overloaded := []sched.TaskAttr{fifo("a", 50, 0, 2), fifo("top", 60, 1), fifo("waits", 40, 1)}
	list := []sched.TaskAttr{fifo("a", 50, 0), fifo("first", 30, 0), fifo("second", 30, 0), fifo("low", 20, 0)}
	set := func(name string, policy sched.Policy, prio int) func(*change, *sched.Kernel) {
		return func(c *change, k *sched.Kernel) { k.SetPolicy(c.named[name], policy, 0, prio) }
	}
	for _, tc := range []struct {
		name  string
		tasks []sched.TaskAttr
		do    []func(*change, *sched.Kernel)
		leave string // leaves CPU 0 afterwards
		want  [3]string
	}{
		{name: "nothing", tasks: overloaded, want: [3]string{"a", "top", "idle"}},
		{
			name: "becomes fair: its CPU pulls", tasks: overloaded,
			do: []func(*change, *sched.Kernel){set("a", sched.Normal, 0)}, want: [3]string{"waits", "top", "idle"},
		},
		{
			name: "falls below a waiting task: its CPU pulls, and a is pushed", tasks: overloaded,
			do: []func(*change, *sched.Kernel){set("a", sched.FIFO, 30)}, want: [3]string{"waits", "top", "a"},
		},
		{
			name: "falls, but not below it", tasks: overloaded,
			do: []func(*change, *sched.Kernel){set("a", sched.FIFO, 40)}, want: [3]string{"a", "top", "idle"},
		},
		{
			name: "has to leave: its CPU pulls", tasks: overloaded,
			do: []func(*change, *sched.Kernel){func(c *change, k *sched.Kernel) {
				k.SetAffinity(c.named["a"], on(2))
			}},
			want: [3]string{"waits", "top", "a"},
		},
		{
			name:  "a waiting fair task becomes real-time: it is pushed",
			tasks: []sched.TaskAttr{{Name: "fair", Affinity: on(0, 2)}, fifo("a", 50, 0)},
			do:    []func(*change, *sched.Kernel){set("fair", sched.FIFO, 40)}, want: [3]string{"a", "idle", "fair"},
		},
		{
			name: "falls among equals: to the head", tasks: list,
			do: []func(*change, *sched.Kernel){set("a", sched.FIFO, 30)}, want: [3]string{"a", "idle", "idle"},
		},
		{
			name: "rises among equals: to the tail", tasks: list, leave: "a",
			do: []func(*change, *sched.Kernel){set("low", sched.FIFO, 30)}, want: [3]string{"first", "idle", "idle"},
		},
		{
			name: "falls while it waits: to the head", tasks: list, leave: "a",
			do:   []func(*change, *sched.Kernel){set("low", sched.FIFO, 40), set("low", sched.FIFO, 30)},
			want: [3]string{"low", "idle", "idle"},
		},
		{
			name: "another policy, the same priority: stays", tasks: list, leave: "a",
			do: []func(*change, *sched.Kernel){set("first", sched.RR, 30)}, want: [3]string{"first", "idle", "idle"},
		},
		{
			name: "the same for one behind", tasks: list, leave: "a",
			do: []func(*change, *sched.Kernel){set("second", sched.RR, 30)}, want: [3]string{"first", "idle", "idle"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := &change{tasks: tc.tasks}
			c.do = func(k *sched.Kernel) {
				for _, f := range tc.do {
					f(c, k)
				}
				if tc.leave != "" {
					k.SetAffinity(c.named[tc.leave], on(3))
				}
			}
			cfg := sched.Config{
				Params: sched.DefaultParams(), Features: sched.DefaultFeatures(),
				Fair: fair.NewCFS(), RT: New(), Feeder: c,
			}
			cfg.Platform, cfg.Model = testPlatform()
			k, err := sched.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if err := k.RunUntil(10 * des.Millisecond); err != nil {
				t.Fatal(err)
			}
			if err := k.CheckInvariants(); err != nil {
				t.Error(err)
			}
			if got := [3]string{runs(k, 0), runs(k, 1), runs(k, 2)}; got != tc.want {
				t.Errorf("CPUs 0 to 2 run %v, want %v", got, tc.want)
			}
		})
	}
}
