package compare

import (
	"cmp"
	"math"
	"regexp"
	"slices"

	"easim/eas"
)

// ClassChange is a class of tasks, those whose names differ in their numbers only,
// in both variants: means over the runs.
type ClassChange struct {
	Class   string    `json:"class"`
	Tasks   int       `json:"tasks"` // in a run, at most
	Base    ClassTime `json:"base"`
	Variant ClassTime `json:"variant"`
	// Sides is the busy cost of the cores while the tasks ran, which leaves out
	// idle, the shared parts, and the launcher; nil if the table does not tell
	// cores apart.
	Sides
}

// ClassTime is the run time of a class by kind of core, ns.
type ClassTime struct {
	LittleNS float64 `json:"little_ns"`
	MidNS    float64 `json:"mid_ns"`
	BigNS    float64 `json:"big_ns"`
}

// instance is what tells the tasks of a class apart: the numbers behind the name,
// as in mt-aes-3, receiver-0.12 and EventThread2.
const instance = `(?:[-._#]+[0-9]+)+$|[0-9]+$`

// taskClasses lists the classes, the largest change of energy first; without
// energies the largest change of time on any kind of core.
func taskClasses(base, variant []*eas.Result, whole float64) []ClassChange {
	c := newClassifier()
	a, b := c.sum(base), c.sum(variant)
	out := make([]ClassChange, 0, len(c.order))
	for _, class := range c.order {
		x, y := a[class], b[class]
		row := ClassChange{Class: c.name(class), Tasks: max(x.tasks, y.tasks), Base: x.time, Variant: y.time}
		known := x.counts() && y.counts()
		row.Sides = sidesOf(x.energy, y.energy, whole, known, known)
		out = append(out, row)
	}
	slices.SortStableFunc(out, func(p, q ClassChange) int { return -cmp.Compare(p.size(), q.size()) })
	return out
}

// size is how much changed.
func (c *ClassChange) size() float64 {
	if c.Delta != nil {
		return math.Abs(*c.Delta)
	}
	a, b := &c.Base, &c.Variant
	return max(math.Abs(b.LittleNS-a.LittleNS), math.Abs(b.MidNS-a.MidNS), math.Abs(b.BigNS-a.BigNS))
}

// classifier sorts tasks into classes.
type classifier struct {
	numbers *regexp.Regexp
	order   []string // classes as they were met
	classes map[string]*classNames
}

// classNames are the tasks that were met of a class.
type classNames struct {
	first   string
	several bool
}

func newClassifier() *classifier {
	return &classifier{numbers: regexp.MustCompile(instance), classes: map[string]*classNames{}}
}

// classSum is one class on one side.
type classSum struct {
	tasks  int
	time   ClassTime
	energy float64
	known  bool
}

// counts reports whether the energy of the class is known; of no tasks it is 0.
func (s *classSum) counts() bool { return s.known || s.tasks == 0 }

// sum gathers the classes of one side. A class that a run does not have used
// nothing there.
func (c *classifier) sum(runs []*eas.Result) map[string]classSum {
	out := map[string]classSum{}
	n := float64(len(runs))
	for _, r := range runs {
		tasks := map[string]int{}
		for i := range r.Tasks {
			t := &r.Tasks[i]
			class := c.classOf(t.Name)
			s := out[class]
			tasks[class]++
			s.tasks = max(s.tasks, tasks[class])
			s.time.LittleNS += float64(t.LittleNS) / n
			s.time.MidNS += float64(t.MidNS) / n
			s.time.BigNS += float64(t.BigNS) / n
			s.known = t.Energy != nil
			if s.known {
				s.energy += *t.Energy / n
			}
			out[class] = s
		}
	}
	return out
}

func (c *classifier) classOf(task string) string {
	class := c.numbers.ReplaceAllString(task, "")
	if class == "" {
		class = task
	}
	switch k := c.classes[class]; {
	case k == nil:
		c.order, c.classes[class] = append(c.order, class), &classNames{first: task}
	case k.first != task:
		k.several = true
	}
	return class
}

// name is how a class is shown: a task that is alone keeps its whole name, so that
// h264 does not become h.
func (c *classifier) name(class string) string {
	if k := c.classes[class]; !k.several {
		return k.first
	}
	return class
}
