package balance

import (
	"testing"

	"easim/eas/des"
	"easim/eas/pelt"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/sched"
	"easim/energy"
)

// The event types of a trace.
const (
	eventWake    = 0 // pid, prev, cpu
	eventSwitch  = 1 // cpu, pid; -1: idle
	eventDone    = 2 // pid, cpu, response ns
	eventMoved   = 3 // pid, from, to: by a balancer
	eventTipping = 4 // set or cleared
	eventILB     = 6 // cpu
)

// traceStart is the time of a run at which the recorded run starts: the tasks
// have been forked before and sleep, and all averages are made 0 then.
const traceStart = des.Second

// traceRun is the machine that makes a recorded run: a workload, clocks that never
// change, and idle CPUs whose tick stops at once.
type traceRun struct {
	row *traceRow
	k   *sched.Kernel
	out traceOut

	tasks []*sched.Task
	jobs  []traceJob
	next  int     // task of the next release
	from  []int64 // by task: the CPU that it leaves for its wake-up, or -1
}

// traceJob is how far a periodic task is.
type traceJob struct {
	begun     bool  // a job is under way
	done      int64 // jobs complete
	ahead     int64 // work of the next job done in the last nanosecond of the one before
	since     des.Time
	sum, most int64 // of response times, ns
}

func newTraceRun(tb testing.TB, spec boardSpec, row *traceRow, set func(*sched.Config)) *traceRun {
	tb.Helper()
	p := spec.platform()
	r := &traceRun{row: row}
	cfg := sched.Config{
		Platform: p, Model: &p.Tables[0], Params: sched.DefaultParams(),
		Features: sched.DefaultFeatures().With(sched.EnergyAware, row.In.EnergyAware != 0),
		Fair:     fair.NewCFS(), Placer: place.NewEAS1x(), Balancer: NewLoadBalance(),
		Governor: fixedOPPs(row.In.OPP), Idle: tickless{}, Feeder: r, Tracer: r.tracer(),
	}
	cfg.Params.TickPhaseNS = 0
	cfg.Params.MigrationCostNS, cfg.Params.BusyFactor = row.In.Cost, row.In.BusyFactor
	if set != nil {
		set(&cfg)
	}
	k, err := sched.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	r.k = k
	return r
}

// run makes the run.
func (r *traceRun) run(tb testing.TB) *traceOut {
	if err := r.k.RunUntil(traceStart - 1); err != nil {
		tb.Fatal(err)
	}
	r.reset()
	end := traceStart + des.Time(r.row.In.Duration)
	if err := r.k.RunUntil(end - 1); err != nil {
		tb.Fatal(err)
	}
	r.finish(end)
	return &r.out
}

// reset makes the state that of the recording's start: nobody has run yet.
func (r *traceRun) reset() {
	for i, t := range r.tasks {
		t.Affinity = maskSet(r.row.In.Tasks[i][1])
		t.NrAllowed = t.Affinity.Len()
		t.SE.Avg, t.SE.Vruntime = pelt.Avg44{LastUpdate: int64(traceStart)}, 0
		t.WakeeFlips, t.LastWakee = 0, nil
	}
	jiffies := int64(traceStart)/r.k.Params().TickNS() + 1
	r.k.Root().NohzNextBalance = jiffies
	for id := range r.k.View().NrCPUs() {
		c := r.k.CPU(energy.CPUID(id))
		c.RQ.CFS.Avg, c.RQ.CFS.Removed, c.RQ.CFS.MinVruntime = pelt.RQAvg44{}, pelt.Removed44{}, 0
		c.RQ.CFS.Avg.LastUpdate = int64(traceStart)
		c.RQ.CPULoad, c.RQ.LastLoadUpdateTick, c.RQ.NextBalance = [5]uint64{}, jiffies, jiffies
		c.BusyNS = 0
		for i := range c.SD {
			sd := &c.SD[i]
			sd.LastBalance, sd.BalanceInterval, sd.NrBalanceFailed = jiffies, sd.MinInterval, 0
			for _, g := range sd.Groups {
				g.NextUpdate = jiffies
			}
		}
	}
	r.k.Root().Overutilized, r.k.Root().Overload = false, false
	r.out.Events = nil
}

func (r *traceRun) finish(end des.Time) {
	for i, t := range r.tasks {
		j := &r.jobs[i]
		backlog := r.releasedBefore(i, end) - j.done
		if t.OnRQ {
			backlog--
		}
		r.out.Tasks = append(r.out.Tasks, []int64{
			j.done, backlog, j.sum, j.most, int64(t.SE.Avg.LoadAvg), int64(t.SE.Avg.UtilAvg), int64(t.CPU),
		})
	}
	for id := range r.k.View().NrCPUs() {
		c := r.k.CPU(energy.CPUID(id))
		busy := c.BusyNS
		if c.Curr != nil {
			busy += int64(end - c.BusySince)
		}
		r.out.Busy = append(r.out.Busy, busy)
		r.out.Util = append(r.out.Util, int64(c.RQ.CFS.Avg.UtilAvg))
	}
	r.out.Over = number(r.k.Root().Overutilized)
}

