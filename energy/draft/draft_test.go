package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
	"easim/energy/diag"
)

func codes(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

// TestNormalize: capacities that kernels report, from capacity-dmips-mhz and the
// highest frequency of their device trees.
func TestNormalize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		board string
		dmips []int
		khz   []energy.KHz
		want  string
	}{
		{"juno r0", []int{578, 1024}, []energy.KHz{850_000, 1_100_000}, "[446 1024]"},
		{"juno r2", []int{485, 1024}, []energy.KHz{950_000, 1_200_000}, "[383 1024]"},
		{"hikey960", []int{592, 1024}, []energy.KHz{1_844_000, 2_362_000}, "[462 1024]"},
		{"odroid xu3", []int{539, 1024}, []energy.KHz{1_400_000, 2_000_000}, "[377 1024]"},
		{"rk3399", []int{485, 1024}, []energy.KHz{1_416_000, 1_800_000}, "[381 1024]"},
		{"pixel 6", []int{250, 620, 1024}, []energy.KHz{1_803_000, 2_253_000, 2_802_000}, "[160 498 1024]"},
	} {
		got, ok := Normalize(c.dmips, c.khz)
		if fmt.Sprint(got) != c.want || !ok {
			t.Errorf("%s: %d, want %s", c.board, got, c.want)
		}
	}
	for _, bad := range [][]int{{0, 1024}, {-1, 1024}, {1 << 30, 1024}} {
		if c, ok := Normalize(bad, []energy.KHz{1000, 1000}); ok {
			t.Errorf("%d gives %d", bad, c)
		}
	}
	if _, ok := Normalize([]int{1, 1}, []energy.KHz{0, 1}); ok {
		t.Error("an unknown frequency gives capacities")
	}
}

// TestDynamicPower: Juno's energy model by kernel 5.14, in µW, and the factors'
// truncation.
func TestDynamicPower(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		c      uint32
		uv, hz uint64
		want   energy.Power
	}{
		{140, 820_000, 450_000_000, 42_361},
		{140, 1_000_000, 850_000_000, 119_000},
		{530, 950_000, 950_000_000, 454_408},
		{100, 700_999, 500_999_999, 24_500},
	} {
		if got, ok := DynamicPower(c.c, c.uv, c.hz); got != c.want || !ok {
			t.Errorf("%d x %d uV x %d Hz = %d, want %d", c.c, c.uv, c.hz, got, c.want)
		}
	}
	for _, c := range [][3]uint64{
		{0, 1e6, 1e9},
		{100, 0, 1e9},
		{100, 999, 1e9},
		{100, 1e6, 0},
		{1 << 31, 1e7, 1e11},
		{100, 1 << 63, 1e9},
		{100, 1e6, 1 << 63},
	} {
		if got, ok := DynamicPower(uint32(c[0]), c[1], c[2]); ok {
			t.Errorf("%d gives %d", c, got)
		}
	}
}

