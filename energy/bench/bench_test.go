package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

func codes(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

// results is a result of freqbench in its form: two domains of three CPUs.
const results = `{"version": 1, "total_elapsed_sec": 10.5,
 "housekeeping": {"power_samples": [700.0, 712.5], "power_mean": 706.25},
 "cpus": {
  "1": {"freqs": {
   "300000": {"active": {"elapsed_sec": 5.5, "power_samples": [56.1], "power_mean": 56.1234, "coremark_score": 1250.0},
              "idle": {"power_mean": 39.0}},
   "600000": {"active": {"power_mean": 80.0, "coremark_score": 2500.0}}}},
  "2": {"freqs": {
   "1000000": {"active": {"power_mean": 300.5, "coremark_score": 9900.0}},
   "500000": {"active": {"power_mean": 100.25, "coremark_score": 5000.0}}}}},
 "meta": {"housekeeping_cpu": 0, "power_sample_interval": 1000, "cpu_count": 4}}
`

const resultsHead = "CPU,Frequency (kHz),CoreMarks (iter/s),CoreMarks/MHz,Power (mW),Energy (J)," +
	"ULPMark-CM (iter/mJ),Time (s)\n"

const resultsCSV = resultsHead + `1,300000,1250.0,4.1,56.1234,30.3,19.7,540.4
1,600000,2500.0,4.1,80.0,22.5,26.6,281.7
2,500000,5000.0,10,100.25,1,1,1
2,1000000,9900.0,9.9,300.5,1,1,1
`

func describe(p *energy.Platform) string {
	var b strings.Builder
	for _, d := range p.FreqDomains {
		fmt.Fprintf(&b, "%s %s %d", d.CPUs, p.Kind(d.CPUs.First()), d.OPPs)
		if r := p.Types[p.CPUs[d.CPUs.First()].Type].Rates; len(r) > 0 {
			fmt.Fprintf(&b, " rates %d", r[0].Int)
		}
		b.WriteByte('\n')
	}
	for _, d := range p.Tables[0].Domains {
		fmt.Fprintf(&b, "%s %s capacity %d core %d cluster %d idle %d\n",
			p.Tables[0].Unit, d.CPUs, d.Capacity, d.CoreBusy, d.ClusterBusy, d.CoreIdle)
	}
	return b.String()
}

func TestFreqbench(t *testing.T) {
	t.Parallel()
	// Capacity of the first: 2500 / 9900 x 1024 = 258.6; its top rate is 258.586 x 1024 = 264792.
	const first = `0-1 little [{300000 0} {600000 0}] rates [132396 264792]
`
	const tables = `[{500000 0} {1000000 0}] rates [529584 1048576]
uW 0-1 capacity [129 259] core [56123 80000] cluster [] idle []
`
	for _, c := range []struct {
		name, want string
		read       func() (*energy.Platform, diag.List, error)
		code       string
	}{
		{
			"json", first + "2-3 big " + tables + "uW 2-3 capacity [512 1024] core [100250 300500] cluster [] idle []\n",
			func() (*energy.Platform, diag.List, error) {
				return FreqbenchJSON("sdm/main/results.json", []byte(results), draft.Options{})
			}, "bench-domains",
		},
		{
			"csv", first + "2 big " + tables + "uW 2 capacity [512 1024] core [100250 300500] cluster [] idle []\n",
			func() (*energy.Platform, diag.List, error) {
				return FreqbenchCSV("sdm/main/results.csv", []byte(resultsCSV), draft.Options{})
			}, "unknown-cpus",
		},
		{
			"csv, CPUs as told",
			first + "2-7 big " + tables + "uW 2-7 capacity [512 1024] core [100250 300500] cluster [] idle []\n",
			func() (*energy.Platform, diag.List, error) {
				return FreqbenchCSV("sdm/main/results.csv", []byte(resultsCSV),
					draft.Options{Domains: []energy.CPUSet{energy.CPURange(0, 1), energy.CPURange(2, 7)}})
			}, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, list, err := c.read()
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(p); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if p.Name != "sdm" || list.HasErrors() || c.code != "" && !slices.Contains(codes(list), c.code) {
				t.Errorf("name %q, list %v", p.Name, list)
			}
			if faults := p.Validate(); faults.HasErrors() {
				t.Errorf("faults %v", faults)
			}
		})
	}
}

func TestFreqbenchFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, put, code string }{
		{"negative", "80.0", "-80.0", "power-range"},
		{"charging", "80.0", "0.0", "power-range"},
		{"no power", `"power_mean": 80.0, `, "", "unknown-power"},
		{"no score", `, "coremark_score": 2500.0`, "", "unknown-capacity"},
		{"no frequency", `"600000"`, `"x"`, "opp-range"},
		{"no CPU", `"2": {`, `"two": {`, "cpu-list"},
		{"power falls", "300.5", "30.5", "power-order"},
		{"huge", "300.5", "1e300", "power-range"},
		{"no meter", "all", "0", "unknown-power"},
	} {
		src := strings.Replace(results, c.old, c.put, 1)
		if c.old == "all" {
			src = strings.NewReplacer("56.1234", "0", "80.0", "0", "300.5", "0", "100.25", "0").Replace(results)
		}
		_, list, err := FreqbenchJSON("x", []byte(src), draft.Options{})
		i := slices.Index(codes(list), c.code)
		if err != nil || i < 0 || list[i].Line == 0 {
			t.Errorf("%s: no %s with a line: %v %v", c.name, c.code, list, err)
		}
	}
	_, _, err := FreqbenchJSON("x", []byte(strings.Replace(results, `"meta"`, `meta`, 1)), draft.Options{})
	var fault *jsontree.SyntaxError
	if !errors.As(err, &fault) || fault.Line != 11 {
		t.Errorf("syntax: %v", err)
	}
	for _, src := range []string{"{}", `{"cpus": {}}`, `{"cpus": {"0": {}}}`, "[]"} {
		if _, _, err := FreqbenchJSON("x", []byte(src), draft.Options{}); err == nil {
			t.Errorf("%s is a result of freqbench", src)
		}
	}
	if p, list, err := FreqbenchJSON("x", []byte(`{"cpus": {"0": {"freqs": {}}}}`), draft.Options{}); p != nil ||
		err != nil ||
		!list.HasErrors() {
		t.Errorf("no measurement: %v %v", list, err)
	}
}

