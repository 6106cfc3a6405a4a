package rtapp

import (
	"strings"
	"testing"

	"easim/energy/diag"
)

func TestPlayerFile(t *testing.T) {
	src := string(readFile(t, "testdata", "player.json"))
	const head = `
		duration 6s, calibration CPU0
		vsync x1 loop -1 nice -9
		tick loop 1: run=100us broadcast(compositor) timer=16667us(display)
		tock loop 1: run=100us broadcast(compositor) broadcast(decode) timer=16667us(display)
		compositor x1 loop -1 nice -8
		loop 1: wait(compositor) run=900us sleep=300us run=400us`
	const tail = `
		renderer x1 loop -1
		loop 1: lock(frames) wait(queue,frames) unlock(frames) run=600us
		audio x1 loop -1 SCHED_FIFO prio 10 cpus 0,3
		loop 1: run=1500us timer=23220us(audio/unique)
		audio/unique: n 0 unique true absolute true`
	const v10 = `
		decoder x1 loop -1
		loop 1: wait(decode) run=2500us lock(frames) signal(queue) unlock(frames)`
	headMeaning := strings.Replace(v10, "wait(decode)", "wait(decoder)", 1)

	same(t, show(must(t, src, Options{})), head+v10+tail)
	same(t, show(must(t, src, Options{Suspend: SuspendV10})), head+v10+tail)
	same(t, show(must(t, src, Options{Suspend: SuspendHead})), head+headMeaning+tail)

	w := must(t, src, Options{})
	if w.Name != "test" || w.Source != "test.json" || w.Title != "rt-app file with 5 tasks and 5 threads" {
		t.Errorf("name %q, source %q, title %q", w.Name, w.Source, w.Title)
	}
	if len(w.Warnings) != 1 || !strings.Contains(w.Warnings[0], `the value "decode" names the condition`) {
		t.Errorf("warnings %q, want one about the meaning of suspend", w.Warnings)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestPlayerFileOnSmallPlatform refuses the CPU that two CPUs do not have, and
// without workgen the bare suspend.
func TestPlayerFileOnSmallPlatform(t *testing.T) {
	src := readFile(t, "testdata", "player.json")
	_, l := Decode("test.json", src, Options{CPUs: 2, StrictDuplicates: true})
	got := lines(l.Only(diag.Error))
	for _, want := range []string{
		"28: error: tasks.compositor.suspend: no value after",
		"48: error: tasks.audio.cpus[1]: there is no CPU 3",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in:\n%s", want, got)
		}
	}
}
