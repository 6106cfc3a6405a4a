package rtapp

import (
	"fmt"
	"path/filepath"
	"strings"

	"easim/eas/workload"
	"easim/energy/diag"
)

// Options says how a file is read. The zero value reads it as workgen and
// rt-app HEAD do, for any number of CPUs.
type Options struct {
	// StrictDuplicates reads duplicate keys as rt-app does without workgen:
	// the last value counts, at the place of the first. "suspend" without a
	// value is then an error.
	StrictDuplicates bool

	// Suspend chooses between the two meanings of "suspend".
	Suspend SuspendMeaning

	// CPUs is the number of CPUs of the platform; a file that names another
	// CPU is refused. 0 accepts each CPU below energy.MaxCPUs.
	CPUs int
}

// reader turns the tree of one file into a workload.
type reader struct {
	faults
	opt     Options
	global  global
	tasks   []taskDef
	byName  map[string]int // task name -> index into tasks
	res     resources
	mutexes map[string]bool      // named by lock, unlock, wait or sync
	ticking map[resourceKey]bool // timers with a period
	meaning SuspendMeaning       // never SuspendAuto once chosen
	regions map[string]region    // memrun, by ref
	groups  map[string]bool      // task groups
	notes   []string
	noted   map[string]bool
}

// Decode reads the rt-app file src; file is the name that diagnostics and the
// workload carry. All faults come out together, warnings among them; the
// workload is nil if there is an error. The doubts that concern a run's results
// stand in the workload's Warnings too.
func Decode(file string, src []byte, o Options) (*workload.Workload, diag.List) {
	r := &reader{
		opt: o, byName: map[string]int{}, mutexes: map[string]bool{}, ticking: map[resourceKey]bool{},
		regions: map[string]region{}, groups: map[string]bool{}, noted: map[string]bool{},
		res: resources{index: map[resourceKey]int{}},
	}
	var w *workload.Workload
	if root, ok := parse(src, o.StrictDuplicates, &r.faults); ok {
		w = r.workload(file, &root)
	}
	list := r.finish(file)
	if list.HasErrors() {
		return nil, list
	}
	return w, list
}

// workload reads the root object.
func (r *reader) workload(file string, root *node) *workload.Workload {
	r.keys(keySet{in: nil, of: "the root object", props: rootKeys[:]}, root)
	r.global = r.readGlobal(root.findMember("global"))
	r.checkResources(root.findMember("resources"))
	tasks := root.findMember("tasks")
	if !r.survey(root.at, tasks) {
		return nil
	}
	r.foresee()
	w := &workload.Workload{
		Name:       strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)),
		Source:     file,
		DurationNS: r.global.durationNS,
		Calib:      r.global.calib,

		ForksFromStart: true,
	}
	threads := 0
	for i := range r.tasks {
		if r.tasks[i].old {
			continue
		}
		t := r.convert(&r.tasks[i])
		threads += t.Instances
		w.Tasks = append(w.Tasks, t)
	}
	r.countThreads(threads, tasks)
	r.barriers()
	w.Resources = r.res.list
	w.Title = fmt.Sprintf("rt-app file with %s and %s", count(len(w.Tasks), "task"), count(threads, "thread"))
	w.Warnings = r.notes
	return w
}

// count says "1 task", "2 tasks".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// note adds a doubt that concerns the results of a run: a warning here, and a
// line of the workload's Warnings, once for each code.
func (r *reader) note(p place, code, detail, format string, args ...any) {
	r.warnf(p, code, detail, format, args...)
	if r.noted[code] {
		return
	}
	r.noted[code] = true
	text := fmt.Sprintf(format, args...)
	if path := p.path(); path != "" {
		text = path + ": " + text
	}
	if detail != "" {
		text += "; " + detail
	}
	r.notes = append(r.notes, text)
}
