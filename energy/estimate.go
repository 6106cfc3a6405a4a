package energy

// StateFor returns the index of the lowest state that offers performance want,
// passing over inefficient states if the domain says so, and the last state if
// none does (em_pd_get_efficient_state).
func (pd *PerfDomain) StateFor(want Capacity) int {
	for i := range pd.States {
		s := &pd.States[i]
		if s.Performance >= want && (!pd.SkipInefficient || !s.Inefficient) {
			return i
		}
	}
	return len(pd.States) - 1
}

// Estimate predicts the power that the domain's CPUs will draw
// (include/linux/energy_model.h:em_cpu_energy, 6.12):
//
//	state  = StateFor(min(maxUtil, allowed))
//	energy = cost(state) * sumUtil
//
// maxUtil is the highest utilisation of any of its CPUs with headroom already
// added, sumUtil the sum of their utilisation (the busy time), allowed the
// highest capacity that thermal or frequency limits leave. The unit is 10 µW
// times busy time in 1024ths, scaled by capacity: only comparisons mean anything.
// Idle and shared parts of the domain are not in it, in the kernel neither.
func (pd *PerfDomain) Estimate(maxUtil, sumUtil, allowed Capacity) int64 {
	if sumUtil == 0 {
		return 0
	}
	return pd.States[pd.StateFor(min(maxUtil, allowed))].Cost * int64(sumUtil)
}
