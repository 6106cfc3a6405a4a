package optimal

// seenBits is the logarithm of the number of states that are remembered.
const seenBits = 15

// seen remembers states of the search of one frame: the loads of the CPUs before
// some task was placed. Different tasks often add up to the same loads. It is a
// table of fixed size in which a new state replaces an old one, so it forgets; it
// never mistakes a state for another.
type seen struct {
	round int32   // number of the frame
	width int     // numbers in a state
	slots []int32 // states, the round in front of each
	state []int32 // scratch: task, then twin and load of each CPU, sorted
}

func newSeen(cpus int) seen {
	return seen{width: cpus + 2, state: make([]int32, 0, cpus+2)}
}

// forget begins a new frame.
func (v *seen) forget() { v.round++ }

// visit enters the loads before task i and reports whether they had been entered
// before in this frame.
func (v *seen) visit(i int, cpus []cpu, load []int64) bool {
	if v.slots == nil {
		v.slots = make([]int32, v.width<<seenBits)
	}
	v.state = append(v.state[:0], v.round, int32(i))
	for j := range cpus {
		code := int32(cpus[j].twin)<<11 | int32(load[j]) // loads are 1024 at most
		k := len(v.state)
		v.state = append(v.state, code)
		for ; k > 2 && v.state[k-1] > code; k-- {
			v.state[k] = v.state[k-1]
		}
		v.state[k] = code
	}
	h := uint64(0)
	for _, n := range v.state[1:] {
		h = (h ^ uint64(uint32(n))) * 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
		h ^= h >> 29
	}
	slot := v.slots[int(h>>(64-seenBits))*v.width:][:v.width]
	same := true
	for k := range slot {
		same = same && slot[k] == v.state[k]
	}
	copy(slot, v.state)
	return same
}
