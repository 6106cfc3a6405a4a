package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// workloadList is the value of a --workload that may be given several times. To
// what reads one it is the first.
type workloadList struct{ names []string }

var _ cli.Generic = (*workloadList)(nil)

// Set appends a workload.
func (w *workloadList) Set(name string) error {
	w.names = append(w.names, name)
	return nil
}

// String is the first workload.
func (w *workloadList) String() string {
	if len(w.names) == 0 {
		return ""
	}
	return w.names[0]
}

// compareScenarioFlags are the flags of a scenario, with a --workload that may be
// given several times.
func compareScenarioFlags() []cli.Flag {
	const name = "workload"
	flags := scenarioFlags()
	i := slices.IndexFunc(flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	one := flags[i].(*cli.StringFlag)
	flags[i] = &cli.GenericFlag{Name: name, Value: new(workloadList), Usage: one.Usage + "; repeatable"}
	return flags
}

// workloads are the values of every --workload.
func workloads(c *cli.Context) []string { return c.Generic("workload").(*workloadList).names }