// Start forks the tasks where the recording has them asleep.
func (r *traceRun) Start(k *sched.Kernel) {
	for _, row := range r.row.In.Tasks {
		attr := sched.TaskAttr{Nice: int(row[0]), Affinity: energy.CPUSetOf(energy.CPUID(row[5]))}
		r.jobs, r.from = append(r.jobs, traceJob{}), append(r.from, -1)
		r.tasks = append(r.tasks, k.Spawn(attr))
	}
	r.next = -1
	r.arm(k)
}

// Next lets a task do its jobs, one after the other while it is behind, and sleep
// until the interrupt of the next release.
func (r *traceRun) Next(k *sched.Kernel, t *sched.Task) sched.Op {
	i, now := int(t.ID), k.Now()
	j := &r.jobs[i]
	if j.begun {
		response := int64(now - r.release(i, j.done))
		j.begun, j.done = false, j.done+1
		j.sum, j.most = j.sum+response, max(j.most, response)
		r.event(now, eventDone, int64(i), int64(t.CPU), response)
	}
	next := r.release(i, j.done)
	if now < next || now < traceStart {
		return sched.Op{Do: sched.OpBlock}
	}
	j.begun = true
	return sched.Op{Do: sched.OpRun, Work: r.row.In.Tasks[i][3]*int64(energy.RateScale) - j.ahead}
}

// Timer wakes the task whose release it is. Those of one instant come one by one,
// with the rescheduling that each asks for. In the recording the interrupt brings
// the clock of its CPU up to date, which the kernel's does not: what is queued
// there is no longer cache-hot then (see [taskHot]).
func (r *traceRun) Timer(k *sched.Kernel) {
	t := r.tasks[r.next]
	irq := energy.CPUID(r.row.In.IRQCPU)
	if irq < 0 {
		irq = t.CPU
	}
	if t.State == sched.TaskSleeping {
		k.CPU(irq).RQ.Clock = k.Now()
	}
	k.WakeFrom(irq, t)
	r.arm(k)
}

// arm files the next release, of the lowest task among equals. The releases of
// this instant have been served up to the task that was next so far.
func (r *traceRun) arm(k *sched.Kernel) {
	at, next := des.Never, -1
	for i := range r.tasks {
		from := max(k.Now(), traceStart)
		if i <= r.next {
			from++
		}
		if release := r.release(i, r.releasedBefore(i, from)); release < at {
			at, next = release, i
		}
	}
	r.next = next
	k.SetFeederTimer(at)
}

func (r *traceRun) release(i int, job int64) des.Time {
	row := r.row.In.Tasks[i]
	return traceStart + des.Time(row[4]+job*row[2])
}

// releasedBefore is the number of releases of a task before a time.
func (r *traceRun) releasedBefore(i int, at des.Time) int64 {
	late := int64(at - 1 - r.release(i, 0))
	if late < 0 {
		return 0
	}
	return late/r.row.In.Tasks[i][2] + 1
}

func (r *traceRun) event(at des.Time, fields ...int64) {
	r.out.Events = append(r.out.Events, append([]int64{int64(at - traceStart)}, fields...))
}

func (r *traceRun) tracer() sched.Tracer {
	return sched.Tracer{
		SchedWakeup: func(at des.Time, t sched.TaskID, cpu energy.CPUID, _ bool) {
			prev := int64(cpu)
			if r.from[t] >= 0 {
				prev, r.from[t] = r.from[t], -1
			}
			r.event(at, eventWake, int64(t), prev, int64(cpu))
		},
		SchedSwitch: func(at des.Time, cpu energy.CPUID, _, next sched.TaskID, _ bool) {
			r.event(at, eventSwitch, int64(cpu), int64(next))
			if next >= 0 {
				r.jobs[next].since, r.jobs[next].ahead = at, 0
			}
		},
		SchedMigrate: func(at des.Time, t sched.TaskID, from, to energy.CPUID, why sched.MigrateReason) {
			if why == sched.MigrateWakeup {
				r.from[t] = int64(from)
			} else {
				r.event(at, eventMoved, int64(t), int64(from), int64(to))
			}
		},
		Work: func(at des.Time, t sched.TaskID, cpu energy.CPUID, work int64) {
			j := &r.jobs[t]
			j.ahead = int64(at-j.since)*r.k.CPU(cpu).CapacityCurr()<<energy.RateShift - work
			j.since = at
		},
		Overutilized: func(at des.Time, over bool) { r.event(at, eventTipping, number(over)) },
		NohzKick:     func(at des.Time, _, ilb energy.CPUID) { r.event(at, eventILB, int64(ilb)) },
	}
}

// fixedOPPs holds the OPP of each frequency domain.
type fixedOPPs []int

func (g fixedOPPs) Start(_ sched.View, domain int) sched.Request {
	return sched.Request{SetOPP: true, OPP: g[domain]}
}

func (fixedOPPs) Event(sched.View, energy.CPUID, sched.Reason) sched.Request { return sched.Request{} }

func (fixedOPPs) Timer(sched.View, int) sched.Request { return sched.Request{} }

// tickless puts every idle CPU into WFI and stops its tick at once.
type tickless struct{}

func (tickless) Select(sched.View, *sched.CPU, int64, int64, bool) (state int, stopTick bool) {
	return 0, true
}

func (tickless) Reflect(sched.View, *sched.CPU, int, int64, bool) {}
