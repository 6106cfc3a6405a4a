package bench_test

import (
	"fmt"

	"easim/energy/bench"
	"easim/energy/draft"
)

func ExampleFreqbenchCSV() {
	p, _, err := bench.FreqbenchCSV(
		"toy/results.csv",
		[]byte(`CPU,Frequency (kHz),CoreMarks (iter/s),CoreMarks/MHz,Power (mW)
1,300000,1250,4.1,56.12
4,1000000,10000,10,300.5
`),
		draft.Options{},
	)
	fmt.Println(p.Name, p.Tables[0].Unit, p.Tables[0].Domains[0].CPUs, p.Tables[0].Domains[0].CoreBusy, err)
	// Output: toy uW 0-3 [56120] <nil>
}

func ExampleWattson() {
	p, _, err := bench.Wattson("cpu_1d.csv", []byte(`device,policy,freq_khz,static,active,idle0,idle1
Toy,0,300000,3.5,10.25,1.5,0
`), draft.Options{})
	d := p.Tables[0].Domains[0]
	fmt.Println(p.Name, d.CoreBusy, d.ClusterBusy, d.CoreIdle, err)
	// Output: toy [10250] [3500] [1500 1500] <nil>
}

func ExampleFreqbenchJSON() {
	p, _, err := bench.FreqbenchJSON("toy/results.json", []byte(`{"cpus": {"1": {"freqs": {
  "300000": {"active": {"power_mean": 56.12, "coremark_score": 1250}}}}}, "meta": {"cpu_count": 4}}`), draft.Options{})
	fmt.Println(p.Tables[0].Domains[0].CPUs, p.Tables[0].Domains[0].CoreBusy, err)
	// Output: 0-3 [56120] <nil>
}
