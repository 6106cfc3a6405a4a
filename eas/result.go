package eas

// ResultFormat is the version of the JSON form of a Result.
const ResultFormat = 1

// Result is what a run gives. Its JSON form is a contract with scripts outside:
// keys may be added, none renamed. A nil number is one that is not known; it is
// never 0.
type Result struct {
	Format         int            `json:"format"`
	Version        string         `json:"version,omitempty"` // of the program; set by the caller
	Scenario       ScenarioResult `json:"scenario"`
	Digest         string         `json:"digest"`          // hash of the dispatched events, 16 hex digits
	ScheduleDigest string         `json:"schedule_digest"` // hash of the decisions only
	Window         Window         `json:"window"`
	Energy         Energy         `json:"energy"`
	Throughput     Throughput     `json:"throughput"`
	CPUs           []CPUResult    `json:"cpus"`
	Tasks          []TaskResult   `json:"tasks"` // without the launcher
	Scheduler      Scheduler      `json:"scheduler"`
	Events         int64          `json:"events"` // dispatched from the start of the run
	Provenance     Provenance     `json:"provenance"`
	Warnings       []string       `json:"warnings"`
}

// ScenarioResult is what was run, with everything that was left open filled in.
type ScenarioResult struct {
	Platform   string      `json:"platform"`
	Workload   string      `json:"workload"`
	Profile    string      `json:"profile"`
	Features   []string    `json:"features"` // those that are on
	Patches    []string    `json:"patches"`
	Params     NamedInts   `json:"params"`
	Rate       string      `json:"rate"`  // rate set asked for; "" is each CPU type's first
	Model      string      `json:"model"` // table that the scheduler believed
	Governor   string      `json:"governor"`
	Idle       string      `json:"idle"`
	Seed       uint64      `json:"seed"`
	DurationNS int64       `json:"duration_ns"` // asked for; the window may have ended earlier
	WarmupNS   int64       `json:"warmup_ns"`
	Calib      CalibResult `json:"calib"`
}

// CalibResult says what 1 µs of the workload's work means.
type CalibResult struct {
	Capacity float64 `json:"capacity"` // capacity units that do it in 1 µs
	CPU      *int    `json:"cpu"`      // the CPU whose top rate that is, if given so
}

// Window is the measured time.
type Window struct {
	StartNS  int64 `json:"start_ns"`       // virtual time at its start
	LengthNS int64 `json:"length_ns"`      // how long it was
	Ended    bool  `json:"workload_ended"` // it closed because the last task ended
}

// Energy is what the meter's table says the window cost.
type Energy struct {
	Unit     string          `json:"unit"`    // mJ or bogo-mJ
	Partial  bool            `json:"partial"` // idle parts are unknown: totals are lower bounds
	Meter    string          `json:"meter"`   // name of the table
	Total    float64         `json:"total"`
	Little   float64         `json:"little"`
	Mid      float64         `json:"mid"`
	Big      float64         `json:"big"`
	Clusters []ClusterEnergy `json:"clusters"`
}

// ClusterEnergy is one cluster, or one clock's part of it, in four parts. A part
// is nil where the table does not tell it, or not apart from another one.
type ClusterEnergy struct {
	Name        string    `json:"name"`
	Kind        string    `json:"kind"`
	CPUs        string    `json:"cpus"`
	CoreBusy    *float64  `json:"core_busy"`
	CoreIdle    *float64  `json:"core_idle"`
	ClusterBusy *float64  `json:"cluster_busy"`
	ClusterIdle *float64  `json:"cluster_idle"`
	Total       float64   `json:"total"`
	BusyFreqNS  NamedInts `json:"busy_freq_ns"`  // at least one CPU busy, by kHz
	IdleStateNS NamedInts `json:"idle_state_ns"` // no CPU busy, by the shallowest state granted
	// BusyCPUsNS is BusyFreqNS by how many CPUs were busy, one first; there only if
	// the meter's table prices it so (kind measured).
	BusyCPUsNS []NamedInts `json:"busy_cpus_ns,omitempty"`
}

