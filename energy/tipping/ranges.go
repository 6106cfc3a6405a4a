package tipping

// Range is a run of utilisations for which everything stays the same.
type Range struct {
	From, To int   // both included
	OPP      []int // by class: where the governor runs the task; -1 if it does not fit
	Best     int   // class that does the work for the least power; -1 if none has room
}

// maxUtil is the highest utilisation that a task can have.
const maxUtil = 1024

// ranges walks all utilisations.
func ranges(cs []Class) []Range {
	var out []Range
	for u := 1; u <= maxUtil; u++ {
		r := rangeAt(cs, u)
		if n := len(out); n > 0 && out[n-1].same(&r) {
			out[n-1].To = u
			continue
		}
		out = append(out, r)
	}
	return out
}

// rangeAt answers for one utilisation. Of equal costs the smaller class counts.
func rangeAt(cs []Class, u int) Range {
	r := Range{From: u, To: u, OPP: make([]int, len(cs)), Best: -1}
	for i := range cs {
		opp, fits := cs[i].pointFor(u)
		if !fits {
			r.OPP[i] = -1
			continue
		}
		r.OPP[i] = opp
		if r.Best < 0 || cs[i].Points[opp].less(&cs[r.Best].Points[r.OPP[r.Best]]) {
			r.Best = i
		}
	}
	return r
}

func (r *Range) same(o *Range) bool {
	if r.Best != o.Best {
		return false
	}
	for i := range r.OPP {
		if r.OPP[i] != o.OPP[i] {
			return false
		}
	}
	return true
}
