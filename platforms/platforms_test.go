package platforms_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/platforms"
)

func load(t *testing.T, name string) *energy.Platform {
	t.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every built-in file is valid, in canonical form to the byte, named after its
// platform, and states a source for each number.
func TestFiles(t *testing.T) {
	t.Parallel()
	want := []string{
		"apple-m1", "gs101", "hikey620", "hikey960", "juno-r0", "juno-r2", "mt8173", "mt8183", "mt8186", "mt8192",
		"odroid-xu3", "pixel", "r8a77951", "rk3399", "rk3588", "sc7180", "sc7280", "sc8180x", "sc8280xp", "sdm845",
		"sm8150", "sm8250", "tc2", "zuma", "zumapro",
	}
	if got := platforms.Names(); !reflect.DeepEqual(got, want) {
		t.Errorf("Names = %v, want %v", got, want)
	}
	for _, name := range platforms.Names() {
		p := load(t, name)
		src, err := platforms.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := energy.Encode(p); !bytes.Equal(got, src) {
			t.Errorf("%s.toml is not in canonical form; it should read:\n%s", name, got)
		}
		if p.Name != name || p.Title == "" || p.Notes == "" {
			t.Errorf("%s: name %q, title %q, notes %q", name, p.Name, p.Title, p.Notes)
		}
		for _, s := range sources(p) {
			if len(s) < 10 {
				t.Errorf("%s: source %q says nothing", name, s)
			}
		}
		for _, table := range p.Tables {
			if table.Trust == "" {
				t.Errorf("%s: table %s states no trust", name, table.Name)
			}
		}
		if m := p.DefaultMeter(); m != &p.Tables[0] {
			t.Errorf("%s: the meter is %s, want the first table", name, m.Name)
		}
		if e := p.TableOfKind(energy.TableEAS1x); e != nil && e.Domains[0].CoreIdle != nil && e != p.DefaultMeter() {
			t.Errorf("%s: the meter is %s, want %s, the only one with idle costs", name, p.DefaultMeter().Name, e.Name)
		}
		for i := range p.Types {
			if n := p.Types[i].Rates[0].Name; n != p.Types[0].Rates[0].Name {
				t.Errorf("%s: default rates %q and %q are of different sets", name, n, p.Types[0].Rates[0].Name)
			}
		}
	}
}

func sources(p *energy.Platform) []string {
	out := []string{p.Source}
	for i := range p.Types {
		for j := range p.Types[i].Rates {
			out = append(out, p.Types[i].Rates[j].Source)
		}
	}
	for i := range p.Clusters {
		out = append(out, p.Clusters[i].Source)
	}
	for i := range p.FreqDomains {
		out = append(out, p.FreqDomains[i].Source)
	}
	for i := range p.Tables {
		out = append(out, p.Tables[i].Source)
	}
	return out
}

func TestLoadNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"juno-r2": "juno-r2", "JUNO-R0": "juno-r0", "hikey": "hikey620", "HiKey960": "hikey960", "rock960": "rk3399",
		"Pixel6": "gs101", "pixel": "pixel", "m1": "apple-m1",
	} {
		if p := load(t, name); p.Name != want {
			t.Errorf("Load(%q) = %s, want %s", name, p.Name, want)
		}
	}
	for name, want := range map[string]string{
		"juno":    `platform "juno" is ambiguous: juno-r0, juno-r2`,
		"jun-r2":  `unknown platform "jun-r2"; did you mean "juno-r2"?`,
		"hikey9":  `unknown platform "hikey9"; did you mean "hikey960"?`,
		"rpi4":    `unknown platform "rpi4"`, // no public OPPs
		"sm8":     `platform "sm8" is ambiguous: sm8150, sm8250`,
		"qqqqqqq": `unknown platform "qqqqqqq"; want one of: apple-m1, gs101, hikey620,`,
		"":        `unknown platform ""; want one of`,
		"../juno": `unknown platform "../juno"`,
	} {
		if _, err := platforms.Load(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load(%q): %v, want %s", name, err, want)
		}
	}
}

