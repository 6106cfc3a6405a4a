package draft

import (
	"math/bits"

	"easim/energy"
)

// Normalize turns raw performance into capacities: raw_i = dmips_i x khz_i, and
//
//	capacity_i = (raw_i << 10) / max(raw)
//
// in truncating integers, as drivers/base/arch_topology.c does
// (topology_normalize_cpu_scale, 6.12). khz is the highest frequency without
// boost. ok is false if any of the numbers is unknown (0): the kernel's maximum
// runs over all CPUs, so one unknown makes all unknown.
func Normalize(dmips []int, khz []energy.KHz) (capacity []energy.Capacity, ok bool) {
	raw := make([]uint64, len(dmips))
	top := uint64(0)
	for i := range dmips {
		if dmips[i] <= 0 || khz[i] <= 0 || dmips[i] > maxDMIPS || khz[i] > maxKHz {
			return nil, false
		}
		raw[i] = uint64(dmips[i]) * uint64(khz[i])
		top = max(top, raw[i])
	}
	capacity = make([]energy.Capacity, len(raw))
	for i, r := range raw {
		capacity[i] = energy.Capacity(r << 10 / top)
	}
	return capacity, len(raw) > 0
}

// Bounds of what enters the arithmetic; no board comes near.
const (
	maxDMIPS = 1_000_000
	maxKHz   = 100_000_000
)

// ScaleRates returns the rate at each OPP of a CPU that works at top capacity
// units at ref kHz: top x freq / ref, the fraction kept. num/den is top, so that
// a ratio of raw performances loses nothing. nil if it cannot be said.
func ScaleRates(opps []energy.OPP, num, den uint64, ref energy.KHz) []energy.Rate {
	var out []energy.Rate
	for _, o := range opps {
		if ref <= 0 || den == 0 || o.Freq <= 0 || o.Freq > maxKHz {
			return nil
		}
		r, ok := mulDiv(num<<energy.RateShift, uint64(o.Freq), den, uint64(ref))
		if !ok || r < 1 || r > uint64(energy.MaxRate) {
			return nil
		}
		out = append(out, energy.Rate(r))
	}
	return out
}

// mulDiv returns a*b/(c*d), rounded to nearest; ok is false on overflow.
func mulDiv(a, b, c, d uint64) (uint64, bool) {
	hi, den := bits.Mul64(c, d)
	if hi != 0 || den == 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(a, b)
	lo, carry := bits.Add64(lo, den/2, 0)
	hi += carry
	if hi >= den {
		return 0, false
	}
	q, _ := bits.Div64(hi, lo, den)
	return q, true
}

// Performance is the capacity of each OPP of a domain whose CPUs have top at the
// last one, boost included (em_init_performance, 6.12):
//
//	performance_i = top * freq_i / freq_last
func Performance(opps []energy.OPP, top energy.Capacity) []energy.Capacity {
	if len(opps) == 0 || top <= 0 || opps[len(opps)-1].Freq <= 0 {
		return nil
	}
	last := int64(opps[len(opps)-1].Freq)
	out := make([]energy.Capacity, len(opps))
	for i, o := range opps {
		out[i] = energy.Capacity(int64(top) * int64(o.Freq) / last)
	}
	return out
}

// DynamicPower is the power of a busy CPU in µW by its dynamic-power-coefficient
// (µW / (MHz V²)), voltage in µV and frequency in Hz:
//
//	power = coefficient * mV * mV * MHz / 10^6
//
// mV and MHz truncated first (drivers/opp/of.c:_get_power, 6.12). ok is false if
// a factor is 0 or so large that the product would not fit.
func DynamicPower(coefficient uint32, microVolt, hz uint64) (uw energy.Power, ok bool) {
	mv, mhz := microVolt/1000, hz/1_000_000
	if coefficient == 0 || mv == 0 || mhz == 0 || mv > 10_000 || mhz > 100_000 || coefficient > 1<<20 {
		return 0, false
	}
	p := uint64(coefficient) * mv * mv * mhz / 1_000_000
	if p == 0 || p > uint64(energy.MaxPower) {
		return 0, false
	}
	return energy.Power(p), true
}
