package sched

import (
	"errors"
	"fmt"
	"strings"

	"easim/energy/diag"
)

// Feature is a switch of the scheduler, by its index in the feature table.
type Feature uint8

// The features. The order is that of the table, see featuretable.go.
const (
	EnergyAware Feature = iota
	GentleFairSleepers
	StartDebit
	NextBuddy
	LastBuddy
	CacheHotBuddy
	WakeupPreemption
	LBBias
	TTWUQueue
	RTRuntimeShare

	// The patches on top of EASv5.2, see the table.
	LBMin
	MisfitKick
	CapacityOrig
	WakeFallback
	ForceOverloaded
	OverutilNotIdle
	LowestOPPPack
	BiggestTaskUp
	EASSpareLittle
	BiggestTask
	numFeatures
)

// FeatureInfo describes a feature.
type FeatureInfo struct {
	Name    string
	Default bool
	Doc     string
	Source  string

	// Confidence says how sure the reading of a patch is: H, M or L and why. It is
	// empty for what was read in the kernel itself. The parameters of
	// [ParamList] whose names begin like the feature's offer the other readings.
	Confidence string
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
	var unknown []error
	for word := range strings.SplitSeq(list, ",") {
		word = strings.ToUpper(strings.TrimSpace(word))
		if word == "" {
			continue
		}
		name, off := strings.CutPrefix(word, "NO_")
		f, ok := featureByName(name)
		if !ok {
			unknown = append(unknown, unknownFeature(name))
			continue
		}
		s = s.With(f, !off)
	}
	return s, errors.Join(unknown...)
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
		return fmt.Errorf("sched: unknown feature %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("sched: unknown feature %q; `easim features` lists them", name)
}
