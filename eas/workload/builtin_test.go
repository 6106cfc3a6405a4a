package workload

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// junoR2 is what Build may know of a Juno R2 of rate 383.
func junoR2() Env {
	return Env{NCPU: 6, TotalRate: (2*1024 + 4*383) << energy.RateShift, Seed: 1}
}

func mustBuild(tb testing.TB, text string, env Env) *Workload {
	tb.Helper()
	w, err := Build(text, env)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

func TestBuiltinsAreSound(t *testing.T) {
	t.Parallel()
	for _, b := range Builtins() {
		w := mustBuild(t, b.Name, junoR2())
		if w.Name != b.Name || w.Title == "" || w.Source == "" || b.Doc == "" {
			t.Errorf("%s: name %q, title %q, source %q, doc %q", b.Name, w.Name, w.Title, w.Source, b.Doc)
		}
		if err := w.Validate(); err != nil {
			t.Error(err)
		}
		for _, p := range b.Params {
			if p.Doc == "" {
				t.Errorf("%s: parameter %s has no doc", b.Name, p.Name)
			}
		}
		if _, list := Decode(b.Name, []byte(BuiltinSource(b.Name))); BuiltinSource(b.Name) != "" && len(list) > 0 {
			t.Errorf("%s:\n%s", b.Name, list.Render(nil))
		}
		if len(Show(w, 0)) == 0 || !IsBuiltin(b.Name+":a=b") {
			t.Errorf("%s: not shown or not known", b.Name)
		}
	}
}

// The rates of activation of the video and mp3 models on infinitely fast CPUs
// are those of rt-app 1.0 with run times near 0: of the timer-driven threads and
// the chains behind them exactly. DispSync is woken 180 times a second if nothing is
// lost; rt-app loses some (157 measured, surfaceflinger 26.2), depending on who is
// first at one instant: any value from 120 on is possible.
func TestModelRates(t *testing.T) {
	t.Parallel()
	frames := []rate{
		{"hwc_eventmon", 1e6 / 16667.0, 0.001},
		{"waker", 1e6 / 33333.0, 0.001},
		{"NuPlayerRenderer", 40, 0.002},
		{"NuPlayerDriver1", 30, 0.002},
		{"NuPlayerDriver2", 30, 0.002},
		{"CodecLooper1", 30, 0.002},
		{"CodecLooper2", 30, 0.002},
		{"CodecLooper3", 30, 0.002},
		{"OMXCallbackDisp2", 30, 0.002},
		{"NPDecoder", 10, 0.005},
		{"NPDecoder-CL", 10, 0.005},
		{"gle.aac.decoder", 10, 0.005},
		{"OMXCallbackDisp1", 10, 0.005},
	}
	for _, seed := range []uint64{0, 1, 2} {
		checkRates(t, "video-1080p", seed, frames)
		checkRates(t, "video-1080p", seed, []rate{{"DispSync", 180, 0.002}, {"surfaceflinger", 30, 0.002}})
		checkRates(t, "video-1080p:wakeups=lost", seed, frames)
		checkRates(t, "video-1080p:wakeups=lost", seed, []rate{{"DispSync", 150, 0.21}, {"surfaceflinger", 25, 0.21}})
		checkRates(t, "mp3", seed, []rate{
			{"AudioTick", 1e6 / 6000.0, 0.001},
			{"AudioOut", 33.5, 0.01},
			{"mp3.decoder", 33.4, 0.01},
		})
	}
}

type rate struct {
	thread    string
	perSecond float64
	tolerance float64
}

// checkRates plays a model for a minute; a seed other than 0 takes the runnable
// threads in random order.
func checkRates(t *testing.T, model string, seed uint64, want []rate) {
	t.Helper()
	const seconds = 60
	f := newFake(t, mustBuild(t, model, junoR2()), PlayerConfig{NCPU: 6})
	if seed > 0 {
		f.shuffled(seed)
	}
	f.run(seconds * des.Second)
	for _, c := range want {
		got := float64(f.stat(c.thread).Activations) / seconds
		if math.Abs(got/c.perSecond-1) > c.tolerance {
			t.Errorf("%s %s, seed %d: %.2f a second, want %.2f", model, c.thread, seed, got, c.perSecond)
		}
	}
}

// The nominal demand is the measured 27.5 % (video) and 22.6 % (mp3) of one CPU.
func TestModelDemand(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]float64{"video-1080p": 27.5, "mp3": 22.6} {
		f := newFake(t, mustBuild(t, model, junoR2()), PlayerConfig{NCPU: 6})
		f.run(60 * des.Second)
		sum := int64(0)
		for _, s := range f.p.Threads() {
			sum += s.DemandNS
		}
		if got := float64(sum) / 60e9 * 100; math.Abs(got/want-1) > 0.05 {
			t.Errorf("%s demands %.2f %%, want %v", model, got, want)
		}
	}
}

