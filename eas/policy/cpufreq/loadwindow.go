package cpufreq

import (
	"easim/eas/sched"
	"easim/energy"
)

// cpuWindow is one CPU's state (struct cpufreq_interactive_cpuinfo). Times are
// µs unless they say jiffies.
type cpuWindow struct {
	idle    bool  // nothing was runnable at the last event
	pending bool  // the window's timer is armed
	expires int64 // jiffy of that timer
	slack   int64 // jiffy of the slack timer; 0 if it is not armed

	idleTime int64 // idle time up to stamp (time_in_idle)
	stamp    int64
	work     int64 // busy µs x kHz since opened (cputime_speedadj)
	opened   int64

	target    int   // OPP
	floor     int   // OPP below which the target may not fall yet
	floorAt   int64 // when floor was last justified
	hispeedAt int64 // when a target was last chosen (hispeed_validate_time)
}

// openWindow begins a window (cpufreq_interactive_timer_resched).
func (g *Interactive) openWindow(v sched.View, c *sched.CPU, w *cpuWindow) {
	w.stamp, w.idleTime = micros(v.Now()), idleMicros(v, c)
	w.work, w.opened = 0, w.stamp
	w.pending = true
	w.expires = v.Jiffies() + g.tunings.window
	if w.target > v.FreqDomain(c.Domain).MinOPP {
		w.slack = w.expires + g.tunings.slack
	}
}

// account adds what every CPU of the domain did at the present clock
// (update_load).
func (g *Interactive) account(v sched.View, domain int) {
	d := v.FreqDomain(domain)
	for _, id := range d.CPUs {
		g.cpus[id].account(v, v.CPU(id), d.Freqs[g.domains[domain].opp])
	}
}

func (w *cpuWindow) account(v sched.View, c *sched.CPU, f energy.KHz) {
	now, idle := micros(v.Now()), idleMicros(v, c)
	w.work += max(now-w.stamp-(idle-w.idleTime), 0) * int64(f)
	w.stamp, w.idleTime = now, idle
}

// judge ends a window: it chooses the CPU's target and opens the next window if
// there is need for one (cpufreq_interactive_timer).
func (g *Interactive) judge(v sched.View, c *sched.CPU, w *cpuWindow) {
	d, gd := v.FreqDomain(c.Domain), &g.domains[c.Domain]
	w.pending = false
	w.account(v, c, d.Freqs[gd.opp])
	length := w.stamp - w.opened
	if length == 0 || !g.retarget(d, gd.hispeed, w, w.work/length*100) || w.target != d.MaxOPP {
		g.openWindow(v, c, w)
	}
}

// retarget chooses the target for a load of adj: percent x kHz. It returns false
// if the choice has to wait.
func (g *Interactive) retarget(d *sched.FreqDomain, hispeed int, w *cpuWindow, adj int64) bool {
	tn, now := &g.tunings, w.stamp
	opp := lowestAtLeast(d, energy.KHz(adj/tn.targetLoad)) // choose_freq with one target load
	if adj/int64(d.Freqs[w.target]) >= tn.goHispeed {
		if w.target < hispeed {
			opp = hispeed
		}
		opp = max(opp, hispeed)
	}
	if w.target >= hispeed && opp > w.target && now-w.hispeedAt < tn.aboveDelay {
		return false
	}
	w.hispeedAt = now
	opp = clamp(d, opp)
	if opp < w.floor && now-w.floorAt < tn.minSample {
		return false
	}
	w.floor, w.floorAt = opp, now
	w.target = opp
	return true
}

// idleMicros is the CPU's idle time since the start, µs (get_cpu_idle_time). The
// exit from an idle state counts as idle.
func idleMicros(v sched.View, c *sched.CPU) int64 {
	now := v.Now()
	busy := c.BusyNS
	if c.Curr != nil {
		busy += int64(now - c.BusySince)
	}
	return (int64(now) - busy) / 1000
}
