package lint

import (
	"slices"
	"strconv"

	"easim/energy"
	"easim/energy/diag"
)

// keysByOPP lists the keys whose values go by the OPPs of frequency domain i:
// frequencies, voltages, rates of its CPU type, rows of power tables.
func (f fixer) keysByOPP(i int) []string {
	fd := &f.p.FreqDomains[i]
	path := diag.Elem("freq_domain", i)
	keys := []string{path + ".freq_khz"}
	if slices.ContainsFunc(fd.OPPs, func(o energy.OPP) bool { return o.Volt != 0 }) {
		keys = append(keys, path+".volt_uv")
	}
	first := fd.CPUs.First()
	if first < 0 || int(first) >= len(f.p.CPUs) {
		return keys
	}
	if t := f.p.CPUs[first].Type; t >= 0 && t < len(f.p.Types) && f.onlyDomainOf(t, i) {
		keys = append(keys, rateKeys(&f.p.Types[t], diag.Elem("cpu_type", t))...)
	}
	for a := range f.p.Tables {
		for b := range f.p.Tables[a].Domains {
			td := &f.p.Tables[a].Domains[b]
			if !fd.CPUs.Contains(td.CPUs) {
				continue
			}
			row := diag.Elem(diag.Elem("table", a)+".domain", b)
			for _, k := range [...]struct {
				key string
				has bool
			}{
				{".capacity", td.Capacity != nil},
				{".core_busy", td.CoreBusy != nil},
				{".cluster_busy", td.ClusterBusy != nil},
				{".busy", td.Busy != nil},
			} {
				if k.has {
					keys = append(keys, row+k.key)
				}
			}
		}
	}
	return keys
}

// onlyDomainOf reports whether every CPU of type t is in frequency domain i.
func (f fixer) onlyDomainOf(t, i int) bool {
	return !slices.ContainsFunc(f.p.CPUs, func(c energy.CPU) bool { return c.Type == t && c.Domain != i })
}

// rateKeys lists the keys of a type's rates; a type without any has the reader's
// stand-in, which no file holds.
func rateKeys(t *energy.CPUType, path string) []string {
	var keys []string
	for j := range t.Rates {
		r := &t.Rates[j]
		set := diag.Elem(path+".rate_set", j)
		switch {
		case r.Name == "default" && r.Source == "" && r.FP == nil && r.Mem == nil:
			keys = append(keys, path+".rate")
		case filledRates(r):
		default:
			keys = append(keys, set+".int")
			if r.FP != nil {
				keys = append(keys, set+".fp")
			}
			if r.Mem != nil {
				keys = append(keys, set+".mem")
			}
		}
	}
	return keys
}

// units corrects frequencies, voltages and times, if that was asked for.
func (f fixer) units() []fix {
	if !f.o.Units {
		return nil
	}
	var out []fix
	for i := range f.p.FreqDomains {
		path := diag.Elem("freq_domain", i)
		top, volt := energy.KHz(0), energy.MicroVolt(0)
		for _, o := range f.p.FreqDomains[i].OPPs {
			top, volt = max(top, o.Freq), max(volt, o.Volt)
		}
		if f.has("unit-frequency", path) {
			mul, div := int64(1000), int64(1)
			if top > highestTopKHz {
				mul, div = 1, 1000
			}
			out = append(out, scaled("unit-frequency", path+".freq_khz", mul, div))
		}
		if f.has("unit-voltage", path) {
			mul, div := int64(1000), int64(1)
			switch {
			case volt > highestTopUV:
				mul, div = 1, 1000
			case volt < 100:
				mul = 1_000_000
			}
			out = append(out, scaled("unit-voltage", path+".volt_uv", mul, div))
		}
		if f.has("unit-time", path+".transition_latency_us") {
			out = append(out, scaled("unit-time", path+".transition_latency_us", 1, 1000))
		}
	}
	return out
}

// powerUnits corrects the unit of a table all of whose rows say the same.
func (f fixer) powerUnits() []fix {
	if !f.o.Units {
		return nil
	}
	var out []fix
	l := linter{p: f.p}
	for i := range f.p.Tables {
		rows := l.rowsOf(i)
		path := diag.Elem("table", i)
		if !f.has("unit-power", path) {
			continue
		}
		unit := ""
		for k := range rows {
			v, _, ok := rows[k].perMHz()
			looks := ""
			if ok && (v < lowestPerMHz || v > highestPerMHz) {
				looks = looksLike(f.p.Tables[i].Unit, v > highestPerMHz)
			}
			if k > 0 && looks != unit {
				unit = ""
				break
			}
			unit = looks
		}
		if unit != "" {
			out = append(out, fix{
				change("unit-power", path+".unit", "unit %s instead of %s", unit, f.p.Tables[i].Unit),
				[]edit{{path + ".unit", func([]string) ([]string, error) { return []string{strconv.Quote(unit)}, nil }}},
			})
		}
	}
	return out
}

// scaled multiplies every integer of a key by mul/div; a word that is no integer
// stays.
func scaled(rule, path string, mul, div int64) fix {
	text := "multiplied by " + digits(mul)
	if div > 1 {
		text = "divided by " + digits(div)
	}
	return fix{change(rule, path, "%s", text), []edit{{path, func(words []string) ([]string, error) {
		for i, w := range words {
			if v, err := strconv.ParseInt(plain(w), 10, 64); err == nil {
				words[i] = digits((v*mul + div/2) / div)
			}
		}
		return words, nil
	}}}}
}
