package check

// kindInfo describes a kind of criterion.
type kindInfo struct {
	name string
	unit string
	keys keySet // beside name, kind, the bounds and min_samples
	must keySet // those of them that have to be there
	// measure returns the numbers of one run.
	measure func(c *Criterion, r *record) measurement
}

// keySet is a set of keys of a criterion.
type keySet uint16

const (
	keyTasks   keySet = 1 << iota
	keyCPUs           // class or cpus
	keyWindow         // from, to
	keyBusy           // each, of_cpus
	keySwitch         // near, from_class, to_class, side
	keyBalance        // level, idle
	keyReason         // reason
	keyMetric         // path, per
	keyEnergy         // margin_pct, swing, table
	keyBeside         // idle_class
)

// keyNames are the keys of each set, in the order of the constants; the first has
// to be there if the set has to.
var keyNames = [...][4]string{
	{"tasks"},
	{"class", "cpus"},
	{"from", "to"},
	{"each", "of_cpus"},
	{"near", "from_class", "to_class", "side"},
	{"level", "idle"},
	{"reason"},
	{"path", "per"},
	{"margin_pct", "swing", "table"},
	{"idle_class"},
}

var kinds = [...]kindInfo{
	{"residency", "%", keyTasks | keyCPUs | keyWindow, keyCPUs, (*Criterion).residency},
	{"first-cpu", "%", keyTasks | keyCPUs, keyCPUs, (*Criterion).firstCPU},
	{"last-cpu", "%", keyTasks | keyCPUs, keyCPUs, (*Criterion).lastCPU},
	{"switch", "ms", keyTasks | keySwitch, keySwitch, (*Criterion).switches},
	{"busy", "%", keyTasks | keyCPUs | keyWindow | keyBusy, 0, (*Criterion).busy},
	{"slack", "%", keyTasks, 0, (*Criterion).slack},
	{"energy", "%", keyTasks | keyWindow | keyEnergy, 0, (*Criterion).energy},
	{"balance", "passes", keyCPUs | keyWindow | keyBalance, keyBalance, (*Criterion).balance},
	{"migrations", "moves", keyTasks | keyWindow | keyReason, 0, (*Criterion).migrations},
	{"spread", "", keyTasks | keyWindow, 0, (*Criterion).spread},
	{"fairness", "", keyTasks | keyWindow, 0, (*Criterion).fairness},
	{"idle-beside", "ms", keyTasks | keyCPUs | keyWindow | keyBeside, keyCPUs | keyBeside, (*Criterion).idleBeside},
	{"metric", "", keyMetric, keyMetric, (*Criterion).metric},
}

func kindNames() []string {
	out := make([]string, len(kinds))
	for i := range kinds {
		out[i] = kinds[i].name
	}
	return out
}

// measurement is what one criterion found in one run.
type measurement struct {
	samples []sample
	n       int64  // what min_samples counts
	unsure  string // why there is no answer
	skipped string // why the question makes no sense
}

// sample is one number: of a task, of a CPU, or of all.
type sample struct {
	who   string
	value float64 // infinite: it never happened
}
