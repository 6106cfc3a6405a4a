package devicetree

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

// explained are the differences from the reference list, each with its reason.
// The reference groups CPUs by OPP table and first clock, and puts all CPUs of
// which the tree says nothing into one domain.
var explained = map[string][]struct{ difference, why string }{
	"arm64_exynos5433-tm2.dtb": {{
		"domains: [0-3 4-7], reference has [0 1-3 4 5-7]",
		"only the first CPU of each cluster has a clock, but all four name one OPP table with opp-shared: " +
			"by the opp-v2 binding they switch together, and cpufreq makes one policy of them",
	}},
	"arm64_k3-am625-sk.dtb": {{
		"domains: [0-3], reference has [0 1 2 3]",
		"each CPU has its own clock line, but the table has opp-shared, which decides",
	}},
	"arm_r8a7790-lager.dtb": {{
		"domains: [0-3 4-7], reference has [0 1 2 3 4-7]",
		"each A15 carries its own copy of the operating points (version 1), but the four share one clock",
	}},
	"arm64_gs101-oriole.dtb": {{
		"domains: [0-3 4-5 6-7], reference has [0-7]",
		"the tree does not say who shares a clock; a domain cannot mix core types, and that it is a guess is reported",
	}},
	"arm64_mt8188-evb.dtb":          {{"domains: [0-5 6-7], reference has [0-7]", "as gs101"}},
	"arm64_tegra186-p2771-0000.dtb": {{"domains: [0-1 2-5], reference has [0-5]", "as gs101"}},
	"arm_vexpress-v2p-ca15_a7.dtb":  {{"domains: [0-1 2-4], reference has [0-4]", "as gs101"}},
	"arm64_msm8998-mtp.dtb": {{
		"domains: [0-3 4-7], reference has [0-7]",
		"as gs101: one compatible string, but two values of capacity-dmips-mhz",
	}},
	"arm64_sun50i-h6-pine-h64.dtb": {{
		"0-3 volts: false, reference has true",
		"the tree has opp-microvolt-speed0, -speed1 and -speed2 only: the voltage depends on the bin, and is " +
			"left out until one is chosen (see TestSpeedBins); the reference counts any of them",
	}},
}

// TestExpected compares every tree with the reference list. A difference must
// stand in the table of explained ones, and each of those must occur.
func TestExpected(t *testing.T) {
	list := readExpected(t)
	paths := kernelPaths(t)
	dir := kernelTrees(t, paths)
	if len(list) != len(paths) {
		t.Errorf("%d boards in the reference list, %d here", len(list), len(paths))
	}
	for _, want := range list {
		arch, file, _ := strings.Cut(want.DTB, "_")
		at := slices.IndexFunc(paths, func(p string) bool {
			return blobName(p) == file && strings.HasPrefix(p, "arch/"+arch+"/")
		})
		if at < 0 {
			t.Errorf("%s is not among the trees", want.DTB)
			continue
		}
		got := differences(parseFile(t, filepath.Join(dir, file)), want)
		for _, e := range explained[want.DTB] {
			i := slices.Index(got, e.difference)
			if i < 0 {
				t.Errorf("%s: no difference %q any more", want.DTB, e.difference)
				continue
			}
			got = slices.Delete(got, i, i+1)
		}
		for _, d := range got {
			t.Errorf("%s: %s", want.DTB, d)
		}
	}
}

func differences(b *Board, want expected) []string {
	var out []string
	check := func(what string, got, want any) {
		if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
			out = append(out, fmt.Sprintf("%s: %s, reference has %s", what, g, w))
		}
	}
	check("model", b.Model, want.Model)
	check("cpus", len(b.CPUs), want.CPUs)
	check("clusters", len(b.Clusters), want.Clusters)
	var idle []string
	for _, s := range b.IdleStates {
		idle = append(idle, s.Name)
	}
	slices.Sort(idle)
	check("idle states", idle, slices.Sorted(slices.Values(want.Idle)))
	domains := domainsOf(b)
	var have, ref []string
	for _, d := range domains {
		have = append(have, cpuList(d.CPUs))
	}
	for _, d := range want.Domains {
		ref = append(ref, cpuList(d.CPUs))
	}
	check("domains", have, ref)
	capacity := (&assembler{b: b, d: &draft.Board{}}).allCapacities()
	for i, w := range want.Domains {
		// The reference speaks of a domain's first CPU, so this holds for domains
		// that are cut otherwise as well.
		d := domains[slices.IndexFunc(domains, func(d Domain) bool { return slices.Contains(d.CPUs, w.CPUs[0]) })]
		n := len(d.OPPs)
		if slices.Equal(d.CPUs, w.CPUs) {
			check(ref[i]+" cores", coresOf(b, d.CPUs), slices.Sorted(slices.Values(w.Core)))
		}
		check(ref[i]+" opps", n, w.OPPs)
		if n > 0 {
			check(ref[i]+" lowest kHz", d.OPPs[0].KHz(), w.MinKHz)
			check(ref[i]+" highest kHz", d.OPPs[n-1].KHz(), w.MaxKHz)
		}
		check(ref[i]+" capacity", capacity[w.CPUs[0]], w.Capacity)
		check(ref[i]+" dmips", b.CPUs[w.CPUs[0]].DMIPS, w.DMIPS)
		check(ref[i]+" coefficient", d.Coefficient, w.Coefficient)
		volts := n > 0 && !slices.ContainsFunc(d.OPPs, func(o OPP) bool { return o.MicroVolt == 0 })
		check(ref[i]+" volts", volts, w.Volts)
	}
	return out
}

// TestLinux612Platforms makes platforms of all trees. Whatever a tree lacks, the
// platform can be written down, and what it lacks is reported; a tree that knows
// frequencies, voltages and coefficients makes a platform that obeys every law.
func TestLinux612Platforms(t *testing.T) {
	paths := kernelPaths(t)
	dir := kernelTrees(t, paths)
	complete := 0
	for _, p := range paths {
		file := filepath.Join(dir, blobName(p))
		got, list := importFile(t, file, draft.Options{})
		if got == nil || list.HasErrors() {
			t.Errorf("%s: %v", p, list.Err())
			continue
		}
		codes := map[string]bool{}
		for _, d := range list {
			codes[d.Code] = true
		}
		_, faults := energy.Decode(p, energy.Encode(got))
		gap := codes["unknown-opps"] || codes["unknown-power"] || codes["unknown-capacity"] || codes["unknown-rate"]
		if !gap {
			complete++
		}
		if gap != faults.HasErrors() {
			t.Errorf("%s: gaps reported: %v, faults of the platform: %v", p, gap, faults.Err())
		}
		for _, f := range faults.Only(diag.Error) {
			if f.Code == "toml-syntax" || f.Code == "wrong-type" || f.Code == "unknown-key" {
				t.Errorf("%s: %v", p, f)
			}
		}
	}
	if complete < 20 {
		t.Errorf("%d complete platforms, there were 20 when this was written", complete)
	}
	t.Logf("%d of %d platforms are complete", complete, len(paths))
}

func importFile(t *testing.T, file string, o draft.Options) (*energy.Platform, diag.List) {
	t.Helper()
	blob, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, list, err := Import(file, blob, o)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p, list
}
