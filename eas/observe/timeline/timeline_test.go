package timeline

import (
	"reflect"
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

const us = des.Time(1000)

// board has two CPUs in one clock with two OPPs.
func board() *energy.Platform {
	return &energy.Platform{
		CPUs:        []energy.CPU{{}, {}},
		FreqDomains: []energy.FreqDomain{{CPUs: energy.CPUSetOf(0, 1), OPPs: make([]energy.OPP, 2)}},
	}
}

// story: ui wakes at 100 µs, runs at 130 on cpu0, is preempted at 400 by audio,
// moved at 450 and runs on cpu1 at 500. The clock drops at 250, the tipping point is
// passed from 200 to 600.
func story(tr sched.Tracer) {
	tr.TaskNew(0, 0, "main")
	tr.TaskNew(0, 1, "ui")
	tr.TaskNew(0, 2, "audio")
	tr.CPUIdle(10*us, 0, 1, 0)
	tr.SchedWakeup(100*us, 1, 0, false)
	tr.CPUIdle(130*us, 0, -1, -1)
	tr.SchedSwitch(130*us, 0, sched.NoTask, 1, false)
	tr.Overutilized(200*us, true)
	tr.CPUFrequency(250*us, 0, 0)
	tr.SchedWakeup(390*us, 2, 0, false)
	tr.SchedSwitch(400*us, 0, 1, 2, true)
	tr.SchedMigrate(450*us, 1, 0, 1, sched.MigrateBalance)
	tr.SchedSwitch(500*us, 1, sched.NoTask, 1, false)
	tr.Overutilized(600*us, false)
	tr.SchedSwitch(700*us, 1, 1, sched.NoTask, false)
}

func TestStory(t *testing.T) {
	t.Parallel()
	r := New(board(), 0)
	r.Open(0, 2000*us)
	story(r.Tracer())
	r.Finish(1000 * us)
	r.Finish(1500 * us)
	tl := r.Timeline()
	want := &Timeline{
		From: 0, To: 1000 * us, DomainOf: []int{0, 0},
		Runs: [][]Span{{{130 * us, 400 * us, 1}, {400 * us, 1000 * us, 2}}, {{500 * us, 700 * us, 1}}},
		Idle: [][]Span{{{0, 10 * us, 0}, {10 * us, 130 * us, 1}}, {{0, 500 * us, 0}, {700 * us, 1000 * us, 0}}},
		OPPs: [][]Span{{{0, 250 * us, 1}, {250 * us, 1000 * us, 0}}},
		Over: []Span{{200 * us, 600 * us, 1}},
		Tasks: []Task{
			{Name: "main"},
			{"ui", []Span{{100 * us, 130 * us, 0}, {400 * us, 450 * us, 0}, {450 * us, 500 * us, 1}}},
			{"audio", []Span{{390 * us, 400 * us, 0}}},
		},
	}
	if !reflect.DeepEqual(tl, want) {
		t.Errorf("got  %+v\nwant %+v", tl, want)
	}
	if got, want := tl.Ran(1), []Span{{130 * us, 400 * us, 0}, {500 * us, 700 * us, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("ui ran %v, want %v", got, want)
	}
}

// TestWaitFromWaking: a task waits from the wake on, though its CPU has to wake up
// before it queues it: one span.
func TestWaitFromWaking(t *testing.T) {
	t.Parallel()
	r := New(board(), 0)
	r.Open(0, 2000*us)
	tr := r.Tracer()
	tr.TaskNew(0, 0, "far")
	tr.SchedWaking(100*us, 0, 1)
	tr.SchedWakeup(1300*us, 0, 1, false)
	tr.SchedSwitch(1310*us, 1, sched.NoTask, 0, false)
	r.Finish(2000 * us)
	if got, want := r.Timeline().Tasks[0].Waits, []Span{{100 * us, 1310 * us, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("far waited %v, want %v", got, want)
	}
}

// TestWindow: what began before the window or ends after it is cut at its edges.
func TestWindow(t *testing.T) {
	t.Parallel()
	r := New(board(), 0)
	r.Open(300*us, 550*us)
	story(r.Tracer())
	r.Finish(1000 * us)
	tl := r.Timeline()
	ran := [][]Span{{{300 * us, 400 * us, 1}, {400 * us, 550 * us, 2}}, {{500 * us, 550 * us, 1}}}
	if want := ran; !reflect.DeepEqual(tl.Runs, want) {
		t.Errorf("ran %v, want %v", tl.Runs, want)
	}
	if want := [][]Span{{{300 * us, 550 * us, 0}}}; !reflect.DeepEqual(tl.OPPs, want) {
		t.Errorf("clock %v, want %v", tl.OPPs, want)
	}
	if want := []Span{{300 * us, 550 * us, 1}}; !reflect.DeepEqual(tl.Over, want) {
		t.Errorf("over %v, want %v", tl.Over, want)
	}
}

// TestLimit: the window ends where the limit was reached, and every list with it.
func TestLimit(t *testing.T) {
	t.Parallel()
	r := New(board(), 4)
	r.Open(0, 1000*us)
	story(r.Tracer())
	r.Finish(1000 * us)
	tl := r.Timeline()
	if !tl.Truncated || tl.To >= 1000*us || tl.To <= 0 {
		t.Fatalf("truncated %t, to %d", tl.Truncated, tl.To)
	}
	for _, lists := range [...][][]Span{tl.Runs, tl.Idle, tl.OPPs, {tl.Over}} {
		for _, l := range lists {
			for _, s := range l {
				if s.To > tl.To {
					t.Errorf("span %v goes beyond %d", s, tl.To)
				}
			}
		}
	}
	for cpu := range tl.Runs {
		if got := Total(tl.Runs[cpu]) + Total(tl.Idle[cpu]); got != int64(tl.To) {
			t.Errorf("cpu%d is covered for %d ns of %d", cpu, got, tl.To)
		}
	}
}

// TestNeverOpened: without a window nothing is kept.
func TestNeverOpened(t *testing.T) {
	t.Parallel()
	r := New(board(), 0)
	story(r.Tracer())
	r.Finish(1000 * us)
	if tl := r.Timeline(); Total(tl.Runs[0]) != 0 || tl.From != tl.To {
		t.Errorf("kept %v, window %d to %d", tl.Runs, tl.From, tl.To)
	}
}

// TestBusiest: the window with the migration wins over one with many switches.
func TestBusiest(t *testing.T) {
	t.Parallel()
	const ms = 1000 * us
	a := NewActivity()
	tr := a.Tracer()
	for i := range 100 {
		tr.SchedSwitch(des.Time(100+i)*ms/10, 0, 0, 1, false)
	}
	tr.SchedMigrate(75*ms, 1, 0, 1, sched.MigrateBalance)
	tr.Overutilized(76*ms, true)
	tr.CPUFrequency(77*ms, 0, 1)
	tr.SchedMigrate(5*ms, 1, 0, 1, sched.MigrateFork)
	for _, c := range []struct{ from, to, length, want des.Time }{
		{0, 100 * ms, 20 * ms, 60 * ms},
		{0, 70 * ms, 20 * ms, 0},
		{5 * ms, 10 * ms, 20 * ms, 5 * ms},
		{200 * ms, 300 * ms, 20 * ms, 200 * ms},
	} {
		if got := a.Busiest(c.from, c.to, c.length); got != c.want {
			t.Errorf("from %v to %v: window of %v begins at %v, want %v", c.from, c.to, c.length, got, c.want)
		}
	}
}
