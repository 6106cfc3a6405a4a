package workload_test

import (
	"fmt"

	"easim/eas/workload"
	"easim/energy"
)

// A workload file, and what its phases ask for.
func ExampleDecode() {
	src := []byte(`
format = 1
name   = "demo"
conditions = ["frame"]

[[timer]]
name = "vsync"

[[task]]
name = "display"
ops  = [{ broadcast = "frame" }, { run_us = 100 }, { timer = "vsync", period_us = 16_667 }]

[[task]]
name = "render"
ops  = [{ wait = "frame" }, { run_us = 4_000, kind = "fp" }]

[[task]]
name      = "audio"
period_us = 20_000
run_us    = 1_000
bursts    = 2
gap_us    = 300
`)
	w, list := workload.Decode("demo.toml", src)
	fmt.Print(list.Render(src))
	for _, p := range workload.Show(w, 0) {
		fmt.Printf("%s: %s: %v us\n", p.Task, p.Ops, p.DemandUS)
	}
	// Output:
	// display: broadcast frame, run 100, timer vsync 16667: 100 us
	// render: wait frame, run 4000 fp: 4000 us
	// audio: run 500, sleep 300, run 500, timer release 20000: 1000 us
}

// All faults of a file come at once, each with its line and a remedy.
func ExampleDecode_faults() {
	src := []byte(`
format = 1
name   = "demo"
[[task]]
name      = "ui"
perod_us  = 16_000
run_us    = 1_000
nice      = 30
`)
	_, list := workload.Decode("demo.toml", src)
	fmt.Print(list.Render(nil))
	// Output:
	// demo.toml:4: error: task[0].period_us: missing key "period_us"
	//         add it
	// demo.toml:6: error: task[0].perod_us: unknown key "perod_us"
	//         did you mean "period_us"?
	// demo.toml:8: error: task[0].nice: 30 is out of range, want -20 to 19
	//         correct it
}

// Generated tasks: three with a tenth of a big CPU each.
func ExampleBuild() {
	env := workload.Env{NCPU: 6, TotalRate: 3580 << energy.RateShift, Seed: 1}
	w, err := workload.Build("periodic:tasks=3,task_util=0.10", env)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range workload.Show(w, 0) {
		fmt.Printf("%s: %s (%.0f %%)\n", p.Task, p.Ops, p.SharePct)
	}
	_, err = workload.Build("periodic:task_utl=0.10", env)
	fmt.Println(err)
	// Output:
	// periodic-0: run 1600, timer release 16000 (10 %)
	// periodic-1: run 1600, timer release 16000 (10 %)
	// periodic-2: run 1600, timer release 16000 (10 %)
	// workload: periodic: unknown parameter "task_utl"; did you mean "task_util"?
}

func ExampleParseGenerator() {
	g, err := workload.ParseGenerator("periodic:tasks=12,util=0.40")
	fmt.Println(g.Name, g.Params, err)
	// Output: periodic [{tasks 12} {util 0.40}] <nil>
}

func ExampleBuiltins() {
	for _, b := range workload.Builtins() {
		fmt.Println(b.Name)
	}
	// Output:
	// video-1080p
	// mp3
	// geekbench
	// geekbench-st
	// geekbench-mt
	// hackbench
	// periodic
}

// A player refuses what the machine cannot do.
func ExampleNewPlayer() {
	w, err := workload.Build("mp3", workload.Env{NCPU: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := workload.NewPlayer(w, workload.PlayerConfig{NCPU: 6, LauncherGapNS: 50_000})
	fmt.Println(p.Done(), err)
	w.Tasks[0].Attr.CPUs = energy.CPUSetOf(7)
	_, err = workload.NewPlayer(w, workload.PlayerConfig{NCPU: 6})
	fmt.Println(err)
	// Output:
	// false <nil>
	// workload: task "AudioTick": it may use CPUs 7, the machine has only 0-5
}
