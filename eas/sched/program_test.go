package sched_test

import (
	"fmt"
	"strconv"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"

	"pgregory.net/rapid"
)

// opKind is what a program's step does.
type opKind int

const (
	opRun opKind = iota
	opSleep
	opUntil // burn wall time
	opBlock
	opWake
	opYield
	opFork
	opPin
	numOpKinds
)

// op is one step of a program: amount is in ns, target a task or a CPU.
type op struct {
	kind   opKind
	amount int64
	target int
}

// action is done from outside at a time.
type action struct {
	at     des.Time
	what   int
	task   int
	number int
}

// plan is a random scenario: programs that their tasks run in circles, and
// actions in the order of time.
type plan struct {
	seed     uint64
	aware    bool
	governor string
	idle     string
	ipi      int64 // ns
	programs [][]op
	attrs    []sched.TaskAttr
	actions  []action
}

func drawPlan(t *rapid.T) plan {
	p := plan{
		seed:     rapid.Uint64().Draw(t, "seed"),
		aware:    rapid.Bool().Draw(t, "energy aware"),
		governor: rapid.SampledFrom([]string{"none", "sched", "schedutil", "powersave"}).Draw(t, "governor"),
		idle:     rapid.SampledFrom([]string{"none", "menu", "ladder", "shallow"}).Draw(t, "idle"),
		ipi:      rapid.SampledFrom([]int64{0, 50_000}).Draw(t, "ipi"),
	}
	for range rapid.IntRange(1, 9).Draw(t, "tasks") {
		p.programs = append(p.programs, drawProgram(t))
		a := sched.TaskAttr{Name: "t" + strconv.Itoa(len(p.attrs)), Nice: rapid.IntRange(-20, 19).Draw(t, "nice")}
		if rapid.IntRange(0, 3).Draw(t, "pin") == 0 {
			a.Affinity = drawCPUs(t)
		}
		if rt := rapid.IntRange(0, 15).Draw(t, "real-time"); rt < 3 {
			a.Policy, a.Priority = sched.FIFO+sched.Policy(rt%2), 10+rt
		}
		p.attrs = append(p.attrs, a)
	}
	at := des.Time(0)
	for range rapid.IntRange(0, 8).Draw(t, "actions") {
		at += des.Time(rapid.IntRange(1, 20_000_000).Draw(t, "gap"))
		p.actions = append(p.actions, action{
			at:     at,
			what:   rapid.IntRange(0, 3).Draw(t, "what"),
			task:   rapid.IntRange(0, 20).Draw(t, "task"),
			number: rapid.IntRange(0, 63).Draw(t, "number"),
		})
	}
	return p
}

func drawCPUs(t *rapid.T) energy.CPUSet {
	var s energy.CPUSet
	for mask, cpu := rapid.IntRange(1, 63).Draw(t, "cpus"), energy.CPUID(0); mask > 0; mask, cpu = mask>>1, cpu+1 {
		if mask&1 != 0 {
			s.Add(cpu)
		}
	}
	return s
}

// drawProgram draws steps of which the first takes 50 us at least, so that a
// circle is not endless, nor the run long.
func drawProgram(t *rapid.T) []op {
	program := []op{{kind: opRun, amount: int64(rapid.IntRange(50_000, 8_000_000).Draw(t, "work"))}}
	for range rapid.IntRange(0, 6).Draw(t, "steps") {
		program = append(program, op{
			kind:   opKind(rapid.IntRange(0, int(numOpKinds)-1).Draw(t, "kind")),
			amount: int64(rapid.IntRange(0, 12_000_000).Draw(t, "amount")),
			target: rapid.IntRange(0, 20).Draw(t, "target"),
		})
	}
	return program
}

// maxForked bounds the number of children, each of which runs once and ends.
const maxForked = 20

