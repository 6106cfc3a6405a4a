package lisa_test

import (
	"fmt"

	"easim/energy/draft"
	"easim/energy/lisa"
)

func ExampleImport() {
	p, _, err := lisa.Import("plat_info.yml", []byte(`
platform-info:
    conf:
        name: juno
        cpu-capacities: {orig: {0: 446, 1: 1024}}
        freq-domains: [[0], [1]]
        freqs: {0: [450000, 850000], 1: [450000, 1100000]}
        nrg-model: !var:lisa.platforms.juno_r0.nrg_model
`), draft.Options{})
	for _, d := range p.FreqDomains {
		fmt.Println(d.CPUs, p.Kind(d.CPUs.First()), d.OPPs[1].Freq)
	}
	fmt.Println(p.Name, err)
	// Output:
	// 0 little 850000
	// 1 big 1100000
	// juno <nil>
}
