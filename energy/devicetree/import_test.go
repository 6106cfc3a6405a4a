package devicetree

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// cpuNode lays out a CPU of the small board.
func cpuNode(reg uint32, core string, items ...any) branch {
	return at(fmt.Sprintf("cpu@%x", reg), append([]any{
		text("device_type", "cpu"), text("compatible", core), nums("reg", reg), phandle(0x100 + reg),
	}, items...)...)
}

// oppTable lays out an opp-v2 table of kHz and µV.
func oppTable(name string, ph uint32, pairs ...[2]uint32) branch {
	b := at(name, text("compatible", "operating-points-v2"), phandle(ph), flagged("opp-shared"))
	for _, p := range pairs {
		b.below = append(b.below, at(fmt.Sprintf("opp-%d", p[0]),
			long("opp-hz", uint64(p[0])*1000), nums("opp-microvolt", p[1]), nums("clock-latency-ns", 500_000)))
	}
	return b
}

func idleNode(name string, ph, param, entry, exit, residency uint32) branch {
	return at(name, text("compatible", "arm,idle-state"), phandle(ph), nums("arm,psci-suspend-param", param),
		nums("entry-latency-us", entry), nums("exit-latency-us", exit), nums("min-residency-us", residency))
}

// smallBoard is a made-up board: two A72 that the tree lists first, two A53 of
// which the second boots.
func smallBoard() branch {
	big := func(reg uint32, items ...any) branch {
		return cpuNode(reg, "arm,cortex-a72", append(items, nums("capacity-dmips-mhz", 1024),
			nums("operating-points-v2", 1), nums("cpu-idle-states", 11, 12))...)
	}
	little := func(reg uint32, items ...any) branch {
		return cpuNode(reg, "arm,cortex-a53", append(items, nums("capacity-dmips-mhz", 512),
			nums("operating-points-v2", 2), nums("cpu-idle-states", 11, 12))...)
	}
	return at("", text("model", "A small board"), text("compatible", "example,small"),
		at("cpus",
			at("cpu-map",
				at("cluster0", at("core0", nums("cpu", 0x100)), at("core1", nums("cpu", 0x101))),
				at("cluster1", at("core0", nums("cpu", 0x200)), at("core1", nums("cpu", 0x201)))),
			big(0, nums("dynamic-power-coefficient", 400)), big(1),
			little(0x100, nums("dynamic-power-coefficient", 100)), little(0x101),
			at("idle-states", text("entry-method", "psci"),
				idleNode("cpu-sleep", 11, 0x0010000, 100, 200, 1000),
				idleNode("cluster-sleep", 12, 0x1010000, 300, 400, 2000))),
		oppTable("opp-table-0", 1, [2]uint32{1_000_000, 800_000}, [2]uint32{2_000_000, 1_000_000}),
		// Not ascending, as exynos5422's.
		oppTable("opp-table-1", 2, [2]uint32{1_000_000, 900_000}, [2]uint32{500_000, 700_000}),
	)
}

func read(t *testing.T, root branch, o draft.Options) (*energy.Platform, diag.List) {
	t.Helper()
	p, list, err := Import("dir/small.dtb", blob(root), o)
	if err != nil {
		t.Fatal(err)
	}
	return p, list
}

