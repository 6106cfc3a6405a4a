package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"easim/energy"
	"easim/energy/debugfs"
	"easim/energy/devicetree"
	"easim/energy/draft"
	"easim/energy/export"
	"easim/platforms"
)

var sameCPUs = cmp.Comparer(func(a, b energy.CPUSet) bool { return a == b })

func load(t *testing.T, name string) *energy.Platform {
	t.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// compile runs dtc over a device tree.
func compile(t *testing.T, src []byte) []byte {
	t.Helper()
	if _, err := exec.LookPath("dtc"); err != nil {
		if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip("dtc is not installed")
	}
	cmd := exec.Command("dtc", "-I", "dts", "-O", "dtb", "-")
	cmd.Stdin = bytes.NewReader(src)
	var out, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &faults
	if err := cmd.Run(); err != nil || faults.Len() > 0 {
		t.Fatalf("dtc: %v\n%s%s", err, faults.Bytes(), src)
	}
	return out.Bytes()
}

// facts is what of a platform both a platform file and a device tree can hold.
type facts struct {
	CPUs     []energy.CPU
	DMIPS    []int
	Types    []string
	Clusters []clusterFacts
	Domains  []domainFacts
	EM       []energy.TableDomain
	EAS1x    []energy.TableDomain
}

type clusterFacts struct {
	CPUs string
	Kind energy.Kind
	Idle []energy.IdleState
}

type domainFacts struct {
	CPUs    string
	OPPs    []energy.OPP
	Latency int64
}

// factsOf puts types in the order of CPUs, since their own order is free.
func factsOf(p *energy.Platform, em, eas1x *energy.PowerTable) facts {
	var f facts
	for _, c := range p.CPUs {
		f.DMIPS = append(f.DMIPS, p.Types[c.Type].DMIPSPerMHz)
		f.Types = append(f.Types, p.Types[c.Type].Name)
		c.Type = 0
		f.CPUs = append(f.CPUs, c)
	}
	for i := range p.Clusters {
		c := &p.Clusters[i]
		f.Clusters = append(f.Clusters, clusterFacts{c.CPUs.String(), c.Kind, c.IdleStates})
	}
	for i := range p.FreqDomains {
		d := &p.FreqDomains[i]
		f.Domains = append(f.Domains, domainFacts{d.CPUs.String(), d.OPPs, d.TransitionLatencyUS})
	}
	if em != nil && em.Unit != energy.UnitBogoMW {
		f.EM = microwatts(em)
	}
	if eas1x != nil {
		f.EAS1x = eas1x.Domains
	}
	return f
}

func microwatts(t *energy.PowerTable) []energy.TableDomain {
	out := slices.Clone(t.Domains)
	for i := range out {
		out[i].CoreBusy = slices.Clone(out[i].CoreBusy)
		for j := range out[i].CoreBusy {
			if t.Unit == energy.UnitMW {
				out[i].CoreBusy[j] *= 1000
			}
		}
	}
	return out
}

// Export to a device tree, compile, import: the same board, for every built-in one.
// Not in a device tree: names, sources, rates, tables of kind measured. A board
// without capacity-dmips-mhz gets one that gives its capacities.
func TestDeviceTreeRoundTrip(t *testing.T) {
	t.Parallel()
	for _, name := range platforms.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := load(t, name)
			src, list, err := export.DeviceTree(p, export.Options{})
			if err != nil {
				t.Fatal(err)
			}
			q, faults, err := devicetree.Import(name+".dtb", compile(t, src), draft.Options{})
			if err != nil || q == nil {
				t.Fatal(err, faults)
			}
			em, eas1x := p.TableOfKind(energy.TableEM), p.TableOfKind(energy.TableEAS1x)
			want := factsOf(p, em, eas1x)
			got := factsOf(q, q.TableOfKind(energy.TableEM), q.TableOfKind(energy.TableEAS1x))
			for _, d := range list {
				t.Log(d)
				if d.Code == "derived-dmips" {
					want.DMIPS = got.DMIPS
				}
			}
			if d := cmp.Diff(want, got, sameCPUs); d != "" {
				t.Errorf("-exported +imported:\n%s\n%v", d, faults)
			}
			if q.Title != p.Title || q.Name != p.Name {
				t.Errorf("title %q, name %q", q.Title, q.Name)
			}
		})
	}
}

// Export as debugfs shows it, import: the same energy model.
func TestDebugfsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, name := range platforms.Names() {
		p := load(t, name)
		em := p.TableOfKind(energy.TableEM)
		if em == nil {
			t.Logf("%s has no table of kind em", name)
			continue
		}
		dump, err := export.Debugfs(p, em)
		if err != nil {
			t.Fatal(err)
		}
		checkDump(t, name, dump, em.Unit, em.Domains)
		if em.Unit == energy.UnitBogoMW {
			continue
		}
		old, err := export.DebugfsMilliWatts(p, em)
		if err != nil {
			t.Fatal(err)
		}
		rows := microwatts(em)
		for i := range rows {
			for j := range rows[i].CoreBusy {
				rows[i].CoreBusy[j] /= 1000
			}
		}
		checkDump(t, name, old, energy.UnitMW, rows)
	}
}

