package compare

import (
	"math"

	"easim/energy"
)

// Effect is the part of the difference that one cause accounts for. All effects
// add up to it.
type Effect struct {
	Name  string  `json:"name"` // one of the names below
	What  string  `json:"what"` // the same in words
	Delta float64 `json:"delta"`
	// DeltaPct is nil if the base burnt nothing.
	DeltaPct *float64 `json:"delta_pct"`
}

// The effects, in the order in which they are taken. The energy of an island of n
// CPUs in a window of length W follows from
//
//	busy = cycles x slow          on = busy x overlap
//	E    = busy x core + on x shared + (n W - busy) x idle + (W - on) x asleep
//
// where cycles are busy time weighted with the CPU type's integer rate at the OPP,
// slow is the busy time of a cycle, overlap how long the cluster is on for each ns
// that a core is busy, and core, shared, idle and asleep are the mean powers of the
// four parts. One after another these are replaced by the variant's, and an effect
// is the change of E that its replacement makes.
//
// A factor that one side does not have (no cycles on an island, no idle time) is
// taken from the other. So busy time is priced net of the idle power that it
// displaces, and the later effects are taken at the variant's work.
const (
	EffectWindow = "window" // W: the measured time is longer or shorter
	// All cycles in proportion to the work that the runs report.
	EffectWork = "work"
	// All cycles in proportion to the cycles for such work: what is not integer work
	// takes more on one CPU type and fewer on another.
	EffectCycles   = "cycles"
	EffectClusters = "clusters"    // each island's own cycles: work moved between core types
	EffectOPPs     = "opps"        // slow, core, shared: the same cycles at other OPPs
	EffectOverlap  = "overlap"     // CPUs of a cluster busy at the same time, or one by one
	EffectIdle     = "idle_states" // idle, asleep: the same idle time in other states
)

// factors are what the energy of an island follows from; NaN is none.
type factors struct {
	cpus, cycles                              float64
	slow, core, overlap, shared, idle, asleep float64
}

func (l *ledger) factors(a *account, island int) factors {
	f := a.flows[island]
	core, _ := l.part(a, island, energy.PartCoreBusy)
	shared, _ := l.part(a, island, energy.PartClusterBusy)
	idle, idleNS := l.part(a, island, energy.PartCoreIdle)
	asleep, asleepNS := l.part(a, island, energy.PartClusterIdle)
	return factors{
		cpus: float64(l.islands[island].Len()), cycles: f.cycles, slow: f.busy / f.cycles, overlap: f.on / f.busy,
		core: core / f.busy, shared: shared / f.on, idle: idle / idleNS, asleep: asleep / asleepNS,
	}
}

// complete takes what one side does not have from the other, and 0 if none has it.
func complete(a, b *factors) {
	for _, f := range [...][2]*float64{
		{&a.slow, &b.slow},
		{&a.core, &b.core},
		{&a.overlap, &b.overlap},
		{&a.shared, &b.shared},
		{&a.idle, &b.idle},
		{&a.asleep, &b.asleep},
	} {
		for k, v := range f {
			if math.IsNaN(*v) {
				*v = *f[1-k]
			}
			if math.IsNaN(*v) {
				*v = 0
			}
		}
	}
}

func (f *factors) energy(wall float64) float64 {
	busy := f.cycles * f.slow
	on := busy * f.overlap
	return float64(busy*f.core) + float64(on*f.shared) + float64((f.cpus*wall-busy)*f.idle) +
		float64((wall-on)*f.asleep)
}

// growth is by what all cycles grow, first with the work and then for the same
// work. A run that reports no work does not tell the two apart.
func growth(a, b *account) (work, cycles float64) {
	var now, then float64
	for i := range a.flows {
		now, then = now+a.flows[i].cycles, then+b.flows[i].cycles
	}
	switch {
	case now == 0:
		return 1, 1
	case a.work == 0 || b.work == 0:
		return then / now, 1
	}
	work = b.work / a.work
	return work, then / now / work
}

// effects turns the base's factors into the variant's, step by step.
func (l *ledger) effects(a, b *account, whole float64) []Effect {
	now, then := make([]factors, len(l.islands)), make([]factors, len(l.islands))
	for i := range l.islands {
		now[i], then[i] = l.factors(a, i), l.factors(b, i)
		complete(&now[i], &then[i])
	}
	wall := a.wall
	work, cycles := growth(a, b)
	each := func(change func(f, to *factors)) func() {
		return func() {
			for i := range now {
				change(&now[i], &then[i])
			}
		}
	}
	steps := [...]struct {
		name, what string
		take       func()
	}{
		{EffectWindow, "the length of the window", func() { wall = b.wall }},
		{EffectWork, "the amount of work", each(func(f, _ *factors) { f.cycles *= work })},
		{EffectCycles, "cycles for the same work", each(func(f, _ *factors) { f.cycles *= cycles })},
		{EffectClusters, "work moved between clusters", each(func(f, to *factors) { f.cycles = to.cycles })},
		{EffectOPPs, "the same work at other OPPs", each(func(f, to *factors) {
			f.slow, f.core, f.shared = to.slow, to.core, to.shared
		})},
		{EffectOverlap, "cores busy apart or together", each(func(f, to *factors) { f.overlap = to.overlap })},
		{EffectIdle, "other idle states", each(func(f, to *factors) { f.idle, f.asleep = to.idle, to.asleep })},
	}
	out := make([]Effect, 0, len(steps))
	before := sumOf(now, wall)
	for _, s := range steps {
		s.take()
		after := sumOf(now, wall)
		delta := after - before
		out = append(out, Effect{s.name, s.what, delta, pctOf(delta, whole)})
		before = after
	}
	return out
}

func sumOf(islands []factors, wall float64) float64 {
	total := 0.0
	for i := range islands {
		total += islands[i].energy(wall)
	}
	return total
}
