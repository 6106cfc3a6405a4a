package cpufreq

import (
	"easim/eas/des"
	"easim/eas/sched"
)

// freqThread is the thread that changes the frequency of one domain for
// sched-freq (kschedfreq; struct gov_data). A new request wakes it. It compares
// the request with the frequency of now: below it, it may act only
// sched_down_throttle_us after the last change was complete, otherwise
// sched_up_throttle_us after. Until then it sleeps, and then looks at the latest
// request afresh. So a request upwards that comes while the thread waits to go
// down waits too, up to the whole 50 ms; what wakes it meanwhile only makes it
// sleep on (finish_last_request). That is the kernel's behaviour, no mistake
// here.
//
// During the change the thread waits for the hardware: a request made meanwhile
// is looked at when the new clock is stable, which is also when the throttles
// begin.
//
// Differs from the kernel: the thread takes no CPU time, and it wakes at the end
// of a throttle, not up to 100 us later (usleep_range).
type freqThread struct {
	requested int  // OPP last asked for (requested_freq)
	last      int  // OPP last handed to the driver
	stale     bool // a CPU's request was changed without a look at the frequency
	asleep    bool // the domain's timer will wake it

	busyUntil des.Time // the driver is done
	upFrom    des.Time // end of the up throttle
	downFrom  des.Time // end of the down throttle
}

// defaultUpThrottle applies where the driver states no transition latency, ns
// (THROTTLE_UP_NSEC).
const defaultUpThrottle = 500_000

// wake tells the thread of a new request.
func (t *freqThread) wake(v sched.View, d *sched.FreqDomain) sched.Request {
	if t.asleep {
		return sched.Request{}
	}
	if v.Now() < t.busyUntil {
		return t.sleep(t.busyUntil)
	}
	return t.run(v, d)
}

// run is one pass of the thread's loop (cpufreq_sched_thread).
func (t *freqThread) run(v sched.View, d *sched.FreqDomain) sched.Request {
	if t.requested == t.last {
		return sched.Request{}
	}
	from := t.upFrom
	if t.requested < d.Target {
		from = t.downFrom
	}
	now := v.Now()
	if now < from {
		return t.sleep(from)
	}
	t.last = t.requested
	t.busyUntil = now
	change := t.requested != d.Target
	if change {
		t.busyUntil += des.Time(d.LatencyNS)
	}
	p := v.Params()
	t.upFrom = t.busyUntil + des.Time(upThrottle(p, d))
	t.downFrom = t.busyUntil + des.Time(p.DownThrottleUS*1000)
	return sched.Request{SetOPP: change, OPP: t.requested}
}

func (t *freqThread) sleep(until des.Time) sched.Request {
	t.asleep = true
	return sched.Request{SetTimer: true, At: until}
}

// upThrottle is the up throttle in ns (cpufreq_sched_policy_init).
func upThrottle(p *sched.Params, d *sched.FreqDomain) int64 {
	switch {
	case p.UpThrottleUS != sched.Scaled:
		return p.UpThrottleUS * 1000
	case d.LatencyNS > 0:
		return d.LatencyNS
	default:
		return defaultUpThrottle
	}
}
