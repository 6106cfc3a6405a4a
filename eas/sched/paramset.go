package sched

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"easim/energy/diag"
)

// ParamList returns the description of every parameter.
func ParamList() []ParamInfo { return append([]ParamInfo(nil), paramTable[:]...) }

// DefaultParams returns every parameter at its default.
func DefaultParams() Params {
	var p Params
	for i := range paramTable {
		*paramTable[i].field(&p) = paramTable[i].Default
	}
	return p
}

// Set sets a parameter by its kernel name. Enumerations take the value's name.
// Errors name the nearest parameter, or the range.
func (p *Params) Set(name, value string) error {
	info, err := paramByName(name)
	if err != nil {
		return err
	}
	v, err := info.parse(value)
	if err != nil {
		return err
	}
	*info.field(p) = v
	return nil
}

// Get returns a parameter's value by its kernel name.
func (p *Params) Get(name string) (int64, bool) {
	info, err := paramByName(name)
	if err != nil {
		return 0, false
	}
	return *info.field(p), true
}

func paramByName(name string) (*ParamInfo, error) {
	for i := range paramTable {
		if strings.EqualFold(paramTable[i].Name, name) {
			return &paramTable[i], nil
		}
	}
	names := make([]string, len(paramTable))
	for i := range paramTable {
		names[i] = paramTable[i].Name
	}
	if near, ok := diag.Nearest(name, names); ok {
		return nil, fmt.Errorf("sched: unknown parameter %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("sched: unknown parameter %q; `easim params` lists them", name)
}

func (i *ParamInfo) parse(value string) (int64, error) {
	value = strings.TrimSpace(value)
	for n, name := range i.Values {
		if strings.EqualFold(name, value) {
			return int64(n), nil
		}
	}
	v, err := strconv.ParseInt(strings.ReplaceAll(value, "_", ""), 10, 64)
	if err != nil {
		if i.Values != nil {
			return 0, fmt.Errorf("sched: parameter %s: %q is not one of %s", i.Name, value, strings.Join(i.Values, ", "))
		}
		return 0, fmt.Errorf("sched: parameter %s: %q is not a whole number, want %s", i.Name, value, i.span())
	}
	if v < i.Min || v > i.Max {
		return 0, fmt.Errorf("sched: parameter %s: %d is outside %s", i.Name, v, i.span())
	}
	return v, nil
}

// span is the range with its unit, if there is one.
func (i *ParamInfo) span() string {
	return strings.TrimSpace(fmt.Sprintf("%d..%d %s", i.Min, i.Max, i.Unit))
}

// check refuses a parameter outside its range.
func (p *Params) check() error {
	for i := range paramTable {
		info := &paramTable[i]
		if v := *info.field(p); (v < info.Min || v > info.Max) && v != info.Default {
			return fmt.Errorf("parameter %s: %d is outside %s (begin with DefaultParams)", info.Name, v, info.span())
		}
	}
	return nil
}

// scale resolves the parameters whose default depends on the number of CPUs
// (fair.c:get_update_sysctl_factor with logarithmic scaling).
func (p Params) scale(ncpu int) Params {
	factor := int64(bits.Len(uint(min(ncpu, 8))))
	for _, s := range [...]struct {
		field *int64
		base  int64
	}{{&p.SchedLatencyNS, 6_000_000}, {&p.MinGranularityNS, 750_000}, {&p.WakeupGranularity, 1_000_000}} {
		if *s.field == Scaled {
			*s.field = s.base * factor
		}
	}
	return p
}

// LatencyNr is how many tasks fit into SchedLatencyNS at MinGranularityNS
// (sched_nr_latency).
func (p *Params) LatencyNr() int64 {
	return (p.SchedLatencyNS + p.MinGranularityNS - 1) / p.MinGranularityNS
}

// TickNS is the tick period.
func (p *Params) TickNS() int64 { return 1_000_000_000 / p.HZ }