// TestScaleRates: the rate is the nearest fixed-point number to the exact ratio,
// for any frequencies.
func TestScaleRates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.Uint64Range(1, 1<<30).Draw(t, "num")
		den := rapid.Uint64Range(1, 1<<40).Draw(t, "den")
		ref := rapid.Int64Range(1, maxKHz).Draw(t, "ref")
		f := rapid.Int64Range(1, maxKHz).Draw(t, "f")
		exact := float64(num) * 1024 * float64(f) / float64(den) / float64(ref)
		got := ScaleRates([]energy.OPP{{Freq: energy.KHz(f)}}, num, den, energy.KHz(ref))
		if got == nil {
			if exact >= 1 && exact <= float64(energy.MaxRate) && float64(den)*float64(ref) < 1<<63 {
				t.Fatalf("no rate, exact %v", exact)
			}
			return
		}
		if d := float64(got[0]) - exact; d > 0.5+exact*1e-12 || d < -0.5-exact*1e-12 {
			t.Fatalf("rate %d, exact %v", got[0], exact)
		}
	})
	if got := ScaleRates([]energy.OPP{{Freq: 1}}, 1, 0, 1); got != nil {
		t.Errorf("division by 0 gives %d", got)
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Juno r0": "juno-r0", "a/b:c": "a-b-c", "--x..": "x", "ÄÖ": "", "mt8173_elm": "mt8173_elm", " a  b ": "a-b",
		strings.Repeat("x", 100): strings.Repeat("x", 64), "\x00\xff": "",
	} {
		if got := FileName(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestCores(t *testing.T) {
	t.Parallel()
	for midr, want := range map[uint64]string{
		0x410fd034: "cortex-a53", 0x414fd0b0: "cortex-a76", 0x51df805e: "kryo4xx-silver", 0x12345678: "",
	} {
		if got := CoreOfMIDR(midr); got != want {
			t.Errorf("%#x is %q, want %q", midr, got, want)
		}
	}
	if kindOfCore("cortex-a710+cortex-a715") != energy.Big || kindOfCore("cortex-a55") != energy.Little ||
		kindOfCore("") != energy.KindInvalid {
		t.Error("kinds of cores")
	}
}

// TestKinds: capacities decide, then raw speeds, then names, then powers.
func TestKinds(t *testing.T) {
	t.Parallel()
	type c = CPU
	for _, tc := range []struct {
		name string
		cpus []CPU
		tabs []energy.PowerTable
		want string
		code string
	}{
		{"three classes", []c{{Capacity: 160}, {Capacity: 498}, {Capacity: 1024}}, nil, "little mid big", ""},
		{
			"four classes",
			[]c{{Capacity: 300}, {Capacity: 800}, {Capacity: 900}, {Capacity: 1024}},
			nil,
			"little mid mid big", "",
		},
		{"by raw speed", []c{{DMIPS: 1024}, {DMIPS: 578}}, nil, "big little", ""},
		{"by name", []c{{Core: "cortex-a15", Capacity: 1024}, {Core: "cortex-a7", Capacity: 1024}}, nil, "big little", ""},
		{
			"one class",
			[]c{{Core: "cortex-a53", Capacity: 1024}, {Core: "cortex-a53", Capacity: 1024}},
			nil,
			"little little", "",
		},
		{
			"by power", []c{{}, {}}, []energy.PowerTable{{Kind: energy.TableEM, Domains: []energy.TableDomain{
				{CPUs: energy.CPUSetOf(0), CoreBusy: []energy.Power{5}}, {CPUs: energy.CPUSetOf(1), CoreBusy: []energy.Power{3}},
			}}}, "big little", "unknown-kind",
		},
		{"a guess", []c{{}, {}}, nil, "big big", "unknown-kind"},
	} {
		b := Board{Source: "x", Domains: make([]Domain, len(tc.cpus)), Tables: tc.tabs}
		for i, cpu := range tc.cpus {
			cpu.Cluster, cpu.Domain = Unknown, i
			b.CPUs = append(b.CPUs, cpu)
		}
		p, list := b.Build(Options{})
		var got []string
		for id := range p.CPUs {
			got = append(got, p.Kind(energy.CPUID(id)).String())
		}
		if g := strings.Join(got, " "); g != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, g, tc.want)
		}
		if slices.Contains(codes(list), "unknown-kind") != (tc.code != "") {
			t.Errorf("%s: %v", tc.name, list)
		}
	}
}

// TestKindsByClusterName: where no capacity is known, a cluster called little is.
func TestKindsByClusterName(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		names      [2]string
		capacities [2]energy.Capacity
		want       string
	}{
		{[2]string{"LITTLE", "big"}, [2]energy.Capacity{}, "little big"},
		{[2]string{"LITTLE", "big"}, [2]energy.Capacity{1024, 446}, "big little"}, // capacities are the kernel's word
		{[2]string{"LITTLE", "big"}, [2]energy.Capacity{1024, 1024}, "big big"},   // HiKey: names for the sake of names
		{[2]string{"cluster0", "big"}, [2]energy.Capacity{}, "big big"},
	} {
		b := Board{Source: "x", Domains: make([]Domain, 2)}
		for i, name := range tc.names {
			b.Clusters = append(b.Clusters, Cluster{Name: name})
			b.CPUs = append(b.CPUs, CPU{Cluster: i, Domain: i, Capacity: tc.capacities[i]})
		}
		p, list := b.Build(Options{})
		if got := p.Kind(0).String() + " " + p.Kind(1).String(); got != tc.want {
			t.Errorf("%v: %s, want %s: %v", tc, got, tc.want, list)
		}
	}
}

