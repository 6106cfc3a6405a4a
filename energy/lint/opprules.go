package lint

import (
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// todo begins a text that its author has still to write.
const todo = "TODO"

// provenance: every number comes from somewhere.
func (l *linter) provenance() {
	l.written(l.p.Source, "source", "", "")
	l.written(l.p.Title, "title", "", "")
	for i := range l.p.Clusters {
		l.written(l.p.Clusters[i].Source, diag.Elem("cluster", i)+".source", "say where kind and idle states come from",
			"cluster "+strconv.Quote(l.p.Clusters[i].Name)+" has no source")
	}
	for i := range l.p.FreqDomains {
		l.written(l.p.FreqDomains[i].Source, diag.Elem("freq_domain", i)+".source",
			"say where frequencies and voltages come from",
			"the frequency domain of CPUs "+l.p.FreqDomains[i].CPUs.String()+" has no source")
	}
	for i := range l.p.Tables {
		path := diag.Elem("table", i)
		l.written(l.p.Tables[i].Source, path+".source", "", "")
		l.written(l.p.Tables[i].Trust, path+".trust", "say high, medium or low, and why",
			"table "+strconv.Quote(l.p.Tables[i].Name)+" has no trust grade")
	}
}

// written doubts a text that is a TODO, or missing where missing says something.
func (l *linter) written(text, path, remedy, missing string) {
	switch {
	case strings.HasPrefix(text, todo):
		l.add("provenance", path, "write it", "still to be written")
	case text == "" && missing != "":
		l.add("provenance", path, remedy, "%s", missing)
	}
}

// What a clock and a supply of a CPU can be; the gaps to the next unit are wide.
const (
	lowestTopKHz  = 50_000     // no CPU that Linux schedules tops out below 50 MHz
	highestTopKHz = 10_000_000 // nor above 10 GHz
	lowestTopUV   = 10_000     // 10 mV
	highestTopUV  = 20_000_000 // 20 V
	longestStepUS = 20_000     // a change of frequency; device trees give it in ns
	longestIdleUS = 200_000    // an idle state's times
)

// plausibleClock reports whether the frequencies can be kilohertz.
func plausibleClock(fd *energy.FreqDomain) bool {
	top := energy.KHz(0)
	for _, o := range fd.OPPs {
		top = max(top, o.Freq)
	}
	return top >= lowestTopKHz && top <= highestTopKHz
}

// Between the lowest and the highest OPP of a domain, clocks differ by up to a
// hundred times and voltages by three.
const (
	clockSpread  = 500
	supplySpread = 20
)

// frequencyRules recognises other units than kHz, µV and µs.
func (l *linter) frequencyRules() {
	for i := range l.p.FreqDomains {
		fd := &l.p.FreqDomains[i]
		path := diag.Elem("freq_domain", i)
		l.clockUnit(fd, path+".freq_khz")
		l.supplyUnit(fd, path+".volt_uv")
		if fd.TransitionLatencyUS >= longestStepUS {
			l.add("unit-time", path+".transition_latency_us", "divide by 1000: clock-latency-ns is in nanoseconds",
				"%d µs for a change of frequency; it looks like nanoseconds", fd.TransitionLatencyUS)
		}
	}
}

func (l *linter) clockUnit(fd *energy.FreqDomain, path string) {
	low, top := spread(fd, func(o energy.OPP) int64 { return int64(o.Freq) })
	switch {
	case low > 0 && top > clockSpread*low:
		l.add("unit-mixture", path, "check that all numbers are kHz", "%d stands beside %d kHz", low, top)
	case top > 0 && top < lowestTopKHz:
		l.add("unit-frequency", path, "multiply by 1000: 1.2 GHz is 1_200_000",
			"the highest frequency is %d kHz; the numbers look like MHz", top)
	case top > highestTopKHz:
		l.add("unit-frequency", path, "divide by 1000: 1.2 GHz is 1_200_000",
			"the highest frequency is %d kHz; the numbers look like Hz", top)
	}
}

func (l *linter) supplyUnit(fd *energy.FreqDomain, path string) {
	low, top := spread(fd, func(o energy.OPP) int64 { return int64(o.Volt) })
	switch {
	case low > 0 && top > supplySpread*low:
		l.add("unit-mixture", path, "check that all numbers are µV", "%d stands beside %d µV", low, top)
	case top > 0 && top < 100:
		l.add("unit-voltage", path, "multiply by 1_000_000: 0.9 V is 900_000",
			"the highest voltage is %d µV; the numbers look like V", top)
	case top > 0 && top < lowestTopUV:
		l.add("unit-voltage", path, "multiply by 1000: 0.9 V is 900_000",
			"the highest voltage is %d µV; the numbers look like mV", top)
	case top > highestTopUV:
		l.add("unit-voltage", path, "divide by 1000: 0.9 V is 900_000",
			"the highest voltage is %d µV; the numbers look like nV", top)
	}
}

// spread returns the lowest and the highest value of the OPPs; 0 and 0 of none.
func spread(fd *energy.FreqDomain, of func(energy.OPP) int64) (low, top int64) {
	for i, o := range fd.OPPs {
		v := of(o)
		if i == 0 {
			low = v
		}
		low, top = min(low, v), max(top, v)
	}
	return low, top
}

// idleStateRules judges the times of the idle states as a governor uses them.
func (l *linter) idleStateRules() {
	for i := range l.p.Clusters {
		states := l.p.Clusters[i].IdleStates
		for j := range states {
			s := &states[j]
			path := diag.Elem(diag.Elem("cluster", i)+".idle_state", j)
			if max(s.EntryUS, s.ExitUS, s.ResidencyUS, s.WakeupUS) >= longestIdleUS {
				l.add("unit-time", path+".residency_us", "divide by 1000; device trees give microseconds",
					"%s has times up to %d µs; they look like nanoseconds", s.Name,
					max(s.EntryUS, s.ExitUS, s.ResidencyUS, s.WakeupUS))
			}
			if s.LatencyUS() > s.ResidencyUS {
				l.add("latency-residency", path+".residency_us",
					"check both: idling for the residency, a CPU would still be on its way in or out",
					"%s takes %d µs to wake up from, longer than its residency of %d µs", s.Name, s.LatencyUS(), s.ResidencyUS)
			}
			for k := j + 1; k < len(states); k++ {
				if d := &states[k]; d.ResidencyUS <= s.ResidencyUS && d.LatencyUS() <= s.LatencyUS() {
					l.add("idle-unreachable", path, "remove it, or check the times of both",
						"%s is never chosen: %s is deeper, pays off after %d µs and wakes up in %d µs", s.Name, d.Name,
						d.ResidencyUS, d.LatencyUS())
					break
				}
			}
		}
	}
}
