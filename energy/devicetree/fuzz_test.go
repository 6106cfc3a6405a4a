package devicetree

import (
	"fmt"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

// FuzzImport: any bytes; a tree that can be read makes a platform that can be
// written and read again but for its gaps.
func FuzzImport(f *testing.F) {
	f.Add(blob(smallBoard()))
	f.Add(blob(costBoard(true, true, costNode("core-cost0", 21, []uint32{276, 37, 501, 59}, []uint32{33, 33, 0, 0}),
		costNode("cluster-cost0", 22, []uint32{276, 41, 501, 86}, []uint32{41, 41, 41, 14}))))
	f.Add(blob(oneCPU(nums("operating-points", 1000000, 1000000, 500000, 900000), nums("performance-domains", 0))))
	f.Add(blob(at(
		"",
		at("cpus", cpuNode(0, "x", nums("power-domains", 1), nums("qcom,freq-domain", 1, 0))),
		at(
			"psci",
			at("pd", phandle(1), nums("power-domains", 1), nums("domain-idle-states", 1), nums("exit-latency-us", 5)),
		),
	)))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []draft.Options{{}, {BootCPU: "0x1", OPPName: "speed0", SupportedHW: []uint32{1, 2}}} {
			p, list, err := Import("fuzz", data, o)
			if err != nil {
				return
			}
			if p == nil {
				if !list.HasErrors() {
					t.Fatal("no platform and no reason")
				}
				return
			}
			p.Validate()
			_, faults := energy.Decode("fuzz", energy.Encode(p))
			for _, d := range faults {
				if d.Code == "toml-syntax" || d.Code == "wrong-type" || d.Code == "unknown-key" {
					t.Fatalf("%v\n%s", d, energy.Encode(p))
				}
			}
		}
	})
}

// TestCircles: power domains and caches that refer to each other end the walk.
func TestCircles(t *testing.T) {
	t.Parallel()
	p, _ := read(t, at("",
		at("cpus", cpuNode(0, "arm,cortex-a53", nums("power-domains", 1), nums("next-level-cache", 3))),
		at("psci",
			at("a", phandle(1), nums("power-domains", 2), nums("domain-idle-states", 4)),
			at("b", phandle(2), nums("power-domains", 1), nums("domain-idle-states", 4))),
		at("l2", phandle(3), nums("next-level-cache", 3)),
		idleNode("s", 4, 0, 1, 1, 1)), draft.Options{})
	if n := len(p.Clusters[0].IdleStates); n != 2 {
		t.Errorf("%d idle states", n)
	}
}

func ExampleImport() {
	p, list, err := Import("small.dtb", blob(smallBoard()), draft.Options{BootCPU: "0x100"})
	fmt.Println(p.Title, err)
	for _, d := range p.TableOfKind(energy.TableEM).Domains {
		fmt.Println(d.CPUs, d.Capacity, d.CoreBusy)
	}
	for _, d := range list {
		fmt.Println(d.Severity, d.Code)
	}
	// Output:
	// A small board <nil>
	// 0,3 [128 256] [24500 81000]
	// 1-2 [512 1024] [256000 800000]
	// warning unknown-idle-power
}

func ExampleParse() {
	b, _, err := Parse(blob(smallBoard()), draft.Options{})
	for _, d := range b.Domains {
		fmt.Println(d.CPUs, d.Why, d.MaxKHz(), d.Coefficient)
	}
	fmt.Println(b.Clusters, err)
	// Output:
	// [0 1] opp-shared in /opp-table-0 2000000 400
	// [2 3] opp-shared in /opp-table-1 1000000 100
	// [cluster0 cluster1] <nil>
}
