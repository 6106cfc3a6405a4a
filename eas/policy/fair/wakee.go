package fair

import "easim/eas/sched"

// recordWakee counts how often waker wakes another task than the last time; the
// count is halved when more than a second has passed since the last halving.
// wake_wide reads it. Source: fair.c:record_wakee.
func recordWakee(k *sched.Kernel, waker, t *sched.Task) {
	if now := k.Jiffies(); now > waker.WakeeFlipDecayTS+k.Params().HZ {
		waker.WakeeFlips >>= 1
		waker.WakeeFlipDecayTS = now
	}
	if waker.LastWakee != t {
		waker.LastWakee = t
		waker.WakeeFlips++
	}
}
