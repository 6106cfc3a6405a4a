package rt

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// limited reports whether real-time tasks have a budget that can run out.
func limited(p *sched.Params) bool { return p.RTRuntimeUS >= 0 && p.RTRuntimeUS < p.RTPeriodUS }

func period(p *sched.Params) int64 { return p.RTPeriodUS * 1000 }

// Charge brings the run time of c's running real-time task up to now, and with
// it the CPU's real-time average and the use of its budget; a CPU that has used
// it up is throttled and asked to reschedule (update_curr_rt).
func (r *RT) Charge(k *sched.Kernel, c *sched.CPU) {
	if r.charge(k, c) {
		k.Resched(c)
	}
}

// charge is Charge without asking: it reports whether c is throttled.
func (r *RT) charge(k *sched.Kernel, c *sched.CPU) bool {
	q := &c.RQ.RT
	curr := q.Curr
	if curr == nil {
		return false
	}
	delta := int64(k.Now() - curr.RT.ExecStart)
	if delta <= 0 {
		return false
	}
	curr.RT.SumExec += delta
	curr.RT.ExecStart = k.Now()
	k.RTAvgUpdate(c, delta)
	if !limited(k.Params()) {
		return false
	}
	q.Time += delta
	return r.exceeded(k, c)
}

// exceeded reports whether c is throttled, after throttling it if its budget,
// with what it can borrow, is used up (sched_rt_runtime_exceeded).
func (r *RT) exceeded(k *sched.Kernel, c *sched.CPU) bool {
	q := &c.RQ.RT
	if q.Throttled {
		return true
	}
	if q.Runtime >= period(k.Params()) {
		return false
	}
	r.borrow(k, c)
	if q.Time <= q.Runtime {
		return false
	}
	if k.Params().RTRuntimeUS == 0 {
		q.Time = 0
		return false
	}
	q.Throttled = true
	c.RQ.NrRunning -= q.NrRunning
	return true
}

// borrow takes a share of the budget that the other CPUs have not used, up to
// the whole period, if c needs more than its own. What is lent is not given back
// until somebody borrows it in turn (balance_runtime, do_balance_runtime).
func (r *RT) borrow(k *sched.Kernel, c *sched.CPU) {
	q, n := &c.RQ.RT, k.View().NrCPUs()
	if !k.Has(sched.RTRuntimeShare) || q.Time <= q.Runtime {
		return
	}
	whole := period(k.Params())
	for id := range n {
		o := &k.View().CPU(energy.CPUID(id)).RQ.RT
		spare := o.Runtime - o.Time
		if o == q || spare <= 0 {
			continue
		}
		part := min(spare/int64(n), whole-q.Runtime)
		o.Runtime -= part
		q.Runtime += part
		if q.Runtime == whole {
			return
		}
	}
}

// boot gives every queue its budget (init_rt_rq).
func (r *RT) boot(k *sched.Kernel) {
	r.booted = true
	for id := range k.View().NrCPUs() {
		k.CPU(energy.CPUID(id)).RQ.RT.Runtime = k.Params().RTRuntimeUS * 1000
	}
}

// startBandwidth arms the period timer when a task is queued. Periods begin at
// multiples of their length (start_rt_bandwidth).
func (r *RT) startBandwidth(k *sched.Kernel) {
	if r.periodArmed {
		return
	}
	if !r.booted {
		r.boot(k)
	}
	if p := k.Params(); limited(p) {
		r.periodArmed = true
		length := des.Time(period(p))
		k.SetRTPeriod((k.Now()/length + 1) * length)
	}
}

// Period ends a period: each CPU pays its debt with its budget, and goes on when
// it has paid it all. It returns the time of the next call, or des.Never when no
// real-time task is left and no debt (do_sched_rt_period_timer).
func (r *RT) Period(k *sched.Kernel) des.Time {
	busy := false
	for id := range k.View().NrCPUs() {
		if r.payDebt(k, k.CPU(energy.CPUID(id))) {
			busy = true
		}
	}
	if !busy {
		r.periodArmed = false
		return des.Never
	}
	return k.Now() + des.Time(period(k.Params()))
}

// payDebt reports whether c still needs the timer.
func (r *RT) payDebt(k *sched.Kernel, c *sched.CPU) bool {
	q := &c.RQ.RT
	if q.Time == 0 {
		return q.NrRunning > 0
	}
	if q.Throttled {
		r.borrow(k, c)
	}
	q.Time -= min(q.Time, q.Runtime)
	if q.Throttled && q.Time < q.Runtime {
		q.Throttled = false
		if q.NrRunning > 0 {
			c.RQ.NrRunning += q.NrRunning
			k.Resched(c)
		}
	}
	return q.Time > 0 || q.NrRunning > 0
}