func TestVideoMetrics(t *testing.T) {
	t.Parallel()
	f := newFake(t, mustBuild(t, "video-1080p", junoR2()), PlayerConfig{NCPU: 6})
	f.slow = true
	f.run(des.Second)
	before := f.p.Threads()
	f.run(11 * des.Second)
	got := f.p.Metrics(SinceWarmup(f.p.Threads(), before), 10e9)
	if len(got) != 3 || got[0].Name != "frames_per_s" || math.Abs(got[0].Value-30) > 0.11 || got[0].Better != "higher" ||
		got[1].Value != 0 || got[2].Value != 0 || got[2].Better != "lower" || !got[2].Valid {
		t.Errorf("metrics %+v", got)
	}
}

// benchMetrics scores a benchmark whose kernels take what duration says, in units
// of the work of a worker, and returns the metrics by name.
func benchMetrics(w *Workload, duration func(sec section, mode int) float64) map[string]Metric {
	s := w.Scorer.(benchScorer)
	var marks []Mark
	now := int64(0)
	for k := range benchKernels {
		for mode := range numModes {
			if s.modes[mode] {
				marks = append(marks, Mark{benchMark(k, mode, 0), now})
				now += int64(duration(benchKernels[k].sec, mode) * float64(s.workNS))
				marks = append(marks, Mark{benchMark(k, mode, 1), now})
			}
		}
	}
	out := map[string]Metric{}
	for _, m := range s.Score(marks) {
		out[m.Name] = m
	}
	return out
}

// The two anchors of a Juno R2 of rate 383, by hand, in units of W, the work of one
// worker on a big CPU. Its two big CPUs finish their shares at 1.
//
//	no pulling:    a LITTLE ends its own share, at 1024/383
//	ideal puller:  s = 383/1024. At 1 the big CPUs take two of the four shares that
//	               are left (1-s each), done at 2-s; then the last two, of which
//	               1 - s(2-s) is left: done at 2-s + 1 - s(2-s) = 3 - 3s + s^2
//	memory:        six stalled workers, 6/1.3 each, on any CPU
//
// One thread on a big CPU takes 1. So, with weights 0.8 and 0.2,
//
//	no pulling:    MT/ST = 0.8 x 6 x 383/1024 + 0.2 x 1.3  = 2.06
//	ideal puller:  MT/ST = 0.8 x 6 / 2.018    + 0.2 x 1.3  = 2.64
func TestBenchAnchors(t *testing.T) {
	t.Parallel()
	const s = 383.0 / 1024
	for _, c := range []struct {
		name string
		mt   float64 // time of a multi-threaded kernel
		want float64
	}{
		{"no pulling", 1 / s, 2.06},
		{"ideal puller", 3 - 3*s + s*s, 2.64},
	} {
		w := mustBuild(t, "geekbench", junoR2())
		got := benchMetrics(w, func(sec section, mode int) float64 {
			switch {
			case mode == modeST:
				return 1
			case sec == secMem:
				return 6 / 1.3
			}
			return c.mt
		})
		st, mt := got["score_st"], got["score_mt"]
		if math.Abs(st.Value-953.2) > 0.01 || !st.Valid {
			t.Errorf("%s: ST %v, want 953.2", c.name, st)
		}
		if ratio := mt.Value / st.Value; math.Abs(ratio-c.want) > 0.005 {
			t.Errorf("%s: MT/ST %.4f, want %v", c.name, ratio, c.want)
		}
		if r := got["mt_mem"].Value / got["st_mem"].Value; math.Abs(r-1.3) > 1e-6 {
			t.Errorf("%s: memory MT/ST %v, want 1.3", c.name, r)
		}
	}
}

