package timeline

import (
	"easim/eas/des"
	"easim/eas/sched"
)

// Span is a stretch of time in one state, from From to before To. What Value
// means depends on the list in which the span stands.
type Span struct {
	From, To des.Time
	Value    int32
}

// Task is one task's own line.
type Task struct {
	Name  string
	Waits []Span // runnable but not running; Value is the CPU whose queue it is in
}

// Timeline is what was seen within a window. Lists are in order of time, and no
// two spans of one list overlap.
type Timeline struct {
	From, To des.Time

	DomainOf []int // by CPU: its frequency domain

	Runs [][]Span // by CPU: busy; Value is the task
	Idle [][]Span // by CPU: idle; Value is the granted idle state, 0 is active idle
	OPPs [][]Span // by frequency domain; Value is the index of the OPP
	Over []Span   // above the tipping point; Value is 1

	Tasks []Task // by [sched.TaskID], the launcher included

	// Truncated says that the window held more spans than the recorder's limit;
	// it then ends where the limit was reached.
	Truncated bool
}

// Ran returns the spans in which task t was on a CPU, in order of time; Value is
// the CPU.
func (tl *Timeline) Ran(t sched.TaskID) []Span {
	var out []Span
	for cpu := range tl.Runs {
		for _, s := range tl.Runs[cpu] {
			if s.Value == int32(t) {
				out = append(out, Span{s.From, s.To, int32(cpu)})
			}
		}
	}
	sortByTime(out)
	return out
}

// sortByTime orders spans; the lists of few CPUs are short and nearly in order.
func sortByTime(spans []Span) {
	for i := 1; i < len(spans); i++ {
		for j := i; j > 0 && spans[j].From < spans[j-1].From; j-- {
			spans[j], spans[j-1] = spans[j-1], spans[j]
		}
	}
}

// Total is the time that the spans cover, in ns.
func Total(spans []Span) int64 {
	var sum int64
	for _, s := range spans {
		sum += int64(s.To - s.From)
	}
	return sum
}
