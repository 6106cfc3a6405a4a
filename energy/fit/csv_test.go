package fit

import (
	"strings"
	"testing"

	"easim/energy/diag"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, src string
		want      []Sample
	}{
		{
			"units", "cluster,cpus,freq_mhz,volt_mv,power_w\nA53,2,533,700,0.15\n",
			[]Sample{{Cluster: "A53", Busy: 2, Freq: 533_000, Volt: 700_000, PowerUW: 150_000, Line: 2}},
		},
		{
			"energy over duration", "core;n;freq_khz;energy_mj;duration_s\nbig;1;903000;981.4388;2\n",
			[]Sample{{Cluster: "big", Busy: 1, Freq: 903_000, PowerUW: 490_719.4, Line: 2}},
		},
		{
			"power wins where given", "cluster,cpus,freq_khz,power_uw,energy_uj,duration_ms\na,1,1000,5,,\na,2,1000,,6,500\n",
			[]Sample{
				{Cluster: "a", Busy: 1, Freq: 1000, PowerUW: 5, Line: 2},
				{Cluster: "a", Busy: 2, Freq: 1000, PowerUW: 12, Line: 3},
			},
		},
		{
			"remarks, BOM, tabs, score, blanks",
			"\xef\xbb\xbf# a remark, with a comma\n Cluster \tCPUS\tfreq_ghz\tpower_mw\tscore\n\n# more\na\t4\t1.5\t10\t77\n",
			[]Sample{{Cluster: "a", Busy: 4, Freq: 1_500_000, PowerUW: 10_000, Score: 77, Line: 5}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, list := Read("x.csv", []byte(c.src))
			if list.HasErrors() || len(got) != len(c.want) {
				t.Fatalf("got %v, %v", got, list)
			}
			for i := range got {
				if d := abs(got[i].PowerUW - c.want[i].PowerUW); d > 1e-6 {
					t.Errorf("power %v, want %v", got[i].PowerUW, c.want[i].PowerUW)
				}
				got[i].PowerUW = c.want[i].PowerUW
				if got[i] != c.want[i] {
					t.Errorf("got %+v, want %+v", got[i], c.want[i])
				}
			}
		})
	}
}

// Every fault names its line and what to do.
func TestReadFaults(t *testing.T) {
	t.Parallel()
	const good = "cluster,cpus,freq_khz,power_mw\n"
	for _, c := range []struct {
		name, src, code string
		line            int
		severity        diag.Severity
	}{
		{"empty", "", "no-samples", 0, diag.Error},
		{"head only", good, "no-samples", 0, diag.Error},
		{"no unit", "cluster,cpus,freq,power_mw\na,1,1,1\n", "column-unit", 1, diag.Error},
		{"no cluster", "cpus,freq_khz,power_mw\n1,1,1\n", "column-missing", 1, diag.Error},
		{"no power", "cluster,cpus,freq_khz\na,1,1\n", "column-missing", 1, diag.Error},
		{"energy alone", "cluster,cpus,freq_khz,energy_mj\na,1,1,1\n", "column-missing", 1, diag.Error},
		{"twice", "cluster,core,cpus,freq_khz,power_mw\n", "column-twice", 1, diag.Error},
		{"unknown column", "cluster,cpus,freq_khz,power_mw,hue\na,1,500000,100,3\n", "unknown-column", 1, diag.Warning},
		{"short row", good + "a,1\n", "cell-count", 2, diag.Error},
		{"no number", good + "a,1,500000,100\na,1,500000,lots\n", "cell", 3, diag.Error},
		{"negative power (lisa 533)", good + "big,1,600000,-190.37\n", "cell", 2, diag.Error},
		{"NaN", good + "a,1,500000,NaN\n", "cell", 2, diag.Error},
		{"infinite", good + "a,1,Inf,1\n", "cell", 2, diag.Error},
		{"no label", good + ",1,500000,1\n", "cell", 2, diag.Error},
		{"half a CPU", good + "a,1.5,500000,1\n", "cell", 2, diag.Error},
		{"quote", good + "a,1,\"500000,1\n", "csv-syntax", 2, diag.Error},
		{"idle", good + "a,0,500000,1\na,1,500000,100\n", "idle-sample", 2, diag.Warning},
		{"empty cell", "cluster,cpus,freq_khz,power_mw,duration_s\na,1,500000,,1\n", "cell", 2, diag.Error},
		{"MHz as kHz", good + "a,1,1844,100\n", "unit-suspect", 2, diag.Warning},
		{"kHz as MHz", "cluster,cpus,freq_mhz,power_mw\na,1,18440,100\n", "unit-suspect", 2, diag.Warning},
		{"kHz as MHz, far off", "cluster,cpus,freq_mhz,power_mw\na,1,1844000,100\n", "cell", 2, diag.Error},
		{"mV as uV", "cluster,cpus,freq_khz,power_mw,volt_uv\na,1,533000,92,700\n", "unit-suspect", 2, diag.Warning},
		{"uV as mV", "cluster,cpus,freq_khz,power_mw,volt_mv\na,1,533000,92,7000\n", "unit-suspect", 2, diag.Warning},
		{"mW as uW", "cluster,cpus,freq_khz,power_uw\na,1,533000,92\n", "unit-suspect", 2, diag.Warning},
		{"uW as mW", good + "a,1,533000,92877\n", "unit-suspect", 2, diag.Warning},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			samples, list := Read("x.csv", []byte(c.src))
			if len(list) == 0 {
				t.Fatal("no complaint")
			}
			d := list[0]
			if d.Code != c.code || d.Line != c.line || d.Severity != c.severity || d.File != "x.csv" {
				t.Errorf("got %+v, want code %s in line %d, severity %s", d, c.code, c.line, c.severity)
			}
			if list.HasErrors() != (samples == nil) {
				t.Errorf("%d samples with %v", len(samples), list)
			}
		})
	}
}

