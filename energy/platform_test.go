package energy_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
	"easim/energy/diag"
)

func TestIslands(t *testing.T) {
	t.Parallel()
	set := energy.CPURange
	for name, c := range map[string]struct {
		clusters, domains, want []energy.CPUSet
	}{
		"clusters on their own clocks": {
			[]energy.CPUSet{set(4, 5), energy.CPUSetOf(0, 1, 2, 3)},
			[]energy.CPUSet{set(0, 3), set(4, 5)},
			[]energy.CPUSet{set(0, 3), set(4, 5)},
		},
		"two clusters on one clock": {
			[]energy.CPUSet{set(0, 3), set(4, 7)},
			[]energy.CPUSet{set(0, 7)},
			[]energy.CPUSet{set(0, 3), set(4, 7)},
		},
		"one cluster, three clocks": {
			[]energy.CPUSet{set(0, 7)},
			[]energy.CPUSet{energy.CPUSetOf(7), set(0, 3), set(4, 6)},
			[]energy.CPUSet{set(0, 3), set(4, 6), energy.CPUSetOf(7)},
		},
	} {
		var p energy.Platform
		for _, s := range c.clusters {
			p.Clusters = append(p.Clusters, energy.Cluster{CPUs: s})
		}
		for _, s := range c.domains {
			p.FreqDomains = append(p.FreqDomains, energy.FreqDomain{CPUs: s})
		}
		if got := p.Islands(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	if tab, err := p.FindTable("EAS1X"); err != nil || tab.Name != "eas1x" {
		t.Errorf("FindTable ignores case: %v, %v", tab, err)
	}
	if _, err := p.FindTable("poins"); err == nil || !strings.Contains(err.Error(), `did you mean "points"?`) {
		t.Errorf("FindTable of a typo: %v", err)
	}
	if got := p.RateNames(); !reflect.DeepEqual(got, []string{"default", "one", "two"}) {
		t.Errorf("RateNames = %v", got)
	}
	if p.CheckRateSet("") != nil || p.CheckRateSet("TWO") != nil {
		t.Error("CheckRateSet refuses a good name")
	}
	if err := p.CheckRateSet("twoo"); err == nil || !strings.Contains(err.Error(), `did you mean "two"?`) {
		t.Errorf("CheckRateSet of a typo: %v", err)
	}
	// "default" belongs to the first type; the second has two others to choose from.
	if err := p.CheckRateSet("default"); err == nil {
		t.Error("CheckRateSet: a type that cannot follow: no error")
	}
	if got := p.Types[0].RateSet("two"); got != &p.Types[0].Rates[0] {
		t.Error("a type with one set has it under every name")
	}
	if p.DefaultMeter() != &p.Tables[0] || p.TableOfKind(energy.TableEM) != nil || p.Kind(2) != energy.Big {
		t.Error("DefaultMeter, TableOfKind or Kind")
	}
	for _, c := range []struct {
		freq energy.KHz
		want int
	}{{0, 0}, {500_000, 0}, {500_001, 1}, {9_000_000, 1}} {
		if got := p.FreqDomains[0].OPPFor(c.freq); got != c.want {
			t.Errorf("OPPFor(%d) = %d, want %d", c.freq, got, c.want)
		}
	}
}

func TestDerive(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	em, warning, err := p.ModelTable(energy.TableEM)
	if err != nil || warning == "" {
		t.Fatalf("ModelTable(em) = %v, %q, %v", em, warning, err)
	}
	want := energy.TableDomain{
		CPUs: energy.CPURange(0, 1), Capacity: []energy.Capacity{200, 400}, CoreBusy: []energy.Power{20, 60},
	}
	if got := em.Domains[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("em row = %+v, want %+v", got, want)
	}
	p.Tables = append(p.Tables, *em)
	if list := p.Validate(); list.HasErrors() {
		t.Errorf("the derived em table breaks laws:\n%s", list.Render(nil))
	}
	p.Tables = p.Tables[1:]
	p.Tables[0].DefaultMeter = true
	back, warning, err := p.ModelTable(energy.TableEAS1x)
	if err != nil || warning == "" {
		t.Fatalf("ModelTable(eas1x) = %v, %q, %v", back, warning, err)
	}
	if got := back.Domains[0]; !reflect.DeepEqual(got.ClusterBusy, []energy.Power{0, 0}) || got.CoreIdle != nil {
		t.Errorf("eas1x row = %+v", got)
	}
	p.Tables = append(p.Tables, *back)
	if list := p.Validate(); list.HasErrors() {
		t.Errorf("the derived eas1x table breaks laws:\n%s", list.Render(nil))
	}
	same, warning, err := p.ModelTable(energy.TableEM)
	if err != nil || warning != "" || same != p.TableOfKind(energy.TableEM) {
		t.Errorf("ModelTable of a kind that is there: %q, %v", warning, err)
	}
	if _, _, err := p.ModelTable(energy.TableInvalid); err == nil {
		t.Error("ModelTable of no kind: no error")
	}
}

// Laws that TOML cannot break.
func TestValidateBeyondTOML(t *testing.T) {
	t.Parallel()
	for code, spoil := range map[string]func(p *energy.Platform){
		"idle-gap":     func(p *energy.Platform) { p.Tables[0].Domains[0].ClusterIdle[0] = energy.UnknownPower },
		"cpu-hole":     func(p *energy.Platform) { p.CPUs[1].Cluster = 1 },
		"domain-types": func(p *energy.Platform) { p.CPUs[1].Type = 7 },
		"cpu-unknown":  func(p *energy.Platform) { p.FreqDomains[0].CPUs.Add(9) },
		"cpu-count":    func(p *energy.Platform) { p.CPUs = make([]energy.CPU, energy.MaxCPUs+1) },
		"no-cpu":       func(p *energy.Platform) { *p = energy.Platform{} },
		"table-kind":   func(p *energy.Platform) { p.Tables[0].Kind = 9 },
		"kind":         func(p *energy.Platform) { p.Clusters[0].Kind = energy.KindInvalid },
		"idle-level":   func(p *energy.Platform) { p.Clusters[0].IdleStates[1].Level = energy.IdleInvalid },
		"rate-range":   func(p *energy.Platform) { p.Types[0].Rates[0].Int[0] = -5 },
		"rate-missing": func(p *energy.Platform) { p.Types[0].Rates = nil },
		"opp-count":    func(p *energy.Platform) { p.FreqDomains[0].OPPs = make([]energy.OPP, 257) },
	} {
		p := decode(t, small)
		spoil(p)
		found := false
		for _, d := range p.Validate() {
			found = found || d.Code == code && d.Severity == diag.Error
		}
		if !found {
			t.Errorf("%s: not reported: %v", code, p.Validate())
		}
	}
}

// drawPlatform draws a valid platform: up to four islands of up to five CPUs,
// numbered at random, each with its own cluster and frequency domain.
func drawPlatform(t *rapid.T) *energy.Platform {
	text := rapid.String()
	p := &energy.Platform{
		Name: "p", Title: text.Draw(t, "title"), Source: "s" + text.Draw(t, "source"), Notes: text.Draw(t, "notes"),
	}
	table := energy.PowerTable{
		Name: "t", Kind: energy.TableEAS1x, Unit: energy.UnitMW, Source: "x", Trust: text.Draw(t, "trust"),
		DefaultMeter: true,
	}
	islands := rapid.IntRange(1, 4).Draw(t, "islands")
	n := rapid.IntRange(islands, 5*islands).Draw(t, "cpus")
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	order = rapid.Permutation(order).Draw(t, "order")
	p.CPUs = make([]energy.CPU, n)
	for i := range islands {
		opps := rapid.IntRange(1, 6).Draw(t, "opps")
		var cpus energy.CPUSet
		for j := i; j < n; j += islands {
			cpus.Add(energy.CPUID(order[j]))
			p.CPUs[order[j]] = energy.CPU{Type: i, Cluster: i, Domain: i}
		}
		fd, td, set := energy.FreqDomain{CPUs: cpus}, energy.TableDomain{CPUs: cpus}, energy.RateSet{Name: "r"}
		for o := range opps {
			fd.OPPs = append(fd.OPPs, energy.OPP{Freq: energy.KHz(1000*o + rapid.IntRange(1, 999).Draw(t, "freq"))})
			td.Capacity = append(td.Capacity, energy.Capacity(o+1))
			td.CoreBusy = append(td.CoreBusy, energy.Power(rapid.IntRange(0, 1e9).Draw(t, "core")))
			td.ClusterBusy = append(td.ClusterBusy, energy.Power(rapid.IntRange(0, 1e9).Draw(t, "cluster")))
			set.Int = append(set.Int, energy.Rate(rapid.Int64Range(1, int64(energy.MaxRate)).Draw(t, "rate")))
		}
		name := string(rune('a' + i))
		wfi := energy.IdleState{Name: "WFI", Level: energy.IdleCore, ExitUS: rapid.Int64Range(0, 1000).Draw(t, "exit")}
		p.Types = append(p.Types, energy.CPUType{Name: name, Rates: []energy.RateSet{set}})
		cluster := energy.Cluster{Name: name, Kind: energy.Mid, CPUs: cpus, IdleStates: []energy.IdleState{wfi}}
		p.Clusters = append(p.Clusters, cluster)
		p.FreqDomains = append(p.FreqDomains, fd)
		table.Domains = append(table.Domains, td)
	}
	p.Tables = []energy.PowerTable{table}
	return p
}

// Every valid platform survives the file format, down to the last rate bit.
func TestRoundTripProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlatform(t)
		if err := p.Validate().Err(); err != nil {
			t.Fatal(err)
		}
		src := energy.Encode(p)
		q, list := energy.Decode("p.toml", src)
		if err := list.Err(); err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if !reflect.DeepEqual(p, q) {
			t.Fatalf("changed:\n%s", src)
		}
	})
}
