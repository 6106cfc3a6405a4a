package skeleton

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// Spec is what the author knows. Zero values are gaps.
type Spec struct {
	Name     string // of the platform and its file; "my-board" if empty
	Title    string
	Kind     energy.TableKind // of the power table; em if zero
	Clusters []Cluster        // with none, a LITTLE and a big one of four CPUs stand in
}

// Cluster is a cluster that is a frequency domain of one type of core.
type Cluster struct {
	Name        string
	Kind        energy.Kind
	CPUs        energy.CPUSet
	Core        string             // name of the CPU type; the cluster's if empty
	DMIPS       int                // capacity-dmips-mhz; 0 is unknown
	Freq        []energy.KHz       // ascending
	Volt        []energy.MicroVolt // one for each frequency; nil is unknown
	Coefficient int64              // dynamic-power-coefficient, µW/(MHz V²); 0 is unknown
	Idle        []energy.IdleState // beyond WFI, shallow to deep
}

// clusterKeys are the keys of [ParseCluster].
var clusterKeys = [...]string{"name", "kind", "cpus", "core", "dmips", "mhz", "mv", "coefficient", "idle"}

// ParseCluster reads a cluster from text such as
//
//	name=LITTLE,kind=little,cpus=0,3-5,core=cortex-a53,dmips=578,mhz=450/575,mv=820/850,coefficient=140
//
// with lists parted by "/" and, once for each state beyond WFI,
// idle=NAME:LEVEL:ENTRY:EXIT:RESIDENCY in microseconds. name, kind and cpus are
// needed.
func ParseCluster(text string) (Cluster, error) {
	var c Cluster
	for _, part := range parts(text) {
		key, value, _ := strings.Cut(part, "=")
		if err := c.set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return Cluster{}, fmt.Errorf("skeleton: cluster %q: %w", text, err)
		}
	}
	return c, c.check(text)
}

// parts splits at commas; what has no "=" belongs to the part before it.
func parts(text string) []string {
	var out []string
	for p := range strings.SplitSeq(text, ",") {
		if n := len(out); n > 0 && !strings.Contains(p, "=") {
			out[n-1] += "," + p
		} else {
			out = append(out, p)
		}
	}
	return out
}

func (c *Cluster) check(text string) error {
	var errs []error
	if c.Name == "" {
		errs = append(errs, errors.New("give name="))
	}
	if c.Kind == energy.KindInvalid {
		errs = append(errs, errors.New("give kind=little, mid or big"))
	}
	if c.CPUs.Empty() {
		errs = append(errs, errors.New("give cpus=, for example 0-3"))
	}
	if len(c.Volt) > 0 && len(c.Volt) != len(c.Freq) {
		errs = append(errs, fmt.Errorf("%d voltages for %d frequencies", len(c.Volt), len(c.Freq)))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("skeleton: cluster %q: %w", text, err)
	}
	return nil
}

// set reads one key.
func (c *Cluster) set(key, value string) error {
	var err error
	switch key {
	case "name":
		c.Name = value
	case "core":
		c.Core = value
	case "kind":
		k, ok := energy.ParseKind(strings.ToLower(value))
		if !ok {
			return fmt.Errorf("unknown kind %q; want little, mid or big", value)
		}
		c.Kind = k
	case "cpus":
		if c.CPUs, err = energy.ParseCPUSet(value); err != nil {
			err = errors.New(strings.TrimPrefix(err.Error(), "energy: "))
		}
	case "dmips":
		var v int64
		v, err = count(value, 1_000_000)
		c.DMIPS = int(v)
	case "coefficient":
		c.Coefficient, err = count(value, 100_000)
	case "mhz":
		c.Freq, err = thousands[energy.KHz](value, 100_000)
		for i := 1; i < len(c.Freq) && err == nil; i++ {
			if c.Freq[i] <= c.Freq[i-1] {
				err = fmt.Errorf("frequencies must ascend: %q", value)
			}
		}
	case "mv":
		c.Volt, err = thousands[energy.MicroVolt](value, 10_000)
	case "idle":
		err = c.addIdle(value)
	default:
		err = fmt.Errorf("unknown key %q; %s", key, diag.Suggest(key, clusterKeys[:]))
	}
	return err
}

// count reads an integer from 0 to most.
func count(text string, most int64) (int64, error) {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 0 || v > most {
		return 0, fmt.Errorf("bad number %q; want 0 to %d", text, most)
	}
	return v, nil
}

// thousands reads numbers below most, parted by "/", and multiplies them by 1000:
// MHz to kHz, mV to µV.
func thousands[T ~int64](text string, most float64) ([]T, error) {
	var out []T
	for word := range strings.SplitSeq(text, "/") {
		v, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(v > 0 && v < most) {
			return nil, fmt.Errorf("bad number %q; want a list such as 450/575/700, below %.0f", word, most)
		}
		out = append(out, T(math.Round(v*1000)))
	}
	return out, nil
}

func (c *Cluster) addIdle(text string) error {
	f := strings.Split(text, ":")
	if len(f) != 5 {
		return fmt.Errorf("bad idle state %q; write NAME:LEVEL:ENTRY:EXIT:RESIDENCY", text)
	}
	level, ok := energy.ParseIdleLevel(f[1])
	if !ok {
		return fmt.Errorf("bad level %q of idle state %q; want core or cluster", f[1], f[0])
	}
	s := energy.IdleState{Name: f[0], Level: level}
	for i, to := range [...]*int64{&s.EntryUS, &s.ExitUS, &s.ResidencyUS} {
		v, err := count(f[2+i], 1_000_000_000)
		if err != nil {
			return fmt.Errorf("bad time %q of idle state %q; want microseconds", f[2+i], f[0])
		}
		*to = v
	}
	c.Idle = append(c.Idle, s)
	return nil
}

// withDefaults fills what has no meaning empty, and checks that the clusters fit
// together.
func (s Spec) withDefaults() (Spec, error) {
	if s.Name == "" {
		s.Name = "my-board"
	}
	if s.Kind == energy.TableInvalid {
		s.Kind = energy.TableEM
	}
	if len(s.Clusters) == 0 {
		s.Clusters = []Cluster{
			{Name: "LITTLE", Kind: energy.Little, CPUs: energy.CPURange(0, 3)},
			{Name: "big", Kind: energy.Big, CPUs: energy.CPURange(4, 7)},
		}
	}
	var all energy.CPUSet
	for i := range s.Clusters {
		c := &s.Clusters[i]
		if all.Intersects(c.CPUs) {
			return s, fmt.Errorf("skeleton: CPUs %s of cluster %s are in another cluster too", all.And(c.CPUs), c.Name)
		}
		all = all.Or(c.CPUs)
	}
	if all != energy.CPURange(0, energy.CPUID(all.Len()-1)) {
		return s, fmt.Errorf("skeleton: the clusters have CPUs %s; they are numbered from 0 without holes", all)
	}
	return s, nil
}
