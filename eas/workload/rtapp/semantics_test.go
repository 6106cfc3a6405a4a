package rtapp

import (
	"path/filepath"
	"strings"
	"testing"
)

// meaning is what a case of semantics/ has to become: lines of show for an
// accepted file (the first line, the same for all, is left out), or a part of
// the diagnostics for a refused one.
type meaning struct {
	name    string
	show    string
	refused string
	strict  string // show with StrictDuplicates, where it differs; "refused" if it is
}

const oneRun = `
	t0 x1 loop 1
	p loop 1: run=1000us`

// meanings says of each case of semantics/EXPECTED.csv what the workload must
// look like so that playing it gives the documented rows. Where workgen makes a
// difference the default is its meaning, and the CSV's (rt-app alone) the strict
// one.
var meanings = [...]meaning{
	{name: "dup", show: `
		t0 x1 loop 1
		p loop 1: run=1000us sleep=2000us run=3000us sleep=1us`, strict: `
		t0 x1 loop 1
		p loop 1: run=3000us sleep=2000us sleep=1us`},
	{name: "trailing", show: `
		t0 x1 loop 1
		p loop 1: run=1000us sleep=2000us`},
	{name: "bare", show: `
		t0 x1 loop 1
		p loop 1: wait(t0) run=1000us`, strict: "refused"},
	{name: "cpp", show: oneRun},
	{name: "hash", refused: "comment that begins with #"},
	{name: "single", show: oneRun},
	{name: "capsbool", show: oneRun},
	{name: "globalfirst", show: oneRun},
	{name: "strnum", refused: `"run" wants an integer, not the text "1000"`},
	{name: "floatrun", refused: `"run" wants an integer, not 10.5`},
	{name: "hexoct", show: `
		a x1 loop 1
		p loop 1: run=100us`},
	{name: "nocomma", refused: `missing comma before the text "phases"`},
	{name: "strcpu", refused: `"cpus" wants an array, not 0`},
	// Three rows of one pass: the task passes once, its only phase three times.
	{name: "loop3nophase", show: `
		a x1 loop 1
		loop 3: run=100us sleep=100000us`},
	{name: "loopphase", show: `
		a x1 loop 3
		p loop 1: run=100us sleep=50000us`},
	{name: "inst", show: `
		a x3 loop 2
		p loop 1: run=100us`},
	{name: "inst0", show: `
		a x0 loop -1
		p loop 1: run=100us
		b x1 loop 1
		p loop 1: run=100us`},
	{name: "noevents", refused: "there is no event"},
	{name: "longname", show: `
		averyveryverylongname x1 loop 1
		p loop 1: run=10us`},
	{name: "duptask", show: `
		a x1 loop 1
		p loop 1: run=10us
		b x1 loop 1
		p loop 1: run=10us
		a1 x1 loop 5
		p loop 1: run=10us`, strict: `
		a x1 loop 5
		p loop 1: run=10us
		b x1 loop 1
		p loop 1: run=10us`},
	{name: "prefix", show: `
		a x1 loop 1
		loop 1: run=100us sleep=100us timer=1000us(x)`},
	{name: "lockorder", refused: "the grammar of rt-app 0.x"},
	// HEAD counts a use once for each instance.
	{name: "barrier_inst", show: `
		a x3 loop 4
		p loop 1: run=100us barrier(B)
		B: n 3 unique false absolute false`},
	{name: "barrier_twice", show: `
		a x1 loop 2
		p loop 1: run=100us barrier(B) run=100us barrier(B)
		B: n 2 unique false absolute false`},
	{name: "phaseloop_neg", show: `
		a x1 loop 1
		p loop -1: run=100us sleep=200000us`},
	{name: "loop0", show: `
		a x1 loop 0
		p loop 1: run=100us`},
	{name: "phaseloop0", show: `
		a x1 loop 1
		p loop -1: run=100us sleep=200000us`},
	{name: "delay", show: `
		a x1 loop 1 delay 500000us
		p loop 1: run=100us timer=100000us(a/unique)
		a/unique: n 0 unique true absolute false`},
	{name: "unkprio", refused: `"priority" of a SCHED_OTHER task is a nice value: 25`},
	{name: "timerorder", show: `
		a x1 loop 1
		p loop 3: timer=100000us(a/unique) run=100us
		a/unique: n 0 unique true absolute false`},
	// HEAD ignores the value of a suspend: the null waits for its own name.
	{name: "nulls", show: `
		a x1 loop 1
		p loop 1: run=100us yield wait(a)`},
}

func TestSemantics(t *testing.T) {
	dir := corpus(t)
	rows := table(t, filepath.Join(dir, "semantics", "EXPECTED.csv"))
	if len(rows) != len(meanings) {
		t.Fatalf("%d cases are documented, %d are tested", len(rows), len(meanings))
	}
	for i, row := range rows {
		m := meanings[i]
		t.Run(m.name, func(t *testing.T) {
			if row["case"] != m.name {
				t.Fatalf("row %d is %q", i+1, row["case"])
			}
			src := readFile(t, dir, "semantics", m.name+".json")
			check(t, src, Options{}, m.show, m.refused)
			switch {
			case m.strict == "":
				check(t, src, Options{StrictDuplicates: true}, m.show, m.refused)
			case m.strict == "refused":
				check(t, src, Options{StrictDuplicates: true}, "", "no value after")
			default:
				check(t, src, Options{StrictDuplicates: true}, m.strict, "")
			}
			exits := strings.HasPrefix(row["rt-app_HEAD (55cb0c0)"], "exit") ||
				row["rt-app_HEAD (55cb0c0)"] == "same" && strings.HasPrefix(row["rt-app_1.0 (Debian)"], "exit")
			if refused := m.refused != "" || m.strict == "refused"; refused != exits {
				t.Errorf("refused is %v, the documented verdict %q", refused, row["rt-app_HEAD (55cb0c0)"])
			}
		})
	}
}

// check decodes src and compares with the lines of show, or with a part of the
// diagnostics.
func check(t *testing.T, src []byte, o Options, wantShow, refused string) {
	t.Helper()
	w, l := Decode("case.json", src, o)
	switch {
	case refused != "" && (w != nil || !strings.Contains(lines(l), refused)):
		t.Errorf("%+v: want a refusal with %q, have:\n%s", o, refused, lines(l))
	case refused == "" && w == nil:
		t.Errorf("%+v: refused:\n%s", o, lines(l))
	case w != nil:
		same(t, show(w), "duration 1s, calibration capacity 0\n"+strings.TrimSpace(wantShow))
	}
}
