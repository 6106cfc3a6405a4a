package rtapp

import (
	"strings"
	"testing"
)

// feature is a piece of a file and what becomes of it.
type feature struct {
	name string
	src  string // the tasks
	show string
	warn string // part of the diagnostics, "" for none
}

var features = [...]feature{
	{name: "every event", src: `"b": {"instance": 0, "run": 1}, "a": {
		"run": 1, "runtime": 2, "sleep": 3, "timer": {"ref": "tick", "period": 4, "mode": "relative"}, "lock": "m",
		"signal": "c", "broad": "c", "broadcast2": "c", "wait": {"ref": "c", "mutex": "m"},
		"sync": {"ref": "c", "mutex": "m"}, "unlock": "m", "suspend": "a", "resume": "b", "yield": "",
		"barrier": "x", "fork": "b", "sem_post": "s", "sem_wait_2": "s"}`, show: `
		b x0 loop -1
		loop 1: run=1us
		a x1 loop -1
		loop 1: run=1us runtime=2us sleep=3us timer=4us(tick) lock(m) signal(c) broadcast(c) broadcast(c) ` +
		`wait(c,m) sync(c,m) unlock(m) wait(a) broadcast(b) yield barrier(x) fork(b) post(s) take(s)
		x: n 1 unique false absolute false`},
	{
		name: "memory and I/O",
		src:  `"a": {"mem": 1024, "mem1": 4194304, "iorun": 4194305}`, show: `
		a x1 loop -1
		loop 1: run=128nsmem run=524288nsmem run=2us`, warn: "an assumption",
	},
	{
		name: "memrun", src: `"a": {
		"memrun1": {"type": "read", "size": 4096, "count": 16},
		"memrun2": {"type": "write", "size": 8388608, "count": 16, "stride": 256},
		"memrun3": {"type": "read", "size": 8388608, "count": 16, "stride": 8, "pattern": "sequential"},
		"memrun4": {"type": "read", "size": 8388608, "count": 16, "pattern": "random"},
		"memrun5": {"type": "chase", "size": 8388608, "count": 16, "ref": "r"},
		"memrun6": {"type": "chase", "size": 8388608, "count": 10, "ref": "r"},
		"memrun7": {"type": "chase", "size": 65536, "count": 10}}`, show: `
		a x1 loop -1
		loop 1: run=128nsmem run=128nsmem run=16nsmem run=400nsstall run=1600nsstall run=1us` + `stall run=100nsmem`,
		warn: "an assumption",
	},
	{name: "shared and unique timers", src: `
		"a": {"instance": 2, "phases": {
			"p": {"timer": {"ref": "unique", "period": 10}, "timer1": {"ref": "unique2", "period": 10}},
			"q": {"timer": {"ref": "unique", "period": 20, "mode": "absolute"}, "timer1": {"ref": "t", "period": 30}}}},
		"b": {"timer": {"ref": "unique", "period": 10}, "timer1": {"ref": "t", "period": 40}}`, show: `
		a x2 loop -1
		p loop 1: timer=10us(a/unique) timer=10us(a/unique2)
		q loop 1: timer=20us(a/unique) timer=30us(t)
		b x1 loop -1
		loop 1: timer=10us(b/unique) timer=40us(t)
		a/unique: n 0 unique true absolute true
		a/unique2: n 0 unique true absolute false
		b/unique: n 0 unique true absolute false`},
	{
		name: "timer without a name",
		src:  `"a": {"timer": {"period": 10}}, "b": {"timer": {"ref": null, "period": 20}}`, show: `
		a x1 loop -1
		loop 1: timer=10us(unknown)
		b x1 loop -1
		loop 1: timer=20us(unknown)`, warn: `no "ref"`,
	},
	{
		name: "timer that tune_json.py switched off",
		src:  `"a": {"run": 5, "sleep": 10, "timer": {"ref": "unique", "period": 0}}`, show: `
		a x1 loop -1
		loop 1: run=5us sleep=10us`,
	},
	{
		name: "period of one use only",
		src:  `"a": {"timer": {"ref": "t", "period": 0}, "timer1": {"ref": "t", "period": 9}}`, show: `
		a x1 loop -1
		loop 1: timer(t) timer=9us(t)`,
	},
	{
		name: "events that want an object",
		src:  `"a": {"run": 1, "timer": 5, "lock": "unknown", "wait": "x", "unlock": "unknown"}`, show: `
		a x1 loop -1
		loop 1: run=1us lock(unknown) wait(unknown,unknown) unlock(unknown)`, warn: `rt-app takes the name "unknown"`,
	},
	{name: "loops", src: `
		"a": {"phases": {"p": {"run": 1}, "q": {"loop": 7, "run": 1}, "r": {"loop": 0, "run": 1}}},
		"b": {"loop": -7, "phases": {"p": {"run": 1}}},
		"c": {"loop": -1, "run": 1},
		"d": {"loop": 0, "run": 1},
		"e": {"loop": null, "run": 1},
		"f": {"phases": null, "loop": 2, "run": 1}`, show: `
		a x1 loop -1
		p loop 1: run=1us
		q loop 7: run=1us
		r loop -1: run=1us
		b x1 loop -1
		p loop 1: run=1us
		c x1 loop 1
		loop -1: run=1us
		d x1 loop 1
		loop -1: run=1us
		e x1 loop -1
		loop 1: run=1us
		f x1 loop 1
		loop 2: run=1us`},
	{
		name: "duplicate properties",
		src:  `"a": {"loop": 3, "loop": 5, "run": 1}`, show: `
		a x1 loop 1
		loop 3: run=1us`, warn: `second "loop"`,
	},
	{
		name: "duplicate phases",
		src:  `"a": {"phases": {"p": {"run": 1}, "p": {"run": 2}, "p": {"run": 3}}}`, show: `
		a x1 loop -1
		p loop 1: run=1us
		p1 loop 1: run=2us
		p2 loop 1: run=3us`,
	},
	{
		name: "suspend under a renamed task",
		src: `"a": {"suspend", "run": 1}, "a": {"suspend", "run": 1},
		"b": {"sleep": 9, "resume": "a"}`, show: `
		a x1 loop -1
		loop 1: wait(a) run=1us
		a1 x1 loop -1
		loop 1: wait(a1) run=1us
		b x1 loop -1
		loop 1: sleep=9us broadcast(a)`, warn: `second task "a" is called "a1"`,
	},
	{
		name: "suspend beside its own mutex",
		src:  `"a": {"lock": "a", "unlock": "a", "suspend": "a"}, "b": {"sleep": 9, "resume": "a"}`, show: `
		a x1 loop -1
		loop 1: lock(a) unlock(a) lock(a) wait(a,a) unlock(a)
		b x1 loop -1
		loop 1: sleep=9us lock(a) broadcast(a) unlock(a)`,
	},
	{name: "barrier users", src: `
		"a": {"instance": 3, "run": 1, "barrier": "x"},
		"b": {"phases": {"p": {"loop": 9, "barrier": "x"}}},
		"c": {"instance": 0, "barrier": "x"}`, show: `
		a x3 loop -1
		loop 1: run=1us barrier(x)
		b x1 loop -1
		p loop 9: barrier(x)
		c x0 loop -1
		loop 1: barrier(x)
		x: n 4 unique false absolute false`},
	{
		name: "barrier of forked threads",
		src:  `"a": {"instance": 0, "barrier": "x"}, "b": {"run": 1, "fork": "a"}`, show: `
		a x0 loop -1
		loop 1: barrier(x)
		b x1 loop -1
		loop 1: run=1us fork(a)
		x: n 1073741824 unique false absolute false`, warn: "never opens",
	},
	{
		name: "events beside phases",
		src:  `"a": {"run": 1, "runtime": 5, "phases": {"p": {"run": 2}}}`, show: `
		a x1 loop -1
		p loop 1: run=2us`, warn: `rt-app ignores the event "run" beside "phases"`,
	},
	{
		name: "unknown keys",
		src:  `"a": {"prioritty": 5, "run": 1}`, show: `
		a x1 loop -1
		loop 1: run=1us`, warn: `rt-app ignores the key "prioritty" in a task; did you mean "priority"?`,
	},
	{
		name: "task keys in a phase",
		src:  `"a": {"phases": {"p": {"delay": 5, "run": 1}}}`, show: `
		a x1 loop -1
		p loop 1: run=1us`, warn: `rt-app ignores the key "delay" in a phase`,
	},
	{
		name: "mutex faults",
		src:  `"a": {"wait": {"ref": "c", "mutex": "m"}, "lock": "n", "lock1": "n"}`, show: `
		a x1 loop -1
		loop 1: wait(c,m) lock(n) lock(n)`, warn: `the mutex "n" is locked while it is held`,
	},
	{
		name: "spinning",
		src:  `"a": {"yield": "", "run": 0}`, show: `
		a x1 loop -1
		loop 1: yield run=0us`, warn: "takes no time",
	},
}

