package debugfs

import (
	"fmt"
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

// TestUnits: the generations of the debugfs, told apart by files and by the cost.
// Powers are those of Juno's A53 at 450 and 850 MHz; 119 * 850 / 850 = 119.
func TestUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name              string
		dev, ps           string
		low, top, cost    string
		flags, units, uni string
	}{
		{"4.19 to 5.7", "pd0", "cs", "42", "119", "119", "", "", energy.UnitMW},
		{"5.8 to 5.10", "cpu0", "ps", "42", "119", "119", "", "", energy.UnitMW},
		{"5.11, in milliwatts", "cpu0", "ps", "42", "119", "119", "", "milliWatts", energy.UnitMW},
		{"5.11, abstract", "cpu0", "ps", "42", "119", "119", "", "bogoWatts", energy.UnitBogoMW},
		{"5.16, in milliwatts", "cpu0", "ps", "42", "119", "119000", "0x1", "", energy.UnitMW},
		{"5.16, abstract", "cpu0", "ps", "42", "119", "119000", "0x0", "", energy.UnitBogoMW},
		{"6.0, in microwatts", "cpu0", "ps", "42361", "119000", "119000", "0x1", "", energy.UnitUW},
		{"6.0, abstract", "cpu0", "ps", "42", "119", "119", "0x0", "", energy.UnitBogoMW},
		{"6.9, in microwatts", "cpu0", "ps", "42361", "119000", "2668", "0x3", "", energy.UnitUW},
		{"6.0, artificial", "cpu0", "ps", "42", "119", "7", "0x4", "", energy.UnitBogoMW},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := files{}
			at := "energy_model/" + c.dev
			f.dir(at, "cpus", "0-3\n")
			if c.flags != "" {
				f.dir(at, "flags", c.flags+"\n")
			}
			if c.units != "" {
				f.dir(at, "units", c.units+"\n")
			}
			f.dir(at+"/"+c.ps+":450000", "power", c.low+"\n", "cost", "1\n", "frequency", "450000\n")
			f.dir(at+"/"+c.ps+":850000", "power", c.top+"\n", "cost", c.cost+"\n", "frequency", "850000\n")
			p, list := fromText(t, f, draft.Options{})
			if len(p.Tables) != 1 || p.Tables[0].Unit != c.uni {
				t.Fatalf("table %+v, want unit %s: %v", p.Tables, c.uni, list)
			}
		})
	}
}

// TestLexicalOrder: directories come in the order of their names, "ps:1100000"
// before "ps:450000", and cpu10 before cpu2.
func TestLexicalOrder(t *testing.T) {
	t.Parallel()
	f := files{}
	for _, dev := range []string{"2", "10"} {
		f.dir("energy_model/cpu"+dev, "cpus", dev+"\n")
		for _, khz := range []string{"450000", "1100000"} {
			f.dir("energy_model/cpu"+dev+"/ps:"+khz, "power", khz[:3]+"\n")
		}
	}
	p, _ := fromText(t, f, draft.Options{})
	second, third := p.FreqDomains[1], p.FreqDomains[2]
	if got := fmt.Sprint(second.OPPs[0].Freq, second.CPUs, third.CPUs); got != "450000 2 10" {
		t.Errorf("got %s", got)
	}
}

// TestStats: the statistics of cpufreq tell the frequencies where the driver does
// not, as beside freqbench's results of a board with three domains.
func TestStats(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"main/cpufreq_stats/%d/time_in_state", "sys/devices/system/cpu/cpufreq/policy%d/stats/time_in_state"} {
		f := files{}
		for _, cpu := range []int{0, 4, 6} {
			f[fmt.Sprintf(form, cpu)] = "300000 12\n1803000 3\n574000 0\n"
		}
		all, err := ReadDir(f.fs())
		if err != nil {
			t.Fatal(err)
		}
		p, list := Import("x", nil, &all, draft.Options{})
		if len(p.CPUs) != 7 || len(p.FreqDomains) != 4 || p.FreqDomains[0].OPPs[2].Freq != 1803000 {
			t.Errorf("%s: %+v %v", form, p.FreqDomains, list)
		}
	}
}