// Played on CPUs that do not differ and of which there are enough, a benchmark
// scores n times the points of one thread, but for memory; in both forms.
func TestBenchPlays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		st, mt  float64
		threads int
	}{
		{"geekbench", 953.2, 953.2 * (0.8*6 + 0.2*1.3), 1 + 27 + 27*6},
		{"geekbench:workers=barrier", 953.2, 953.2 * (0.8*6 + 0.2*1.3), 1 + 1 + 6},
		{"geekbench-st:workers=barrier,work=50ms", 953.2, 0, 2},
		{"geekbench-mt:background=on,scale=100", 0, 100 * (0.8*6 + 0.2*1.3), 1 + 27*6 + 6},
		{"geekbench-mt:agg=gb4", 0, 953.2 * (0.8*6 + 0.2*1.3), 1 + 27*6},
	} {
		f := newFake(t, mustBuild(t, c.text, junoR2()), PlayerConfig{NCPU: 6})
		f.slow = true
		f.run(3600 * des.Second)
		if n := len(f.p.Threads()); !f.p.Done() || n != c.threads {
			t.Errorf("%s: done %v with %d threads, want %d", c.text, f.p.Done(), n, c.threads)
		}
		for _, m := range f.p.Metrics(f.p.Threads(), 1) {
			want, total := c.st, m.Name == "score_st"
			if m.Name == "score_mt" {
				want, total = c.mt, true
			}
			if !m.Valid || total && math.Abs(m.Value/want-1) > 1e-9 {
				t.Errorf("%s: %+v, want %v", c.text, m, want)
			}
		}
	}
}

func TestBenchCutShort(t *testing.T) {
	t.Parallel()
	f := newFake(t, mustBuild(t, "geekbench", junoR2()), PlayerConfig{NCPU: 6})
	f.slow = true
	// The 13 integer kernels take 1.2 s each, the first ten fp kernels too.
	f.run(20 * des.Second)
	for _, m := range f.p.Metrics(nil, 1) {
		wantValid := strings.HasSuffix(m.Name, "_int")
		if m.Valid != wantValid || !m.Valid && m.Value != 0 {
			t.Errorf("%+v, want valid %v", m, wantValid)
		}
	}
}

func TestHackbench(t *testing.T) {
	t.Parallel()
	w := mustBuild(t, "hackbench:groups=2,fds=3,loops=50,capacity=7,batch=3", junoR2())
	for seed := range uint64(3) {
		f := newFake(t, w, PlayerConfig{NCPU: 6}).shuffled(seed)
		f.slow = true
		f.run(600 * des.Second)
		m := f.p.Metrics(nil, 1)
		if !f.p.Done() || !m[0].Valid || !m[1].Valid || m[0].Value <= 0 {
			t.Fatalf("done %v, metrics %+v", f.p.Done(), m)
		}
		// 2 groups x 3 x 3 x 50 messages, 54 us each.
		if got := m[0].Value * m[1].Value; math.Abs(got-900) > 1e-6 {
			t.Errorf("%v messages, want 900", got)
		}
		demand := int64(0)
		for _, s := range f.p.Threads() {
			demand += s.DemandNS
		}
		if demand != 900*54_000 {
			t.Errorf("work %d ns, want %d", demand, 900*54_000)
		}
	}
	full := mustBuild(t, "hackbench", junoR2())
	if s := full.Scorer.(hackScorer); s.threads != 400 || s.messages != 400_000 {
		t.Errorf("default size %+v, want 400 tasks and 400000 messages", s)
	}
	cut := newFake(t, full, PlayerConfig{NCPU: 6})
	cut.slow = true
	cut.run(10 * des.Millisecond)
	if m := cut.p.Metrics(nil, 1); m[0].Valid || m[1].Valid {
		t.Errorf("metrics of a run cut short: %+v", m)
	}
}

