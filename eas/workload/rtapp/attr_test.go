package rtapp

import (
	"strings"
	"testing"
)

// TestAttributes holds who decides the policy, the priority and the CPUs of a
// phase. CPUs fall back to the task's, the policy to the one in force.
func TestAttributes(t *testing.T) {
	for _, c := range []struct{ name, src, show string }{
		{"policies", `
			"a": {"run": 1}, "b": {"policy": "SCHED_BATCH", "priority": 3, "run": 1},
			"c": {"policy": "SCHED_IDLE", "priority": 77, "run": 1},
			"d": {"policy": "SCHED_RR", "run": 1}, "e": {"policy": "SCHED_FIFO", "priority": 99, "run": 1},
			"f": {"priority": -20, "cpus": [1, 3, 1], "run": 1}`, `
			a x1 loop -1
			loop 1: run=1us
			b x1 loop -1 SCHED_BATCH nice 3
			loop 1: run=1us
			c x1 loop -1 SCHED_IDLE
			loop 1: run=1us
			d x1 loop -1 SCHED_RR prio 10
			loop 1: run=1us
			e x1 loop -1 SCHED_FIFO prio 99
			loop 1: run=1us
			f x1 loop -1 nice -20 cpus 1,3
			loop 1: run=1us`},
		{"CPUs of phases", `
			"a": {"cpus": [2], "priority": 4, "phases": {
				"p": {"cpus": [0], "run": 1}, "q": {"cpus": [1], "run": 1}, "r": {"run": 1}}},
			"b": {"phases": {"p": {"run": 1}, "q": {"cpus": [1], "run": 1}}}`, `
			a x1 loop -1 nice 4 cpus 2
			p loop 1: run=1us | nice 4 cpus 0
			q loop 1: run=1us | nice 4 cpus 1
			r loop 1: run=1us | nice 4 cpus 2
			b x1 loop -1
			p loop 1: run=1us |
			q loop 1: run=1us | cpus 1`},
		{"policies of phases", `
			"a": {"priority": 5, "phases": {
				"p": {"run": 1}, "q": {"policy": "SCHED_FIFO", "run": 1}, "r": {"run": 1}, "s": {"priority": 20, "run": 1},
				"t": {"policy": "SCHED_OTHER", "run": 1}}},
			"b": {"loop": 1, "phases": {"p": {"run": 1}, "q": {"priority": 7, "run": 1}}}`, `
			a x1 loop -1 nice 5
			p loop 1: run=1us | nice 5 keep
			q loop 1: run=1us | SCHED_FIFO prio 10
			r loop 1: run=1us | SCHED_FIFO prio 10
			s loop 1: run=1us | SCHED_FIFO prio 20
			t loop 1: run=1us |
			b x1 loop 1
			p loop 1: run=1us |
			q loop 1: run=1us | nice 7`},
		{"deadlines", `
			"a": {"policy": "SCHED_DEADLINE", "dl-runtime": 2000, "run": 1},
			"b": {"policy": "SCHED_DEADLINE", "dl-runtime": 2000, "dl-period": 9000, "dl-deadline": 5000,
				"priority": 3, "run": 1},
			"c": {"policy": "SCHED_DEADLINE", "runtime": 2000, "period": 8000, "deadline": 7000},
			"d": {"phases": {"p": {"run": 1}, "q": {"policy": "SCHED_DEADLINE", "dl-runtime": 3000, "run": 1}}}`, `
			a x1 loop -1 SCHED_DEADLINE dl 2000us/2000us/2000us
			loop 1: run=1us
			b x1 loop -1 SCHED_DEADLINE dl 2000us/5000us/9000us
			loop 1: run=1us
			c x1 loop -1 SCHED_DEADLINE dl 2000us/7000us/8000us
			loop 1: runtime=2000us
			d x1 loop -1 dl 3000us/3000us/3000us
			p loop 1: run=1us | keep
			q loop 1: run=1us | SCHED_DEADLINE`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := must(t, `{"tasks": {`+c.src+`}, "global": {"calibration": 1}}`, Options{})
			same(t, show(w), "duration for ever, calibration capacity 0\n"+strings.TrimSpace(c.show))
		})
	}
}

// TestDefaultPolicy is the policy of the tasks that name none.
func TestDefaultPolicy(t *testing.T) {
	w := must(t, `{"tasks": {"a": {"run": 1}, "b": {"policy": "SCHED_OTHER", "run": 1}},
		"global": {"default_policy": "SCHED_RR", "calibration": 1}}`, Options{})
	same(t, show(w), `
		duration for ever, calibration capacity 0
		a x1 loop -1 SCHED_RR prio 10
		loop 1: run=1us
		b x1 loop -1
		loop 1: run=1us`)
}

// TestSuspendMeaning is the rule by which the meaning is chosen, and that it can
// be forced.
func TestSuspendMeaning(t *testing.T) {
	file := func(value string) string {
		return `{"tasks": {"a": {"sleep": 1, "suspend": ` + value + `}, "b": {"sleep": 1, "suspend": "b"}},
			"global": {"calibration": 1}}`
	}
	for _, c := range []struct {
		value   string
		meaning SuspendMeaning
		want    string // condition of a
	}{
		{`"a"`, SuspendAuto, "a"},
		{`"x"`, SuspendAuto, "x"},
		{`""`, SuspendAuto, "a"},
		{`null`, SuspendAuto, "a"},
		{`5`, SuspendAuto, "a"},
		{`"x"`, SuspendHead, "a"},
		{`5`, SuspendHead, "a"},
		{`"x"`, SuspendV10, "x"},
		{`""`, SuspendV10, ""},
		{`null`, SuspendV10, "refused"},
		{`5`, SuspendV10, "refused"},
	} {
		w, l := Decode("f", []byte(file(c.value)), Options{Suspend: c.meaning})
		got := "refused"
		if w != nil {
			op := w.Tasks[0].Phases[0].Ops[1]
			got = w.Resources[op.Ref].Name
		}
		if got != c.want {
			t.Errorf("suspend %s, meaning %d: condition %q, want %q\n%s", c.value, c.meaning, got, c.want, lines(l))
		}
	}
}
