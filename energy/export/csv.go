package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"easim/energy"
)

// CSV writes one row for each power table, set of CPUs and state: its OPPs
// (frequency, voltage, capacity, real speed, powers; busy_1 and on are the powers
// of a measured cluster by busy CPUs), then its idle states. What is not known is
// empty.
func CSV(p *energy.Platform) ([]byte, error) {
	most := 0
	for i := range p.Tables {
		for j := range p.Tables[i].Domains {
			most = max(most, len(p.Tables[i].Domains[j].Busy))
		}
	}
	head := []string{
		"table", "kind", "unit", "cpus", "cpu_type", "state", "freq_khz", "volt_uv", "capacity", "rate", "core", "cluster",
	}
	for n := range most {
		head = append(head, "busy_"+strconv.Itoa(n+1))
	}
	rows := [][]string{head}
	for i := range p.Tables {
		for j := range p.Tables[i].Domains {
			rows = append(rows, oppRows(p, i, j, most)...)
			rows = append(rows, idleRows(p, i, j, most)...)
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return b.Bytes(), nil
}

// start is what all rows of a set of CPUs begin with.
func start(p *energy.Platform, t *energy.PowerTable, d *energy.TableDomain) []string {
	typ := p.Types[p.CPUs[d.CPUs.First()].Type].Name
	return []string{t.Name, t.Kind.String(), t.Unit, d.CPUs.String(), typ}
}

func oppRows(p *energy.Platform, table, row, most int) [][]string {
	t := &p.Tables[table]
	d := &t.Domains[row]
	cpu := p.CPUs[d.CPUs.First()]
	typ := &p.Types[cpu.Type]
	var out [][]string
	for j, o := range p.FreqDomains[cpu.Domain].OPPs {
		rate := ""
		if len(typ.Rates) > 0 && j < len(typ.Rates[0].Int) {
			rate = strconv.FormatFloat(float64(typ.Rates[0].Int[j])/(1<<energy.RateShift), 'f', -1, 64)
		}
		volt := ""
		if o.Volt != 0 {
			volt = strconv.FormatInt(int64(o.Volt), 10)
		}
		cells := append(start(p, t, d), "opp", strconv.FormatInt(int64(o.Freq), 10), volt,
			strconv.FormatInt(int64(d.Capacity[j]), 10), rate, cell(d.CoreBusy, j), cell(d.ClusterBusy, j))
		for n := range most {
			if n < len(d.Busy) {
				cells = append(cells, cell(d.Busy[n], j))
			} else {
				cells = append(cells, "")
			}
		}
		out = append(out, cells)
	}
	return out
}

// idleRows has the active idle index first, then the idle states.
func idleRows(p *energy.Platform, table, row, most int) [][]string {
	t := &p.Tables[table]
	d := &t.Domains[row]
	if d.CoreIdle == nil && d.ClusterIdle == nil {
		return nil
	}
	names := []string{"active idle"}
	for _, s := range p.Clusters[p.CPUs[d.CPUs.First()].Cluster].IdleStates {
		names = append(names, s.Name)
	}
	var out [][]string
	for i, name := range names {
		cells := append(start(p, t, d), name, "", "", "", "", cell(d.CoreIdle, i), cell(d.ClusterIdle, i))
		out = append(out, append(cells, make([]string, most)...))
	}
	return out
}

func cell(row []energy.Power, i int) string {
	if i >= len(row) || row[i] == energy.UnknownPower {
		return ""
	}
	return strconv.FormatInt(int64(row[i]), 10)
}