// player is the Feeder of a plan. It checks that each piece of work was done in
// full before it hands out the next.
type player struct {
	plan    plan
	kernel  *sched.Kernel
	at      map[sched.TaskID]int
	asked   map[sched.TaskID]int64 // work of the last opRun, 0 for another step
	done    map[sched.TaskID]int64 // work traced since then
	forked  int
	action  int
	watched bool
	fault   string
}

func newPlayer(p plan) *player {
	return &player{plan: p, at: map[sched.TaskID]int{}, asked: map[sched.TaskID]int64{}, done: map[sched.TaskID]int64{}}
}

func (p *player) Start(k *sched.Kernel) {
	p.kernel = k
	for _, a := range p.plan.attrs {
		k.Spawn(a)
	}
	p.arm(k)
}

func (p *player) arm(k *sched.Kernel) {
	if p.action < len(p.plan.actions) {
		k.SetFeederTimer(p.plan.actions[p.action].at)
	}
}

func (p *player) Timer(k *sched.Kernel) {
	a := p.plan.actions[p.action]
	p.action++
	t := k.Task(sched.TaskID(a.task % k.NrTasks()))
	switch a.what {
	case 0:
		k.SetNice(t, a.number%40-20)
	case 1:
		var s energy.CPUSet
		for cpu := range energy.CPUID(6) {
			if a.number>>cpu&1 != 0 {
				s.Add(cpu)
			}
		}
		k.SetAffinity(t, s)
	case 2:
		d := k.View().FreqDomain(a.number % 2)
		k.SetFreqLimits(a.number%2, 0, d.Freqs[a.number/2%len(d.Freqs)])
	case 3:
		policy, priority := sched.Policy(a.number%5), 0
		if policy == sched.FIFO || policy == sched.RR {
			priority = 1 + a.number
		}
		k.SetPolicy(t, policy, 0, priority)
	}
	p.arm(k)
}

func (p *player) Next(k *sched.Kernel, t *sched.Task) sched.Op {
	if p.watched && p.asked[t.ID] != 0 && p.asked[t.ID] != p.done[t.ID] && p.fault == "" {
		p.fault = fmt.Sprintf("%v: %s did work %d of %d", k.Now(), t.Name, p.done[t.ID], p.asked[t.ID])
	}
	p.asked[t.ID], p.done[t.ID] = 0, 0
	if int(t.ID) >= len(p.plan.programs) { // a child
		p.at[t.ID]++
		if p.at[t.ID] > 1 {
			return sched.Op{Do: sched.OpExit}
		}
		return p.run(t, 500_000)
	}
	program := p.plan.programs[t.ID]
	o := program[p.at[t.ID]%len(program)]
	p.at[t.ID]++
	return p.step(k, t, o)
}

func (p *player) run(t *sched.Task, ns int64) sched.Op {
	work := ns * int64(energy.RateScale)
	p.asked[t.ID] = work
	return sched.Op{Do: sched.OpRun, Work: work}
}

func (p *player) step(k *sched.Kernel, t *sched.Task, o op) sched.Op {
	until := k.Now() + des.Time(o.amount)
	switch o.kind {
	case opRun:
		return p.run(t, o.amount)
	case opSleep:
		return sched.Op{Do: sched.OpSleep, Until: until}
	case opUntil:
		return sched.Op{Do: sched.OpRunUntil, Until: k.Now() + des.Time(o.amount/4)}
	case opBlock:
		return sched.Op{Do: sched.OpBlock}
	case opWake:
		k.Wake(k.Task(sched.TaskID(o.target%k.NrTasks())), o.amount%2 == 0)
	case opYield:
		return sched.Op{Do: sched.OpYield}
	case opFork:
		if p.forked < maxForked {
			p.forked++
			k.Fork(t, sched.TaskAttr{Name: "child"})
		}
	case opPin:
		if t.NrAllowed > 1 {
			k.SetAffinity(t, energy.CPUSetOf(energy.CPUID(o.target%6)))
		} else {
			k.SetAffinity(t, energy.CPUSet{})
		}
	}
	return sched.Op{Do: sched.OpContinue}
}
