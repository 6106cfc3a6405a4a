package sched

import (
	"fmt"
	"strings"

	"easim/energy/diag"
)

// Feature is a switch of the scheduler, by its index in the feature table.
type Feature uint8

// The features. Order is that of the table in features.
const (
	EnergyAware Feature = iota
	GentleFairSleepers
	StartDebit
	NextBuddy
	LastBuddy
	CacheHotBuddy
	WakeupPreemption
	LBBias
	RTRuntimeShare
	numFeatures
)

// FeatureInfo describes a feature.
type FeatureInfo struct {
	Name    string
	Default bool
	Doc     string
	Source  string
}

const srcFeatures44 = "kernel/sched/features.h, 4.4"

var features = [numFeatures]FeatureInfo{
	EnergyAware: {
		"ENERGY_AWARE", false,
		"energy-aware wake-ups below the tipping point",
		"EASv5.2, kernel/sched/fair.c:energy_aware",
	},
	GentleFairSleepers: {
		"GENTLE_FAIR_SLEEPERS", true,
		"a waking task gets half a latency period of credit instead of a whole one",
		srcFeatures44,
	},
	StartDebit: {"START_DEBIT", true, "a new task starts one slice behind, so that forking is no way to gain time", srcFeatures44},
	NextBuddy:  {"NEXT_BUDDY", false, "prefer the task that woke last", srcFeatures44},
	LastBuddy:  {"LAST_BUDDY", true, "prefer the task that a wake-up preempted", srcFeatures44},
	CacheHotBuddy: {
		"CACHE_HOT_BUDDY", true,
		"buddies count as cache-hot when a balancer looks for tasks to move",
		srcFeatures44,
	},
	WakeupPreemption: {"WAKEUP_PREEMPTION", true, "a woken task may preempt the running one", srcFeatures44},
	LBBias:           {"LB_BIAS", true, "balancing reads decayed loads, biased towards staying", srcFeatures44},
	RTRuntimeShare: {
		"RT_RUNTIME_SHARE", true,
		"a CPU may borrow unused real-time run time of others",
		srcFeatures44,
	},
}

// Features is a set of switches.
type Features uint64

// DefaultFeatures returns the set with every feature at its default.
func DefaultFeatures() Features {
	var s Features
	for i := range features {
		s = s.With(Feature(i), features[i].Default)
	}
	return s
}

// Has reports whether f is on.
func (s Features) Has(f Feature) bool { return s&(1<<f) != 0 }

// With returns the set with f on or off.
func (s Features) With(f Feature, on bool) Features {
	if on {
		return s | 1<<f
	}
	return s &^ (1 << f)
}

// FeatureList returns the description of every feature, in table order.
func FeatureList() []FeatureInfo { return append([]FeatureInfo(nil), features[:]...) }

// Names returns the names of the features that are on, in table order.
func (s Features) Names() []string {
	var out []string
	for i := range features {
		if s.Has(Feature(i)) {
			out = append(out, features[i].Name)
		}
	}
	return out
}

// Parse applies a list in the kernel's syntax, "A,NO_B", to the set. Names are
// case-insensitive.
func (s Features) Parse(list string) (Features, error) {
	for word := range strings.SplitSeq(list, ",") {
		word = strings.ToUpper(strings.TrimSpace(word))
		if word == "" {
			continue
		}
		name, off := strings.CutPrefix(word, "NO_")
		f, ok := featureByName(name)
		if !ok {
			return s, unknownFeature(name)
		}
		s = s.With(f, !off)
	}
	return s, nil
}

func featureByName(name string) (Feature, bool) {
	for i := range features {
		if features[i].Name == name {
			return Feature(i), true
		}
	}
	return 0, false
}

func unknownFeature(name string) error {
	names := make([]string, 0, numFeatures)
	for i := range features {
		names = append(names, features[i].Name)
	}
	if near, ok := diag.Nearest(name, names); ok {
		return fmt.Errorf("sched: unknown feature %q; did you mean %q", name, near)
	}
	return fmt.Errorf("sched: unknown feature %q; `easim features` lists them", name)
}
