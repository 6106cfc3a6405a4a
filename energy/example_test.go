package energy_test

import (
	"fmt"
	"os"

	"easim/energy"
)

// Load a platform file, pick an OPP, estimate. The faults of a bad file come all
// at once, each with its line.
func ExampleDecode() {
	file := "../platforms/juno-r2.toml"
	src, err := os.ReadFile(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, list := energy.Decode(file, src)
	if err := list.Err(); err != nil {
		fmt.Print(list.Render(src))
		return
	}
	a53 := &p.FreqDomains[p.CPUs[0].Domain]
	opp := a53.OPPFor(500_000)
	fmt.Println(p.Title)
	fmt.Println("islands", p.Islands())
	fmt.Printf("an A53 that shall run at 500 MHz runs at %d kHz\n", a53.OPPs[opp].Freq)
	table := p.DefaultMeter().DomainOf(0)
	fmt.Printf("believed capacity %d, rate %.3f\n",
		table.Capacity[opp], float64(p.Types[p.CPUs[0].Type].RateSet("").Int[opp])/(1<<energy.RateShift))
	// Output:
	// Arm Juno r2 (2 x Cortex-A72, 4 x Cortex-A53)
	// islands [0,3-5 1-2]
	// an A53 that shall run at 500 MHz runs at 800000 kHz
	// believed capacity 501, rate 323.333
}

// The kernel's estimate: which state, and what it costs.
func ExamplePerfDomain_Estimate() {
	pd, err := energy.NewPerfDomain(energy.CPURange(0, 3), 446,
		[]energy.KHz{450_000, 575_000, 850_000}, []int64{33_000, 46_000, 93_000}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("state", pd.StateFor(250), "energy", pd.Estimate(250, 400, 446))
	// Output: state 1 energy 611200
}

// Exact integers until the end: 0.75 s of work at 60 bogo-mW.
func ExamplePowerTable_Cost() {
	p, _ := energy.Decode("small.toml", []byte(small))
	r := p.NewResidency(energy.CPURange(0, 1))
	r.CPU[0].BusyNS[1], r.CPU[1].IdleNS[1] = 750_000_000, 750_000_000
	r.BusyNS[1][0] = 750_000_000
	table := p.DefaultMeter()
	sums, err := table.Cost(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	parts := table.Parts(sums)
	fmt.Printf("core %.2f + %.2f, cluster %.2f + %.2f %s\n",
		parts.CoreBusy, *parts.CoreIdle, parts.ClusterBusy, *parts.ClusterIdle, table.EnergyUnit())
	// Output: core 45.00 + 3.75, cluster 15.00 + 0.00 bogo-mJ
}

// The arithmetic of one level of EAS 1.x: half busy, else idle in WFI.
func ExampleLevelEnergy() {
	busy := energy.NormUtil(200, 400)
	fmt.Println(busy, energy.LevelEnergy(busy, 60, 5))
	// Output: 512 32
}

func ExampleEncode() {
	p, _ := energy.Decode("small.toml", []byte(small))
	text := string(energy.Encode(p))
	fmt.Println(text[:40])
	// Output:
	// format = 1
	// name = "small"
	// title = "a boa
}