// TestMixedDomain: cores of two names and one speed are one type; CPUs of another
// speed leave the domain, since a domain has one type.
func TestMixedDomain(t *testing.T) {
	t.Parallel()
	opps := []energy.OPP{{Freq: 1000}}
	b := Board{Domains: []Domain{{OPPs: opps}}, CPUs: []CPU{
		{Core: "cortex-a710", DMIPS: 900, Capacity: 800},
		{Core: "cortex-a715", DMIPS: 900, Capacity: 800},
		{Core: "cortex-a715", DMIPS: 1000, Capacity: 1024},
		{},
	}}
	p, list := b.Build(Options{})
	if len(p.FreqDomains) != 2 || p.FreqDomains[0].CPUs.String() != "0-1,3" ||
		p.Types[0].Name != "cortex-a710+cortex-a715-little" {
		t.Errorf("domains %+v types %+v: %v", p.FreqDomains, p.Types, list)
	}
	if n := len(slices.DeleteFunc(codes(list), func(s string) bool { return s != "mixed-domain" })); n != 2 {
		t.Errorf("reported %v", list)
	}
}

// TestToldDomains: the user's word fills what the input leaves open.
func TestToldDomains(t *testing.T) {
	t.Parallel()
	cpu := CPU{Core: "cortex-a53", Cluster: Unknown, Domain: Unknown}
	b := Board{CPUs: []CPU{cpu, cpu, cpu, cpu}}
	p, list := b.Build(Options{Domains: []energy.CPUSet{energy.CPURange(0, 1), energy.CPURange(2, 9)}})
	if len(p.FreqDomains) != 2 || p.FreqDomains[1].CPUs.String() != "2-3" ||
		slices.Contains(codes(list), "unknown-domain") {
		t.Errorf("%+v %v", p.FreqDomains, list)
	}
	p, list = b.Build(Options{})
	if len(p.FreqDomains) != 1 || !slices.Contains(codes(list), "unknown-domain") {
		t.Errorf("%+v %v", p.FreqDomains, list)
	}
}

// FuzzBuild: whatever an importer hands over, the platform can be written and read
// again but for its gaps.
func FuzzBuild(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, "a", uint16(3))
	f.Fuzz(func(t *testing.T, data []byte, text string, n uint16) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			v := int(data[0]) - 2
			data = data[1:]
			return v
		}
		b := Board{Name: text, Title: text, Source: text, Notes: []string{text}, WholeIdle: n%2 == 0}
		for range n % 70 {
			c := CPU{Cluster: next(), Domain: next(), DMIPS: next(), Capacity: energy.Capacity(next())}
			for range next() % 4 {
				c.Idle = append(
					c.Idle,
					energy.IdleState{Name: text, Level: energy.IdleLevel(1 + next()&1), ResidencyUS: int64(next())},
				)
			}
			if next()%2 == 0 {
				c.Core = text
			}
			b.CPUs = append(b.CPUs, c)
		}
		for range n % 5 {
			b.Domains = append(b.Domains, Domain{OPPs: []energy.OPP{{Freq: energy.KHz(next())}}, Source: text})
			b.Clusters = append(b.Clusters, Cluster{Name: text})
			b.Tables = append(
				b.Tables,
				energy.PowerTable{Name: "t", Kind: energy.TableKind(1 + next()&1), Domains: []energy.TableDomain{
					{CPUs: energy.CPUSetOf(energy.CPUID(max(0, next()))), CoreBusy: []energy.Power{1}, CoreIdle: []energy.Power{1, 2}},
				}},
			)
		}
		p, list := b.Build(Options{Domains: []energy.CPUSet{energy.CPURange(0, energy.CPUID(n%9))}})
		if p == nil {
			if !list.HasErrors() {
				t.Fatal("no platform and no reason")
			}
			return
		}
		p.Validate()
		_, faults := energy.Decode("x", energy.Encode(p))
		for _, d := range faults {
			if d.Code == "toml-syntax" || d.Code == "wrong-type" || d.Code == "unknown-key" {
				t.Fatalf("%v\n%s", d, energy.Encode(p))
			}
		}
	})
}

func ExampleBoard_Build() {
	b := Board{
		Name: "Toy board", Source: "a drawing",
		CPUs: []CPU{
			{Core: "cortex-a53", DMIPS: 512, Cluster: Unknown},
			{Core: "cortex-a72", DMIPS: 1024, Cluster: Unknown, Domain: 1},
		},
		Domains: []Domain{
			{OPPs: []energy.OPP{{Freq: 1_000_000, Volt: 900_000}}, LatencyUS: 100},
			{OPPs: []energy.OPP{{Freq: 2_000_000, Volt: 900_000}}, LatencyUS: 100},
		},
	}
	p, list := b.Build(Options{})
	fmt.Println(p.Name, p.Clusters[0].Name, p.Clusters[0].CPUs, p.Clusters[1].Name, p.Clusters[1].CPUs)
	fmt.Println(codes(list))
	// Output:
	// toy-board LITTLE 0 big 1
	// [unknown-cluster unknown-rate unknown-rate unknown-power]
}
