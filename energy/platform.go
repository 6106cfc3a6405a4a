package energy

// Platform is one board: its CPUs, how they hang together, and what they cost.
// A Platform that [Platform.Validate] accepts is never changed afterwards and
// may be shared between goroutines.
type Platform struct {
	Name    string   // file name without extension, lower case
	Title   string   // the board's full name
	Aliases []string // further names that load it
	Source  string   // where the structural facts come from
	Notes   string   // what was chosen where sources disagree; may be empty

	BootCPU     CPUID
	Types       []CPUType
	CPUs        []CPU // indexed by CPUID, without holes
	Clusters    []Cluster
	FreqDomains []FreqDomain
	Tables      []PowerTable
}

// CPU says where one logical CPU belongs.
type CPU struct {
	Type    int // index into Platform.Types
	Cluster int // index into Platform.Clusters
	Domain  int // index into Platform.FreqDomains
}

// CPUType is a microarchitecture as this board runs it.
type CPUType struct {
	Name        string
	DMIPSPerMHz int       // raw capacity-dmips-mhz; 0 is unknown
	Rates       []RateSet // at least one after Validate; the first is the default
}

// RateSet is one claim about how fast a CPUType really works, one entry per OPP
// of its frequency domain.
type RateSet struct {
	Name   string // what `--set rate=NAME` selects, for example "383"
	Source string
	Int    []Rate // integer work
	FP     []Rate // floating-point work; nil means as Int
	Mem    []Rate // memory-bound work; nil means as Int
}

// Cluster is a group of CPUs that share caches and a power rail.
type Cluster struct {
	Name       string
	Kind       Kind
	CPUs       CPUSet
	Source     string      // where kind and idle states come from; may be empty
	IdleStates []IdleState // shallow to deep; the first is WFI
}

// IdleLevel says which part sleeps in an idle state.
type IdleLevel uint8

// The idle levels. The zero value is invalid on purpose.
const (
	IdleInvalid IdleLevel = iota
	IdleCore              // one CPU sleeps by itself
	IdleCluster           // the whole cluster sleeps once its last CPU asks for it
)

// IdleState is one cpuidle state. What it costs stands in the power tables.
type IdleState struct {
	Name        string
	Level       IdleLevel
	EntryUS     int64 // time to enter, µs
	ExitUS      int64 // time to leave, µs (cpuidle exit latency)
	ResidencyUS int64 // target residency, µs (min-residency-us)
	WakeupUS    int64 // wakeup-latency-us, µs; 0 means EntryUS + ExitUS
}

// OPP is an operating performance point (the kernel's em_perf_state).
type OPP struct {
	Freq KHz
	Volt MicroVolt // 0 is unknown
}

// FreqDomain is a set of CPUs that the hardware clocks together.
type FreqDomain struct {
	CPUs                CPUSet
	OPPs                []OPP  // ascending by Freq
	TransitionLatencyUS int64  // cpuinfo.transition_latency, µs; 0 is unknown or instant
	Source              string // where OPPs and latency come from; may be empty
}

// TableKind says which arithmetic a power table belongs to.
type TableKind uint8

// The kinds of power tables. The zero value is invalid on purpose.
const (
	TableInvalid  TableKind = iota
	TableEAS1x              // EAS 1.x busy and idle costs of core and cluster
	TableEM                 // mainline energy model: power of one busy CPU per OPP
	TableMeasured           // measured: power of a cluster per OPP and number of busy CPUs
)

// PowerTable is one source's account of what the platform's parts cost.
type PowerTable struct {
	Name         string
	Kind         TableKind
	Unit         string // "bogo-mW" (no unit claimed), "mW" or "uW"
	Source       string
	Trust        string // the grade and why
	Notes        string
	DefaultMeter bool // the meter uses this table unless told otherwise
	Domains      []TableDomain
}

// TableDomain holds the rows of one set of CPUs: for eas1x and measured a
// cluster (or the part of it that shares a frequency), for em a frequency
// domain. Every slice that is set has one entry per OPP of the frequency
// domain, except the idle slices.
type TableDomain struct {
	CPUs     CPUSet
	Capacity []Capacity // what the scheduler believes at each OPP

	CoreBusy    []Power // eas1x: one busy CPU. em: one busy CPU (total)
	ClusterBusy []Power // eas1x: the shared part while any CPU is busy; nil otherwise

	// CoreIdle and ClusterIdle are indexed by EAS 1.x idle index: 0 is active
	// idle, 1 the first cpuidle state (WFI), and so on. nil means unknown.
	CoreIdle    []Power
	ClusterIdle []Power

	// Busy is set for measured tables only: Busy[n-1][opp] is the power of the
	// whole domain with n busy CPUs.
	Busy [][]Power
}
