package optimal

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"easim/energy"
	"easim/platforms"
)

// board makes a platform of clusters with the given rows; clocks says which
// clusters share a clock (same number, same OPPs).
func board(rows []energy.TableDomain, clocks []int) *energy.Platform {
	p := &energy.Platform{Name: "test"}
	for i := range rows {
		p.Clusters = append(p.Clusters, energy.Cluster{CPUs: rows[i].CPUs, IdleStates: []energy.IdleState{
			{
				Name: "WFI", Level: energy.IdleCore,
			}, {Name: "sleep", Level: energy.IdleCore}, {
				Name:  "off",
				Level: energy.IdleCluster,
			},
		}})
		for len(p.FreqDomains) <= clocks[i] {
			p.FreqDomains = append(p.FreqDomains, energy.FreqDomain{})
		}
		p.FreqDomains[clocks[i]].CPUs = p.FreqDomains[clocks[i]].CPUs.Or(rows[i].CPUs)
		for c := rows[i].CPUs.Next(0); c >= 0; c = rows[i].CPUs.Next(c + 1) {
			p.CPUs = append(p.CPUs, energy.CPU{Cluster: i, Domain: clocks[i]})
		}
	}
	p.Tables = []energy.PowerTable{{Name: "t", Kind: energy.TableEAS1x, Domains: rows}}
	return p
}

// bruteForce tries every CPU for every task.
func bruteForce(m *Model, tasks []Task) (best float64, found bool) {
	best = math.Inf(1)
	load := make([]int64, len(m.cpus))
	var place func(i int)
	place = func(i int) {
		if i == len(tasks) {
			if power := m.Power(load); power < best {
				best, found = power, true
			}
			return
		}
		for c := range load {
			is := &m.islands[m.cpus[c]]
			if t := tasks[i]; (t.CPUs.Empty() || t.CPUs.Has(energy.CPUID(c))) && load[c]+t.Util <= is.limit[len(is.limit)-1] {
				load[c] += t.Util
				place(i + 1)
				load[c] -= t.Util
			}
		}
	}
	place(0)
	return best, found
}

// checkBest compares the search with brute force, and its placement with its
// power.
func checkBest(t interface{ Fatalf(string, ...any) }, m *Model, tasks []Task) {
	want, found := bruteForce(m, tasks)
	got, ok := m.Best(tasks)
	if ok != found {
		t.Fatalf("tasks %v: found %v, brute force %v", tasks, ok, found)
	}
	if !ok {
		return
	}
	load := make([]int64, len(m.cpus))
	for i, c := range got.CPU {
		if !tasks[i].CPUs.Empty() && !tasks[i].CPUs.Has(c) {
			t.Fatalf("task %d is on CPU %d and may use %s only", i, c, tasks[i].CPUs)
		}
		load[c] += tasks[i].Util
	}
	if math.Abs(got.Power-want) > 1e-9*want || math.Abs(m.Power(load)-got.Power) > 1e-9*want {
		t.Fatalf("tasks %v: power %v, placement %v costs %v, brute force %v",
			tasks, got.Power, got.CPU, m.Power(load), want)
	}
}

// drawBoard draws one to three clusters of together at most five CPUs, with or
// without clocks of their own.
func drawBoard(t *rapid.T) (p *energy.Platform, cpus int) {
	var rows []energy.TableDomain
	var clocks []int
	clock := 0
	powers := func(n, most int, what string) (out []energy.Power) {
		for range n {
			out = append(out, energy.Power(rapid.IntRange(0, most).Draw(t, what)))
		}
		return out
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "clusters") {
		n := min(rapid.IntRange(1, 3).Draw(t, "cpus"), 3-i)
		if i > 0 && !rapid.Bool().Draw(t, "shared clock") {
			clock++
		}
		low := rapid.IntRange(50, 500).Draw(t, "capacity")
		rows = append(rows, energy.TableDomain{
			CPUs:        energy.CPURange(energy.CPUID(cpus), energy.CPUID(cpus+n-1)),
			Capacity:    []energy.Capacity{energy.Capacity(low), energy.Capacity(low + rapid.IntRange(1, 524).Draw(t, "more"))},
			CoreBusy:    powers(2, 200, "core"),
			ClusterBusy: powers(2, 200, "cluster"),
			CoreIdle:    powers(4, 60, "core idle"),
			ClusterIdle: powers(4, 80, "cluster idle"),
		})
		clocks = append(clocks, clock)
		cpus += n
	}
	return board(rows, clocks), cpus
}

func TestBestAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, cpus := drawBoard(t)
		m, err := New(p, &p.Tables[0], int64(rapid.SampledFrom([]int{0, 20}).Draw(t, "margin")))
		if err != nil {
			t.Fatalf("%v", err)
		}
		sizes := rapid.SliceOfN(rapid.IntRange(0, 400), 1, 3).Draw(t, "sizes")
		var tasks []Task
		for range rapid.IntRange(0, 6).Draw(t, "tasks") {
			task := Task{Util: int64(rapid.SampledFrom(sizes).Draw(t, "size"))}
			if rapid.IntRange(0, 3).Draw(t, "pinned") == 0 {
				task.CPUs = energy.CPUSetOf(energy.CPUID(rapid.IntRange(0, cpus-1).Draw(t, "cpu")))
				if rapid.Bool().Draw(t, "two") {
					task.CPUs.Add(energy.CPUID(rapid.IntRange(0, cpus-1).Draw(t, "cpu")))
				}
			}
			tasks = append(tasks, task)
		}
		checkBest(t, m, tasks)
	})
}

// TestBestOnBoards compares with brute force on parts of real boards, where tasks
// of many sizes fill the CPUs.
func TestBestOnBoards(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"juno-r0", "juno-r2", "hikey620"} {
		p, err := platforms.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := New(p, p.TableOfKind(energy.TableEAS1x), 20)
		if err != nil {
			t.Fatal(err)
		}
		keep(m, 4)
		for range 40 {
			most := []int64{60, 150, 300, 500}[rng.IntN(4)]
			tasks := make([]Task, 1+rng.IntN(7))
			for i := range tasks {
				tasks[i].Util = 1 + rng.Int64N(most)
			}
			checkBest(t, m, tasks)
		}
	}
}

// keep leaves n CPUs, taken from the islands in turn, so that brute force ends.
func keep(m *Model, n int) {
	islands := m.islands
	m.islands, m.cpus = nil, make([]int, n)
	next := 0
	for i := range islands {
		size := n/2 + n%2*(1-min(i, 1))
		islands[i].cpus = nil
		for range size {
			islands[i].cpus = append(islands[i].cpus, energy.CPUID(next))
			m.cpus[next] = i
			next++
		}
		m.islands = append(m.islands, islands[i])
	}
}

// TestTwentyTasks: 20 tasks on 8 CPUs take less than a second, of three sizes and
// of twenty.
func TestTwentyTasks(t *testing.T) {
	for _, name := range []string{"hikey620", "hikey960"} {
		p, err := platforms.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := New(p, p.TableOfKind(energy.TableEAS1x), 20)
		if err != nil {
			t.Fatal(err)
		}
		for sizes, most := range map[int]int64{3: 200, 20: 120} {
			rng := rand.New(rand.NewPCG(uint64(sizes), 7))
			util, tasks := make([]int64, sizes), make([]Task, 20)
			for i := range util {
				util[i] = 1 + rng.Int64N(most)
			}
			for i := range tasks {
				tasks[i].Util = util[i%sizes]
			}
			start := time.Now()
			if _, ok := m.Best(tasks); !ok {
				t.Errorf("%s: no placement for %v", name, tasks)
			}
			if took := time.Since(start); took > time.Second {
				t.Errorf("%s, %d sizes: %v, want less than a second", name, sizes, took)
			}
		}
	}
}

func TestBestRefuses(t *testing.T) {
	t.Parallel()
	m := lisaBoard(t, 20)
	for _, c := range []struct {
		name  string
		tasks []Task
		ok    bool
	}{
		{"no task", nil, true},
		{"a task of nothing", []Task{{Util: 0}}, true},
		{"fits a big with its margin", []Task{{Util: 320}}, true},
		{"does not", []Task{{Util: 321}}, false},
		{"two of them", []Task{{Util: 320}, {Util: 320}}, true},
		{"three of them", []Task{{Util: 320}, {Util: 320}, {Util: 320}}, false},
		{"bound to a LITTLE", []Task{{Util: 161, CPUs: energy.CPUSetOf(0, 1)}}, false},
		{"bound to nowhere", []Task{{Util: 1, CPUs: energy.CPUSetOf(9)}}, false},
	} {
		if got, ok := m.Best(c.tasks); ok != c.ok || ok && len(got.CPU) != len(c.tasks) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, ok, c.ok)
		}
	}
}

func BenchmarkBest(b *testing.B) {
	p, err := platforms.Load("hikey620")
	if err != nil {
		b.Fatal(err)
	}
	m, err := New(p, p.TableOfKind(energy.TableEAS1x), 20)
	if err != nil {
		b.Fatal(err)
	}
	tasks := make([]Task, 20)
	for i := range tasks {
		tasks[i].Util = []int64{40, 90, 130}[i%3]
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Best(tasks)
	}
}
