package bench

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

// FreqbenchJSON makes a platform of freqbench's results.json. The error is a
// [*jsontree.SyntaxError], or says that it is another file.
func FreqbenchJSON(name string, src []byte, o draft.Options) (*energy.Platform, diag.List, error) {
	root, err := jsontree.Parse(src)
	if err != nil {
		return nil, nil, err
	}
	if !IsFreqbench(root) {
		return nil, nil, errors.New("bench: no result of freqbench: cpus.<n>.freqs is missing")
	}
	t := &table{}
	cpus := root.Get("cpus")
	for i, key := range cpus.Keys {
		cpu, err := strconv.Atoi(key)
		if err != nil || cpu < 0 || cpu >= energy.MaxCPUs {
			t.fail(
				"cpu-list",
				cpus.Items[i].Line,
				fmt.Sprintf("want a number below %d", energy.MaxCPUs),
				"bad CPU %q",
				clip(key),
			)
			continue
		}
		freqs := cpus.Items[i].Get("freqs")
		for j := range freqs.Len() {
			if freqs.Is(jsontree.Map) {
				t.freqbenchPoint(cpu, freqs.Keys[j], freqs.Items[j].Get("active"), freqs.Items[j].Line)
			}
		}
	}
	if n, ok := root.At("meta", "cpu_count").Int(); ok && n >= 1 && n <= energy.MaxCPUs {
		t.cpus = int(n)
	}
	if base, ok := root.At("housekeeping", "power_mean").Float(); ok {
		t.notes = append(
			t.notes,
			fmt.Sprintf("The board drew %.1f mW with one idle housekeeping CPU; the lowest sample was subtracted.", base),
		)
	}
	p, list := t.freqbench(name, draft.Source(name, "freqbench results", src), o)
	return p, list, nil
}

// IsFreqbench reports whether a tree is a result of freqbench.
func IsFreqbench(n *jsontree.Node) bool {
	cpus := n.Get("cpus")
	return cpus.Is(jsontree.Map) && cpus.Len() > 0 && cpus.Items[0].Get("freqs") != nil
}

func (t *table) freqbenchPoint(cpu int, khzText string, active *jsontree.Node, line int) {
	khz, err := strconv.ParseInt(khzText, 10, 64)
	power, okP := active.Get("power_mean").Float()
	score, okS := active.Get("coremark_score").Float()
	switch {
	case err != nil || khz < 1 || khz > 100_000_000:
		t.fail("opp-range", line, "want kHz", "bad frequency %q of CPU %d", clip(khzText), cpu)
	case !okP:
		t.fail("unknown-power", line, "the run may have been broken off; measure again",
			"no active.power_mean at %d kHz of CPU %d", khz, cpu)
	default:
		if !okS || score <= 0 || score > 1e9 {
			score = 0
		}
		t.add(cpu, point{line, khz, power, score})
	}
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}

// freqbench makes the platform of points with scores.
func (t *table) freqbench(name, source string, o draft.Options) (*energy.Platform, diag.List) {
	t.order()
	if len(t.domains) == 0 {
		t.fail("no-cpu", 0, "", "no measurement in the file")
		t.list.Locate(name, nil)
		return nil, t.list
	}
	if t.domains[0].cpu == 1 {
		t.notes = append(t.notes, "freqbench measures CPU 1 in place of CPU 0, which keeps house.")
	}
	b := t.board(t.spans(o), boardName(name), source)
	top := 0.0
	for _, d := range t.domains {
		for _, p := range d.points {
			top = max(top, p.score)
		}
	}
	em := energy.PowerTable{
		Name: "freqbench", Kind: energy.TableEM, Unit: energy.UnitUW,
		Source: "freqbench: CoreMark on one CPU, the other domains at their lowest frequency, base power subtracted; " +
			"capacity at the top is the CoreMark score over the best one, scaled with frequency below",
		Trust: "measured; one busy CPU with its share of the cluster, no idle power",
	}
	metered := t.metered()
	for i := range t.domains {
		em.Domains = append(em.Domains, t.freqbenchRow(b, i, top, metered))
	}
	if metered {
		b.Tables = append(b.Tables, em)
	} else {
		t.warn("unknown-power", t.domains[0].points[0].line, "the board had no power meter",
			"every power in the file is 0; only the speeds are kept")
	}
	return t.finish(b, name, o)
}

// metered reports whether the file has powers at all: on boards without a meter
// they are all 0.
func (t *table) metered() bool {
	for _, d := range t.domains {
		for _, p := range d.points {
			if p.power != 0 {
				return true
			}
		}
	}
	return false
}

// freqbenchRow makes the row of a domain, and gives the domain its rates.
func (t *table) freqbenchRow(b *draft.Board, i int, top float64, metered bool) energy.TableDomain {
	d := &t.domains[i]
	cpus := b.DomainCPUs(i)
	row := energy.TableDomain{CPUs: cpus}
	dom := &b.Domains[i]
	scored := top > 0
	for _, p := range d.points {
		if metered {
			row.CoreBusy = append(row.CoreBusy, t.microwatts(p.power, p.line, "power", p.khz, d.cpu))
		}
		scored = scored && p.score > 0
	}
	if !scored {
		t.warn("unknown-capacity", d.points[0].line, "", "not every frequency of CPU %d has a score", d.cpu)
		return row
	}
	for _, p := range d.points {
		dom.Rates = append(dom.Rates, energy.Rate(max(1, math.Round(p.score/top*float64(energy.RateScale)))))
	}
	dom.RateName = "coremark"
	dom.RateSource = "CoreMark score at each frequency over the best one, x 1024"
	last := d.points[len(d.points)-1]
	capacity := energy.Capacity(max(1, math.Round(last.score/top*1024)))
	for c := cpus.First(); c >= 0; c = cpus.Next(c + 1) {
		b.CPUs[c].Capacity = capacity
	}
	row.Capacity = draft.Performance(dom.OPPs, capacity)
	return row
}

// boardName is the name of the file, or of the folder if all files are called so.
func boardName(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	for i := len(parts) - 1; i >= 0; i-- {
		base := strings.TrimSuffix(strings.TrimSuffix(parts[i], ".json"), ".csv")
		if base != "results" && base != "main" && base != "cpu_1d" && base != "." && base != ".." {
			return base
		}
	}
	return ""
}
