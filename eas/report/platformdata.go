package report

import (
	"strconv"

	"easim/energy"
)

// PlatformData is a board in its JSON form. Powers are nil where they are not
// known.
type PlatformData struct {
	Format      int              `json:"format"`
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Aliases     []string         `json:"aliases"`
	Source      string           `json:"source"`
	BootCPU     int              `json:"boot_cpu"`
	Clusters    []ClusterData    `json:"clusters"`
	FreqDomains []FreqDomainData `json:"freq_domains"`
	Tables      []TableData      `json:"tables"`
}

// ClusterData is one cluster with the speeds of its CPUs.
type ClusterData struct {
	Name       string          `json:"name"`
	Kind       string          `json:"kind"`
	CPUs       string          `json:"cpus"`
	CPUType    string          `json:"cpu_type"`
	Rates      []RateData      `json:"rates"` // the first is the default
	IdleStates []IdleStateData `json:"idle_states"`
}

// RateData is one claim about a CPU type's speed, in capacity units at each OPP.
type RateData struct {
	Name   string    `json:"name"`
	Source string    `json:"source"`
	Int    []float64 `json:"int"`
}

// IdleStateData is one idle state.
type IdleStateData struct {
	Name        string `json:"name"`
	Level       string `json:"level"`
	EntryUS     int64  `json:"entry_us"`
	ExitUS      int64  `json:"exit_us"`
	ResidencyUS int64  `json:"residency_us"`
}

// FreqDomainData is one set of CPUs with a common clock.
type FreqDomainData struct {
	CPUs                string  `json:"cpus"`
	FreqKHz             []int64 `json:"freq_khz"`
	TransitionLatencyUS int64   `json:"transition_latency_us"`
}

// TableData is one power table.
type TableData struct {
	Name         string            `json:"name"`
	Kind         string            `json:"kind"`
	Unit         string            `json:"unit"`
	Source       string            `json:"source"`
	Trust        string            `json:"trust"`
	DefaultMeter bool              `json:"default_meter"`
	Domains      []TableDomainData `json:"domains"`
}

// TableDomainData is the part of a power table for one set of CPUs; see
// [energy.TableDomain].
type TableDomainData struct {
	CPUs        string     `json:"cpus"`
	Capacity    []int64    `json:"capacity"`
	CoreBusy    []*int64   `json:"core_busy,omitempty"`
	ClusterBusy []*int64   `json:"cluster_busy,omitempty"`
	CoreIdle    []*int64   `json:"core_idle,omitempty"`
	ClusterIdle []*int64   `json:"cluster_idle,omitempty"`
	Busy        [][]*int64 `json:"busy,omitempty"`
}

// PlatformDataOf returns the JSON form of p.
func PlatformDataOf(p *energy.Platform) PlatformData {
	out := PlatformData{
		Format: 1, Name: p.Name, Title: p.Title, Aliases: append([]string{}, p.Aliases...),
		Source: p.Source, BootCPU: int(p.BootCPU),
	}
	for i := range p.Clusters {
		out.Clusters = append(out.Clusters, clusterData(p, &p.Clusters[i]))
	}
	for i := range p.FreqDomains {
		fd := &p.FreqDomains[i]
		d := FreqDomainData{CPUs: fd.CPUs.String(), TransitionLatencyUS: fd.TransitionLatencyUS}
		for _, opp := range fd.OPPs {
			d.FreqKHz = append(d.FreqKHz, int64(opp.Freq))
		}
		out.FreqDomains = append(out.FreqDomains, d)
	}
	for i := range p.Tables {
		out.Tables = append(out.Tables, tableData(&p.Tables[i]))
	}
	return out
}

func clusterData(p *energy.Platform, c *energy.Cluster) ClusterData {
	typ := &p.Types[p.CPUs[c.CPUs.First()].Type]
	out := ClusterData{Name: c.Name, Kind: c.Kind.String(), CPUs: c.CPUs.String(), CPUType: typ.Name}
	for i := range typ.Rates {
		r := RateData{Name: typ.Rates[i].Name, Source: typ.Rates[i].Source}
		for _, v := range typ.Rates[i].Int {
			r.Int = append(r.Int, float64(v)/(1<<energy.RateShift))
		}
		out.Rates = append(out.Rates, r)
	}
	for _, s := range c.IdleStates {
		out.IdleStates = append(out.IdleStates, IdleStateData{s.Name, s.Level.String(), s.EntryUS, s.ExitUS, s.ResidencyUS})
	}
	return out
}

func tableData(t *energy.PowerTable) TableData {
	out := TableData{
		Name: t.Name, Kind: t.Kind.String(), Unit: t.Unit, Source: t.Source, Trust: t.Trust, DefaultMeter: t.DefaultMeter,
	}
	for i := range t.Domains {
		d := &t.Domains[i]
		row := TableDomainData{
			CPUs: d.CPUs.String(), CoreBusy: powers(d.CoreBusy), ClusterBusy: powers(d.ClusterBusy),
			CoreIdle: powers(d.CoreIdle), ClusterIdle: powers(d.ClusterIdle),
		}
		for _, c := range d.Capacity {
			row.Capacity = append(row.Capacity, int64(c))
		}
		for _, b := range d.Busy {
			row.Busy = append(row.Busy, powers(b))
		}
		out.Domains = append(out.Domains, row)
	}
	return out
}

func powers(list []energy.Power) []*int64 {
	var out []*int64
	for _, w := range list {
		if w == energy.UnknownPower {
			out = append(out, nil)
			continue
		}
		v := int64(w)
		out = append(out, &v)
	}
	return out
}

// PlatformCSV is one row per power table, set of CPUs and OPP.
func PlatformCSV(p *energy.Platform) []byte {
	t := &Table{Columns: []Column{
		{"table", Left},
		{"unit", Left},
		{"cpus", Left},
		{"khz", Right},
		{"capacity", Right},
		{"core_busy", Right},
		{"cluster_busy", Right},
	}}
	for i := range p.Tables {
		for j := range p.Tables[i].Domains {
			d := &p.Tables[i].Domains[j]
			for opp, o := range p.FreqDomains[p.CPUs[d.CPUs.First()].Domain].OPPs {
				t.Add(p.Tables[i].Name, p.Tables[i].Unit, d.CPUs.String(), strconv.FormatInt(int64(o.Freq), 10),
					blank(capacity(d, opp)), blank(powerText(d.CoreBusy, opp)), blank(powerText(d.ClusterBusy, opp)))
			}
		}
	}
	return t.CSV()
}

// blank turns the sign for unknown into the empty cell of a CSV.
func blank(text string) string {
	if text == unknown {
		return ""
	}
	return text
}
