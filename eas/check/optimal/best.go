package optimal

import (
	"cmp"
	"math"
	"slices"

	"easim/energy"
)

// Task is one periodic task.
type Task struct {
	Util int64         // expected utilisation, 0 to 1024
	CPUs energy.CPUSet // where it may run; empty: anywhere
}

// Placement is a CPU for each task and what that costs.
type Placement struct {
	CPU   []energy.CPUID // by task; a task of utilisation 0 is on the first CPU it may use
	Power float64        // of the whole platform, in the unit of the table
}

// Best returns the placement of least power among those that leave the margin on
// every CPU; of equals one that is always the same. ok is false if there is none.
func (m *Model) Best(tasks []Task) (best Placement, ok bool) {
	s := newSearch(m, tasks)
	if s == nil {
		return Placement{}, false
	}
	s.run()
	if !s.found {
		return Placement{}, false
	}
	best = Placement{CPU: make([]energy.CPUID, len(tasks)), Power: s.best}
	for i, t := range tasks {
		best.CPU[i] = max(t.CPUs.First(), 0)
	}
	for i, at := range s.bestAt {
		best.CPU[s.from[i]] = s.cpus[at].id
	}
	return best, true
}

// cpu is one CPU in the search, in the order of islands.
type cpu struct {
	id     energy.CPUID
	island int
	twin   int // CPUs with the same number are alike
}

// search is one search for the best placement.
type search struct {
	m     *Model
	tasks []Task // largest first, equal ones together, none of utilisation 0
	from  []int  // index of each in the caller's list
	cpus  []cpu
	may   [][]bool // by task and CPU
	same  []bool   // by task: equal to the one before it
	rest  []int64  // by task: utilisation of it and those after it
	fills []sums   // by task: what it and those after it can add up to

	opp   []int     // the frame: OPP by domain; -1: no work there
	used  []int     // the frame: CPUs with work by island
	slope []float64 // by CPU: core power of a unit of utilisation
	tried [][]int   // by task: CPUs in the order in which they are tried

	load []int64 // by CPU, so far
	at   []int   // by task: index into cpus
	open []int   // by island: CPUs with work so far

	steps, budget int
	segs          []segment
	seen          seen
	byID          []int64

	best   float64
	bestAt []int
	found  bool
}

func newSearch(m *Model, tasks []Task) *search {
	s := &search{
		m: m, best: math.Inf(1), opp: make([]int, len(m.domains)),
		used: make([]int, len(m.islands)), open: make([]int, len(m.islands)),
	}
	for i, t := range tasks {
		if t.Util > 0 {
			s.from = append(s.from, i)
		}
	}
	slices.SortStableFunc(s.from, func(a, b int) int {
		return cmp.Or(cmp.Compare(tasks[b].Util, tasks[a].Util), cmp.Compare(tasks[a].CPUs.String(), tasks[b].CPUs.String()))
	})
	for _, i := range s.from {
		s.tasks = append(s.tasks, tasks[i])
	}
	for i := range m.islands {
		for _, c := range m.islands[i].cpus {
			s.cpus = append(s.cpus, cpu{id: c, island: i})
		}
	}
	if !s.matchCPUs() {
		return nil
	}
	s.prepare()
	return s
}

// prepare makes room for the search and sums up the tasks from the end.
func (s *search) prepare() {
	n, cpus := len(s.tasks), len(s.cpus)
	s.load, s.byID, s.slope, s.at = make([]int64, cpus), make([]int64, cpus), make([]float64, cpus), make([]int, n)
	s.rest, s.fills, s.same = make([]int64, n+1), make([]sums, n+1), make([]bool, n)
	s.tried = make([][]int, n)
	s.seen = newSeen(cpus)
	s.fills[n] = newSums(s.m.highest())
	for i := n - 1; i >= 0; i-- {
		s.rest[i] = s.rest[i+1] + s.tasks[i].Util
		s.fills[i] = s.fills[i+1].with(s.tasks[i].Util)
		s.same[i] = i > 0 && s.tasks[i] == s.tasks[i-1]
	}
}

// matchCPUs finds which CPUs each task may use and which CPUs are alike; false if
// a task fits nowhere.
func (s *search) matchCPUs() bool {
	for _, t := range s.tasks {
		may, fits := make([]bool, len(s.cpus)), false
		for j, c := range s.cpus {
			limit := s.m.islands[c.island].limit
			may[j] = (t.CPUs.Empty() || t.CPUs.Has(c.id)) && t.Util <= limit[len(limit)-1]
			fits = fits || may[j]
		}
		if !fits {
			return false
		}
		s.may = append(s.may, may)
	}
	for j := range s.cpus {
		s.cpus[j].twin = j
		for k := range j {
			if s.alike(j, k) {
				s.cpus[j].twin = s.cpus[k].twin
				break
			}
		}
	}
	return true
}

func (s *search) alike(j, k int) bool {
	if s.cpus[j].island != s.cpus[k].island {
		return false
	}
	for i := range s.may {
		if s.may[i][j] != s.may[i][k] {
			return false
		}
	}
	return true
}

// highest is the largest utilisation that any CPU can take.
func (m *Model) highest() int64 {
	top := int64(0)
	for i := range m.islands {
		top = max(top, slices.Max(m.islands[i].limit))
	}
	return top
}

// slack is how much better a placement has to be to replace another: it hides
// that sums of floats depend on their order.
func (s *search) slack() float64 {
	if math.IsInf(s.best, 1) {
		return 0
	}
	return 1e-12 * s.best
}
