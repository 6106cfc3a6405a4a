package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"easim/eas"
	"easim/eas/report/chart"
	"easim/energy"
	"easim/energy/diag"
)

var update = flag.Bool("update", false, "write the golden files")

func num(v float64) *float64 { return &v }

// sample is a small made-up run: two clusters, an idle part that is unknown, a
// metric without a value, two tasks, a warning.
func sample() *eas.Result {
	ints := func(kv ...any) eas.NamedInts {
		var out eas.NamedInts
		for i := 0; i < len(kv); i += 2 {
			out = append(out, eas.NamedInt{Name: kv[i].(string), Value: int64(kv[i+1].(int))})
		}
		return out
	}
	table := eas.TableSource{
		Name: "eas1x", Kind: "eas1x", Unit: "bogo-mW", Trust: "low",
		Source: "a table whose source is told in so many words that the line has to be broken " +
			"before it reaches the end of all the words",
	}
	return &eas.Result{
		Format: 1, Digest: "00000000000000aa", ScheduleDigest: "00000000000000bb", Events: 42,
		Scenario: eas.ScenarioResult{
			Platform: "demo-1+1", Workload: "demo", Profile: "easv5.2", Features: []string{"ENERGY_AWARE"}, Patches: []string{},
			Params: ints("busy_factor", 32), Model: "eas1x", Governor: "sched", Idle: "menu", Seed: 1,
			DurationNS: 2_000_000_000, WarmupNS: 1_000_000_000, Calib: eas.CalibResult{Capacity: 1024},
		},
		Window: eas.Window{StartNS: 1_000_050_000, LengthNS: 2_000_000_000},
		Energy: eas.Energy{
			Unit: "bogo-mJ", Partial: true, Meter: "eas1x", Total: 1234.5, Little: 234.5, Big: 1000,
			Clusters: []eas.ClusterEnergy{
				{
					Name: "LITTLE", Kind: "little", CPUs: "0", CoreBusy: num(100), CoreIdle: num(34.5), ClusterBusy: num(60),
					ClusterIdle: num(40), Total: 234.5, BusyFreqNS: ints("450000", 500_000_000, "800000", 0),
					IdleStateNS: ints("active", 0, "WFI", 1_500_000_000),
				},
				{
					Name: "big", Kind: "big", CPUs: "1", CoreBusy: num(700), ClusterBusy: num(300), Total: 1000,
					BusyFreqNS: ints("1200000", 1_000_000_000), IdleStateNS: ints("active", 200_000, "WFI", 999_800_000),
				},
			},
		},
		Throughput: eas.Throughput{WorkCapacityS: 1.25, Metrics: []eas.Metric{
			{Name: "score", Unit: "points", Better: "higher"},
			{Name: "late", Value: num(3), Better: "lower"},
		}},
		CPUs: []eas.CPUResult{
			{
				ID: 0, Kind: "little", BusyNS: 500_000_000, IdleNS: 1_500_000_000, Switches: 50,
				FreqNS: ints("450000", 2_000_000_000, "800000", 0), BusyFreqNS: ints("450000", 500_000_000, "800000", 0),
				IdleStateNS:     ints("active", 0, "WFI", 1_500_000_000),
				IdleRequestedNS: ints("active", 0, "WFI", 1_500_000_000),
			},
			{
				ID: 1, Kind: "big", BusyNS: 1_000_000_000, IdleNS: 1_000_000_000, Switches: 7,
				FreqNS: ints("1200000", 2_000_000_000), BusyFreqNS: ints("1200000", 1_000_000_000),
				IdleStateNS:     ints("active", 200_000, "WFI", 999_800_000),
				IdleRequestedNS: ints("active", 200_000, "WFI", 999_800_000),
			},
		},
		Tasks: []eas.TaskResult{
			{
				Name: "ui", BusyNS: 500_000_000, LittleNS: 500_000_000, WorkCapacityS: 0.25, Energy: num(100), Wakeups: 30,
				Migrations: 1, Activations: 30, Missed: 2,
				Latency: eas.Latency{P50: num(0), P95: num(80.127), P99: num(1200), Max: num(1234.567)},
			},
			{Name: "batch", BusyNS: 1_000_000_000, BigNS: 1_000_000_000, WorkCapacityS: 1},
		},
		Scheduler: eas.Scheduler{
			OverutilizedNS: 400_000_000, TippingCrossings: 3, NohzKicks: 4, Switches: 57, Wakeups: 30, BalancePasses: 9,
			Migrations: eas.Migrations{Wakeup: 1, Balance: 2, Active: 3, Fork: 4, RT: 5, Affinity: 6},
		},
		Provenance: eas.Provenance{
			Platform: "made up", Workload: "made up too", Model: table, Meter: table,
			Rates: []eas.RateSource{{CPUType: "demo-a53", Set: "383", Source: "thin air"}},
		},
		Warnings: []string{"nothing here is real"},
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got; -update after a wanted change):\n%s", name, d)
	}
}

