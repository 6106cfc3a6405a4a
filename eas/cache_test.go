package eas_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"easim/eas"
)

// TestCache: runs that share a cache, several at a time, give what runs by
// themselves give, and a file is read once.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "w.toml")
	const text = "format = 1\nname = \"x\"\n[[task]]\nname = \"a\"\nperiod_us = 2000\nrun_us = 300\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var scenarios []eas.Scenario
	for _, platform := range []string{"juno-r2", "hikey960"} {
		for _, work := range []string{"video-1080p", "periodic:tasks=4,util=0.3", "geekbench-mt", file} {
			for seed := range uint64(3) {
				scenarios = append(scenarios, eas.Scenario{
					Platform: platform, Workload: work, Seed: seed + 1, Duration: eas.SpanOf(3e7), Warmup: eas.SpanOf(0),
				})
			}
		}
	}
	run := func(s eas.Scenario) string {
		r, err := eas.Run(context.Background(), s)
		if err != nil {
			return err.Error()
		}
		out, err := json.Marshal(r)
		return fmt.Sprintf("%s %v", out, err)
	}
	var reads atomic.Int64
	cache := eas.NewCache()
	var all sync.WaitGroup
	got := make([]string, len(scenarios))
	for i, s := range scenarios {
		s.Cache = cache
		s.ReadFile = func(name string) ([]byte, error) {
			reads.Add(1)
			return os.ReadFile(name)
		}
		all.Go(func() { got[i] = run(s) })
	}
	all.Wait()
	for i, s := range scenarios {
		if want := run(s); got[i] != want {
			t.Errorf("%s on %s, seed %d: with a cache\n%.300s\nwithout\n%.300s", s.Workload, s.Platform, s.Seed, got[i], want)
		}
	}
	if n := reads.Load(); n != 2 { // once for each machine: generators depend on it
		t.Errorf("the file was read %d times", n)
	}
	if err := eas.Check(eas.Scenario{Platform: "nowhere", Cache: cache}); err == nil {
		t.Errorf("an unknown platform was taken")
	}
	if err := eas.Check(eas.Scenario{Cache: cache}); err != nil {
		t.Error(err)
	}
}