func TestPeriodic(t *testing.T) {
	t.Parallel()
	env := junoR2()
	demand := func(w *Workload) (share float64) {
		for _, p := range Show(w, 0) {
			share += p.SharePct / 100
		}
		return share
	}
	total := float64(env.TotalRate) / float64(energy.RateScale)
	for _, text := range []string{
		"periodic", "periodic:tasks=120", "periodic:tasks=1200,util=0.40", "periodic:tasks=7,util=0.6,shares=equal",
		"periodic:tasks=12,util=0.40,min_period=4ms,max_period=100ms,phase=random,jitter=5",
	} {
		w := mustBuild(t, text, env)
		want := 0.4 * total
		if strings.Contains(text, "0.6") {
			want = 0.6 * total
		}
		if got := demand(w); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%s demands %.4f CPUs, want %.4f", text, got, want)
		}
		for _, p := range Show(w, 0) {
			if p.PeriodUS < 4000 || p.PeriodUS > 100_000 || p.PeriodUS != math.Trunc(p.PeriodUS) || p.SharePct > 100 {
				t.Errorf("%s: %+v", text, p)
			}
		}
	}
	five := mustBuild(t, "periodic:tasks=50,task_util=0.05", env)
	if p := Show(five, 0); len(p) != 50 || p[7].DemandUS != 800 || p[7].PeriodUS != 16_000 {
		t.Errorf("%+v", p[7])
	}
	staggered := mustBuild(t, "periodic:tasks=5,task_util=0.05,phase=5ms", env)
	if got := staggered.Tasks[4].DelayNS; got != 4*ms {
		t.Errorf("first release of task 4 at %d, want 20 ms within 16 ms: 4 ms", got)
	}
	again := mustBuild(t, "periodic", env)
	env.Seed = 2
	other := mustBuild(t, "periodic", env)
	if again.Tasks[3].Phases[0].Ops[1].NS == other.Tasks[3].Phases[0].Ops[1].NS {
		t.Error("another seed gives the same periods")
	}
}

// Log-uniform: as many periods below the geometric mean of the bounds as above.
func TestPeriodsAreLogUniform(t *testing.T) {
	t.Parallel()
	w := mustBuild(t, "periodic:tasks=2000", junoR2())
	below := 0
	for _, p := range Show(w, 0) {
		if p.PeriodUS < 20_000 { // sqrt(4 ms x 100 ms)
			below++
		}
	}
	if below < 900 || below > 1100 {
		t.Errorf("%d of 2000 periods below 20 ms, want about 1000", below)
	}
}

func TestBuildFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"vidio-1080p":                            `did you mean "video-1080p"`,
		"":                                       "has no name",
		"periodic:tasks":                         `"tasks" is not of the form key=value`,
		"periodic:tasks=3,tasks=4":               `"tasks" is given twice`,
		"periodic:task=3":                        `did you mean "tasks"`,
		"periodic:tasks=0":                       "tasks=0: out of range, want 1 to",
		"periodic:tasks=x,period=3":              "want an integer",
		"periodic:util=0.99,tasks=2":             "take more tasks",
		"periodic:util=0.5,task_util=0.1":        "task_util excludes util",
		"periodic:period=5ms,min_period=1ms":     "period excludes",
		"periodic:min_period=9ms,max_period=8ms": "min_period is above",
		"periodic:period=5":                      "want a duration such as 16ms",
		"geekbench:workers=exits":                `did you mean "exit"`,
		"mp3:loops=3":                            "it takes none",
		"hackbench:groups=1000,fds=1000":         "are more than",
	} {
		if _, err := Build(text, junoR2()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
	_, err := Build("periodic:tasks=0,utl=3,period=x", junoR2())
	if err == nil || strings.Count(err.Error(), "\n") != 0 {
		t.Errorf("an unknown parameter stops the rest: %v", err)
	}
	_, err = Build("periodic:tasks=0,period=x", junoR2())
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("two faults are not two, or what follows from them is a third: %v", err)
	}
}

func TestGeneratorText(t *testing.T) {
	t.Parallel()
	g, err := ParseGenerator(" Periodic: tasks = 3 ,UTIL=0.5")
	if err != nil || g.String() != "periodic:tasks=3,util=0.5" {
		t.Errorf("%v, %v", g, err)
	}
}

// Every file under testdata/workloads that is not in invalid is sound.
func TestSampleFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(workloadsDir(t), "*.toml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, list := Decode(filepath.Base(name), src)
		if w == nil || len(list) > 0 {
			t.Errorf("%s", list.Render(src))
			continue
		}
		if filepath.Base(name) == "deadline.toml" {
			continue // valid, but a Player refuses it: TestDeadlineFile
		}
		f := newFake(t, w, PlayerConfig{NCPU: 8})
		f.slow = true
		f.run(5 * des.Second)
		if f.err != nil {
			t.Errorf("%s: %v", name, f.err)
		}
		for _, s := range f.p.Threads() {
			if s.Activations == 0 {
				t.Errorf("%s: thread %s does nothing in 5 s", filepath.Base(name), s.Name)
			}
		}
	}
}

// workloadsDir is testdata/workloads at the module's root.
func workloadsDir(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, statErr := os.Stat(filepath.Join(dir, "go.mod")); statErr == nil {
			return filepath.Join(dir, "testdata", "workloads")
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	tb.Fatal("no go.mod above the test")
	return ""
}
