package energy

// CPUID is a Linux logical CPU number (the boot CPU is 0).
type CPUID int

// KHz is a clock frequency in kilohertz.
type KHz int64

// MicroVolt is a supply voltage in microvolts; 0 means unknown.
type MicroVolt int64

// Capacity is compute capacity on the kernel's scale: 1024 is the biggest CPU
// of the system at its top OPP (SCHED_CAPACITY_SCALE).
type Capacity int64

// CapacityScale is the capacity of the biggest CPU at its top OPP.
const CapacityScale Capacity = 1024

// Power is a power in the unit of the table that holds it (see
// [PowerTable.Unit]). UnknownPower marks a value the source does not give.
type Power int64

// UnknownPower marks a power that the source does not give; it is never 0.
const UnknownPower Power = -1

// Rate is a speed of work: capacity units times 2^RateShift, so that
//
//	work = rate x ns
//
// fits an int64 for 2.4 hours at capacity 1024.
type Rate int64

// RateShift is the number of fraction bits in a Rate.
const RateShift = 10

// RateScale is the Rate of capacity 1024.
const RateScale = Rate(CapacityScale) << RateShift

// Kind is the class of a cluster. The zero value is invalid on purpose.
type Kind uint8

// The cluster kinds, in ascending order of capacity.
const (
	KindInvalid Kind = iota
	Little
	Mid
	Big
)

var kindNames = [...]string{"invalid", "little", "mid", "big"}

// String returns the kind as it is written in platform files.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[KindInvalid]
}

// ParseKind is the inverse of String; ok is false for any other text.
func ParseKind(s string) (k Kind, ok bool) {
	for i := Little; i <= Big; i++ {
		if kindNames[i] == s {
			return i, true
		}
	}
	return KindInvalid, false
}