func TestFeatures(t *testing.T) {
	for _, f := range features {
		t.Run(f.name, func(t *testing.T) {
			src := `{"tasks": {` + f.src + `}, "global": {"calibration": 1}}`
			w, l := Decode("f", []byte(src), Options{})
			if w == nil {
				t.Fatalf("refused:\n%s", lines(l))
			}
			same(t, show(w), "duration for ever, calibration capacity 0\n"+strings.TrimSpace(f.show))
			if got := lines(l); f.warn == "" && got != "" && f.name != "duplicate phases" || !strings.Contains(got, f.warn) {
				t.Errorf("want the warning %q, have:\n%s", f.warn, got)
			}
		})
	}
}

func TestGlobal(t *testing.T) {
	const tasks = `{"tasks": {"a": {"loop": 1, "run": 1}}`
	for global, want := range map[string]string{
		``:                                      "duration for ever, calibration CPU0",
		`, "global": null`:                      "duration for ever, calibration CPU0",
		`, "global": {}`:                        "duration for ever, calibration CPU0",
		`, "global": {"duration": -1}`:          "duration for ever, calibration CPU0",
		`, "global": {"duration": 0}`:           "duration for ever, calibration CPU0",
		`, "global": {"duration": 2147483647}`:  "duration 2147483647s, calibration CPU0",
		`, "global": {"calibration": "CPU3"}`:   "duration for ever, calibration CPU3",
		`, "global": {"calibration": "CPU3,4"}`: "duration for ever, calibration CPU3",
		`, "global": {"calibration": 452}`:      "duration for ever, calibration capacity 0",
		`, "global": {"calibration": 0}`:        "duration for ever, calibration CPU0",
		`, "global": {"calibration": 1, "ftrace": "main,task,loop,event,stats",
			"log_size": "file", "logdir": null}`: "duration for ever, calibration capacity 0",
		`, "global": {"calibration": 1, "ftrace": "", "log_size": 2,
			"mem_buffer_size": 9, "io_device": "/x"}`: "duration for ever, calibration capacity 0",
	} {
		got, _, _ := strings.Cut(show(must(t, tasks+global+"}", Options{})), "\n")
		if got != want {
			t.Errorf("%s: %s, want %s", global, got, want)
		}
	}
}

