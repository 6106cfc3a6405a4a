package sweep

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"easim/eas"
)

// manyRuns writes the folder of a sweep of n runs of a video, and returns the bytes
// of its results. The runs differ in a few numbers.
func manyRuns(tb testing.TB, dir string, n int) int64 {
	tb.Helper()
	m := Matrix{Axes: axesOf(tb, "busy_factor=1..100", "sched_nr_migrate=1..20", "feat=LB_MIN,none"), Program: "test"}
	for i := range n / 4000 {
		m.Seeds = append(m.Seeds, uint64(i+1))
	}
	m.normalize()
	p := plan(tb, m)
	write(tb, string(p.Encode("")), dir, MatrixFile)
	r, err := eas.Run(context.Background(), eas.Scenario{})
	if err != nil {
		tb.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, ResultsFile))
	if err != nil {
		tb.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	rng := rand.New(rand.NewPCG(1, 2))
	lines := newLineEncoder()
	size := int64(0)
	for i := range p.Runs() {
		point, seed := p.Run(i)
		c := point.Coordinates()
		r.Scenario.Seed = seed
		r.Energy.Little = 600 + float64(c[0]) + 10*float64(c[2]) + rng.Float64()
		r.Energy.Big = 180 + float64(c[1])*rng.Float64()
		r.Energy.Total = r.Energy.Little + r.Energy.Big
		for j := range r.Tasks {
			r.Tasks[j].BusyNS = rng.Int64N(1e9)
		}
		line, err := p.resultLine(lines, i, r)
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			tb.Fatal(err)
		}
		size += int64(len(line))
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	return size
}

const summaryDir = "EASIM_TEST_SUMMARY_CHILD"

// TestSummaryChild is the process whose time and memory are measured.
func TestSummaryChild(t *testing.T) {
	dir := os.Getenv(summaryDir)
	if dir == "" {
		t.Skip("runs as a process of TestManyRuns only")
	}
	if s := summary(t, dir, SummaryOptions{}); s.Runs != s.Total {
		t.Errorf("%d of %d runs", s.Runs, s.Total)
	}
}

// TestManyRuns: results are read at 80 MB/s, and through the index 100,000 runs are
// summarised in under a second and 300 MB. Time is that of the processor, so that a busy machine does no harm.
func TestManyRuns(t *testing.T) {
	if os.Getenv("EASIM_SLOW") != "1" {
		t.Skip("writes a gigabyte; EASIM_SLOW=1 runs it")
	}
	if runtime.GOOS == "windows" {
		t.Skip("memory is measured differently there")
	}
	dir, n := t.TempDir(), 100_000
	if raceEnabled {
		n = 8_000 // nothing is measured then
	}
	size := manyRuns(t, dir, n)
	for _, what := range []string{"index made", "index kept"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSummaryChild$", "-test.count=1")
		cmd.Env = append(os.Environ(), summaryDir+"="+dir)
		begin := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		wall, cpu := time.Since(begin), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
		memory := peakMemory(cmd.ProcessState)
		t.Logf("%s: %.2f s (%.2f s of processor, %.0f MB/s per core), %d MB", what, wall.Seconds(), cpu.Seconds(),
			float64(size)/1e6/cpu.Seconds(), memory>>20)
		if raceEnabled {
			continue
		}
		if memory > 300<<20 {
			t.Errorf("%s: %d MB", what, memory>>20)
		}
		switch {
		case what == "index made" && float64(size)/1e6 < 80*cpu.Seconds():
			t.Errorf("%d bytes are read in %s of processor time, want 80 MB/s", size, cpu)
		case what == "index kept" && cpu > time.Second:
			t.Errorf("%s: %s of processor time", what, cpu)
		}
	}
}

// TestBusy: a sweep of short runs keeps its workers in the simulation. The best of a
// few counts, so that a busy machine does no harm.
func TestBusy(t *testing.T) {
	if os.Getenv("EASIM_SLOW") != "1" {
		t.Skip("EASIM_SLOW=1 measures it")
	}
	m := Matrix{Axes: axesOf(t, "busy_factor=1..50", "feat=LB_MIN,none"), Seeds: []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
	m.Base.Duration = eas.SpanOf(1e9)
	best := 0.0
	for range 5 {
		out := do(t, m, Options{Dir: t.TempDir()})
		share := out.Busy.Seconds() / out.Wall.Seconds() / float64(out.Workers)
		t.Logf("%d runs in %.2f s, %.1f %% of the workers' time in runs", out.Done, out.Wall.Seconds(), 100*share)
		if best = max(best, share); best >= 0.9 {
			return
		}
	}
	t.Errorf("%.1f %% of the workers' time in runs, want 90", 100*best)
}

// startups are the workloads whose start is measured: few threads, and 400.
var startups = [...]string{
	"video-1080p", "geekbench", "geekbench-mt", "periodic:tasks=12,util=0.4", "mp3", "hackbench",
}

// startUp returns a function that does one more run which simulates next to nothing.
func startUp(tb testing.TB, workload string) func() {
	tb.Helper()
	m := Matrix{Axes: axesOf(tb, "busy_factor=1,2"), Seeds: []uint64{1}}
	m.Base = eas.Scenario{Workload: workload, Duration: eas.SpanOf(1), Warmup: eas.SpanOf(0), Cache: eas.NewCache()}
	p, n := plan(tb, m), 0
	return func() {
		n++
		s, err := p.Point(n % 2).Scenario(uint64(n))
		if err == nil {
			_, err = eas.Run(tb.Context(), s)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// TestStartup: after the first, a run begins and ends within a millisecond. It is
// the best of many that counts, so that a busy machine does no harm.
func TestStartup(t *testing.T) {
	if os.Getenv("EASIM_SLOW") != "1" || raceEnabled {
		t.Skip("EASIM_SLOW=1 measures it, without the race detector")
	}
	for _, workload := range startups {
		run, best := startUp(t, workload), time.Hour
		run()
		for range 300 {
			begin := time.Now()
			run()
			best = min(best, time.Since(begin))
		}
		t.Logf("%s: %s", workload, best)
		if best > time.Millisecond {
			t.Errorf("%s: a run costs %s beside the simulation, want at most 1ms", workload, best)
		}
	}
}

// BenchmarkStartup is the cost of a run that simulates next to nothing.
func BenchmarkStartup(b *testing.B) {
	for _, workload := range startups {
		b.Run(workload, func(b *testing.B) {
			run := startUp(b, workload)
			run()
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
		})
	}
}

// BenchmarkSummary summarises 20,000 runs through the index.
func BenchmarkSummary(b *testing.B) {
	dir := b.TempDir()
	manyRuns(b, dir, 20_000)
	summary(b, dir, SummaryOptions{})
	for b.Loop() {
		summary(b, dir, SummaryOptions{})
	}
}

// BenchmarkScan reads the lines of a folder as --resume does.
func BenchmarkScan(b *testing.B) {
	dir := b.TempDir()
	b.SetBytes(manyRuns(b, dir, 4_000))
	p, err := openPlan(dir)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f, err := os.Open(filepath.Join(dir, ResultsFile))
		if err != nil {
			b.Fatal(err)
		}
		got, err := p.scan(f)
		if err != nil || got.found != p.Runs() {
			b.Fatal(fmt.Sprint(got, err))
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
