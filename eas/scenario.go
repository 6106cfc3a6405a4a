package eas

// The names of the default run.
const (
	DefaultPlatform = "juno-r2"
	DefaultWorkload = "video-1080p"
	DefaultProfile  = "easv5.2"
)

const second = int64(1_000_000_000)

// The default lengths of a run, see [Scenario].
const (
	DefaultDurationNS = 10 * second
	DefaultWarmupNS   = second
)

// Scenario says what to run. It is a value; the zero value is the default run.
//
// How names are read: a name means something built in, a text that contains a "/"
// or ends in .toml or .json means a file, and "-" means standard input.
type Scenario struct {
	Platform string // built-in name or file; "" is DefaultPlatform
	Workload string // built-in name, generator ("periodic:tasks=12,..."), or file; "" is DefaultWorkload
	Profile  string // "" is DefaultProfile

	// Layers change what the profile sets, in order: within a layer patches, then
	// features, then parameters.
	Layers []Layer

	Governor string // cpufreq governor; "" is the profile's
	Idle     string // cpuidle governor; "" is the profile's
	Model    string // table that the scheduler believes; "" is the first of the profile's kind
	Meter    string // table that counts the energy; "" is the one that the platform marks
	CalibCPU string // what 1 µs of work means: a CPU number or a capacity; "" is the workload's

	// Duration is the measured window. Not given: the workload's own length, else
	// DefaultDurationNS.
	Duration Span
	// Warmup is the time from the workload's start to the window. Not given:
	// DefaultWarmupNS, or 0 for a workload that ends by itself, since its energy
	// to completion is what counts.
	Warmup Span

	Seed            uint64 // 0 is 1
	CheckInvariants bool   // verify the machine's laws after every event (slow)

	// ReadFile reads a file, "-" included; nil is os.ReadFile, which knows no "-".
	ReadFile func(name string) ([]byte, error)

	// Cache, if not nil, keeps what runs have in common.
	Cache *Cache
}

// Span is a length of time that may be left open.
type Span struct {
	NS    int64
	Given bool
}

// SpanOf returns a given span of ns.
func SpanOf(ns int64) Span { return Span{NS: ns, Given: true} }

// Layer is one source of changes: a scenario file, or the command line.
type Layer struct {
	Patches  []string
	Features []string // lists in the kernel's syntax, "A,NO_B"
	Params   []Setting
}

// Setting is one parameter. Key is a kernel name (see package sched), or "rate"
// for the rate set of the CPU types.
type Setting struct{ Key, Value string }

// Over returns s with everything that o says laid over it: o's names and lengths
// win, its layers come after those of s.
func (s Scenario) Over(o Scenario) Scenario {
	for _, f := range [...]struct{ base, over *string }{
		{&s.Platform, &o.Platform},
		{&s.Workload, &o.Workload},
		{&s.Profile, &o.Profile},
		{&s.Governor, &o.Governor},
		{&s.Idle, &o.Idle},
		{&s.Model, &o.Model},
		{&s.Meter, &o.Meter},
		{&s.CalibCPU, &o.CalibCPU},
	} {
		if *f.over != "" {
			*f.base = *f.over
		}
	}
	s.Layers = append(append([]Layer(nil), s.Layers...), o.Layers...)
	if o.Duration.Given {
		s.Duration = o.Duration
	}
	if o.Warmup.Given {
		s.Warmup = o.Warmup
	}
	if o.Seed != 0 {
		s.Seed = o.Seed
	}
	s.CheckInvariants = s.CheckInvariants || o.CheckInvariants
	if o.ReadFile != nil {
		s.ReadFile = o.ReadFile
	}
	if o.Cache != nil {
		s.Cache = o.Cache
	}
	return s
}

// withDefaults fills in the names that were left open.
func (s Scenario) withDefaults() Scenario {
	d := Scenario{Platform: DefaultPlatform, Workload: DefaultWorkload, Profile: DefaultProfile, Seed: 1}
	return d.Over(s)
}
