package eas

import (
	"reflect"
	"sync"

	"easim/eas/workload"
	"easim/eas/workload/rtapp"
	"easim/energy"
	"easim/energy/diag"
)

// Cache keeps what many runs have in common: platforms and workloads, read and
// checked once. Scenarios that share one must read the same files. It is safe for
// concurrent use; a nil *Cache keeps nothing.
//
// Platforms and workloads are never changed by a run, so sharing them changes no
// result.
type Cache struct {
	cat *catalog

	mu        sync.Mutex
	platforms map[string]*keptPlatform
	workloads map[workloadKey]*keptWorkload
}

// maxKept is how many workloads a cache holds; generators that draw from the seed
// make one for each.
const maxKept = 1024

type keptPlatform struct {
	once     sync.Once
	platform *energy.Platform
	warnings diag.List
	err      error
}

// workloadKey is everything that a workload is made from, but the files' text. The
// seed is 0 for the question whether it matters.
type workloadKey struct {
	name string
	env  workload.Env
}

type keptWorkload struct {
	once     sync.Once
	workload *workload.Workload
	warnings diag.List
	err      error
	seedless bool // the same for every seed
}

// NewCache returns an empty cache.
func NewCache() *Cache {
	return &Cache{
		cat:       newCatalog(),
		platforms: map[string]*keptPlatform{},
		workloads: map[workloadKey]*keptWorkload{},
	}
}

// catalog returns the registries, which nobody changes once they are made.
func (c *Cache) catalog() *catalog {
	if c == nil {
		return newCatalog()
	}
	return c.cat
}

func (c *Cache) platform(name string, read func(string) ([]byte, error)) (*energy.Platform, diag.List, error) {
	if c == nil {
		return LoadPlatform(name, read)
	}
	c.mu.Lock()
	k := c.platforms[name]
	if k == nil {
		k = &keptPlatform{}
		c.platforms[name] = k
	}
	c.mu.Unlock()
	k.once.Do(func() { k.platform, k.warnings, k.err = LoadPlatform(name, read) })
	return k.platform, k.warnings, k.err
}

// workload returns a workload. The first time that it meets a name on a machine
// it makes the workload for two seeds; if they are the same, that is the workload
// for every seed.
func (c *Cache) workload(name string, o WorkloadOptions) (*workload.Workload, diag.List, error) {
	if c == nil {
		return LoadWorkload(name, o)
	}
	key := workloadKey{name, o.Env}
	key.env.Seed = 0
	first := c.keep(key)
	first.once.Do(func() {
		first.workload, first.warnings, first.err = LoadWorkload(name, o)
		first.seedless = first.err != nil || seedless(first.workload, name, o)
	})
	if first.seedless {
		return first.workload, first.warnings, first.err
	}
	key.env.Seed = o.Env.Seed
	k := c.keep(key)
	k.once.Do(func() { k.workload, k.warnings, k.err = LoadWorkload(name, o) })
	return k.workload, k.warnings, k.err
}

// seedless reports whether another seed makes the same workload.
func seedless(w *workload.Workload, name string, o WorkloadOptions) bool {
	if IsFile(name) && !isGenerator(name) {
		return true
	}
	o.Env.Seed++
	other, _, err := LoadWorkload(name, o)
	return err == nil && reflect.DeepEqual(w, other)
}

func (c *Cache) keep(key workloadKey) *keptWorkload {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.workloads[key]
	if k == nil {
		if len(c.workloads) >= maxKept {
			clear(c.workloads)
		}
		k = &keptWorkload{}
		c.workloads[key] = k
	}
	return k
}

// loadOptions are those of the scenario's workload.
func (u *setup) loadOptions() WorkloadOptions {
	return WorkloadOptions{
		Env:      WorkloadEnv(u.platform, u.rate, u.s.Seed),
		RTApp:    rtapp.Options{CPUs: len(u.platform.CPUs)},
		ReadFile: u.s.ReadFile,
	}
}
