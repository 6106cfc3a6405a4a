package report_test

import (
	"fmt"

	"easim/eas/report"
)

func ExampleTable() {
	t := &report.Table{Columns: []report.Column{{Head: "board", Align: report.Left}, {Head: "CPUs", Align: report.Right}}}
	t.Add("juno-r2", "6")
	t.Add("hikey960", "8")
	fmt.Print(string(t.Text(report.Style{})))
	// Output:
	// board     CPUs
	// juno-r2      6
	// hikey960     8
}