func checkDump(t *testing.T, name string, dump []byte, unit string, rows []energy.TableDomain) {
	t.Helper()
	files, err := debugfs.ReadText(dump)
	if err != nil {
		t.Fatal(err)
	}
	q, list := debugfs.Import(name, dump, &files, draft.Options{})
	if q == nil {
		t.Fatal(name, list)
	}
	got := q.TableOfKind(energy.TableEM)
	if got == nil {
		t.Fatalf("%s: no energy model; %v", name, list)
	}
	if got.Unit != unit {
		t.Errorf("%s: unit %s, want %s", name, got.Unit, unit)
	}
	if d := cmp.Diff(rows, got.Domains, sameCPUs); d != "" {
		t.Errorf("%s: -exported +imported:\n%s", name, d)
	}
}

// Juno r0 as kernel 5.14 printed it (linux-pm 2021-08-31): the same lines in
// another order.
func TestJunoDump(t *testing.T) {
	t.Parallel()
	p := load(t, "juno-r0")
	got, err := export.DebugfsMilliWatts(p, p.Table("em"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(got)) {
		if strings.Contains(line, "energy_model") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	want, err := os.ReadFile("testdata/juno_r0_v5.14.txt")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), strings.Join(lines, "")); d != "" {
		t.Errorf("-printed by Linux +exported:\n%s", d)
	}
}

// The kernel's marks: Ebisu's two lower OPPs are inefficient in 6.12 (linux-renesas
// 2024-10-28), flags 0x3; see energy.NewPerfDomain.
func TestEbisuDump(t *testing.T) {
	t.Parallel()
	p := &energy.Platform{
		CPUs: make([]energy.CPU, 2), Clusters: []energy.Cluster{{CPUs: energy.CPURange(0, 1)}},
		FreqDomains: []energy.FreqDomain{{
			CPUs: energy.CPURange(0, 1), OPPs: []energy.OPP{{Freq: 800_000}, {Freq: 1_000_000}, {Freq: 1_200_000}},
		}},
	}
	row := energy.TableDomain{
		CPUs: energy.CPURange(0, 1), Capacity: []energy.Capacity{682, 853, 1024},
		CoreBusy: []energy.Power{235_095, 293_869, 352_643},
	}
	got, err := export.Debugfs(p, &energy.PowerTable{
		Kind: energy.TableEM, Unit: energy.UnitUW, Domains: []energy.TableDomain{row},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"/cpus:0-1\n", "/flags:0x3\n", "/ps:800000/cost:3447\n", "/ps:800000/inefficient:1\n", "/ps:1000000/cost:3445\n",
		"/ps:1000000/inefficient:1\n", "/ps:1200000/cost:3443\n", "/ps:1200000/inefficient:0\n",
		"/ps:1000000/performance:853\n",
		"/ps:1200000/power:352643\n", "cpu1/cpu_capacity:1024\n",
	} {
		if !strings.Contains(string(got), line) {
			t.Errorf("no line %q in\n%s", line, got)
		}
	}
}

// JSON has every key of the platform file with the same value.
func TestJSONIsThePlatformFile(t *testing.T) {
	t.Parallel()
	for _, name := range platforms.Names() {
		p := load(t, name)
		out, err := export.JSON(p)
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatal(err)
		}
		q, list := energy.Decode(name, tomlOf(doc))
		if list.HasErrors() {
			t.Fatalf("%s: %v\n%s", name, list, tomlOf(doc))
		}
		if d := cmp.Diff(string(energy.Encode(p)), string(energy.Encode(q))); d != "" {
			t.Errorf("%s: the JSON form says something else:\n%s", name, d)
		}
	}
}

// One row an OPP and idle state of each row of each table.
func TestCSV(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	out, err := export.CSV(p)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 4*10 + 8; len(rows) != want { // four tables; idle powers in one of them
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	for _, line := range []string{
		"eas1x,eas1x,bogo-mW,0-3,cortex-a53,opp,533000,700000,133,133.587890625,87,12,,,,\n",
		"eas1x,eas1x,bogo-mW,4-7,cortex-a73,cluster-sleep-1,,,,,0,0,,,,\n",
		"measured,measured,uW,4-7,cortex-a73,opp,2362000,1100000,1024,1024,,,3350311,6330193,9523496,12722114\n",
	} {
		if !strings.Contains(string(out), line) {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
}

func TestChoiceOfTables(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	for _, o := range []export.Options{{EM: "eas1x"}, {EAS1x: "em"}, {EM: "none"}} {
		if _, _, err := export.DeviceTree(p, o); err == nil {
			t.Errorf("%+v passes", o)
		}
	}
	if _, err := export.Debugfs(p, p.Table("eas1x")); err == nil {
		t.Error("debugfs of an eas1x table")
	}
	_, list, err := export.DeviceTree(p, export.Options{EAS1x: "eas1x-fit"})
	if err != nil || len(list) != 2 || list[0].Code != "lost-table" || list[1].Code != "cost-unit" {
		t.Errorf("%v, %v", list, err)
	}
}
