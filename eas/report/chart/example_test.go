package chart_test

import (
	"bytes"
	"fmt"

	"easim/eas/report/chart"
)

// Two bars, as a file of its own and as a picture in a page.
func ExampleSVG() {
	bars := &chart.Bars{
		Head: chart.Head{Name: "energy", Title: "Energy", Desc: "Two runs."},
		X:    chart.Axis{Label: "mJ"},
		Rows: []chart.Bar{
			{Label: "base", Parts: []chart.Part{{Value: 30, Paint: chart.Paint{Ink: chart.Little}, Tip: "LITTLE: 30 mJ"}}},
			{Label: "patched", Parts: []chart.Part{{Value: 20, Paint: chart.Paint{Ink: chart.Little}, Tip: "LITTLE: 20 mJ"}}},
		},
	}
	file := chart.SVG(bars, chart.Options{Title: true, Theme: chart.Dark})
	fmt.Println(bytes.Contains(file.Bytes, []byte(chart.Little.Hex(chart.Dark))))
	inline := chart.SVG(bars, chart.Options{Theme: chart.Styled, Width: chart.NarrowWidth})
	fmt.Println(bytes.Contains(inline.Bytes, []byte(`class="f-little"`)))
	for _, m := range inline.Marks {
		fmt.Printf("%s, %.0f pixels long\n", bars.Tips()[m.Tip], m.W)
	}
	// Output:
	// true
	// true
	// LITTLE: 30 mJ, 349 pixels long
	// LITTLE: 20 mJ, 233 pixels long
}
