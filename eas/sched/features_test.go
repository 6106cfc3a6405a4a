package sched

import (
	"slices"
	"strings"
	"testing"
)

// TestDefaultFeatures are those of features.h in 4.4; ENERGY_AWARE is off in
// plain EASv5.2 trees.
func TestDefaultFeatures(t *testing.T) {
	want := []string{
		"GENTLE_FAIR_SLEEPERS", "START_DEBIT", "LAST_BUDDY", "CACHE_HOT_BUDDY", "WAKEUP_PREEMPTION", "LB_BIAS",
		"TTWU_QUEUE", "RT_RUNTIME_SHARE",
	}
	if got := DefaultFeatures().Names(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEveryFeature(t *testing.T) {
	for i, info := range FeatureList() {
		f := Feature(i)
		on, err := Features(0).Parse(info.Name)
		if err != nil || !on.Has(f) || on != Features(0).With(f, true) {
			t.Errorf("%s: %v, %v", info.Name, on, err)
		}
		off, err := on.Parse("NO_" + info.Name)
		if err != nil || off != 0 {
			t.Errorf("NO_%s: %v, %v", info.Name, off, err)
		}
		if got := DefaultFeatures().Has(f); got != info.Default {
			t.Errorf("%s: default %v, want %v", info.Name, got, info.Default)
		}
		if info.Doc == "" || info.Source == "" {
			t.Errorf("%s: no doc or no source", info.Name)
		}
	}
	if n := len(FeatureList()); n != int(numFeatures) {
		t.Errorf("%d features listed of %d", n, numFeatures)
	}
}

func TestParseFeatures(t *testing.T) {
	for _, tt := range []struct {
		list string
		want Features
		err  string
	}{
		{"", 0, ""},
		{"energy_aware, NEXT_BUDDY", Features(0).With(EnergyAware, true).With(NextBuddy, true), ""},
		{"NEXT_BUDDY,NO_NEXT_BUDDY", 0, ""},
		{"ENERGY_AWRE", 0, `did you mean "ENERGY_AWARE"?`},
		{"NO_LAST_BUDY", 0, `did you mean "LAST_BUDDY"?`},
		{"XXXXXXXXXXXXXXXXXXXX", 0, "lists them"},
	} {
		got, err := Features(0).Parse(tt.list)
		switch {
		case tt.err == "" && (err != nil || got != tt.want):
			t.Errorf("%q: got %v, %v, want %v", tt.list, got.Names(), err, tt.want.Names())
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%q: error %v, want one with %q", tt.list, err, tt.err)
		}
	}
}
