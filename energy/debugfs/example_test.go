package debugfs_test

import (
	"fmt"
	"strings"

	"easim/energy/debugfs"
	"easim/energy/draft"
)

func ExampleImport() {
	dump := []byte("/sys/kernel/debug/energy_model/cpu0/cpus:0-1\n" +
		"/sys/kernel/debug/energy_model/cpu0/flags:0x3\n" +
		"/sys/kernel/debug/energy_model/cpu0/ps:800000/power:235095\n" +
		"/sys/kernel/debug/energy_model/cpu0/ps:800000/performance:682\n" +
		"/sys/kernel/debug/energy_model/cpu0/ps:1200000/power:352643\n" +
		"/sys/kernel/debug/energy_model/cpu0/ps:1200000/performance:1024\n")
	files, err := debugfs.ReadText(dump)
	p, _ := debugfs.Import("ebisu.txt", dump, &files, draft.Options{})
	fmt.Println(p.Tables[0].Unit, p.Tables[0].Domains[0].CoreBusy, err)
	// Output: uW [235095 352643] <nil>
}

func ExampleCollectScript() {
	first, _, _ := strings.Cut(debugfs.CollectScript(), "\n")
	fmt.Println(first)
	// Output: #!/bin/sh
}
