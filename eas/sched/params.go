package sched

// Params are the tunables of a run, by their kernel names. The zero value is
// not useful: start from [DefaultParams]. A field's unit, range, default and
// meaning stand in the table of [ParamList].
type Params struct {
	HZ int64

	SchedLatencyNS     int64
	MinGranularityNS   int64
	WakeupGranularity  int64
	MigrationCostNS    int64
	NrMigrate          int64
	TimeAvgMS          int64
	RTPeriodUS         int64
	RTRuntimeUS        int64
	RRTimesliceMS      int64
	Preempt            int64
	CapacityMargin     int64
	BusyFactor         int64
	MinInterval        int64
	MaxInterval        int64
	SDBalanceWake      int64
	RateLimitUS        int64
	UpThrottleUS       int64
	DownThrottleUS     int64
	TimerRate          int64
	TargetLoads        int64
	GoHispeedLoad      int64
	HispeedFreq        int64
	AboveHispeedDelay  int64
	MinSampleTime      int64
	UserspaceFreq      int64
	TransitionLatency  int64
	TickPhaseNS        int64
	LauncherGapUS      int64
	SwitchCostNS       int64
	WakeupCostNS       int64
	IPICostNS          int64
	IdleLatencyReqUS   int64
	LadderPromotions   int64
	LadderDemotions    int64
	ZeroTimeStepsLimit int64

	// Other readings of patches, each read where its feature is on.
	MisfitKickAs            int64
	CapacityOrigActive      int64
	CapacityOrigWake        int64
	ActiveOKIfDstIdle       int64
	ForceOverloadedFixSmall int64
	EASSpareLittleAs        int64
	BiggestTaskKey          int64
	BiggestTaskRestart      int64
}

// The readings of MISFIT_KICK: the test is one of several, or the last one of an
// energy-aware kernel.
const (
	MisfitKickOr int64 = iota
	MisfitKickReplace
)

// The readings of CAPACITY_ORIG for a push: original capacities alone decide, or
// both kinds must agree.
const (
	ActiveOrig int64 = iota
	ActiveBoth
)

// The readings of CAPACITY_ORIG for the placement of wake-ups.
const (
	WakeCapacityOf int64 = iota
	WakeCapacityOrig
)

// The readings of FORCE_OVERLOADED.
const (
	FixSmallOff int64 = iota
	FixSmallToo
	FixSmallOnly
)

// The readings of EAS_SPARE_LITTLE.
const (
	SpareFits int64 = iota
	QuarterRule
)

// What BIGGEST_TASK ranks tasks by.
const (
	KeyUtil int64 = iota
	KeyLoad
)

// The values of the preempt parameter.
const (
	PreemptNone int64 = iota
	PreemptVoluntary
	PreemptFull
)

// Scaled is the value of a parameter whose default follows from the number of
// CPUs or from the platform.
const Scaled = -1

// ParamInfo describes one parameter.
type ParamInfo struct {
	Name    string // kernel name, what --set takes
	Path    string // where the kernel shows it; empty for the simulator's own
	Unit    string
	Min     int64
	Max     int64
	Default int64    // Scaled (-1) where Doc gives the rule
	Values  []string // names of the values 0, 1, ... of an enumeration
	Doc     string
	Source  string
	field   func(*Params) *int64
}
