package workload

import (
	"math"
	"strconv"
	"time"

	"easim/energy"
)

// A benchmark of the kind of Geekbench 3: 27 workloads in three sections, each
// run by one thread, then by one thread per CPU with its own copy of the input;
// a multi-threaded workload ends when its last worker ends. It stands for no
// version of Geekbench: its points are model points, scaled once so that one
// thread alone on a CPU of capacity 1024 at its top clock scores benchScale.
//
// Sources: Primate Labs, Geekbench 3 Workloads (2013-08-08), the names up to Sobel; the
// later integer names and the other two lists are general knowledge. Joining the
// workers, one per CPU, equal work for all workloads and the cap on memory
// bandwidth are assumptions of this model.

// benchScale is the score of a machine that runs every workload at exactly the
// speed of capacity 1024: the published single-threaded baseline of S4-perf.
const benchScale = "953.2"

// section is a part of the score.
type section uint8

const (
	secInt section = iota
	secFP
	secMem
	secCrypto // in the aggregation of Geekbench 4 only
	numSections
)

var sectionNames = [numSections]string{secInt: "int", secFP: "fp", secMem: "mem", secCrypto: "crypto"}

// benchKernel is one of the benchmark's workloads.
type benchKernel struct {
	name string
	sec  section
}

const numKernels = 27

var benchKernels = [numKernels]benchKernel{
	{"aes", secInt},
	{"twofish", secInt},
	{"sha1", secInt},
	{"sha2", secInt},
	{"bzip2-compress", secInt},
	{"bzip2-decompress", secInt},
	{"jpeg-compress", secInt},
	{"jpeg-decompress", secInt},
	{"png-compress", secInt},
	{"png-decompress", secInt},
	{"sobel", secInt},
	{"lua", secInt},
	{"dijkstra", secInt},
	{"black-scholes", secFP},
	{"mandelbrot", secFP},
	{"sharpen-filter", secFP},
	{"blur-filter", secFP},
	{"sgemm", secFP},
	{"dgemm", secFP},
	{"sfft", secFP},
	{"dfft", secFP},
	{"n-body", secFP},
	{"ray-trace", secFP},
	{"stream-copy", secMem},
	{"stream-scale", secMem},
	{"stream-add", secMem},
	{"stream-triad", secMem},
}

func benchParams() []ParamInfo {
	return []ParamInfo{
		{"workers", "exit", "threads of a kernel: exit (made for it, gone after it) or barrier (kept, waiting at a barrier)"},
		{"background", "off", "on: one daemon bound to each CPU, 0.2 ms at capacity 1024 every 10 ms (assumed)"},
		{"work", "500ms", "work of each worker in each kernel, as time at capacity 1024 (assumed; 0.5 to 3 s are usual)"},
		{"gap", "100ms", "pause after each kernel (assumed)"},
		{"bandwidth", "1.3", "memory bandwidth of all CPUs together over that of one thread at capacity 1024 (assumed)"},
		{"agg", "gb3", "gb3 (int 0.4, fp 0.4, mem 0.2) or gb4 (crypto .05, int .45, fp .30, mem .20: unverified)"},
		{"scale", benchScale, "points of one thread at capacity 1024"},
		{"jitter", "0", "width of the work's uniform variation, +- %"},
	}
}

// Modes of a run of a kernel, as in the mark numbers.
const (
	modeST = iota
	modeMT
	numModes
)

var modeNames = [numModes]string{"st", "mt"}

// benchMark is the number of the mark at the beginning (0) or end (1) of kernel k.
func benchMark(k, mode, end int) int { return (k*numModes+mode)*2 + end }

// bench builds the workload.
type bench struct {
	w         *Workload
	modes     [numModes]bool
	barrier   bool
	ncpu      int
	workNS    int64
	gapNS     int64
	bandwidth float64
	jitter    float64

	ops   []Op             // of the thread that leads
	pools [numModes][]Op   // of a kept worker
	gates [numModes][2]int // barriers: go, done
}

func buildBenchBoth(p *params, env Env) *Workload { return buildBench(p, env, "geekbench", true, true) }

func buildBenchST(p *params, env Env) *Workload {
	return buildBench(p, env, "geekbench-st", true, false)
}

func buildBenchMT(p *params, env Env) *Workload {
	return buildBench(p, env, "geekbench-mt", false, true)
}