// The layout of each board, as Linux numbers its CPUs.
func TestLayout(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ little, big, islands string }{
		"juno-r0":  {"0,3-5", "1-2", "0,3-5 1-2"},
		"juno-r2":  {"0,3-5", "1-2", "0,3-5 1-2"},
		"hikey620": {"0-7", "", "0-3 4-7"},
		"hikey960": {"0-3", "4-7", "0-3 4-7"},
		"tc2":      {"2-4", "0-1", "0-1 2-4"},
		"r8a77951": {"4-7", "0-3", "0-3 4-7"},
		"rk3588":   {"0-3", "4-7", "0-3 4-5 6-7"},
		"gs101":    {"0-3", "6-7", "0-3 4-5 6-7"},
		"sm8150":   {"0-3", "7", "0-3 4-6 7"},
		"zuma":     {"0-3", "8", "0-3 4-7 8"},
		"sc7180":   {"0-5", "6-7", "0-5 6-7"},
	} {
		p := load(t, name)
		var kinds [energy.Big + 1]energy.CPUSet
		for id := range p.CPUs {
			kinds[p.Kind(energy.CPUID(id))].Add(energy.CPUID(id))
		}
		var islands []string
		for _, s := range p.Islands() {
			islands = append(islands, s.String())
		}
		little, big := kinds[energy.Little].String(), kinds[energy.Big].String()
		if little != want.little || big != want.big || strings.Join(islands, " ") != want.islands {
			t.Errorf("%s: little %s, big %s, islands %v", name, little, big, islands)
		}
	}
}

// What a kernel computes of each device tree: the number of OPPs of each frequency
// domain and the capacities in the energy model; the boards that differ say why in
// their notes.
func TestDeviceTreeFacts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		opps []int
		tops []energy.Capacity
	}{
		"apple-m1":   {[]int{5, 12}, []energy.Capacity{493, 1024}},
		"gs101":      {[]int{11, 14, 17}, []energy.Capacity{160, 498, 1024}},
		"hikey960":   {[]int{5, 5}, []energy.Capacity{462, 1024}},
		"mt8173":     {[]int{8, 8}, []energy.Capacity{598, 1024}},
		"mt8183":     {[]int{16, 16}, []energy.Capacity{741, 1024}},
		"mt8186":     {[]int{16, 16}, []energy.Capacity{372, 1024}},
		"odroid-xu3": {[]int{13, 19}, []energy.Capacity{377, 1024}},
		"r8a77951":   {[]int{5, 3}, []energy.Capacity{1024, 401}},
		"rk3399":     {[]int{6, 8}, []energy.Capacity{381, 1024}},
		"rk3588":     {[]int{5, 7, 7}, []energy.Capacity{397, 1024, 1024}},
		"sc7280":     {[]int{11, 13, 14}, []energy.Capacity{353, 869, 1024}},
		"sc8280xp":   {[]int{21, 21}, []energy.Capacity{798, 1024}},
		"sdm845":     {[]int{18, 24}, []energy.Capacity{385, 1024}},
		"sm8150":     {[]int{18, 17, 20}, []energy.Capacity{306, 871, 1024}},
		"sm8250":     {[]int{17, 18, 20}, []energy.Capacity{284, 871, 1024}},
	} {
		p := load(t, name)
		table := p.TableOfKind(energy.TableEM)
		for i := range p.FreqDomains {
			fd := &p.FreqDomains[i]
			if got := len(fd.OPPs); got != want.opps[i] {
				t.Errorf("%s CPUs %s: %d OPPs, want %d", name, fd.CPUs, got, want.opps[i])
			}
			if got := table.TopCapacity(fd.CPUs.First()); got != want.tops[i] {
				t.Errorf("%s CPUs %s: capacity %d, want %d", name, fd.CPUs, got, want.tops[i])
			}
		}
	}
	for name, opps := range map[string][]int{
		"pixel": {18, 25}, "tc2": {8, 8}, "sc7180": {10, 16}, "sc8180x": {14, 21}, "mt8192": {16, 16},
		"zuma": {10, 15, 15}, "zumapro": {10, 17, 18},
	} {
		p := load(t, name)
		for i := range p.FreqDomains {
			if got := len(p.FreqDomains[i].OPPs); got != opps[i] {
				t.Errorf("%s domain %d: %d OPPs, want %d", name, i, got, opps[i])
			}
		}
	}
}

