package experiment

import (
	"fmt"
	"slices"
	"strconv"

	"easim/eas"
	"easim/energy"
)

// The multi-threaded score of a benchmark whose threads do equal work lies between
// two bounds that follow from the speeds of the CPUs alone, as a multiple of the
// score of one thread on the fastest CPU. Nobody moves a thread: the slowest CPU
// sets the end. A CPU that is through takes the thread that has most left to do
// from a slower CPU, at once and for free: no scheduler ends sooner by moving
// whole threads to CPUs that ran dry.

// StaticJoin is the first bound for n CPUs of these speeds:
//
//	n x min(speed) / max(speed)
func StaticJoin(speeds []float64) float64 {
	return float64(len(speeds)) * slices.Min(speeds) / slices.Max(speeds)
}

// IdealPull is the second bound: n threads of work 1, one on each CPU, of which
// idle CPUs take from slower ones until all is done.
func IdealPull(speeds []float64) float64 {
	top := slices.Max(speeds)
	left := make([]float64, len(speeds)) // on each CPU
	for i := range left {
		left[i] = 1
	}
	now := 0.0
	for {
		first := -1 // the CPU that ends next
		for i := range left {
			if left[i] > 0 && (first < 0 || left[i]*speeds[first] < left[first]*speeds[i]) {
				first = i
			}
		}
		if first < 0 {
			return float64(len(speeds)) / (now * top)
		}
		span := left[first] / speeds[first]
		now += span
		for i := range left {
			left[i] = max(left[i]-float64(speeds[i]*span), 0)
		}
		left[first] = 0
		pull(left, speeds)
	}
}

// pull lets CPUs that ran dry take from slower ones, the fastest first.
func pull(left, speeds []float64) {
	for {
		to := -1
		for i := range left {
			if left[i] == 0 && (to < 0 || speeds[i] > speeds[to]) && source(left, speeds, i) >= 0 {
				to = i
			}
		}
		if to < 0 {
			return
		}
		from := source(left, speeds, to)
		left[to], left[from] = left[from], 0
	}
}

// source is the slower CPU with most left to do; -1 if there is none.
func source(left, speeds []float64, to int) int {
	best := -1
	for i := range left {
		if left[i] > 0 && speeds[i] < speeds[to] && (best < 0 || left[i] > left[best]) {
			best = i
		}
	}
	return best
}

// memoryWeight is the weight of the memory section in the score of Geekbench 3,
// whose threads share a bandwidth and do not gain from faster CPUs.
const memoryWeight = 0.2

// anchors puts the principal baseline between the two bounds.
func (t *tabulator) anchors() error {
	if t.x.Anchors == "" {
		return nil
	}
	var c *cell
	for i := range t.cells {
		if t.cells[i].config.Name == t.x.Anchors && t.cells[i].block == &t.x.Blocks[0] {
			c = &t.cells[i]
		}
	}
	if c == nil {
		return nil
	}
	part := t.x.part(c.block, c.config)
	p, _, err := eas.LoadPlatform(part.Scenario.Platform, nil)
	if err != nil {
		return err
	}
	text, err := part.value("workload.bandwidth")
	if err != nil {
		return err
	}
	bandwidth, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("experiment: bandwidth: %w", err)
	}
	rates, _ := part.setting("rate")
	speeds := topSpeeds(p, rates)
	add := func(name string, value float64, how string) {
		t.out.Derived = append(t.out.Derived, DerivedRow{Name: name, Value: value, How: how})
	}
	const how = "from the CPUs' speeds: sections int and fp by it, memory capped at the bandwidth, weight 0.2"
	add("MT/ST if nobody pulls", sections(StaticJoin(speeds), bandwidth, len(speeds)), how)
	st := c.mean("throughput.metrics.score_st")
	if mt := c.mean("throughput.metrics.score_mt"); st > 0 {
		add("MT/ST of "+c.label, mt/st, "simulated")
	}
	add("MT/ST of an ideal puller", sections(IdealPull(speeds), bandwidth, len(speeds)), how)
	return nil
}

// sections is the score of all sections if integer and floating-point ones gain by
// ratio.
func sections(ratio, bandwidth float64, n int) float64 {
	return (1-memoryWeight)*ratio + memoryWeight*min(bandwidth, float64(n))
}

// topSpeeds is the top speed of every CPU.
func topSpeeds(p *energy.Platform, rateSet string) []float64 {
	out := make([]float64, len(p.CPUs))
	for i := range p.CPUs {
		set := p.Types[p.CPUs[i].Type].RateSet(rateSet)
		out[i] = float64(set.Int[len(set.Int)-1])
	}
	return out
}