// Numbers under the wrong unit: the right one is named.
func TestUnitsAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ head, row, want string }{
		{"freq_khz,power_mw", "1844,100", "are these MHz in a column of kHz?"},
		{"freq_khz,power_mw", "1844000000,100", "are these Hz in a column of kHz?"},
		{"freq_mhz,power_mw", "1844000,100", "are these kHz in a column of MHz?"},
		{"freq_mhz,power_mw", "1.844,100", "are these GHz in a column of MHz?"},
		{"freq_mhz,power_mw,volt_uv", "533,92,700", "are these mV in a column of uV?"},
		{"freq_mhz,power_mw,volt_mv", "533,92,0.7", "are these V in a column of mV?"},
		{"freq_mhz,power_mw,volt_mv", "533,92,700000", "are these uV in a column of mV?"},
		{"freq_mhz,power_uw", "533,92", "are these mW in a column of uW?"},
		{"freq_mhz,power_mw", "533,92877", "are these uW in a column of mW?"},
		{"freq_mhz,power_mw", "533,0.0929", "are these W in a column of mW?"},
		{"freq_mhz,energy_mj,duration_s", "533,0.1858,2", "are these J in a column of mJ?"},
		{"freq_mhz,power_mw,volt_mv", "533,92,7000", "is the unit in the column's name right?"},
	} {
		_, list := Read("x.csv", []byte("cluster,cpus,"+c.head+"\na,1,"+c.row+"\n"))
		if len(list) != 1 || list[0].Detail != c.want {
			t.Errorf("%s of %s: %v, want %q", c.row, c.head, list, c.want)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	_, list := Read("x.csv", []byte("cluster,cpus,freq_khz,power_mw\n"+strings.Repeat("a,x,1,1\n", 100_000)))
	if n := len(list); n > maxFaults+1 {
		t.Errorf("%d faults", n)
	}
	_, list = Read("x.csv", make([]byte, maxBytes+1))
	if !list.HasErrors() {
		t.Error("a file of 16 MB was read")
	}
}

// What Read accepts can be fitted or is refused, without panic; every number of a
// fit is finite.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"core,freq_khz,cpus,power_mw\nA53,533000,1,92.8772\nA53,533000,2,148.6668\n",
		"cluster;cpus;freq_mhz;volt_mv;energy_j;duration_s\na;1;500;700;1;2\na;4;1000;900;9;2\na;2;1000;900;5;2\n",
		"cluster,cpus,freq_khz,power_mw,score\na,1,1,1,1\n# x\na,1,1,1e300,1\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		samples, list := Read("x", src)
		if list.HasErrors() != (samples == nil) {
			t.Fatalf("%d samples, %v", len(samples), list)
		}
		for _, o := range []Options{{Monotone: true}, {Model: Formula}, {DropOutliers: true}} {
			if samples == nil {
				return
			}
			r, err := Fit(samples, o)
			if err != nil {
				continue
			}
			for i := range r.Clusters {
				for _, k := range r.Clusters[i].OPPs {
					if v := k.Core.Value; v != v || v-v != 0 {
						t.Fatalf("core cost %v", v)
					}
				}
			}
		}
	})
}