// TestSmallBoard compares the whole platform with a file, where each number can
// be checked by hand: A53 1000 MHz x 512 against A72 2000 MHz x 1024 is a quarter;
// 100 x 0.7 V x 0.7 V x 500 MHz is 24.5 mW.
func TestSmallBoard(t *testing.T) {
	t.Parallel()
	p, list := read(t, smallBoard(), draft.Options{BootCPU: "0x100"})
	want, err := os.ReadFile("testdata/small.toml")
	if err != nil {
		t.Fatal(err)
	}
	got := string(energy.Encode(p))
	if *update {
		if err := os.WriteFile("testdata/small.toml", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if c := codes(list); !slices.Equal(c, []string{"unknown-idle-power"}) {
		t.Errorf("reported: %v", list)
	}
	if faults := p.Validate(); len(faults) > 0 {
		t.Errorf("the platform has faults: %v", faults)
	}
}

func TestBootCPU(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ boot, a53, a72 string }{
		{"", "2-3", "0-1"},
		{"0x100", "0,3", "1-2"},
		{"256", "0,3", "1-2"},
		{"cpu@101", "0,3", "1-2"},
		{"0x1", "2-3", "0-1"},
	} {
		p, list := read(t, smallBoard(), draft.Options{BootCPU: c.boot})
		for _, cl := range p.Clusters {
			want := c.a53
			if cl.Kind == energy.Big {
				want = c.a72
			}
			if cl.CPUs.String() != want {
				t.Errorf("boot %q: %s has CPUs %s, want %s", c.boot, cl.Name, cl.CPUs, want)
			}
		}
		if guessed := slices.Contains(codes(list), "boot-cpu"); guessed != (c.boot == "") {
			t.Errorf("boot %q: reported %v", c.boot, list)
		}
	}
	_, list := read(t, smallBoard(), draft.Options{BootCPU: "0x300"})
	if !list.HasErrors() ||
		!strings.Contains(list.Err().Error(), `no CPU with reg "0x300"; want one of: 0x0, 0x1, 0x100, 0x101`) {
		t.Errorf("unknown boot CPU: %v", list.Err())
	}
}

// oneCPU lays out a board of one A53 with one more thing to say.
func oneCPU(items ...any) branch {
	var cpu, root []any
	for _, it := range items {
		if l, ok := it.(leaf); ok {
			cpu = append(cpu, l)
		} else {
			root = append(root, it)
		}
	}
	return at("", append(root, at("cpus", cpuNode(0, "arm,cortex-a53", cpu...)))...)
}

func TestOPPForms(t *testing.T) {
	t.Parallel()
	table := func(items ...any) branch {
		return at("t", append([]any{phandle(1)}, items...)...)
	}
	hw := func(masks ...uint32) leaf { return nums("opp-supported-hw", masks...) }
	hz := func(mhz uint64) leaf { return long("opp-hz", mhz*1_000_000) }
	v2 := nums("operating-points-v2", 1)
	for _, c := range []struct {
		name  string
		tree  branch
		o     draft.Options
		freq  string
		volt  string
		power string
		code  string
	}{
		{
			name: "version 1",
			tree: oneCPU(nums("operating-points", 1000000, 1000000, 500000, 900000), nums("clock-latency", 100)),
			freq: "[500000 1000000]", volt: "[900000 1000000]", power: "[]",
		},
		{
			name: "two regulators, three numbers each", freq: "[100000]", volt: "[700000]", power: "[]",
			tree: oneCPU(v2, table(at("a", hz(100), nums("opp-microvolt", 700000, 1, 2, 800000, 3, 4)))),
		},
		{
			name: "opp-microwatt wins over the coefficient", freq: "[100000]", volt: "[700000]", power: "[12345]",
			tree: oneCPU(v2, nums("dynamic-power-coefficient", 100),
				table(at("a", hz(100), nums("opp-microvolt", 700000), nums("opp-microwatt", 12345)))),
		},
		{
			name: "opp-microwatt on some only", freq: "[100000 200000]", volt: "[700000 700000]", power: "[4900 9800]",
			code: "opp-microwatt",
			tree: oneCPU(v2, nums("dynamic-power-coefficient", 100),
				table(at("a", hz(100), nums("opp-microvolt", 700000), nums("opp-microwatt", 12345)),
					at("b", hz(200), nums("opp-microvolt", 700000)))),
		},
		{
			name: "all bins kept", freq: "[100000 200000]", volt: "[0 0]", power: "[]", code: "speed-bin",
			tree: oneCPU(v2, table(at("a", hz(100), hw(1)), at("b", hz(200), hw(6)))),
		},
		{
			name: "one bin", freq: "[200000]", volt: "[0]", power: "[]", code: "speed-bin",
			o:    draft.Options{SupportedHW: []uint32{4}},
			tree: oneCPU(v2, table(at("a", hz(100), hw(1)), at("b", hz(200), hw(6)))),
		},
		{
			name: "two versions of one level", freq: "[200000]", volt: "[0]", power: "[]", code: "speed-bin",
			o:    draft.Options{SupportedHW: []uint32{4}},
			tree: oneCPU(v2, table(at("a", hz(100), hw(1, 2)), at("b", hz(200), hw(1, 4)))),
		},
		{
			name: "a frequency twice", freq: "[100000]", volt: "[700000]", power: "[]", code: "opp-twice",
			tree: oneCPU(v2, table(at("a", hz(100), nums("opp-microvolt", 700000)), at("b", hz(100), nums("opp-microvolt", 1)))),
		},
		{
			name: "levels without frequency", freq: "[]", volt: "[]", power: "[]",
			tree: oneCPU(v2, table(at("a", nums("opp-level", 1)))),
		},
		{
			name: "no voltage", freq: "[100000]", volt: "[0]", power: "[]", code: "unknown-power",
			tree: oneCPU(v2, nums("dynamic-power-coefficient", 100), table(at("a", hz(100)))),
		},
		{
			name: "out of range", freq: "[]", volt: "[]", power: "[]", code: "opp-range",
			tree: oneCPU(v2, table(at("a", long("opp-hz", 1<<63)))),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, list := read(t, c.tree, c.o)
			var freq, volt, power []int64
			for _, o := range p.FreqDomains[0].OPPs {
				freq, volt = append(freq, int64(o.Freq)), append(volt, int64(o.Volt))
			}
			if len(p.Tables) > 0 {
				for _, w := range p.Tables[0].Domains[0].CoreBusy {
					power = append(power, int64(w))
				}
			}
			if f, v, w := fmt.Sprint(freq), fmt.Sprint(volt), fmt.Sprint(power); f != c.freq || v != c.volt || w != c.power {
				t.Errorf("got %s %s %s, want %s %s %s", f, v, w, c.freq, c.volt, c.power)
			}
			if c.code != "" && !slices.Contains(codes(list), c.code) {
				t.Errorf("no %s in %v", c.code, list)
			}
		})
	}
}

// TestSpeedBins: voltages by bin only, as on Allwinner H6.
func TestSpeedBins(t *testing.T) {
	t.Parallel()
	tree := oneCPU(nums("operating-points-v2", 1), at("t", phandle(1),
		at("a", long("opp-hz", 480_000_000), nums("opp-microvolt-speed0", 880000), nums("opp-microvolt-speed1", 820000))))
	p, list := read(t, tree, draft.Options{})
	if v := p.FreqDomains[0].OPPs[0].Volt; v != 0 {
		t.Errorf("a voltage of %d is made up", v)
	}
	at := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Code == "speed-bin" })
	if at < 0 || !strings.Contains(list[at].Summary, "speed0, speed1") {
		t.Errorf("the bins are not named: %v", list)
	}
	p, _ = read(t, tree, draft.Options{OPPName: "speed1"})
	if v := p.FreqDomains[0].OPPs[0].Volt; v != 820000 {
		t.Errorf("speed1 has %d uV", v)
	}
}