// Throughput is the work that was done.
type Throughput struct {
	// WorkCapacityS is the work of the listed tasks; 1 is one second of a CPU of
	// capacity 1024 at its top OPP.
	WorkCapacityS float64  `json:"work_capacity_s"`
	Metrics       []Metric `json:"metrics"`
}

// Metric is one result of the workload's own.
type Metric struct {
	Name   string   `json:"name"`
	Value  *float64 `json:"value"` // nil: the workload was cut short
	Unit   string   `json:"unit"`
	Better string   `json:"better"` // higher or lower
}

// CPUResult is one CPU's time.
type CPUResult struct {
	ID              int       `json:"id"`
	Kind            string    `json:"kind"`
	BusyNS          int64     `json:"busy_ns"`
	IdleNS          int64     `json:"idle_ns"`
	FreqNS          NamedInts `json:"freq_ns"`           // busy and idle, by kHz
	BusyFreqNS      NamedInts `json:"busy_freq_ns"`      // busy only
	IdleStateNS     NamedInts `json:"idle_state_ns"`     // granted; "active": in no state
	IdleRequestedNS NamedInts `json:"idle_requested_ns"` // asked for by the governor
	Switches        int64     `json:"switches"`
}

// TaskResult is what one task did and got.
type TaskResult struct {
	Name          string   `json:"name"`
	BusyNS        int64    `json:"busy_ns"`
	LittleNS      int64    `json:"little_ns"`
	MidNS         int64    `json:"mid_ns"`
	BigNS         int64    `json:"big_ns"`
	WorkCapacityS float64  `json:"work_capacity_s"`
	Energy        *float64 `json:"energy"` // busy cost of the cores while it ran
	Wakeups       int64    `json:"wakeups"`
	Migrations    int64    `json:"migrations"`
	Activations   int64    `json:"activations"` // phase loops or jobs completed
	Missed        int64    `json:"missed"`      // timers found in the past, jobs late at their next release
	Latency       Latency  `json:"wakeup_latency_us"`
}

// Latency is a distribution of times in µs; its values are nil if there were none.
type Latency struct {
	P50 *float64 `json:"p50"`
	P95 *float64 `json:"p95"`
	P99 *float64 `json:"p99"`
	Max *float64 `json:"max"`
}

// Scheduler are the machine's counters.
type Scheduler struct {
	OverutilizedNS   int64      `json:"overutilized_ns"`
	TippingCrossings int64      `json:"tipping_crossings"` // upwards
	NohzKicks        int64      `json:"nohz_kicks"`
	Switches         int64      `json:"switches"`
	Wakeups          int64      `json:"wakeups"`
	BalancePasses    int64      `json:"balance_passes"`
	ActiveRefused    int64      `json:"active_balance_refused"` // no task could go; those done are in Migrations.Active
	Migrations       Migrations `json:"migrations"`
}

// Migrations are moves between CPUs by who moved the task.
type Migrations struct {
	Wakeup   int64 `json:"wakeup"`
	Balance  int64 `json:"balance"`
	Active   int64 `json:"active"`
	Fork     int64 `json:"fork"`
	RT       int64 `json:"rt"`
	Affinity int64 `json:"affinity"`
}

// Provenance says where the numbers that decide the result come from.
type Provenance struct {
	Platform string       `json:"platform"` // source of the board's structure
	Workload string       `json:"workload"`
	Model    TableSource  `json:"model"`
	Meter    TableSource  `json:"meter"`
	Rates    []RateSource `json:"rates"`
}

// TableSource describes a power table.
type TableSource struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Unit   string `json:"unit"`
	Source string `json:"source"`
	Trust  string `json:"trust"`
}

// RateSource says which claim about a CPU type's speed was used.
type RateSource struct {
	CPUType string `json:"cpu_type"`
	Set     string `json:"set"`
	Source  string `json:"source"`
}