// TestArtificial: intel_pstate's model of a hybrid processor has costs only.
func TestArtificial(t *testing.T) {
	t.Parallel()
	f := files{}
	for dev, costs := range map[string][]string{"cpu0": {"6", "7", "8", "9"}, "cpu16": {"4", "5", "6", "7"}} {
		f.dir("energy_model/"+dev, "cpus", strings.TrimPrefix(dev, "cpu")+"\n", "flags", "0x4\n")
		for i, c := range costs {
			f.dir(fmt.Sprintf("energy_model/%s/ps:%d00000", dev, i+1), "power", "1\n", "cost", c+"\n")
		}
	}
	p, list := fromText(t, f, draft.Options{})
	if len(p.Tables) != 0 {
		t.Errorf("placeholders become powers: %+v", p.Tables)
	}
	var said []string
	for _, d := range list {
		if d.Code == "em-placeholder" {
			said = append(said, d.Summary)
		}
	}
	if len(said) != 2 || !strings.Contains(said[0], "its costs are 6 7 8 9") || !strings.Contains(said[1], "4 5 6 7") {
		t.Errorf("said %q", said)
	}
}

func TestDoubts(t *testing.T) {
	t.Parallel()
	const em = "sys/kernel/debug/energy_model/cpu0"
	for _, c := range []struct {
		name, path, value, code string
	}{
		{"edited mark", em + "/ps:500000/inefficient", "1\n", "em-inefficient"},
		{"other frequency", em + "/ps:500000/frequency", "600000\n", "em-frequency"},
		{"cut off", em + "/ps:500000/power", "24 ...\n", "number"},
		{"no power", em + "/ps:700000/cost", "5\n", "em-power"},
		{"bad list", em + "/cpus", "0-\n", "cpu-list"},
		{"huge list", em + "/cpus", "0-99999\n", "cpu-list"},
		{"another set than cpufreq's", em + "/cpus", "0\n", "domain-cpus"},
		{
			"fewer frequencies", "sys/devices/system/cpu/cpufreq/policy0/scaling_available_frequencies", "500000\n",
			"domain-opps",
		},
		{"no residency", "sys/devices/system/cpu/cpu0/cpuidle/state1/residency", "x\n", "idle-time"},
		{"a CPU far off", "sys/devices/system/cpu/cpu9/cpu_capacity", "256\n", "cpu-hole"},
		{"another unit", em + "/flags", "0x0\n", "mixed-units"},
		{"a number below zero", "sys/devices/system/cpu/cpu0/cpu_capacity", "-1\n", "number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := board()
			f[c.path] = c.value
			all, err := ReadDir(f.fs())
			if err != nil {
				t.Fatal(err)
			}
			if _, list := Import("board", nil, &all, draft.Options{}); !slices.Contains(codes(list), c.code) {
				t.Errorf("no %s in %v", c.code, list)
			}
		})
	}
}

// TestOldAndroid: a kernel with EAS 1.x has its cost tables in procfs, with two
// columns or, later, three. The numbers are those of HiKey 620, with two clusters
// of equal CPUs.
func TestOldAndroid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, core, cluster, nr, freq string }{
		{"two columns", "178 69\t1024 670", "178 16\t1024 112", "2", "[]"},
		{"three columns", "178 208000 69\t1024 1200000 670", "178 208000 16\t1024 1200000 112", "2", "[208000 1200000]"},
		{
			"three columns, without the count", "178 208000 69 1024 1200000 670", "178 208000 16 1024 1200000 112", "",
			"[208000 1200000]",
		},
		{"two columns, without the count", "178 69 500 100 1024 670", "178 16 500 60 1024 112", "", "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := files{}
			for id := range 8 {
				at := fmt.Sprintf("proc/sys/kernel/sched_domain/cpu%d", id)
				for g := range 4 {
					f.dir(fmt.Sprintf("%s/domain0/group%d/energy", at, g), "cap_states", c.core+"\n", "idle_states", "15\t15\t0\t0\n")
				}
				for g := range 2 {
					f.dir(
						fmt.Sprintf("%s/domain1/group%d/energy", at, g),
						"cap_states",
						c.cluster+"\n",
						"idle_states",
						"47\t47\t47\t0\n",
					)
				}
				if c.nr != "" {
					f.dir(at+"/domain0/group0/energy", "nr_cap_states", c.nr+"\n", "nr_idle_states", "4\n")
					f.dir(at+"/domain1/group0/energy", "nr_cap_states", c.nr+"\n")
				}
				for i, s := range []string{"WFI", "cpu-sleep", "cluster-sleep"} {
					f.dir(
						fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpuidle/state%d", id, i),
						"name",
						s+"\n",
						"latency",
						"1\n",
						"residency",
						"1\n",
					)
				}
			}
			p, list := fromText(t, f, draft.Options{})
			if len(p.Clusters) != 2 || p.Clusters[1].CPUs.String() != "4-7" || len(p.FreqDomains) != 1 {
				t.Fatalf("clusters %+v domains %+v: %v", p.Clusters, p.FreqDomains, list)
			}
			tab := p.Tables[0]
			d := tab.Domains[1]
			last := len(d.CoreBusy) - 1
			got := fmt.Sprintln(
				tab.Kind,
				tab.Unit,
				d.CPUs,
				d.Capacity[0],
				d.CoreBusy[last],
				d.ClusterBusy[last],
				d.CoreIdle,
				d.ClusterIdle,
			)
			if want := "eas1x bogo-mW 4-7 178 670 112 [15 15 0 0] [47 47 47 0]\n"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			var freq []int64
			for _, o := range p.FreqDomains[0].OPPs {
				freq = append(freq, int64(o.Freq))
			}
			if g := fmt.Sprint(freq); g != c.freq {
				t.Errorf("frequencies %s, want %s", g, c.freq)
			}
		})
	}
	f := files{"proc/sys/kernel/sched_domain/cpu0/domain0/group0/energy/cap_states": "1 2 3 4 5\n"}
	f["proc/sys/kernel/sched_domain/cpu0/domain0/group0/energy/nr_cap_states"] = "2\n"
	if _, list := fromText(t, f, draft.Options{}); !slices.Contains(codes(list), "cap-states") {
		t.Errorf("five numbers for two states: %v", list)
	}
}

