package export

import (
	"bytes"
	"encoding/json"
	"fmt"

	"easim/energy"
)

// The JSON form has the keys, units and order of the platform file; what is left
// out there is left out here.

type platformJSON struct {
	Format      int           `json:"format"`
	Name        string        `json:"name"`
	Title       string        `json:"title,omitempty"`
	Aliases     []string      `json:"aliases,omitempty"`
	Source      string        `json:"source"`
	Notes       string        `json:"notes,omitempty"`
	BootCPU     int           `json:"boot_cpu,omitempty"`
	CPUTypes    []typeJSON    `json:"cpu_type"`
	Clusters    []clusterJSON `json:"cluster"`
	FreqDomains []domainJSON  `json:"freq_domain"`
	Tables      []tableJSON   `json:"table"`
}

type typeJSON struct {
	Name     string     `json:"name"`
	CPUs     string     `json:"cpus"`
	DMIPS    int        `json:"dmips_per_mhz,omitempty"`
	RateSets []rateJSON `json:"rate_set"`
}

type rateJSON struct {
	Name   string    `json:"name"`
	Source string    `json:"source,omitempty"`
	Int    []float64 `json:"int"`
	FP     []float64 `json:"fp,omitempty"`
	Mem    []float64 `json:"mem,omitempty"`
}

type clusterJSON struct {
	Name       string     `json:"name"`
	Kind       string     `json:"kind"`
	CPUs       string     `json:"cpus"`
	Source     string     `json:"source,omitempty"`
	IdleStates []idleJSON `json:"idle_state"`
}

type idleJSON struct {
	Name        string `json:"name"`
	Level       string `json:"level"`
	EntryUS     int64  `json:"entry_us,omitempty"`
	ExitUS      int64  `json:"exit_us"`
	ResidencyUS int64  `json:"residency_us"`
	WakeupUS    int64  `json:"wakeup_us,omitempty"`
}

type domainJSON struct {
	CPUs      string  `json:"cpus"`
	Source    string  `json:"source,omitempty"`
	FreqKHz   []int64 `json:"freq_khz"`
	VoltUV    []int64 `json:"volt_uv,omitempty"`
	LatencyUS int64   `json:"transition_latency_us,omitempty"`
}

type tableJSON struct {
	Name         string    `json:"name"`
	Kind         string    `json:"kind"`
	Unit         string    `json:"unit"`
	DefaultMeter bool      `json:"default_meter,omitempty"`
	Source       string    `json:"source"`
	Trust        string    `json:"trust,omitempty"`
	Notes        string    `json:"notes,omitempty"`
	Domains      []rowJSON `json:"domain"`
}

type rowJSON struct {
	CPUs        string    `json:"cpus"`
	Capacity    []int64   `json:"capacity"`
	CoreBusy    []int64   `json:"core_busy,omitempty"`
	ClusterBusy []int64   `json:"cluster_busy,omitempty"`
	CoreIdle    []int64   `json:"core_idle,omitempty"`
	ClusterIdle []int64   `json:"cluster_idle,omitempty"`
	Busy        [][]int64 `json:"busy,omitempty"`
}

// JSON writes p as JSON with the keys of the platform file.
func JSON(p *energy.Platform) ([]byte, error) {
	out := platformJSON{
		Format: energy.Format, Name: p.Name, Title: p.Title, Aliases: p.Aliases, Source: p.Source, Notes: p.Notes,
		BootCPU: int(p.BootCPU),
	}
	for i := range p.Types {
		out.CPUTypes = append(out.CPUTypes, typeOf(p, i))
	}
	for i := range p.Clusters {
		c := &p.Clusters[i]
		j := clusterJSON{Name: c.Name, Kind: c.Kind.String(), CPUs: c.CPUs.String(), Source: c.Source}
		for _, s := range c.IdleStates {
			j.IdleStates = append(j.IdleStates,
				idleJSON{s.Name, s.Level.String(), s.EntryUS, s.ExitUS, s.ResidencyUS, s.WakeupUS})
		}
		out.Clusters = append(out.Clusters, j)
	}
	for i := range p.FreqDomains {
		out.FreqDomains = append(out.FreqDomains, domainOf(&p.FreqDomains[i]))
	}
	for i := range p.Tables {
		out.Tables = append(out.Tables, tableOf(&p.Tables[i]))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return b.Bytes(), nil
}

func typeOf(p *energy.Platform, i int) typeJSON {
	t := &p.Types[i]
	var cpus energy.CPUSet
	for id, c := range p.CPUs {
		if c.Type == i {
			cpus.Add(energy.CPUID(id))
		}
	}
	j := typeJSON{Name: t.Name, CPUs: cpus.String(), DMIPS: t.DMIPSPerMHz}
	for k := range t.Rates {
		r := &t.Rates[k]
		j.RateSets = append(j.RateSets, rateJSON{r.Name, r.Source, rates(r.Int), rates(r.FP), rates(r.Mem)})
	}
	return j
}

func rates(list []energy.Rate) []float64 {
	var out []float64
	for _, r := range list {
		out = append(out, float64(r)/(1<<energy.RateShift))
	}
	return out
}

func domainOf(fd *energy.FreqDomain) domainJSON {
	j := domainJSON{CPUs: fd.CPUs.String(), Source: fd.Source, LatencyUS: fd.TransitionLatencyUS}
	volts := false
	for _, o := range fd.OPPs {
		j.FreqKHz = append(j.FreqKHz, int64(o.Freq))
		j.VoltUV = append(j.VoltUV, int64(o.Volt))
		volts = volts || o.Volt != 0
	}
	if !volts {
		j.VoltUV = nil
	}
	return j
}

func tableOf(t *energy.PowerTable) tableJSON {
	j := tableJSON{
		Name: t.Name, Kind: t.Kind.String(), Unit: t.Unit, DefaultMeter: t.DefaultMeter,
		Source: t.Source, Trust: t.Trust, Notes: t.Notes,
	}
	for i := range t.Domains {
		d := &t.Domains[i]
		r := rowJSON{
			CPUs: d.CPUs.String(), CoreBusy: powers(d.CoreBusy), ClusterBusy: powers(d.ClusterBusy),
			CoreIdle: powers(d.CoreIdle), ClusterIdle: powers(d.ClusterIdle),
		}
		for _, c := range d.Capacity {
			r.Capacity = append(r.Capacity, int64(c))
		}
		for _, row := range d.Busy {
			r.Busy = append(r.Busy, powers(row))
		}
		j.Domains = append(j.Domains, r)
	}
	return j
}

// powers leaves out the unknown tail, as the platform file does.
func powers(list []energy.Power) []int64 {
	for len(list) > 0 && list[len(list)-1] == energy.UnknownPower {
		list = list[:len(list)-1]
	}
	var out []int64
	for _, w := range list {
		out = append(out, int64(w))
	}
	return out
}
