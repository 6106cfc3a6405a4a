package fair

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"easim/eas/des"
	"easim/eas/sched"
)

// TestStories plays the narratives of testdata on one CPU of capacity 1024,
// where a period is 6 ms, a task runs for 0.75 ms at least, the wake-up
// granularity is 1 ms, and a tick comes every 4 ms.
//
//	machine [features]   a new machine, with features in the kernel's syntax
//	do                   one operation a line; says who runs when that changes
//	  fork NAME [NICE]     new task
//	  run DURATION         time passes, with ticks
//	  sleep | yield        of the running task
//	  wake NAME
//	queue                the tasks from left to right: vruntime in front of
//	                     (-) or behind (+) min_vruntime, and the slice
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var s story
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "machine":
				s = newStory(t, d)
				return ""
			case "do":
				for line := range strings.SplitSeq(d.Input, "\n") {
					s.do(t, strings.Fields(line))
				}
				return s.flush()
			case "queue":
				return s.queue()
			}
			t.Fatalf("%s: unknown command %q", d.Pos, d.Cmd)
			return ""
		})
	})
}

type story struct {
	m       *machine
	start   des.Time
	running *sched.Task
	out     strings.Builder
}

func newStory(t *testing.T, d *datadriven.TestData) story {
	m := newMachine(t, []int{1024}, func(c *sched.Config) {
		for _, arg := range d.CmdArgs {
			var err error
			if c.Features, err = c.Features.Parse(arg.Key); err != nil {
				t.Fatal(err)
			}
		}
	})
	return story{m: m, start: m.k.Now()}
}

func (s *story) do(t *testing.T, op []string) {
	switch {
	case op[0] == "fork":
		nice := 0
		if len(op) > 2 {
			fmt.Sscan(op[2], &nice)
		}
		s.m.fork(0, sched.Normal, nice).Name = op[1]
	case op[0] == "run":
		d, err := time.ParseDuration(op[1])
		if err != nil {
			t.Fatal(err)
		}
		s.run(des.Time(d))
	case op[0] == "sleep":
		s.m.sleep(0)
	case op[0] == "yield":
		s.m.yield(0)
	case op[0] == "wake":
		s.m.wake(s.task(t, op[1]), 0)
	default:
		t.Fatalf("unknown operation %q", op)
	}
	s.report(op[0])
}

// run lets time pass; ticks come at multiples of 4 ms after the start.
func (s *story) run(d des.Time) {
	const tick = 4 * des.Millisecond
	end := s.m.k.Now() + d
	for now := s.m.k.Now(); now < end; now = s.m.k.Now() {
		next := s.start + ((now-s.start)/tick+1)*tick
		s.m.advance(int64(min(next, end) - now))
		if next <= end {
			s.m.tick(0)
			s.report("tick")
		}
	}
}

func (s *story) task(t *testing.T, name string) *sched.Task {
	for _, task := range s.m.tasks {
		if task.Name == name {
			return task
		}
	}
	t.Fatalf("no task %q", name)
	return nil
}

// report adds a line if another task runs than before.
func (s *story) report(why string) {
	curr := s.m.cpu(0).Curr
	if curr == s.running {
		return
	}
	s.running = curr
	name := "idle"
	if curr != nil {
		name = curr.Name
	}
	fmt.Fprintf(&s.out, "%-8v %-6s %s runs\n", s.m.k.Now()-s.start, why, name)
}

func (s *story) flush() string {
	defer s.out.Reset()
	return s.out.String()
}

func (s *story) queue() string {
	var b strings.Builder
	c := s.m.cpu(0)
	q := &c.RQ.CFS
	s.m.f.Charge(s.m.k, c)
	line := func(t *sched.Task, mark string) {
		fmt.Fprintf(&b, "%-8s %+7.3fms  slice %.3fms%s\n", t.Name, float64(t.SE.Vruntime-q.MinVruntime)/1e6,
			float64(slice(s.m.k.Params(), q, t))/1e6, mark)
	}
	if q.Curr != nil {
		line(q.Curr, "  runs")
	}
	for i := range q.Timeline.Len() {
		line(q.Timeline.At(i), "")
	}
	return b.String()
}
