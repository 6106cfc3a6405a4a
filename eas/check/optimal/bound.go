package optimal

import (
	"math"
	"math/bits"
	"slices"
)

// segment is room for more utilisation at a price.
type segment struct {
	room  float64
	slope float64 // power of a unit of utilisation
}

// part is what the bound needs to know of one island.
type part struct {
	load    int64 // utilisation so far
	busiest int64
	room    int64 // left on CPUs with work
	fill    int64 // of a CPU without work
	reach   int64 // the most that some CPU may come to
}

// bound is a lower bound of the power of every placement of the frame that puts
// tasks i and those after it somewhere on top of s.load. ok is false if there is
// none.
//
// The tasks that are left are taken for a liquid that runs to the cheapest room,
// but a CPU's room is only what some set of these tasks can fill. The cluster's
// part grows with its busiest CPU, which has at least the average. Where it falls
// (Juno's clusters cost more idle than busy) all of the island's share goes to the
// busiest CPU until that is full.
func (s *search) bound(i int) (power float64, ok bool) {
	s.segs = s.segs[:0]
	closed := 0 // CPUs of the frame that are still to get work
	for d, islands := range s.m.domains {
		reached := s.opp[d] < 0
		for _, n := range islands {
			p := s.part(n, i)
			reached = reached || s.used[n] > 0 && p.reach >= s.floor(n)
			power += s.islandBound(n, &p)
			closed += s.used[n] - s.open[n]
		}
		if !reached {
			return 0, false
		}
	}
	if closed > len(s.tasks)-i {
		return 0, false
	}
	left := float64(s.rest[i])
	for left > 0 && len(s.segs) > 0 {
		g := s.cheapest()
		take := min(left, g.room)
		power += float64(take * g.slope)
		left -= take
	}
	return power, left <= 0
}

// cheapest takes the segment of the smallest slope out of s.segs.
func (s *search) cheapest() segment {
	at := 0
	for n := range s.segs {
		if s.segs[n].slope < s.segs[at].slope {
			at = n
		}
	}
	g := s.segs[at]
	s.segs[at] = s.segs[len(s.segs)-1]
	s.segs = s.segs[:len(s.segs)-1]
	return g
}

// part looks at the CPUs of island n.
func (s *search) part(n, i int) part {
	var p part
	is := &s.m.islands[n]
	if s.used[n] == 0 {
		return p
	}
	limit := is.limit[s.opp[is.domain]]
	if s.open[n] < s.used[n] {
		p.fill = s.fills[i].atMost(limit)
		p.reach = p.fill
	}
	for j := range s.cpus {
		load := s.load[j]
		if s.cpus[j].island != n || load == 0 {
			continue
		}
		fill := s.fills[i].atMost(limit - load)
		p.load += load
		p.busiest = max(p.busiest, load)
		p.reach = max(p.reach, load+fill)
		p.room += fill
	}
	return p
}

// islandBound is what island n costs already, at least; it adds its room to
// s.segs.
func (s *search) islandBound(n int, p *part) float64 {
	is := &s.m.islands[n]
	if s.used[n] == 0 {
		return is.off()
	}
	opp, used := s.opp[is.domain], float64(s.used[n])
	shared := is.sharedPart
	if s.used[n] == len(is.cpus) {
		shared = is.sharedWFI
	}
	slope := is.slope(opp)
	grow := (is.cluster[opp] - shared) / is.capacity[opp] // by the utilisation of the busiest CPU
	room, free := float64(p.room), float64(p.fill*int64(s.used[n]-s.open[n]))
	busiest, level, more := float64(p.busiest), math.Inf(1), grow/used
	first := slope
	switch {
	case grow < 0:
		level, first, more = float64(p.reach)-busiest, slope+grow, -grow
	case grow > 0:
		if len(s.m.domains[is.domain]) == 1 {
			busiest = float64(max(p.busiest, s.floor(n)))
		}
		level = max(0, float64(busiest*used)-float64(p.load))
	}
	level = s.addRoom(room, first, level, more)
	s.addRoom(free, first, level, more)
	idle := float64(used*is.coreWFI) + float64((float64(len(is.cpus))-used)*is.coreSleep)
	return idle + float64(slope*float64(p.load)) + shared + float64(grow*busiest)
}

// floor is the least utilisation that needs the OPP of the frame on a CPU of
// island n.
func (s *search) floor(n int) int64 {
	is := &s.m.islands[n]
	if opp := s.opp[is.domain]; opp > 0 {
		return is.limit[opp-1] + 1
	}
	return 1
}

// addRoom adds room at a slope, which grows by more once level is used up; it
// returns what is left of level.
func (s *search) addRoom(room, slope, level, more float64) float64 {
	if flat := min(room, level); flat > 0 {
		s.segs = append(s.segs, segment{flat, slope})
		room -= flat
		level -= flat
	}
	if room > 0 {
		s.segs = append(s.segs, segment{room, slope + more})
	}
	return level
}

// sums is a set of numbers from 0 to a limit: bit n stands for n.
type sums []uint64

// newSums returns the set of 0 alone.
func newSums(limit int64) sums {
	s := make(sums, limit/64+1)
	s[0] = 1
	return s
}

// with returns s and every number of s plus n.
func (s sums) with(n int64) sums {
	out := slices.Clone(s)
	words, shift := int(n/64), uint(n%64)
	for i := len(s) - 1; i >= words; i-- {
		v := s[i-words] << shift
		if shift > 0 && i > words {
			v |= s[i-words-1] >> (64 - shift)
		}
		out[i] |= v
	}
	return out
}

// atMost is the largest number of the set that is not above n; 0 for a negative n.
func (s sums) atMost(n int64) int64 {
	if n < 0 {
		return 0
	}
	i := min(int(n/64), len(s)-1)
	w := s[i]
	if int(n/64) == i {
		w &= ^uint64(0) >> (63 - uint(n%64))
	}
	for w == 0 {
		i--
		w = s[i]
	}
	return int64(i*64 + bits.Len64(w) - 1)
}