// TestKernelLog: what a log alone tells. The marks are those of an RK3588 with
// 6.2; the lines are in the kernel's form.
func TestKernelLog(t *testing.T) {
	t.Parallel()
	const marks = `[    1.808494] cpu cpu0: EM: OPP:816000 is inefficient
[    1.808498] cpu cpu0: EM: OPP:600000 is inefficient
[    1.808500] cpu cpu0: EM: OPP:408000 is inefficient
[    1.808580] cpu cpu0: EM: created perf domain
[    1.809181] cpu cpu4: EM: OPP:600000 is inefficient
[    1.809184] cpu cpu4: EM: OPP:408000 is inefficient
[    1.809278] cpu cpu4: EM: created perf domain
[    1.809880] cpu cpu6: EM: OPP:600000 is inefficient
[    1.809883] cpu cpu6: EM: OPP:408000 is inefficient
[    1.810175] cpu cpu6: EM: created perf domain
[    2.000000] mali fb000000.gpu: EM: created perf domain
`
	const boot = `[    0.000000] Booting Linux on physical CPU 0x0000000000 [0x412fd050]
[    0.000000] Machine model: Example RK3588
[    0.020000] CPU1: Booted secondary processor 0x0000000100 [0x412fd050]
[    0.020000] CPU4: Booted secondary processor 0x0000000400 [0x414fd0b0]
[    0.020000] CPU6: Booted secondary processor 0x0000000600 [0x414fd0b0]
[    0.030000] smp: Brought up 1 node, 8 CPUs
`
	for _, c := range []struct{ name, log, domains, code string }{
		{"whole", boot + marks, "0-3 4-5 6-7", "log-domains"},
		{"marks alone", marks, "0-3 4-5 6", "unknown-cpus"},
	} {
		all, err := ReadText([]byte(c.log))
		if err != nil {
			t.Fatal(err)
		}
		p, list := Import("dmesg.txt", nil, &all, draft.Options{})
		var got []string
		for _, d := range p.FreqDomains {
			got = append(got, d.CPUs.String())
		}
		if g := strings.Join(got, " "); g != c.domains {
			t.Errorf("%s: domains %s, want %s", c.name, g, c.domains)
		}
		for _, want := range []string{
			"CPU 0 inefficient (kHz): 408000 600000 816000", "CPU 4 inefficient (kHz): 408000 600000", "CPU 6 inefficient",
		} {
			if !strings.Contains(p.Notes, want) {
				t.Errorf("%s: notes %q lack %q", c.name, p.Notes, want)
			}
		}
		if !slices.Contains(codes(list), c.code) {
			t.Errorf("%s: no %s in %v", c.name, c.code, list)
		}
	}
	all, _ := ReadText([]byte(boot + marks))
	p, _ := Import("dmesg.txt", nil, &all, draft.Options{})
	if p.Title != "Example RK3588" || p.Types[p.CPUs[4].Type].Name != "cortex-a76" || p.Kind(4) != energy.Big {
		t.Errorf("title %q, CPU 4 is %+v", p.Title, p.Types[p.CPUs[4].Type])
	}
	bad, _ := ReadText([]byte("cpu cpu0: EM: invalid perf. state: -22\n"))
	if _, list := Import("dmesg.txt", nil, &bad, draft.Options{}); !strings.Contains(
		fmt.Sprint(list),
		"invalid perf. state: -22",
	) {
		t.Errorf("the kernel's complaint is lost: %v", list)
	}
}
