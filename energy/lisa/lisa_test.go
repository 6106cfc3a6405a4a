package lisa

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

func codes(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

// describe is a platform in few words: domains, then tables.
func describe(p *energy.Platform) string {
	var b strings.Builder
	for _, d := range p.FreqDomains {
		fmt.Fprintf(&b, "%s %s", d.CPUs, p.Kind(d.CPUs.First()))
		if n := len(d.OPPs); n > 0 {
			fmt.Fprintf(&b, " %d OPPs %d-%d", n, d.OPPs[0].Freq, d.OPPs[n-1].Freq)
		}
		if rates := p.Types[p.CPUs[d.CPUs.First()].Type].Rates; len(rates) > 0 {
			fmt.Fprintf(&b, " top %.3f", float64(rates[0].Int[len(rates[0].Int)-1])/1024)
		}
		b.WriteByte('\n')
	}
	for _, t := range p.Tables {
		for _, d := range t.Domains {
			fmt.Fprintf(&b, "%s %s %s: capacity %d core %d", t.Kind, t.Unit, d.CPUs, d.Capacity, d.CoreBusy)
			if t.Kind == energy.TableEAS1x {
				fmt.Fprintf(&b, " cluster %d idle %d %d", d.ClusterBusy, d.CoreIdle, d.ClusterIdle)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// shared reads a file that the repository does not hold.
func shared(t *testing.T, name string) (*energy.Platform, diag.List) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("../../../shared/data/traces", name))
	if err != nil {
		t.Skip("the file is not at hand: ", err)
	}
	p, list, err := Import(name, src, draft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, list
}

func TestFilesOfLISA(t *testing.T) {
	t.Parallel()
	const juno = `0,3-5 little 5 OPPs 450000-850000 top 446.000
1-2 big 5 OPPs 450000-1100000 top 1024.000
em mW 0,3-5: capacity [236 301 367 406 446] core [42 58 79 97 119]
em mW 1-2: capacity [418 581 744 884 1024] core [160 239 343 454 583]
`
	for _, c := range []struct{ file, want, said string }{
		{"lisa/sched_load.plat_info.yml", juno, "unknown-idle"},
		{"lisa/trace_txt.plat_info.yml", juno, "unknown-idle"},
		{
			"lisa/sched_load_avg.plat_info.yml", // keyed by number of domain; kernel 3.18, no capacities
			"0-1 big 18 OPPs 307200-1593600\n2-3 big 25 OPPs 307200-2150400\n", "unknown-rate",
		},
		{
			"lisa/tutorial_example_results.platform.json",
			"0-1 little 6 OPPs 507000-1404000 top 591.000\n2-3 big 7 OPPs 507000-1807000 top 1024.000\n", "max-only",
		},
		{
			"lisa-hist/results__LisaInANutshell_Backup__platform.json",
			"0,3-5 little 3 OPPs 450000-950000 top 447.000\n1-2 big 3 OPPs 600000-1200000 top 1024.000\n", "max-only",
		},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			p, list := shared(t, c.file)
			if got := describe(p); got != c.want {
				t.Errorf("got\n%s%v", got, list)
			}
			if list.HasErrors() || !slices.Contains(codes(list), c.said) {
				t.Errorf("no %s, or errors: %v", c.said, list)
			}
		})
	}
	p, list := shared(t, "lisa/tutorial_example_results.platform.json")
	for _, want := range []string{
		"big: CPU 1098 at capacity 1024, cluster 252", "little: CPU 217 at capacity 591, cluster 220",
	} {
		if !strings.Contains(p.Notes, want) || !strings.Contains(fmt.Sprint(list), want) {
			t.Errorf("%q is not said: %q", want, p.Notes)
		}
	}
	p, _ = shared(t, "lisa/sched_load.plat_info.yml")
	if p.Name != "juno" || !strings.Contains(p.Source, "Linux 4.19.0-07801-gf317706") {
		t.Errorf("name %q, source %q", p.Name, p.Source)
	}
	if faults := p.Validate(); faults.HasErrors() {
		t.Errorf("the platform has faults: %v", faults)
	}
}

// The JSON files of 2016 to 2018, made up after LISA's, with their numbers.
const (
	hikey = `{
	// two equal clusters, called big.LITTLE
	"board": {"cores": ["A53_0","A53_0","A53_0","A53_0", "A53_1","A53_1","A53_1","A53_1"], "big_core": "A53_1"},
	"nrg_model": {
		"little": {"cluster": {"nrg_max": 112}, "cpu": {"nrg_max": 670, "cap_max": 1024}},
		"big": {"cluster": {"nrg_max": 112}, "cpu": {"nrg_max": 670, "cap_max": 1024}}
	}
}
// vim: set tabstop=4:
`
	pixel = `{"board": {"cores": ["Silver", "Silver", "Gold", "Gold"], "big_core": "Gold"},
  "nrg_model": {
    "little": {"cpu": {"nrg_max": 925, "cap_max": 763, }, "cluster": {"nrg_max": 52}},
    "big": {"cpu": {"nrg_max": 1715, "cap_max": 1024}, "cluster": {"nrg_max": 96}},
  }, }`
	tc2 = `{ // TC2
  "nrg_model": {
    "little": {"cpu": {"nrg_max": 1024, "cap_max": 430}, "cluster": {"nrg_max": 4905}},
    "big": {"cpu": {"nrg_max": 6997, "cap_max": 1024}, "cluster": {"nrg_max": 15200}}
  }
}`
	// Clusters by number, energies by name: who is big, the list of cores says.
	numbered = `{"board": {"cores": ["A53", "A53", "A53", "A53", "A73", "A73", "A73", "A73"], "big_core": "A73"},
  "clusters": {"0": [0, 1, 2, 3], "1": [4, 5, 6, 7]}, "cpus_count": 8,
  "freqs": {"0": [533000, 999000, 1402000, 1709000, 1844000], "1": [903000, 1421000, 1805000, 2112000, 2362000]},
  "nrg_model": {
    "big": {"cpu": {"cap_max": 1024, "nrg_max": 2848}, "cluster": {"nrg_max": 433}},
    "little": {"cpu": {"cap_max": 462, "nrg_max": 502}, "cluster": {"nrg_max": 144}}
  }}`
)

func TestOldJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, src, want, said string
		o                     draft.Options
	}{
		{
			"comments", hikey, "0-3 little\n4-7 little\n", "little: CPU 670 at capacity 1024, cluster 112; big: CPU 670",
			draft.Options{},
		},
		{
			"trailing commas", pixel, "0-1 little\n2-3 big\n",
			"little: CPU 925 at capacity 763, cluster 52; big: CPU 1715 at capacity 1024, cluster 96",
			draft.Options{},
		},
		{
			"clusters by number", numbered,
			"0-3 little 5 OPPs 533000-1844000 top 462.000\n4-7 big 5 OPPs 903000-2362000 top 1024.000\n",
			"big: CPU 2848 at capacity 1024, cluster 433; little: CPU 502 at capacity 462, cluster 144",
			draft.Options{},
		},
		{
			"no CPUs", tc2, "",
			"little: CPU 1024 at capacity 430, cluster 4905; big: CPU 6997 at capacity 1024, cluster 15200",
			draft.Options{},
		},
		{
			"CPUs as told", tc2, "0-1 big\n2-4 big\n", "the file does not say which CPUs are little",
			draft.Options{Domains: []energy.CPUSet{energy.CPURange(0, 1), energy.CPURange(2, 4)}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, list, err := Import("x.json", []byte(c.src), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(fmt.Sprint(list), c.said) {
				t.Errorf("%q is not said: %v", c.said, list)
			}
			if p == nil {
				if c.want != "" || !slices.Contains(codes(list), "no-cpu") {
					t.Errorf("no platform: %v", list)
				}
				return
			}
			if got := describe(p); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// modelYAML is a file with an energy model of two CPUs in one cluster, in the forms
// that LISA has written: tags, anchors in circles, ordered maps.
const modelYAML = `platform-info:
    conf:
        name: made-up
        cpus-count: 2
        freq-domains: [[0, 1]]
        kernel:
            version: !call:devlib.target.KernelVersion
                version_string: "%s"
        nrg-model: !!python/object:lisa.energy_model.EnergyModel
            cpu_nodes:
            - &id001 !!python/object:lisa.energy_model.EnergyModelNode
                active_states: !!omap
                -   500000: !!python/object/new:lisa.energy_model.ActiveState
                    - 512.7
                    - %s
                -   1000000: !!python/object/new:lisa.energy_model.ActiveState
                    - 1024.0
                    - %s
                children: []
                cpu: 0
                cpus: !!python/tuple
                - 0
                idle_states: !!omap
                -   WFI: 6
                -   cluster-sleep: 0
                parent: &id002 !!python/object:lisa.energy_model.EnergyModelRoot
                    active_states: %s
                    children:
                    - *id001
                    - &id003 !!python/object:lisa.energy_model.EnergyModelNode
                        active_states: !!omap
                        -   500000: {capacity: 512, power: 10}
                        -   1000000: {capacity: 1024, power: 30}
                        children: []
                        cpu: 1
                        cpus: !!python/tuple
                        - 1
                        parent: *id002
                    cpu: null
                    cpus: !!python/tuple
                    - 0
                    - 1
                    idle_states: %s
                    parent: null
            - *id003
            root: *id002
`

func TestModels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                          string
		kernel, low, top, active, idl string
		want                          string
		code                          string
	}{
		{"4.19", "4.19.0 #1", "10", "30", "null", "null", "em mW 0-1: capacity [512 1024] core [10 30]\n", ""},
		{"6.1", "6.1.0 #1", "10500", "30000", "null", "null", "em uW 0-1: capacity [512 1024] core [10500 30000]\n", ""},
		{
			"5.3 as uname has it", "Linux 5.3.0-rc1 #20 SMP", "10", "30", "null", "null",
			"em mW 0-1: capacity [512 1024] core [10 30]\n", "",
		},
		{
			"6.1 as /proc/version has it", "Linux version 6.1.0 (gcc)", "10500", "30000", "null", "null",
			"em uW 0-1: capacity [512 1024] core [10500 30000]\n", "",
		},
		{"no version", "", "10", "30", "null", "null", "em bogo-mW 0-1: capacity [512 1024] core [10 30]\n", "unknown-unit"},
		{"fractions", "4.19.0", "10.5", "30", "null", "null", "em uW 0-1: capacity [512 1024] core [10500 30000]\n", ""},
		{
			"clusters", "4.4.0", "10", "30", "{500000: [null, 5], 1000000: [null, 7]}", "!!omap [WFI: 8, cluster-sleep: 2]",
			"eas1x bogo-mW 0-1: capacity [512 1024] core [10 30] cluster [5 7] idle [6 6] [8 8]\n", "idle-index",
		},
		{
			"garbage", "4.19.0", "-190.37", "-454.74", "null", "null",
			"em uW 0-1: capacity [512 1024] core [-190370 -454740]\n", "power-range",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := fmt.Sprintf(modelYAML, c.kernel, c.low, c.top, c.active, c.idl)
			p, list, err := Import("x.yml", []byte(src), draft.Options{})
			if err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(describe(p), "\n")
			if got != c.want {
				t.Errorf("got %swant %s%v", got, c.want, list)
			}
			if c.code != "" && !slices.Contains(codes(list), c.code) {
				t.Errorf("no %s in %v", c.code, list)
			}
		})
	}
	// The first bad entry is named with its line, and that the powers fall as well.
	src := fmt.Sprintf(modelYAML, "4.19.0", "-190.37", "-454.74", "null", "null")
	_, list, _ := Import("x.yml", []byte(src), draft.Options{})
	first := list.Only(diag.Error)[0]
	if first.Line != 14 || !strings.Contains(first.Summary, "power -190.37 at 500000 kHz of CPUs 0") ||
		!slices.Contains(codes(list), "power-order") {
		t.Errorf("first error %v", first)
	}
}

// TestYAMLForms: the shapes of other years.
func TestYAMLForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, src, want, code string }{
		{
			"2018: names, clusters, a topology call", `platform-info:
    conf:
        clusters:
            big: [1, 2]
            little: [0, 3, 4, 5]
        cpus-count: 6
        topology: !call:trappy.stats.Topology.Topology
            clusters: [[0, 3, 4, 5], [1, 2]]
        freqs:
            big: [450000, 1100000]
            little: [450000, 850000]
`, "0,3-5 little 2 OPPs 450000-850000\n1-2 big 2 OPPs 450000-1100000\n", "unknown-domain",
		},
		{
			"flat capacities", `platform-info: {conf: {cpu-capacities: {0: 446, 1: 1024}, freq-domains: [[0], [1]],
    freqs: {0: [1000], 1: [2000]}}}`,
			"0 little 1 OPPs 1000-1000 top 446.000\n1 big 1 OPPs 2000-2000 top 1024.000\n", "unknown-cluster",
		},
		{
			"big and little by capacity", `conf: {cpu-capacities: {0: 446, 1: 1024}, freq-domains: [[0], [1]],
    freqs: {big: [2000], little: [1000]}}`,
			"0 little 1 OPPs 1000-1000 top 446.000\n1 big 1 OPPs 2000-2000 top 1024.000\n", "",
		},
		{
			"a model in Python", `platform-info:
    conf:
        cpus-count: 2
        nrg-model: !var:lisa.platforms.juno_r0.nrg_model
`, "0-1 big\n", "python",
		},
		{
			"a kernel configuration inside", "platform-info:\n    conf:\n        cpus-count: 1\n        kernel:\n" +
				"            config: !call:a.b\n                text: |\n" +
				strings.Repeat("                    CONFIG_SOMETHING=y\n", 9000), "0 big\n", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, list, err := Import("x.yml", []byte(c.src), draft.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(p); got != c.want || list.HasErrors() {
				t.Errorf("got\n%swant\n%s%v", got, c.want, list)
			}
			if c.code != "" && !slices.Contains(codes(list), c.code) {
				t.Errorf("no %s in %v", c.code, list)
			}
		})
	}
}