// curves is a cpu_1d.csv in the form of Perfetto's; the numbers are made up.
const curves = `device,policy,freq_khz,static,active,idle0,idle1
Toy,0,300000,3.5,10.25,1.5,0.0
Toy,0,600000,4.5,30.5,2.5,0.1
Toy,4,1000000,9,200,5,0
Toy,4,500000,8,100,5,0
Toy,255,100000,1,2,3,4
`

func TestWattson(t *testing.T) {
	t.Parallel()
	p, list, err := Wattson("toy/cpu_1d.csv", []byte(curves), draft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The smaller power at the top is the little one's.
	want := `0-3 little [{300000 0} {600000 0}]
4 big [{500000 0} {1000000 0}]
uW 0-3 capacity [] core [10250 30500] cluster [3500 4500] idle [1500 1500]
uW 4 capacity [] core [100000 200000] cluster [8000 9000] idle [5000 5000]
`
	if got := describe(p); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for _, code := range []string{"unknown-cpus", "idle-per-opp", "dsu", "unknown-capacity", "unknown-idle"} {
		if !slices.Contains(codes(list), code) {
			t.Errorf("no %s in %v", code, list)
		}
	}
	if p.Name != "toy" || p.Title != "Toy" || !strings.Contains(p.Notes, "idle1 of policy 0: 0 to 0.1 mW") {
		t.Errorf("%q %q %q", p.Name, p.Title, p.Notes)
	}
}

func TestWattsonFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, put, code string }{
		{"negative idle", "4.5,30.5,2.5", "4.5,30.5,-6.72", "power-range"}, // as a curve of Tensor G6 had
		{"negative active", "3.5,10.25", "3.5,-10.25", "power-range"},
		{"not a number", "3.5,10.25", "3.5,NaN", "number"},
		{"no policy", "Toy,4,500000", "Toy,-4,500000", "number"},
		{"twice", "Toy,4,500000", "Toy,4,1000000", "opp-twice"},
		{"power falls", "4.5,30.5", "4.5,3.5", "power-order"},
	} {
		_, list, err := Wattson("x", []byte(strings.Replace(curves, c.old, c.put, 1)), draft.Options{})
		i := slices.Index(codes(list), c.code)
		if err != nil || i < 0 || list[i].Line == 0 {
			t.Errorf("%s: no %s with a line: %v %v", c.name, c.code, list, err)
		}
	}
	two := curves + "Other,0,1000,1,2,3,4\n"
	if _, _, err := Wattson("x", []byte(two), draft.Options{}); err == nil ||
		!strings.Contains(err.Error(), "Toy, Other") {
		t.Errorf("two devices: %v", err)
	}
	if p, _, err := Wattson("x", []byte(two), draft.Options{Name: "other"}); err != nil || len(p.FreqDomains) != 1 {
		t.Errorf("the other device: %v", err)
	}
	for _, src := range []string{
		"", "a,b\n1,2\n", "device,policy,freq_khz,static,active,idle0,idle1\n", strings.Replace(curves, ",10.25", "", 1),
	} {
		if _, _, err := Wattson("x", []byte(src), draft.Options{}); err == nil {
			t.Errorf("%q is accepted", src)
		}
	}
	shared := []byte("device,policy,freq_khz,static,active,idle0,idle1\nT,255,1,1,1,1,1\n")
	if p, list, err := Wattson("x", shared, draft.Options{}); p != nil ||
		err != nil ||
		!list.HasErrors() {
		t.Errorf("no CPU: %v %v", list, err)
	}
}

func check(t *testing.T, p *energy.Platform, list diag.List, err error) {
	t.Helper()
	if err != nil || p == nil {
		if err == nil && !list.HasErrors() {
			t.Fatal("no platform and no reason")
		}
		return
	}
	_, faults := energy.Decode("fuzz", energy.Encode(p))
	for _, d := range faults {
		if d.Code == "toml-syntax" || d.Code == "wrong-type" || d.Code == "unknown-key" {
			t.Fatalf("%v\n%s", d, energy.Encode(p))
		}
	}
}

func FuzzFreqbenchJSON(f *testing.F) {
	f.Add([]byte(results))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, list, err := FreqbenchJSON("fuzz", src, draft.Options{})
		check(t, p, list, err)
	})
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte(resultsCSV))
	f.Add([]byte(curves))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, list, err := FreqbenchCSV("fuzz", src, draft.Options{})
		check(t, p, list, err)
		p, list, err = Wattson("fuzz", src, draft.Options{})
		check(t, p, list, err)
	})
}
