package check

import (
	"easim/eas"
	"easim/energy"
	"easim/energy/diag"
)

// Format is the version of the scenario files that this package reads (key
// format).
const Format = 1

// Scenario is one behaviour scenario, as its file says. Make it with [Decode] or
// [Find].
type Scenario struct {
	Suite  string // "" if it is in none
	Name   string
	Title  string
	Source string // where the behaviour and its thresholds come from
	Notes  string // what to know if it does not pass

	Run      eas.Scenario // what is run; its seed comes from Seeds
	Seeds    []uint64
	Requires Requires
	Criteria []Criterion

	file   string
	src    []byte
	index  *diag.Index
	inline []byte // the workload as a file of its own; nil: Run.Workload names one
	future string // a profile that this version does not have; "": Run says it
}

// Requires says where a scenario makes sense.
type Requires struct {
	Kinds    []energy.Kind // classes of CPUs that the board has
	CPUs     [4]int        // by energy.Kind: exactly so many; 0 asks for nothing
	Profiles []string      // one of them is in force; empty: any
	Capped   Capped
}

// Capped asks that Class at KHz has less capacity than the top of Below. The zero
// value asks for nothing.
type Capped struct {
	Class, Below energy.Kind
	KHz          energy.KHz
}

// Criterion is one thing that a scenario asks for. Which fields mean something
// depends on the kind; the package's documentation lists them.
type Criterion struct {
	Name string
	Kind string
	Threshold
	MinSamples int64

	Tasks    []string // names of tasks; empty: all that are no daemons
	On       CPUs
	From, To Instant // zero: the measured window
	Each     bool    // busy: each CPU by itself
	OfCPUs   int64   // busy: CPUs that are 100 %; 0: all of On

	Near                Instant // switch
	FromClass, ToClass  energy.Kind
	Side                Side
	Level, Idle, Reason string // balance, migrations
	Path, Per           string // metric
	MarginPct           int64  // energy
	Swing               bool
	Table               string
	IdleClass           energy.Kind // idle-beside

	info *kindInfo
	path string // in the file
}

// CPUs is a set of CPUs: a class, or a list. The zero value is all of them.
type CPUs struct {
	Class energy.Kind
	Set   energy.CPUSet
}

// On returns the set on platform p.
func (c CPUs) On(p *energy.Platform) energy.CPUSet {
	if !c.Set.Empty() {
		return c.Set
	}
	if c.Class == energy.KindInvalid {
		return p.AllCPUs()
	}
	return classCPUs(p, c.Class)
}

func classCPUs(p *energy.Platform, class energy.Kind) energy.CPUSet {
	var out energy.CPUSet
	for i := range p.Clusters {
		if p.Clusters[i].Kind == class {
			out = out.Or(p.Clusters[i].CPUs)
		}
	}
	return out
}

// Instant is a moment of a run.
type Instant struct {
	Event Event
	Tasks []string // of Exit and FirstRun
	Nth   int      // from 1, or from -1 for the last
	Plus  int64    // ns that are added
}

// Event is what an [Instant] is counted from.
type Event uint8

// The events. The zero value is no instant at all.
const (
	NoEvent     Event = iota
	Start             // the workload's own time 0
	WindowStart       // the measured window opens
	WindowEnd         // the measured window closes
	Exit              // a task ends
	FirstRun          // a task runs for the first time after the start
)

// Side says on which side of an instant a switch counts.
type Side uint8

// The sides.
const (
	Around Side = iota
	After
	Before
)

var sideNames = [...]string{Around: "around", After: "after", Before: "before"}
