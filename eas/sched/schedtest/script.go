package schedtest

import (
	"fmt"
	"strconv"
	"strings"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// step is one operation of a task.
type step struct {
	op       string
	duration des.Time
	capacity int64
	name     string // of the task to wake
}

// script is what a task does.
type script struct {
	env     *Env
	steps   []step
	at      int
	started bool
	start   des.Time
}

// feeder is the workload's side of the machine.
type feeder Env

var _ sched.Feeder = (*feeder)(nil)

// Start implements sched.Feeder; tasks come later.
func (f *feeder) Start(*sched.Kernel) {}

// Timer implements sched.Feeder: it does what the narrative asks for now.
func (f *feeder) Timer(*sched.Kernel) {
	todo := f.actions
	f.actions = nil
	for _, a := range todo {
		a()
	}
}

// Next implements sched.Feeder.
func (f *feeder) Next(k *sched.Kernel, t *sched.Task) sched.Op {
	return f.tasks[t.ID].next(k)
}

func (s *script) next(k *sched.Kernel) sched.Op {
	now := k.Now()
	if !s.started {
		s.started, s.start = true, now
	}
	if s.at == len(s.steps) {
		return sched.Op{Do: sched.OpExit}
	}
	st := &s.steps[s.at]
	s.at++
	switch st.op {
	case "run":
		return sched.Op{Do: sched.OpRun, Work: int64(st.duration) * st.capacity << energy.RateShift}
	case "burn":
		return sched.Op{Do: sched.OpRunUntil, Until: now + st.duration}
	case "sleep":
		return sched.Op{Do: sched.OpSleep, Until: now + st.duration}
	case "timer":
		return sched.Op{Do: sched.OpSleep, Until: now + st.duration - (now-s.start)%st.duration}
	case "block":
		return sched.Op{Do: sched.OpBlock}
	case "yield":
		return sched.Op{Do: sched.OpYield}
	case "loop":
		s.at = 0
	case "wake":
		if other, err := s.env.task(st.name); err == nil {
			k.Wake(other, false)
		}
	}
	return sched.Op{Do: sched.OpContinue}
}

// parseSteps reads operations, one a line.
func parseSteps(input string) ([]step, error) {
	var out []step
	for line := range strings.SplitSeq(input, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		st, err := parseStep(words[0], words[1:])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		out = append(out, st)
	}
	return out, nil
}

func parseStep(op string, words []string) (st step, err error) {
	st = step{op: op, capacity: int64(energy.CapacityScale)}
	if op == "run" && len(words) == 2 {
		n, ok := strings.CutPrefix(words[1], "cap=")
		if st.capacity, err = strconv.ParseInt(n, 10, 64); !ok || err != nil || st.capacity < 1 {
			return st, fmt.Errorf("%q is not of the form cap=446", words[1])
		}
		words = words[:1]
	}
	switch op {
	case "run", "burn", "sleep", "timer", "wake":
		if len(words) != 1 {
			return st, fmt.Errorf("%s takes one word", op)
		}
		if st.name = words[0]; op == "wake" {
			return st, nil
		}
		st.duration, err = parseDuration(words[0])
		if op == "timer" && st.duration == 0 {
			return st, fmt.Errorf("the period of a timer is 0")
		}
		return st, err
	case "block", "yield", "loop":
		if len(words) != 0 {
			return st, fmt.Errorf("%s takes no word", op)
		}
		return st, nil
	}
	return st, fmt.Errorf("unknown operation %q", op)
}
