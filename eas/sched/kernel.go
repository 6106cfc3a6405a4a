package sched

import (
	"errors"
	"fmt"

	"easim/eas/des"
	"easim/energy"
)

// Config is everything a Kernel is made of. Policies are used by this Kernel
// alone: they hold state.
type Config struct {
	Platform *energy.Platform   // validated
	Model    *energy.PowerTable // the decision model: capacities and, for eas1x, costs
	RateSet  string             // name of the rate set of each CPU type; empty: the first
	Params   Params
	Features Features
	Seed     uint64

	Fair     Class
	RT       Class
	Placer   Placer
	Balancer Balancer
	Governor Governor
	Idle     IdleGovernor
	Feeder   Feeder
	Tracer   Tracer
}

const (
	classRT = iota
	classFair
	numClasses
)

// Kernel is one machine with its scheduler: a deterministic state machine over
// virtual time. It is not safe for concurrent use.
type Kernel struct {
	params   Params
	features Features
	q        *des.Queue
	view     View
	trace    Tracer

	classes  [numClasses]Class
	mover    Mover // the real-time class, if it moves tasks
	placer   Placer
	balancer Balancer
	governor Governor
	idle     IdleGovernor
	feeder   Feeder

	all      energy.CPUSet // every CPU
	cpus     []CPU
	islands  []island
	clusters []clusterState
	domains  []FreqDomain
	tasks    []*Task
	root     RootDomain

	bootCPU   energy.CPUID
	tickNS    int64
	tickPhase des.Time
	jiffies   int64    // up to nextJiffy, which saves a division at each use
	nextJiffy des.Time // when jiffies is out of date
	started   bool
	err       error

	thisCPU   energy.CPUID  // the CPU whose task, or interrupt, runs now (smp_processor_id)
	resched   energy.CPUSet // running CPUs with NeedResched
	nrResched int
	env       LBEnv   // the balance pass under way
	moving    []*Task // tasks it has detached

	events         int64
	digest         uint64
	scheduleDigest uint64
}

// New builds the machine. It returns an error for a configuration that cannot
// run; it does not start the Feeder.
func New(cfg Config) (*Kernel, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("sched: config: %w", err)
	}
	k := &Kernel{
		params:   cfg.Params.scale(len(cfg.Platform.CPUs)),
		features: cfg.Features,
		trace:    cfg.Tracer,
		classes:  [numClasses]Class{cfg.RT, cfg.Fair},
		placer:   cfg.Placer,
		balancer: cfg.Balancer,
		governor: cfg.Governor,
		idle:     cfg.Idle,
		feeder:   cfg.Feeder,
	}
	k.view = View{k}
	k.mover, _ = cfg.RT.(Mover)
	k.q = des.NewQueue(numEventClasses)
	if err := k.buildTopology(cfg); err != nil {
		return nil, err
	}
	k.bootCPU = cfg.Platform.BootCPU
	k.thisCPU = k.bootCPU
	k.initTick(cfg.Seed)
	k.initBalance()
	k.rankTasks()
	return k, nil
}

func (cfg *Config) check() error {
	if cfg.Platform == nil || cfg.Model == nil || cfg.Fair == nil {
		return errors.New("a platform, a decision model and a fair class are required")
	}
	return cfg.Params.check()
}

// initTick draws the phase of the ticks unless it is given: tasks with periods
// of whole ticks must not always meet one.
func (k *Kernel) initTick(seed uint64) {
	k.tickNS = k.params.TickNS()
	k.tickPhase = des.Time(k.params.TickPhaseNS)
	if k.params.TickPhaseNS == Scaled {
		k.tickPhase = des.Time(des.Stream(seed, "tick").Int64N(k.tickNS))
	}
	k.tickPhase %= des.Time(k.tickNS)
	k.nextJiffy = k.tickPhase
}

// bootMigrationCost is sched_migration_cost as compiled in, ns: what the kernel
// boots with, whatever is written to the sysctl later.
const bootMigrationCost = 500_000

// initBalance sets the balancing state as at boot (core.c:sched_init, sd_init).
func (k *Kernel) initBalance() {
	boot := k.Jiffies()
	k.root.MaxLBInterval = max(k.params.HZ*int64(len(k.cpus))/10, 1)
	k.root.NohzNextBalance = boot
	for id := range k.cpus {
		c := &k.cpus[id]
		c.RQ.CFS.init()
		c.RQ.MaxIdleLBCost = bootMigrationCost
		c.RQ.AvgIdle = 2 * bootMigrationCost
		c.RQ.NextBalance, c.RQ.LastLoadUpdateTick = boot, boot
		c.timers.q = des.NewQueue(1)
		for i := range c.SD {
			c.SD[i].LastBalance, c.SD[i].NextDecayMaxLBCost = boot, boot
		}
	}
}

func (k *Kernel) classOf(t *Task) Class { return k.classes[t.Policy.class()] }

// Now is the current virtual time.
func (k *Kernel) Now() des.Time { return k.q.Now() }

// View returns the read-only view that policies get.
func (k *Kernel) View() View { return k.view }

// CPU returns CPU id. Outside package sched and the classes it is for reading.
func (k *Kernel) CPU(id energy.CPUID) *CPU { return &k.cpus[id] }

// Task returns a task by its ID.
func (k *Kernel) Task(id TaskID) *Task { return k.tasks[id] }

// NrTasks is the number of tasks created so far.
func (k *Kernel) NrTasks() int { return len(k.tasks) }

// Params returns the parameters in force.
func (k *Kernel) Params() *Params { return &k.params }

// Has reports whether a feature is on.
func (k *Kernel) Has(f Feature) bool { return k.features.Has(f) }

// Root returns the root domain.
func (k *Kernel) Root() *RootDomain { return &k.root }

// Placer returns the placement policy, for the fair class.
func (k *Kernel) Placer() Placer { return k.placer }

// Jiffies is the number of ticks since the start.
func (k *Kernel) Jiffies() int64 {
	if k.Now() >= k.nextJiffy {
		k.jiffies = int64(k.Now()-k.tickPhase)/k.tickNS + 1
		k.nextJiffy = k.tickPhase + des.Time(k.jiffies*k.tickNS)
	}
	return k.jiffies
}
