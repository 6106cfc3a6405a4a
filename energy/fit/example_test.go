package fit_test

import (
	"fmt"
	"log"

	"easim/energy/fit"
)

const csv = `cluster,cpus,freq_mhz,power_mw
A53,1,533,92.8772
A53,2,533,148.6668
A53,3,533,207.0656
A53,4,533,260.877
`

func ExampleRead() {
	samples, faults := fit.Read("a53.csv", []byte(csv))
	fmt.Println(len(samples), len(faults), samples[3].Busy, samples[3].PowerUW)
	// Output: 4 0 4 260877
}

func ExampleFit() {
	samples, _ := fit.Read("a53.csv", []byte(csv))
	r, err := fit.Fit(samples, fit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	k := r.Clusters[0].OPPs[0]
	fmt.Printf("core %.1f mW (%.1f to %.1f), cluster %.1f mW\n",
		k.Core.Value/1000, k.Core.CI.Lo/1000, k.Core.CI.Hi/1000, k.Cluster.Value/1000)
	// Output: core 56.2 mW (53.7 to 58.8), cluster 36.8 mW
}
