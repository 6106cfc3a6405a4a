package optimal

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"easim/platforms"
)

func TestDbg(t *testing.T) {
	for _, cse := range []struct {
		name, tab string
		max       int64
		seed      uint64
	}{{"juno-r0", "eas1x", 150, 9}, {"juno-r0", "eas1x", 150, 1}, {"juno-r0", "eas1x", 150, 2},{"hikey620", "eas1x", 150, 0},{"hikey620", "eas1x", 150, 1}, {"hikey620", "eas1x", 300, 4}, {"hikey620", "eas1x", 300, 5}} {
		p, _ := platforms.Load(cse.name)
		m, _ := New(p, p.Table(cse.tab), 20)
		rng := rand.New(rand.NewPCG(cse.seed, 1))
		var tasks []Task
		for range 20 {
			tasks = append(tasks, Task{Util: 1 + rng.Int64N(cse.max)})
		}
		s := newSearch(m, tasks)
		cl := s.frames()
		fmt.Println("---", cse, "sum", s.rest[0], "frames", len(cl))
		for _, b := range []int{500, 20000000} {
		for i, c := range cl {
			if c.bound >= s.best-s.slack() {
				break
			}
			t0 := time.Now()
			was := s.best
			s.try(&c, b)
			if s.steps > 400 || s.best != was { fmt.Println(i, c.opp, c.used, "bound", c.bound, "best", s.best, "nodes", s.steps, time.Since(t0)) }
		}}
		loads := map[int]int64{}
		for i, a := range s.bestAt { loads[int(s.cpus[a].id)] += s.tasks[i].Util }
		fmt.Println(loads)
	}
}
