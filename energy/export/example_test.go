package export_test

import (
	"fmt"
	"log"
	"strings"

	"easim/energy/export"
	"easim/platforms"
)

func ExampleDeviceTree() {
	p, err := platforms.Load("juno-r2")
	if err != nil {
		log.Fatal(err)
	}
	src, lost, err := export.DeviceTree(p, export.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(src)) {
		if strings.HasPrefix(line, "\t\t\tdynamic-power-coefficient") {
			fmt.Println(strings.TrimSpace(line))
			break
		}
	}
	fmt.Println(lost[0].Summary)
	// Output:
	// dynamic-power-coefficient = <140>;
	// a device tree holds one table of kind em and one of kind eas1x; left out: notebook
}

func ExampleDebugfs() {
	p, err := platforms.Load("juno-r0")
	if err != nil {
		log.Fatal(err)
	}
	dump, err := export.Debugfs(p, p.Table("em"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(strings.Join(strings.SplitAfter(string(dump), "\n")[:7], ""))
	// Output:
	// /sys/kernel/debug/energy_model/cpu0/cpus:0,3-5
	// /sys/kernel/debug/energy_model/cpu0/flags:0x1
	// /sys/kernel/debug/energy_model/cpu0/ps:450000/cost:1794
	// /sys/kernel/debug/energy_model/cpu0/ps:450000/frequency:450000
	// /sys/kernel/debug/energy_model/cpu0/ps:450000/inefficient:0
	// /sys/kernel/debug/energy_model/cpu0/ps:450000/performance:236
	// /sys/kernel/debug/energy_model/cpu0/ps:450000/power:42361
}