func TestRunGoldens(t *testing.T) {
	out, err := JSON(sample())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "run.json", out)
	golden(t, "run.csv", CSV(sample()))
	golden(t, "run.txt", Summary(sample(), SummaryOptions{}))
}

// TestCSVReadsBack: every row has the same five cells, and numbers are exact.
func TestCSVReadsBack(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(CSV(sample()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, row := range rows {
		if row[0] == "task" && row[1] == "ui" && row[2] == "latency_p95" {
			found = row[3] == "80.127" && row[4] == "us"
		}
	}
	if !found {
		t.Error("no row task,ui,latency_p95,80.127,us")
	}
}

func TestColor(t *testing.T) {
	plain := Summary(sample(), SummaryOptions{})
	dressed := Summary(sample(), SummaryOptions{Style: Style{Color: true}})
	if bytes.Contains(plain, []byte("\x1b")) {
		t.Error("the plain form has escapes")
	}
	stripped := dressed
	for _, code := range [...]string{ansiBold, ansiFaint, ansiYellow, ansiReset} {
		if !bytes.Contains(dressed, []byte(code)) {
			t.Errorf("the dressed form lacks %q", code)
		}
		stripped = bytes.ReplaceAll(stripped, []byte(code), nil)
	}
	if !bytes.Equal(stripped, plain) {
		t.Error("colour changes the text")
	}
}

// TestManyTasks: the text shows the busiest tasks in file order, and all on request.
func TestManyTasks(t *testing.T) {
	r := sample()
	for i := range 40 {
		task := r.Tasks[0]
		task.Name, task.BusyNS = "extra"+count(int64(i)), int64(i+1)
		r.Tasks = append(r.Tasks, task)
	}
	text := string(Summary(r, SummaryOptions{}))
	has := func(part string) bool { return strings.Contains(text, part) }
	if !has("and 22 less busy ones") || has("extra21 ") || !has("extra22 ") {
		t.Errorf("the busiest 20 of 42 are not what is shown:\n%s", text)
	}
	text = string(Summary(r, SummaryOptions{AllTasks: true}))
	if !has("extra0 ") || has("less busy") {
		t.Error("AllTasks does not show all")
	}
}

func TestTable(t *testing.T) {
	tab := &Table{Indent: 1, Columns: []Column{{"name", Left}, {"µs", Right}, {"", Left}}}
	tab.Add("a", "1", "x")
	tab.Add("longer", "12.5")
	want := " name      µs\n a          1  x\n longer  12.5\n"
	if got := string(tab.Text(Style{})); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if got := string(tab.CSV()); got != "name,µs,\na,1,x\nlonger,12.5\n" {
		t.Errorf("csv %q", got)
	}
}

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zµ]{1,30}`), 0, 60).Draw(t, "words")
		indent := rapid.IntRange(0, 20).Draw(t, "indent")
		text := wrap(strings.Join(words, " "), indent)
		if got := strings.Fields(text); strings.Join(got, " ") != strings.Join(words, " ") {
			t.Fatalf("words changed: %q", text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if n := len([]rune(line)); n > lineWidth {
				t.Fatalf("a line has %d characters", n)
			}
			if len(words) > 0 && !strings.HasPrefix(line, strings.Repeat(" ", indent)) {
				t.Fatalf("line %q is not indented by %d", line, indent)
			}
		}
	})
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{maybe(nil, 2), "-"},
		{fixed(0, 3), "0"},
		{percent(1, 3), "33.3"},
		{percent(0, 3), "0"},
		{percent(3, 0), "0"},
		{perSecond(500, 1e9), "500.0"},
		{perSecond(1, 0), "0"},
		{short(1500), "1500"},
		{short(0.25), "0.25"},
		{share(1, 0), "-"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	var faults diag.List
	faults.Errorf("a.b", "do this", "it is wrong")
	faults.Warnf("c", "", "it is odd")
	list := []Verdict{NewVerdict("x.toml", false, faults), NewVerdict("y.toml", true, nil)}
	if got, want := string(Verdicts(list)), "x.toml: invalid (1 error, 1 warning)\ny.toml: ok\n"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	want := "file,valid,severity,line,path,summary,detail\nx.toml,false,error,0,a.b,it is wrong,do this\n" +
		"x.toml,false,warning,0,c,it is odd,\ny.toml,true,,,,,\n"
	if got := string(VerdictCSV(list)); got != want {
		t.Errorf("csv %q, want %q", got, want)
	}
	out, err := json.Marshal(list[1])
	if err != nil || string(out) != `{"file":"y.toml","valid":true,"diagnostics":[]}` {
		t.Errorf("json %s, %v", out, err)
	}
}

// TestPlatformUnknowns: what a table does not know is null in JSON and a dash in
// text, never 0.
func TestPlatformUnknowns(t *testing.T) {
	one := energy.CPUSetOf(0)
	p := &energy.Platform{
		Name: "p", Title: "P", CPUs: []energy.CPU{{}},
		Types: []energy.CPUType{
			{Name: "t", Rates: []energy.RateSet{{Name: "r", Int: []energy.Rate{energy.RateScale}}}},
		},
		Clusters: []energy.Cluster{
			{Name: "c", Kind: energy.Big, CPUs: one, IdleStates: []energy.IdleState{{Name: "WFI"}}},
		},
		FreqDomains: []energy.FreqDomain{{CPUs: one, OPPs: []energy.OPP{{Freq: 1_000_000}}}},
		Tables: []energy.PowerTable{{Name: "e", Kind: energy.TableEAS1x, Unit: energy.UnitMW, Domains: []energy.TableDomain{{
			CPUs: one, Capacity: []energy.Capacity{1024}, CoreBusy: []energy.Power{500}, ClusterBusy: []energy.Power{50},
			CoreIdle: []energy.Power{energy.UnknownPower, 7},
		}}}},
	}
	out, err := json.Marshal(PlatformDataOf(p).Tables[0].Domains[0])
	want := `{"cpus":"0","capacity":[1024],"core_busy":[500],"cluster_busy":[50],"core_idle":[null,7]}`
	if err != nil || string(out) != want {
		t.Errorf("json %s, %v; want %s", out, err, want)
	}
	text := string(Platform(p, Style{}))
	for _, part := range [...]string{"  core          -    7\n", "  cluster       -    -\n", "1000   -  1024.0"} {
		if !strings.Contains(strings.ReplaceAll(text, "rate r", ""), part) {
			t.Errorf("the text lacks %q:\n%s", part, text)
		}
	}
}

// Three pictures of 400.6 pixels are 1201.8 high, although their sum is
// 1201.8000000000002.
func TestStackSVGLengths(t *testing.T) {
	bars := func() chart.Chart {
		return &chart.Bars{Head: chart.Head{Title: "Energy"}, Rows: []chart.Bar{{Label: "a"}, {Label: "b"}}}
	}
	one := chart.SVG(bars(), chart.Options{Title: true}).Height
	if sum := one + one + one; sum == math.Round(100*sum)/100 {
		t.Fatalf("3 x %g is %g: this proves nothing", one, sum)
	}
	text := string(StackSVG([]chart.Chart{bars(), bars(), bars()}, chart.Options{}))
	if long := regexp.MustCompile(`[ ",]\d+\.\d{3,}`).FindString(text); long != "" {
		t.Errorf("a length of%s", long)
	}
}
