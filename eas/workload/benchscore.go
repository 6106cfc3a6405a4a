package workload

import "math"

// benchScorer turns the marks of a benchmark into points.
type benchScorer struct {
	modes  [numModes]bool
	gb4    bool
	ncpu   int
	workNS int64
	scale  float64
}

// weights of the sections in the total (Primate Labs, support discussion 1297,
// 2013-08-19; those of Geekbench 4 are often quoted, their source was not found).
var (
	weightsGB3 = [numSections]float64{secInt: 0.4, secFP: 0.4, secMem: 0.2}
	weightsGB4 = [numSections]float64{secCrypto: 0.05, secInt: 0.45, secFP: 0.30, secMem: 0.20}
)

// kernelAES is the kernel that forms the crypto section of Geekbench 4.
const kernelAES = 0

// Score returns for each mode the total and then the sections. The score of a
// kernel is its work over its time; of a section the geometric mean; of the
// whole the weighted arithmetic mean:
//
//	score = scale x sum over sections of weight x (product of n W / T)^(1/kernels)
//
// n is the number of workers, W the time of a worker's work at capacity 1024, T
// the time from the start to the end of the last worker.
func (s benchScorer) Score(marks []Mark) []Metric {
	var at [numKernels * numModes * 2]int64
	for i := range at {
		at[i] = -1
	}
	for _, m := range marks {
		if m.N < len(at) {
			at[m.N] = m.AtNS
		}
	}
	var out []Metric
	for mode := range numModes {
		if s.modes[mode] {
			out = append(out, s.scoreMode(&at, mode)...)
		}
	}
	return out
}

func (s benchScorer) scoreMode(at *[numKernels * numModes * 2]int64, mode int) []Metric {
	var logs [numSections]float64
	var n [numSections]int
	var cut [numSections]bool
	workers := 1
	if mode == modeMT {
		workers = s.ncpu
	}
	for k := range benchKernels {
		sec := benchKernels[k].sec
		if s.gb4 && k == kernelAES {
			sec = secCrypto
		}
		n[sec]++
		begin, end := at[benchMark(k, mode, 0)], at[benchMark(k, mode, 1)]
		if begin < 0 || end <= begin {
			cut[sec] = true
			continue
		}
		logs[sec] += math.Log(float64(workers) * float64(s.workNS) / float64(end-begin))
	}
	weights := weightsGB3
	if s.gb4 {
		weights = weightsGB4
	}
	out := []Metric{{Name: "score_" + modeNames[mode], Valid: true, Unit: "points", Better: "higher"}}
	for sec := range numSections {
		if n[sec] == 0 {
			continue
		}
		m := Metric{Name: modeNames[mode] + "_" + sectionNames[sec], Valid: !cut[sec], Unit: "points", Better: "higher"}
		if m.Valid {
			m.Value = s.scale * math.Exp(logs[sec]/float64(n[sec]))
		}
		out[0].Valid = out[0].Valid && m.Valid
		out[0].Value += float64(weights[sec] * m.Value)
		out = append(out, m)
	}
	if !out[0].Valid {
		out[0].Value = 0
	}
	return out
}
