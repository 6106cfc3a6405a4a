package eas

import (
	"encoding/csv"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"

	"easim/eas/des"
	"easim/eas/observe/meter"
	"easim/eas/observe/stats"
	"easim/eas/workload"
	"easim/energy"
)

// perfEvents is the number of events per simulated second of each task set:
// releases and context switches, idle included, the same for every simulator
// that runs the job.
var perfEvents = map[int]float64{12: 2463, 120: 23632, 1200: 256606}

// BenchmarkPerfjob runs the common speed job: N independent periodic tasks, 40 %
// of the machine, pinned as given and once free. Tracing is off, everything else
// is on: EASv5.2 placement, PELT, tick, DVFS, idle, exact metering. It prints the
// time per event, and that over the time of one pop and push on a plain 4-ary
// heap of 120 pending events, measured in the same run.
func BenchmarkPerfjob(b *testing.B) {
	for _, n := range []int{12, 120, 1200} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) { benchPerfjob(b, n, true) })
	}
	b.Run("N=120/unpinned", func(b *testing.B) { benchPerfjob(b, 120, false) })
}

func benchPerfjob(b *testing.B, n int, pinned bool) {
	r := perfRun(b, n, pinned)
	at := r.start + des.Second
	if err := r.k.RunUntil(at); err != nil {
		b.Fatal(err)
	}
	heap := yardstick()
	b.ReportAllocs()
	begin := cpuTime()
	for b.Loop() {
		at += des.Second
		if err := r.k.RunUntil(at); err != nil {
			b.Fatal(err)
		}
	}
	used := cpuTime() - begin
	heap = (heap + yardstick()) / 2
	perEvent := float64(used.Nanoseconds()) / float64(b.N) / perfEvents[n]
	b.ReportMetric(perEvent, "ns/event")
	b.ReportMetric(perEvent/heap, "x-heap")
	b.ReportMetric(float64(b.N)/used.Seconds(), "sim-s/cpu-s")
}

// TestPerfjobAllocates checks that a warm machine allocates nothing.
func TestPerfjobAllocates(t *testing.T) {
	r := perfRun(t, 120, false)
	at := r.start + 20*des.Second
	if err := r.k.RunUntil(at); err != nil {
		t.Fatal(err)
	}
	allocs := testing.AllocsPerRun(3, func() {
		at += des.Second
		if err := r.k.RunUntil(at); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations in a simulated second, want 0", allocs)
	}
}

// TestPerfjobStaysSmall checks that memory is a matter of the number of tasks: 1200
// of them take less than 32 MB, and neither memory nor the events of a simulated
// second grow in a run ten times as long.
func TestPerfjobStaysSmall(t *testing.T) {
	before := heapInUse()
	r := perfRun(t, 1200, true)
	at := r.start
	second := func() int64 {
		events := r.k.Events()
		if at += des.Second; r.k.RunUntil(at) != nil {
			t.Fatal("the run failed")
		}
		return r.k.Events() - events
	}
	second() // warm-up
	events, used := second(), heapInUse()-before
	if used > 32<<20 {
		t.Errorf("1200 tasks take %d kB, want less than 32 MB", used>>10)
	}
	for range 9 {
		second()
	}
	if later := second(); later > events+events/50 {
		t.Errorf("%d events in the twelfth second, %d in the second one", later, events)
	}
	if later := heapInUse() - before; later > used+used/10 {
		t.Errorf("%d kB after twelve seconds, %d kB after two", later>>10, used>>10)
	}
	runtime.KeepAlive(r)
}

// heapInUse is what is reachable, in bytes.
func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// perfRun builds the machine of the speed job and starts its workload.
func perfRun(tb testing.TB, n int, pinned bool) *run {
	tb.Helper()
	u, err := resolve(Scenario{Platform: "../testdata/platforms/perfjob.toml", Workload: "periodic:tasks=1,task_util=0.1"})
	if err != nil {
		tb.Fatal(err)
	}
	u.work = perfWorkload(tb, n, pinned)
	r := &run{u: u, meter: meter.New(u.platform), stats: stats.New()}
	if err := r.build(nil); err != nil {
		tb.Fatal(err)
	}
	for !r.started {
		if !r.k.Step() {
			tb.Fatal("the workload never started")
		}
	}
	return r
}

// perfWorkload is the task set of testdata/perfjob/tset_N.csv.
func perfWorkload(tb testing.TB, n int, pinned bool) *workload.Workload {
	tb.Helper()
	f, err := os.Open(fmt.Sprintf("../testdata/perfjob/tset_%d.csv", n))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	w := &workload.Workload{Name: "perfjob", DurationNS: workload.Forever}
	for i, row := range rows[1:] {
		var v [4]int64
		for j := range v {
			if v[j], err = strconv.ParseInt(row[j], 10, 64); err != nil {
				tb.Fatal(err)
			}
		}
		t := workload.TaskSpec{Name: "t" + row[0], Instances: 1, Loop: workload.Forever}
		if pinned {
			t.Attr.CPUs = energy.CPUSetOf(energy.CPUID(v[3]))
		}
		t.Phases = []workload.Phase{{Name: "job", Loop: 1, Ops: []workload.Op{
			{Kind: workload.OpRun, NS: v[2] * 1000, Ref: workload.NoRef, Ref2: workload.NoRef},
			{Kind: workload.OpTimer, NS: v[1] * 1000, Ref: i, Ref2: workload.NoRef},
		}}}
		w.Tasks = append(w.Tasks, t)
		w.Resources = append(w.Resources, workload.Resource{
			Name: "timer" + row[0], Kind: workload.ResTimer, Unique: true, Absolute: true,
		})
	}
	return w
}

// yardEvent is an event of 24 bytes as a plain simulator would queue it.
type yardEvent struct{ at, seq, payload int64 }

// yardstick is the time of one pop and push on a 4-ary heap of 120 pending
// events, ns.
func yardstick() float64 {
	const pending, rounds = 120, 1_000_000
	rng := des.Stream(1, "yardstick")
	var h []yardEvent
	seq := int64(0)
	push := func(at int64) {
		seq++
		h = append(h, yardEvent{at: at, seq: seq, payload: -seq})
		i := len(h) - 1
		for e := h[i]; i > 0; {
			p := (i - 1) / 4
			if h[p].at < e.at || h[p].at == e.at && h[p].seq < e.seq {
				break
			}
			h[i], h[p] = h[p], e
			i = p
		}
	}
	for range pending {
		push(rng.Int64N(1e6))
	}
	gaps := make([]int64, 1024)
	for i := range gaps {
		gaps[i] = rng.Int64N(1e6)
	}
	begin := cpuTime()
	for i := range rounds {
		push(yardPop(&h) + gaps[i&1023])
	}
	return float64((cpuTime() - begin).Nanoseconds()) / rounds
}

func yardPop(h *[]yardEvent) int64 {
	q := *h
	top, last := q[0].at, q[len(q)-1]
	q = q[:len(q)-1]
	*h = q
	i := 0
	for {
		c := 4*i + 1
		if c >= len(q) {
			break
		}
		m := c
		for j := c + 1; j < min(c+4, len(q)); j++ {
			if q[j].at < q[m].at || q[j].at == q[m].at && q[j].seq < q[m].seq {
				m = j
			}
		}
		if last.at < q[m].at || last.at == q[m].at && last.seq < q[m].seq {
			break
		}
		q[i] = q[m]
		i = m
	}
	q[i] = last
	return top
}