func buildBench(p *params, env Env, name string, st, mt bool) *Workload {
	b := &bench{
		modes: [numModes]bool{st, mt}, ncpu: env.NCPU,
		barrier:   p.word("workers", "exit", "barrier") == 1,
		workNS:    p.ns("work", time.Microsecond, time.Minute),
		gapNS:     p.ns("gap", 0, time.Minute),
		bandwidth: p.number("bandwidth", 1, 1000),
		jitter:    p.number("jitter", 0, 100),
	}
	b.w = &Workload{
		Name: name, Title: "benchmark of " + strconv.Itoa(numKernels) + " kernels, model points",
		Source:     "structure of Geekbench 3 (Primate Labs, 2013); work, gap and bandwidth are assumed",
		DurationNS: untilDone,
		Tasks:      []TaskSpec{{Name: name, Instances: 1, Loop: 1}},
		Scorer:     benchScorer{b.modes, p.word("agg", "gb3", "gb4") == 1, b.ncpu, b.workNS, p.number("scale", 0, 1e6)},
	}
	b.begin()
	for k := range benchKernels {
		for mode := range numModes {
			if b.modes[mode] {
				b.run(k, mode)
			}
		}
	}
	b.w.Tasks[0].Phases = []Phase{{Loop: 1, Ops: b.ops}}
	b.addPools()
	if p.word("background", "off", "on") == 1 {
		b.addBackground()
	}
	return b.w
}

// workers is how many threads run a kernel.
func (b *bench) workers(mode int) int {
	if mode == modeST {
		return 1
	}
	return b.ncpu
}

func (b *bench) begin() {
	if !b.barrier {
		b.w.Resources = []Resource{{Name: "done", Kind: ResSem}}
		return
	}
	for mode := range numModes {
		if !b.modes[mode] {
			continue
		}
		for i, what := range [...]string{"-go", "-done"} {
			b.gates[mode][i] = len(b.w.Resources)
			b.w.Resources = append(b.w.Resources, Resource{
				Name: modeNames[mode] + what, Kind: ResBarrier, N: b.workers(mode) + 1,
			})
		}
	}
}

// run appends one run of kernel k.
func (b *bench) run(k, mode int) {
	n := b.workers(mode)
	b.ops = append(b.ops, opN(OpMark, benchMark(k, mode, 0)))
	if b.barrier {
		begin, end := opOn(OpBarrier, b.gates[mode][0]), opOn(OpBarrier, b.gates[mode][1])
		b.ops = append(b.ops, begin, end)
		b.pools[mode] = append(b.pools[mode], begin, b.kernelOp(k, mode), end)
	} else {
		for range n {
			b.ops = append(b.ops, opN(OpFork, len(b.w.Tasks)))
		}
		for range n {
			b.ops = append(b.ops, opOn(OpSemWait, 0))
		}
		b.w.Tasks = append(b.w.Tasks, TaskSpec{
			Name: modeNames[mode] + "-" + benchKernels[k].name, Loop: 1,
			Phases: []Phase{{Loop: 1, Ops: []Op{b.kernelOp(k, mode), opOn(OpSemPost, 0)}}},
		})
	}
	b.ops = append(b.ops, opN(OpMark, benchMark(k, mode, 1)))
	if b.gapNS > 0 {
		b.ops = append(b.ops, opSleep(b.gapNS))
	}
}

// kernelOp is what one worker does in kernel k.
//
// n threads that share a bandwidth of c times that of one thread need n x W / c
// each, however fast their CPUs are: their work stalls. One thread alone runs at
// its CPU's memory rate.
func (b *bench) kernelOp(k, mode int) Op {
	switch {
	case benchKernels[k].sec == secFP:
		return opRun(WorkFP, b.workNS, b.jitter)
	case benchKernels[k].sec == secMem && mode == modeMT:
		n := float64(b.ncpu)
		return opRun(WorkStall, int64(math.Round(float64(b.workNS)*n/min(n, b.bandwidth))), b.jitter)
	case benchKernels[k].sec == secMem:
		return opRun(WorkMem, b.workNS, b.jitter)
	}
	return opRun(WorkInt, b.workNS, b.jitter)
}

func (b *bench) addPools() {
	for mode := range numModes {
		if len(b.pools[mode]) > 0 {
			b.w.Tasks = append(b.w.Tasks, TaskSpec{
				Name: modeNames[mode] + "-worker", Instances: b.workers(mode), Loop: 1,
				Phases: []Phase{{Loop: 1, Ops: b.pools[mode]}},
			})
		}
	}
}

// addBackground adds the daemons that stand for the rest of the system, their
// releases spread over the period.
func (b *bench) addBackground() {
	const period = int64(10 * time.Millisecond)
	timer := len(b.w.Resources)
	b.w.Resources = append(b.w.Resources, Resource{Name: "background", Kind: ResTimer, Unique: true, Absolute: true})
	j := job{periodNS: period, runNS: int64(200 * time.Microsecond), pieces: 1, timer: timer}
	for i := range b.ncpu {
		b.w.Tasks = append(b.w.Tasks, TaskSpec{
			Name: "background-" + strconv.Itoa(i), Instances: 1, Loop: Forever, Daemon: true,
			Attr:    Attr{CPUs: energy.CPUSetOf(energy.CPUID(i))},
			DelayNS: int64(i) * period / int64(b.ncpu),
			Phases:  []Phase{{Loop: 1, Ops: j.ops()}},
		})
	}
}
