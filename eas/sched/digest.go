package sched

import "easim/eas/des"

// Two running hashes tell whether two runs were the same: one over all events
// that were dispatched, one over the decisions only (switch, wake, migrate,
// frequency, idle, tipping point). They are for equality, not for security.

// decision is the kind of a decision in the schedule digest.
type decision uint64

const (
	decideSwitch decision = iota + 1
	decideWake
	decideMigrate
	decideFreq
	decideIdle
	decideOverutilized
)

// mix folds x into h: a multiplication by the odd number nearest to 2^64 over
// the golden ratio, then the high half into the low one.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

func (k *Kernel) decide(d decision, a, b, c int64) {
	h := mix(k.scheduleDigest, uint64(k.Now()))
	h = mix(h, uint64(d)<<56^uint64(a)<<28^uint64(b))
	k.scheduleDigest = mix(h, uint64(c))
}

func (k *Kernel) digestEvent(ev des.Event) {
	k.digest = mix(mix(k.digest, uint64(ev.At)), uint64(ev.Class)<<32|uint64(uint32(ev.ID)))
}

// Digest is the hash of all events dispatched so far.
func (k *Kernel) Digest() uint64 { return k.digest }

// ScheduleDigest is the hash of the decisions taken so far.
func (k *Kernel) ScheduleDigest() uint64 { return k.scheduleDigest }

// Events is the number of events dispatched so far.
func (k *Kernel) Events() int64 { return k.events }
