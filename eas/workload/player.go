package workload

import (
	"fmt"
	"slices"
	"strconv"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// PlayerConfig says how a [Workload] is played.
type PlayerConfig struct {
	// CalibRate is the work of one ns of an [OpRun] (see [Calibration]); 0 is
	// capacity 1024.
	CalibRate energy.Rate
	// LauncherGapNS is the CPU time, as wall time, that the launcher spends on
	// each thread it makes.
	LauncherGapNS int64
	// Seed keys the streams of the jitter.
	Seed uint64
	// NCPU is the number of CPUs of the machine.
	NCPU int
	// OnStart, if not nil, is called at the instant at which the workload's own
	// time begins, before any of its threads has run an operation.
	OnStart func(at des.Time)
}

// Player plays one [Workload] on one machine: it is the machine's
// [sched.Feeder]. A thread named "main" on the boot CPU forks the threads in
// file order; each blocks on a start barrier; when all are there, main releases
// them together and ends. That instant is t = 0 of the workload.
//
// A Player is used once and is not safe for concurrent use.
type Player struct {
	w      *Workload
	cfg    PlayerConfig
	specs  []spec
	res    []resource
	all    energy.CPUSet // every CPU of the machine
	byTask []*thread     // by TaskID; nil is the launcher
	order  []*thread     // in the order of creation

	launch  launcher
	started bool
	start   des.Time
	live    int  // threads that have not ended
	alive   int  // those that keep the run alive
	endless bool // no such thread from the beginning: the run ends by its duration

	actions []Action // by time
	limits  []freqLimit
	marks   []Mark
}

// resource is the state of one [Resource].
type resource struct {
	*Resource
	waiters waitList // mutex, condition, barrier, semaphore; pipe: receivers
	senders waitList // pipe
	owner   *thread  // mutex: nil is free
	count   int      // barrier: arrived; semaphore: value; pipe: messages
	due     des.Time // shared timer
	begun   bool     // shared timer: due is valid
	signals int64    // event: how many were not heard by all
	at      des.Time // event: the last of them
	chain   des.Time // event: its chain
}

// NewPlayer checks w against the laws of [Workload.Validate] and the machine,
// and returns its player. w must not change afterwards.
func NewPlayer(w *Workload, cfg PlayerConfig) (*Player, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	if cfg.CalibRate == 0 {
		cfg.CalibRate = energy.RateScale
	}
	if cfg.CalibRate < 0 || cfg.LauncherGapNS < 0 || cfg.NCPU < 1 || cfg.NCPU > energy.MaxCPUs {
		return nil, fmt.Errorf("workload: player: calibration %d, launcher gap %d ns, %d CPUs: want positive numbers",
			cfg.CalibRate, cfg.LauncherGapNS, cfg.NCPU)
	}
	p := &Player{
		w: w, cfg: cfg, all: energy.CPURange(0, energy.CPUID(cfg.NCPU-1)),
		specs: make([]spec, len(w.Tasks)), res: make([]resource, len(w.Resources)),
		actions: slices.Clone(w.Actions), endless: true,
	}
	slices.SortStableFunc(p.actions, func(a, b Action) int { return compareTimes(a.AtNS, b.AtNS) })
	for i := range w.Resources {
		p.res[i].Resource = &w.Resources[i]
	}
	for i := range w.Tasks {
		var err error
		if p.specs[i], err = compile(w, &w.Tasks[i], cfg.CalibRate); err != nil {
			return nil, err
		}
		if err := p.checkAttrs(&w.Tasks[i]); err != nil {
			return nil, err
		}
		p.launch.threads += w.Tasks[i].Instances
		if w.Tasks[i].Instances > 0 && !w.Tasks[i].Daemon {
			p.endless = false
		}
	}
	if err := p.checkActions(); err != nil {
		return nil, err
	}
	p.order = make([]*thread, 0, p.launch.threads)
	p.byTask = make([]*thread, 0, p.launch.threads+1)
	return p, nil
}

func compareTimes(a, b int64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

// checkAttrs refuses CPUs that the machine lacks and classes that do not exist.
func (p *Player) checkAttrs(t *TaskSpec) error {
	attrs := []Attr{t.Attr}
	for i := range t.Phases {
		if a := t.Phases[i].Attr; a != nil {
			attrs = append(attrs, *a)
		}
	}
	for _, a := range attrs {
		if a.Policy == Deadline {
			return fmt.Errorf("workload: task %q: %w; give it policy fifo or normal to run it", t.Name, ErrDeadlineClass)
		}
		if !p.all.Contains(a.CPUs) {
			return fmt.Errorf("workload: task %q: it may use CPUs %s, the machine has only %s", t.Name, a.CPUs, p.all)
		}
	}
	return nil
}

// newThread enters the thread that plays specs[index] as task t.
func (p *Player) newThread(t *sched.Task, index int, state threadState) {
	s := &p.specs[index]
	th := &thread{
		task: t, spec: s, index: int32(index), state: state, attr: s.base, from: &s.base,
		name: t.Name,
	}
	if len(s.own) > 0 {
		th.own = make([]int64, len(s.own))
		for i, ref := range s.own {
			th.own[i] = p.res[ref].signals
		}
	}
	if s.jitter {
		th.rng = des.Stream(p.cfg.Seed, "workload/"+th.name)
	}
	for len(p.byTask) <= int(t.ID) {
		p.byTask = append(p.byTask, nil)
	}
	p.byTask[t.ID] = th
	p.order = append(p.order, th)
	p.live++
	if !s.Daemon {
		p.alive++
	}
	s.forked++
}

// threadName is the name of the next thread of s: the task's own, followed by
// its number if there are several.
func (s *spec) threadName() string {
	if s.Instances == 1 && s.forked == 0 {
		return s.Name
	}
	return s.Name + "-" + strconv.Itoa(s.forked)
}

// Started returns the time at which the workload's own time began, and whether
// it has.
func (p *Player) Started() (at des.Time, ok bool) { return p.start, p.started }

// Done reports whether every thread that is no daemon has ended. A workload
// that has only daemons is never done.
func (p *Player) Done() bool { return p.started && p.alive == 0 && !p.endless }
