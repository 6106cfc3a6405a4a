package optimal

import (
	"cmp"
	"slices"
)

// frame is one part of the search: an OPP for each frequency domain, and how many
// CPUs of each island get work. Each placement belongs to exactly one frame.
type frame struct {
	opp   []int // by domain; -1: no work there
	used  []int // by island
	bound float64
}

// firstLook is how many steps the search takes in a frame before it has looked at
// all of them: a good placement that is found early cuts the rest short.
const firstLook = 500

// run searches all frames.
func (s *search) run() {
	frames := s.frames()
	for _, budget := range [...]int{firstLook, 0} {
		for i := range frames {
			f := &frames[i]
			if f.bound >= s.best-s.slack() {
				break
			}
			s.try(f, budget)
		}
	}
}

// frames lists the frames that can hold all tasks, the most promising first.
func (s *search) frames() []frame {
	for d := range s.opp {
		s.opp[d] = -1
	}
	var out []frame
	for more := true; more; more = s.nextClock() {
		if !s.roomy() {
			continue
		}
		s.firstCount()
		for more := true; more; more = s.nextCount() {
			if bound, ok := s.bound(0); ok {
				out = append(out, frame{slices.Clone(s.opp), slices.Clone(s.used), bound})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b frame) int { return cmp.Compare(a.bound, b.bound) })
	return out
}

// roomy reports whether the CPUs could hold all tasks at the OPPs s.opp.
func (s *search) roomy() bool {
	room := int64(0)
	for i := range s.m.islands {
		is := &s.m.islands[i]
		if opp := s.opp[is.domain]; opp >= 0 {
			room += is.limit[opp] * int64(len(is.cpus))
		}
	}
	return room >= s.rest[0]
}

// nextClock counts s.opp up; false after the last.
func (s *search) nextClock() bool {
	for d := range s.opp {
		opps := 0
		if islands := s.m.domains[d]; len(islands) > 0 {
			opps = len(s.m.islands[islands[0]].capacity)
		}
		if s.opp[d]++; s.opp[d] < opps {
			return true
		}
		s.opp[d] = -1
	}
	return false
}

// least is the smallest number of CPUs with work of island i: an island with a
// clock of its own that has an OPP has work.
func (s *search) least(i int) int {
	d := s.m.islands[i].domain
	if s.opp[d] >= 0 && len(s.m.domains[d]) == 1 {
		return 1
	}
	return 0
}

func (s *search) firstCount() {
	for i := range s.used {
		s.used[i] = s.least(i)
	}
}

// nextCount counts s.used up; false after the last.
func (s *search) nextCount() bool {
	for i := range s.used {
		is := &s.m.islands[i]
		if s.opp[is.domain] >= 0 && s.used[i] < len(is.cpus) {
			s.used[i]++
			return true
		}
		s.used[i] = s.least(i)
	}
	return false
}

// try searches the placements of f, in at most budget steps; 0: in all it takes.
func (s *search) try(f *frame, budget int) {
	copy(s.opp, f.opp)
	copy(s.used, f.used)
	s.steps, s.budget = 0, budget
	s.seen.forget()
	first := make([]int, 0, len(s.cpus))
	for j := range s.cpus {
		s.slope[j] = 0
		if is := &s.m.islands[s.cpus[j].island]; s.opp[is.domain] >= 0 && s.used[s.cpus[j].island] > 0 {
			s.slope[j] = is.slope(s.opp[is.domain])
			first = append(first, j)
		}
	}
	slices.SortStableFunc(first, func(a, b int) int { return cmp.Compare(s.slope[a], s.slope[b]) })
	for i := range s.tried {
		s.tried[i] = append(s.tried[i][:0], first...)
	}
	s.place(0)
}

func (is *island) slope(opp int) float64 { return (is.core[opp] - is.coreWFI) / is.capacity[opp] }

// place tries every CPU for task i and those after it.
func (s *search) place(i int) {
	if s.steps++; s.budget > 0 && s.steps > s.budget {
		return
	}
	if bound, ok := s.bound(i); !ok || bound >= s.best-s.slack() {
		return
	}
	if i == len(s.tasks) {
		s.take()
		return
	}
	if s.budget == 0 && !s.same[i] && s.seen.visit(i, s.cpus, s.load) {
		return
	}
	util := s.tasks[i].Util
	tried := s.tried[i]
	s.order(tried)
	for n, j := range tried {
		if !s.may[i][j] || s.load[j]+util > s.limitOf(j) || s.repeats(i, tried[:n], j) {
			continue
		}
		opens := s.load[j] == 0
		if opens && s.open[s.cpus[j].island] == s.used[s.cpus[j].island] {
			continue
		}
		s.put(i, j, util, opens)
		s.place(i + 1)
		s.put(i, j, -util, opens)
	}
}

// put adds util of task i to CPU j, or takes it away again.
func (s *search) put(i, j int, util int64, opens bool) {
	s.load[j] += util
	s.at[i] = j
	switch {
	case opens && util > 0:
		s.open[s.cpus[j].island]++
	case opens:
		s.open[s.cpus[j].island]--
	}
}

// order sorts CPUs: cheap islands first, and there the fullest CPU, so that good
// placements come early. Lists are short and nearly sorted.
func (s *search) order(list []int) {
	for n := 1; n < len(list); n++ {
		for k := n; k > 0 && s.before(list[k], list[k-1]); k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}

func (s *search) before(a, b int) bool {
	if s.slope[a] != s.slope[b] {
		return s.slope[a] < s.slope[b]
	}
	if s.load[a] != s.load[b] {
		return s.load[a] > s.load[b]
	}
	return a < b
}

// limitOf is the utilisation that CPU j may reach.
func (s *search) limitOf(j int) int64 {
	is := &s.m.islands[s.cpus[j].island]
	return is.limit[s.opp[is.domain]]
}

// repeats reports whether putting task i on CPU j gives what another branch has:
// equal tasks go to CPUs in ascending order, and of CPUs that are alike and carry
// the same load only the first is tried.
func (s *search) repeats(i int, before []int, j int) bool {
	if s.same[i] && j < s.at[i-1] {
		return true
	}
	for _, k := range before {
		if s.cpus[k].twin == s.cpus[j].twin && s.load[k] == s.load[j] && !(s.same[i] && k < s.at[i-1]) {
			return true
		}
	}
	return false
}

// take keeps the placement if it is the best so far.
func (s *search) take() {
	for j, c := range s.cpus {
		s.byID[c.id] = s.load[j]
	}
	if power := s.m.Power(s.byID); power < s.best-s.slack() {
		s.best = power
		s.bestAt = append(s.bestAt[:0], s.at...)
		s.found = true
	}
}