// TestWarnings is what a result has to say: once for each kind of doubt.
func TestWarnings(t *testing.T) {
	w := must(t, `{"tasks": {
		"a": {"util_min": 5, "util_max": 9, "nodes_membind": [0], "taskgroup": "/x", "dl-runtime": 100,
			"mem": 4096, "mem1": 1},
		"b": {"util_min": 7, "iorun": 4096, "memrun": {"type": "read", "count": 5}}
	}, "global": {"pi_enabled": true, "calibration": "CPU1"}}`, Options{})
	want := []string{
		"priority inheritance is not modelled", "tasks.a.util_min: utilisation clamps",
		"tasks.a.nodes_membind: NUMA",
		"tasks.a.dl-runtime: a custom slice of a SCHED_OTHER task", "tasks.a.taskgroup: task groups",
		"tasks.a.mem: memory events",
		"tasks.b.iorun: I/O events", "tasks.b.memrun: memrun costs",
	}
	if len(w.Warnings) != len(want) {
		t.Fatalf("%d warnings, want %d: %q", len(w.Warnings), len(want), w.Warnings)
	}
	for i, s := range w.Warnings {
		if !strings.Contains(s, want[i]) {
			t.Errorf("warning %d is %q, want %q", i, s, want[i])
		}
	}
}
