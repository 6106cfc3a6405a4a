package workload

import (
	"testing"

	"easim/eas/des"
)

// Timers: unique and shared, kept and shifted grid, missed activations.
func TestTimers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		timer, ops   string
		activations  int64 // in 100 ms
		missed       int64
		secondMarkMS int64
	}{
		{"on time", "", `{ run_us = 1000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 9, 0, 11},
		{"timer first", "", `{ timer = "t", period_us = 10_000 }, { mark = 1 }, { run_us = 1000 }`, 9, 0, 20},
		// 15 ms of work each 10 ms: every job is late.
		{"shift", "", `{ run_us = 15_000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 6, 6, 30},
		{"keep", `late = "keep"`, `{ run_us = 15_000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 6, 6, 30},
		{"exactly full", "", `{ run_us = 10_000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 9, 0, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			timer := c.timer
			if timer == "" {
				timer = `late = "shift"`
			}
			w := decode(t, "format = 1\nname = \"x\"\n[[timer]]\nname = \"t\"\n"+timer+
				"\n[[task]]\nname = \"a\"\nops = ["+c.ops+"]\n")
			f := newFake(t, w, PlayerConfig{})
			f.slow = true
			f.run(des.Time(100*ms - 1))
			s := f.stat("a")
			if s.Activations != c.activations || s.Missed != c.missed {
				t.Errorf("%d activations, %d missed; want %d, %d", s.Activations, s.Missed, c.activations, c.missed)
			}
			if got := f.p.Marks()[1].AtNS; got != c.secondMarkMS*ms {
				t.Errorf("second mark at %v, want %d ms", des.Time(got), c.secondMarkMS)
			}
		})
	}
}

func TestLateTimerKeepsOrShiftsTheGrid(t *testing.T) {
	t.Parallel()
	for _, late := range []string{"keep", "shift"} {
		// The first job takes 35 ms of its 10 ms, the others none.
		w := decodeOdd(t, `
format = 1
name = "x"
[[task]]
name = "a"
loop = 1
  [[task.phase]]
  period_us = 10_000
  run_us = 35_000
  jobs = 1
  late = "`+late+`"
  [[task.phase]]
  loop = 6
  ops = [{ mark = 1 }, { timer = "t", period_us = 10_000 }]
[[timer]]
name = "t"
unique = true
`)
		// Both phases on one timer.
		for i := range w.Tasks[0].Phases[0].Ops {
			if o := &w.Tasks[0].Phases[0].Ops[i]; o.Kind == OpTimer {
				w.Resources[o.Ref].Unique = true
				w.Tasks[0].Phases[1].Ops[1].Ref = o.Ref
			}
		}
		f := newFake(t, w, PlayerConfig{})
		f.slow = true
		f.run(des.Second)
		var got []int64
		for _, m := range f.p.Marks() {
			got = append(got, m.AtNS/ms)
		}
		want := []int64{35, 35, 35, 40, 50, 60} // releases of 10, 20 and 30 at once, then the grid
		missed := int64(3)
		if late == "shift" {
			want, missed = []int64{35, 45, 55, 65, 75, 85}, 1
		}
		if len(got) != len(want) {
			t.Fatalf("%s: jobs began at %v, want %v", late, got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: jobs began at %v, want %v", late, got, want)
			}
		}
		if s := f.stat("a"); s.Missed != missed {
			t.Errorf("%s: %d missed, want %d", late, s.Missed, missed)
		}
	}
}

func TestSharedTimerAddsUp(t *testing.T) {
	t.Parallel()
	src := func(extra string) string {
		return `
format = 1
name = "x"
[[timer]]
name = "t"
` + extra + `
[[task]]
name = "a"
instances = 2
ops = [{ timer = "t", period_us = 10_000 }]
`
	}
	shared := newFake(t, decode(t, src("")), PlayerConfig{})
	shared.run(des.Second)
	unique := newFake(t, decode(t, src("unique = true")), PlayerConfig{})
	unique.run(des.Second)
	n := func(f *fake) int64 { return f.stat("a-0").Activations + f.stat("a-1").Activations }
	// Two users of one clock of 10 ms share its 100 beats a second.
	if n(shared) != 99 && n(shared) != 100 || n(unique) != 200 && n(unique) != 198 {
		t.Errorf("%d and %d activations, want 100 and 200", n(shared), n(unique))
	}
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	src := `
format = 1
name = "x"
[[task]]
name = "a"
period_us = 10_000
run_us = 6_000
deadline_us = 5_000
jobs = 4
[[task]]
name = "b"
period_us = 10_000
run_us = 6_000
deadline_us = 6_000
jobs = 4
[[task]]
name = "long"
period_us = 10_000
run_us = 12_000
deadline_us = 15_000
jobs = 4
`
	w, list := Decode("x.toml", []byte(src))
	if list.HasErrors() || len(list) != 1 {
		t.Fatalf("want one warning (12 ms do not fit into 10 ms), have:\n%s", list.Render(nil))
	}
	f := newFake(t, w, PlayerConfig{})
	f.slow = true
	f.run(des.Second)
	// long: jobs end at 12, 24, 36, 48 ms; due at 15, 25, 35, 45.
	for name, want := range map[string]int64{"a": 4, "b": 0, "long": 2} {
		if s := f.stat(name); s.Missed != want || s.Activations != 4 {
			t.Errorf("%s: %d of %d missed, want %d of 4", name, s.Missed, s.Activations, want)
		}
	}
}

func TestChainDeadline(t *testing.T) {
	t.Parallel()
	// The second stage is 2 ms, but its chain began 9 ms before.
	w := decode(t, `
format = 1
name = "x"
conditions = ["go"]
[[timer]]
name = "tick"
[[task]]
name = "first"
ops = [{ run_us = 9_000 }, { signal = "go" }, { timer = "tick", period_us = 20_000 }]
[[task]]
name = "own"
ops = [{ wait = "go" }, { run_us = 2_000 }, { due_us = 10_000 }]
[[task]]
name = "chain"
ops = [{ wait = "go" }, { run_us = 2_000 }, { due_us = 10_000, from = "chain" }]
`)
	w.Tasks[0].Phases[0].Ops[1].Kind = OpBroadcast
	f := newFake(t, w, PlayerConfig{})
	f.slow = true
	f.run(des.Time(100*ms - 1))
	own, chain := f.stat("own"), f.stat("chain")
	if own.Missed != 0 || own.Activations != 5 || chain.Missed != 5 {
		t.Errorf("own %d of %d missed, chain %d; want 0 of 5, 5", own.Missed, own.Activations, chain.Missed)
	}
}