// The default rates are dmips x MHz over the biggest CPU's, to the last bit of
// the fixed point; hikey620 has one type of core and so frequency alone.
func TestDefaultRatesFollowDMIPS(t *testing.T) {
	t.Parallel()
	for _, name := range platforms.Names() {
		p := load(t, name)
		top := int64(0)
		raw := func(id int, f energy.KHz) int64 {
			return int64(max(p.Types[p.CPUs[id].Type].DMIPSPerMHz, 1)) * int64(f)
		}
		for id := range p.CPUs {
			for _, o := range p.FreqDomains[p.CPUs[id].Domain].OPPs {
				top = max(top, raw(id, o.Freq))
			}
		}
		for id := range p.CPUs {
			rates := p.Types[p.CPUs[id].Type].RateSet("").Int
			for i, o := range p.FreqDomains[p.CPUs[id].Domain].OPPs {
				want, _ := energy.RateOf(1024 * float64(raw(id, o.Freq)) / float64(top))
				if d := rates[i] - want; d < -1 || d > 1 { // three decimals are a bit coarser than 1/1024
					t.Errorf("%s: CPU %d at %d kHz: rate %d/1024, want %d/1024", name, id, o.Freq, rates[i], want)
				}
			}
		}
	}
}

// The em tables are what the kernel computes from coefficient and voltage:
// C * mV^2 * MHz / 10^6, truncated.
func TestEMTablesFollowCoefficient(t *testing.T) {
	t.Parallel()
	for name, coefficients := range map[string][]int64{ // by table row
		"juno-r0": {140, 530}, "juno-r2": {140, 450}, "hikey620": {311}, "hikey960": {110, 550},
		"odroid-xu3": {90, 310}, "rk3399": {100, 436}, "rk3588": {228, 416, 416}, "mt8173": {263, 530},
		"mt8183": {84, 211}, "mt8186": {84, 335}, "r8a77951": {854, 277},
	} {
		p := load(t, name)
		table := p.TableOfKind(energy.TableEM)
		for i := range table.Domains {
			td := &table.Domains[i]
			for j, o := range p.FreqDomains[p.CPUs[td.CPUs.First()].Domain].OPPs {
				mv := int64(o.Volt) / 1000
				if want := coefficients[i] * mv * mv * (int64(o.Freq) / 1000) / 1_000_000; int64(td.CoreBusy[j]) != want {
					t.Errorf("%s CPUs %s OPP %d: %d uW, want %d", name, td.CPUs, j, td.CoreBusy[j], want)
				}
			}
		}
	}
}

// The synthetic boards of testdata/platforms are what their users count on.
func TestSyntheticPlatforms(t *testing.T) {
	t.Parallel()
	read := func(name string) *energy.Platform {
		file := filepath.Join("..", "testdata", "platforms", name+".toml")
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, list := energy.Decode(file, src)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		return p
	}
	fast := read("fast-17")
	rates, opps := fast.Types[0].RateSet("").Int, fast.FreqDomains[0].OPPs
	if len(fast.CPUs) != 17 || len(opps) != 1 || rates[0] != 1_000_000<<energy.RateShift {
		t.Errorf("fast-17: %d CPUs, OPPs %v, rates %v", len(fast.CPUs), opps, rates)
	}
	job := read("perfjob")
	for id := range job.CPUs {
		want := energy.Capacity(446)
		if id >= 4 {
			want = 1024
		}
		rates := job.Types[job.CPUs[id].Type].RateSet("").Int
		got := job.Tables[0].TopCapacity(energy.CPUID(id))
		if got != want || slices.Max(rates) != energy.Rate(want)<<energy.RateShift || len(rates) < 2 {
			t.Errorf("perfjob: CPU %d: capacity %d, rates %v, want %d", id, got, rates, want)
		}
	}
}
