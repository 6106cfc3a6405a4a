package optimal

import (
	"fmt"
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
			{Name: "WFI", Level: energy.IdleCore}, {Name: "sleep", Level: energy.IdleCore}, {Name: "off", Level: energy.IdleCluster},
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
		t.Fatalf("tasks %v: power %v, placement %v costs %v, brute force %v", tasks, got.Power, got.CPU, m.Power(load), want)
	}
}

func TestBestAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		clusters := rapid.IntRange(1, 3).Draw(t, "clusters")
		cpu, total := energy.CPUID(0), 0
		var rows []energy.TableDomain
		var clocks []int
		clock := 0
		for i := range clusters {
			n := rapid.IntRange(1, 3).Draw(t, "cpus")
			if total+n > 5 {
				n = 1
			}
			total += n
			if i > 0 && (len(rows) == 0 || !rapid.Bool().Draw(t, "shared clock")) {
				clock++
			}
			clocks = append(clocks, clock)
			opps := 2
			row := energy.TableDomain{CPUs: energy.CPURange(cpu, cpu+energy.CPUID(n)-1)}
			cpu += energy.CPUID(n)
			power := rapid.IntRange(0, 200)
			for range opps {
				row.CoreBusy = append(row.CoreBusy, energy.Power(power.Draw(t, "core")))
				row.ClusterBusy = append(row.ClusterBusy, energy.Power(power.Draw(t, "cluster")))
			}
			low := rapid.IntRange(50, 500).Draw(t, "capacity")
			row.Capacity = []energy.Capacity{energy.Capacity(low), energy.Capacity(low + rapid.IntRange(1, 524).Draw(t, "more"))}
			for range 4 {
				row.CoreIdle = append(row.CoreIdle, energy.Power(rapid.IntRange(0, 60).Draw(t, "core idle")))
				row.ClusterIdle = append(row.ClusterIdle, energy.Power(rapid.IntRange(0, 80).Draw(t, "cluster idle")))
			}
			rows = append(rows, row)
		}
		p := board(rows, clocks)
		m, err := New(p, &p.Tables[0], int64(rapid.SampledFrom([]int{0, 20}).Draw(t, "margin")))
		if err != nil {
			t.Fatalf("%v", err)
		}
		sizes := rapid.SliceOfN(rapid.IntRange(0, 400), 1, 3).Draw(t, "sizes")
		var tasks []Task
		for range rapid.IntRange(0, 6).Draw(t, "tasks") {
			task := Task{Util: int64(rapid.SampledFrom(sizes).Draw(t, "size"))}
			if rapid.IntRange(0, 3).Draw(t, "pinned") == 0 {
				task.CPUs = energy.CPUSetOf(energy.CPUID(rapid.IntRange(0, total-1).Draw(t, "cpu")))
				if rapid.Bool().Draw(t, "two") {
					task.CPUs.Add(energy.CPUID(rapid.IntRange(0, total-1).Draw(t, "cpu")))
				}
			}
			tasks = append(tasks, task)
		}
		checkBest(t, m, tasks)
	})
}

func TestTiming(t *testing.T) {
	for _, name := range []string{"juno-r0", "hikey620", "hikey960", "juno-r2"} {
		p, _ := platforms.Load(name)
		for _, tab := range p.Tables {
			if tab.Kind == energy.TableMeasured {
				continue
			}
			m, err := New(p, &tab, 20)
			if err != nil {
				t.Fatal(err)
			}
			for _, maxU := range []int64{20, 50, 100, 150, 200, 300} {
				worst := time.Duration(0)
				for seed := range 10 {
					rng := rand.New(rand.NewPCG(uint64(seed), 1))
					var tasks []Task
					for range 20 {
						tasks = append(tasks, Task{Util: 1 + rng.Int64N(maxU)})
					}
					t0 := time.Now()
					done := make(chan bool, 1)
					go func() { m.Best(tasks); done <- true }()
					select {
					case <-done:
					case <-time.After(5 * time.Second):
						fmt.Println("TIMEOUT", name, tab.Name, maxU, seed)
						return
					}
					worst = max(worst, time.Since(t0))
				}
				fmt.Println(name, tab.Name, maxU, worst)
			}
		}
	}
}
