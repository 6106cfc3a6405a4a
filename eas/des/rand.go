package des

import "math/rand/v2"

// The parameters of FNV-1a in 64 bits (G. Fowler, L. C. Noll, K.-P. Vo).
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// Stream returns the random numbers of one named consumer, for example "tick"
// or "workload/ui". The stream is a PCG whose two halves of state are the seed
// and the FNV-1a hash of the name, so it depends on these two alone: a new
// consumer never shifts the numbers of another, and replications of a run
// change the seed, never the names. Two calls with equal arguments give equal
// streams.
func Stream(seed uint64, name string) *rand.Rand {
	h := uint64(fnvOffset)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * fnvPrime
	}
	return rand.New(rand.NewPCG(seed, h))
}
