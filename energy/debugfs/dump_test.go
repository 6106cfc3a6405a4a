package debugfs

import (
	"archive/tar"
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

var update = flag.Bool("update", false, "rewrite testdata/board.toml")

// files is a dump that a test lays out: path and contents.
type files map[string]string

// dir adds the same files below several directories.
func (f files) dir(prefix string, pairs ...string) files {
	for i := 0; i < len(pairs); i += 2 {
		f[prefix+"/"+pairs[i]] = pairs[i+1]
	}
	return f
}

func (f files) text() []byte {
	var b bytes.Buffer
	for _, p := range slices.Sorted(maps.Keys(f)) {
		for line := range strings.Lines(f[p]) {
			fmt.Fprintf(&b, "/%s:%s\n", p, strings.TrimSuffix(line, "\n"))
		}
	}
	return b.Bytes()
}

func (f files) fs() fstest.MapFS {
	m := fstest.MapFS{}
	for p, v := range f {
		m[p] = &fstest.MapFile{Data: []byte(v)}
	}
	return m
}

// tar writes an archive as tar makes one of sysfs: every size is a page, and the
// rest is filled with zero bytes.
func (f files) tar(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, p := range slices.Sorted(maps.Keys(f)) {
		data := append([]byte(f[p]), make([]byte, 4096-len(f[p]))...)
		if err := w.WriteHeader(&tar.Header{Name: "./board/" + p, Mode: 0o444, Size: int64(len(data))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// board is a made-up board with a kernel of 6.12: two little and one big CPU.
func board() files {
	f := files{
		"sys/firmware/devicetree/base/model": "A board: small\x00",
		"proc/sys/kernel/osrelease":          "6.12.0\n",
	}
	const em, cpu = "sys/kernel/debug/energy_model", "sys/devices/system/cpu"
	f.dir(em+"/cpu0", "cpus", "0-1\n", "flags", "0x1\n")
	f.dir(em+"/cpu2", "cpus", "2\n", "flags", "0x1\n")
	f.dir(em+"/gpu", "ps:1000/power", "5\n", "ps:1000/frequency", "1000\n")
	for _, s := range []struct{ dev, khz, power, perf, cost string }{
		{"cpu0", "500000", "24500", "128", "1914"},
		{"cpu0", "1000000", "81000", "256", "3164"},
		{"cpu2", "1000000", "256000", "512", "5000"},
		{"cpu2", "2000000", "800000", "1024", "7812"},
	} {
		f.dir(em+"/"+s.dev+"/ps:"+s.khz, "frequency", s.khz+"\n", "power", s.power+"\n", "performance", s.perf+"\n",
			"cost", s.cost+"\n", "inefficient", "0\n")
	}
	for i, v := range []string{"700000", "900000"} {
		f.dir(
			fmt.Sprintf("sys/kernel/debug/opp/cpu0/opp:%d00000000", 5*(i+1)),
			"rate_hz",
			fmt.Sprintf("%d00000000\n", 5*(i+1)),
			"supply-0/u_volt_target",
			v+"\n",
			"supply-1/u_volt_target",
			"1\n",
		)
	}
	f.dir(cpu+"/cpufreq/policy0", "related_cpus", "0 1\n", "scaling_available_frequencies", "1000000 500000 \n",
		"cpuinfo_max_freq", "1000000\n", "cpuinfo_transition_latency", "500500\n")
	f.dir(cpu+"/cpufreq/policy2", "related_cpus", "2\n", "scaling_available_frequencies", "1000000 2000000 \n",
		"cpuinfo_max_freq", "2000000\n", "cpuinfo_transition_latency", "4294967295\n")
	for id, c := range []struct{ capacity, cluster, midr string }{
		{"256", "0-1", "0x00000000410fd034"}, {"256", "0-1", "0x00000000410fd034"}, {"1024", "2", "0x00000000410fd080"},
	} {
		at := fmt.Sprintf("%s/cpu%d", cpu, id)
		f.dir(at, "cpu_capacity", c.capacity+"\n", "topology/cluster_cpus_list", c.cluster+"\n",
			"regs/identification/midr_el1", c.midr+"\n")
		f.dir(
			at+"/cpuidle/state0",
			"name",
			"WFI\n",
			"desc",
			"ARM WFI\n",
			"latency",
			"1\n",
			"residency",
			"1\n",
			"power",
			"0\n",
		)
		f.dir(
			at+"/cpuidle/state1",
			"name",
			"cpu-sleep\n",
			"desc",
			"x\n",
			"latency",
			"300\n",
			"residency",
			"1000\n",
			"power",
			"0\n",
		)
		f.dir(
			at+"/cpuidle/state2",
			"name",
			"cluster-sleep\n",
			"desc",
			"x\n",
			"latency",
			"700\n",
			"residency",
			"2000\n",
			"power",
			"0\n",
		)
	}
	f[cpu+"/cpu0/of_node/compatible"] = "arm,cortex-a53\x00"
	f[cpu+"/cpu0/of_node/capacity-dmips-mhz"] = "\x00\x00\x02\x0a" // 522, of which the low byte is a line feed
	f[cpu+"/cpu1/of_node/capacity-dmips-mhz"] = "\x00\x00\x02\x0a"
	f[cpu+"/cpu0/of_node/dynamic-power-coefficient"] = "\x00\x00\x00d"
	return f
}

func fromText(t testing.TB, f files, o draft.Options) (*energy.Platform, diag.List) {
	t.Helper()
	all, err := ReadText(f.text())
	if err != nil {
		t.Fatal(err)
	}
	return Import("board.txt", nil, &all, o)
}

// TestForms: a directory and a tar archive with padded files mean the same, and
// give the platform of testdata/board.toml.
func TestForms(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("testdata/board.toml")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := ReadDir(board().fs())
	if err != nil {
		t.Fatal(err)
	}
	archive, err := ReadTar(bytes.NewReader(board().tar(t)))
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]*Files{"directory": &dir, "archive": &archive} {
		p, list := Import("board", nil, f, draft.Options{})
		got := energy.Encode(p)
		if *update {
			if err := os.WriteFile("testdata/board.toml", got, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s", name, got)
		}
		if faults := p.Validate(); faults.HasErrors() {
			t.Errorf("%s: %v", name, faults)
		}
		var codes []string
		for _, d := range list {
			codes = append(codes, d.Code)
		}
		slices.Sort(codes)
		if !slices.Equal(codes, []string{"em-device", "unknown-idle-power", "unknown-latency", "unknown-voltage"}) {
			t.Errorf("%s: reported %v", name, list)
		}
	}
}

// TestStartsAnywhere: what stands above the known part of a path does not matter.
func TestStartsAnywhere(t *testing.T) {
	t.Parallel()
	full, _ := fromText(t, board(), draft.Options{Name: "x"})
	for _, cut := range []string{"sys/", "kernel/debug/"} {
		f := files{}
		for p, v := range board() {
			_, rest, ok := strings.Cut(p, cut)
			if ok {
				p = rest
			}
			f["2024/board one/"+p] = v
		}
		all, err := ReadDir(f.fs())
		if err != nil {
			t.Fatal(err)
		}
		p, _ := Import("board.txt", nil, &all, draft.Options{Name: "x"})
		if p == nil || len(p.Tables) != 1 || len(p.Tables[0].Domains) != len(full.Tables[0].Domains) {
			t.Errorf("without %q: %+v", cut, p)
		}
	}
	// The directory energy_model by itself.
	f := files{}
	for p, v := range board() {
		if rest, ok := strings.CutPrefix(p, "sys/kernel/debug/energy_model/"); ok {
			f[rest] = v
		}
	}
	all, err := ReadDir(f.fs())
	if err != nil {
		t.Fatal(err)
	}
	p, _ := Import("energy_model", nil, &all, draft.Options{})
	if p == nil || len(p.CPUs) != 3 {
		t.Errorf("energy_model alone: %+v", p)
	}
}

// shared reads a dump that the repository does not hold.
func shared(t *testing.T, name string, o draft.Options) (*energy.Platform, diag.List, []byte) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("../../../shared/data/platforms/dumps", name))
	if err != nil {
		t.Skip("the dump is not at hand: ", err)
	}
	f, err := ReadText(src)
	if err != nil {
		t.Fatal(err)
	}
	p, list := Import(name, src, &f, o)
	return p, list, src
}

func tableText(p *energy.Platform) string {
	var b strings.Builder
	for _, t := range p.Tables {
		fmt.Fprintf(&b, "%s %s %s\n", t.Name, t.Kind, t.Unit)
		for i, d := range t.Domains {
			var khz []energy.KHz
			for _, o := range p.FreqDomains[p.CPUs[d.CPUs.First()].Domain].OPPs {
				khz = append(khz, o.Freq)
			}
			fmt.Fprintf(&b, "%d: CPUs %s kHz %d capacity %d power %d\n", i, d.CPUs, khz, d.Capacity, d.CoreBusy)
		}
	}
	return b.String()
}

func TestJunoDump(t *testing.T) {
	t.Parallel()
	p, list, _ := shared(t, "juno_r0_energy_model_v5.14.txt", draft.Options{})
	want := `em em mW
0: CPUs 0,3-5 kHz [450000 575000 700000 775000 850000] capacity [] power [42 58 79 97 119]
1: CPUs 1-2 kHz [450000 625000 800000 950000 1100000] capacity [] power [160 239 343 454 583]
`
	if got := tableText(p); got != want || list.HasErrors() {
		t.Errorf("got %s%v", got, list)
	}
	if p.Kind(0) != energy.Little || p.Kind(1) != energy.Big {
		t.Errorf("kinds %s, %s", p.Kind(0), p.Kind(1))
	}
}

func TestEbisuDump(t *testing.T) {
	t.Parallel()
	p, list, _ := shared(t, "ebisu_r8a77990_energy_model_v6.12-rc.txt", draft.Options{})
	want := `em em uW
0: CPUs 0-1 kHz [800000 1000000 1200000] capacity [682 853 1024] power [235095 293869 352643]
`
	if got := tableText(p); got != want || list.HasErrors() {
		t.Errorf("got %s%v", got, list)
	}
	// The two states that the kernel marks are those that our arithmetic finds.
	if n := len(p.Validate()); n != 2 ||
		slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == "em-inefficient" }) {
		t.Errorf("doubts %v, list %v", p.Validate(), list)
	}
}

func TestOdroidDump(t *testing.T) {
	t.Parallel()
	p, list, src := shared(t, "odroidxu3_energy_model_v5.4_partial.txt", draft.Options{})
	if p != nil || !list.HasErrors() {
		t.Fatalf("no CPUs are named, but a platform comes out: %v", list)
	}
	var lines []int
	for _, d := range list {
		if d.Code == "number" {
			lines = append(lines, d.Line)
			if !strings.Contains(string(bytes.Split(src, []byte("\n"))[d.Line-1]), "...") {
				t.Errorf("line %d is not cut off", d.Line)
			}
		}
	}
	if !slices.Equal(lines, []int{13, 26}) {
		t.Errorf("cut off at lines %v, want 13 and 26: %v", lines, list)
	}
	p, _, _ = shared(t, "odroidxu3_energy_model_v5.4_partial.txt", draft.Options{
		Domains: []energy.CPUSet{energy.CPURange(0, 3), energy.CPURange(4, 7)},
	})
	want := `em em mW
0: CPUs 0-3 kHz [1000000 1100000 1200000 1300000] capacity [] power [154 220 240 260]
1: CPUs 4-7 kHz [1000000 1100000 1200000 1300000] capacity [] power [310 341 372 487]
`
	if got := tableText(p); got != want {
		t.Errorf("with CPUs as told: %s", got)
	}
}
