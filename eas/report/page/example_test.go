package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"easim/eas"
	"easim/eas/report/page"
)

// A run becomes a page, with a timeline of its first 50 ms.
func ExampleHTML() {
	ctx := context.Background()
	r, err := eas.Run(ctx, eas.Scenario{Workload: "mp3", Duration: eas.SpanOf(100_000_000)})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(r) // what `easim run --format json` prints
	if err != nil {
		fmt.Println(err)
		return
	}
	in, err := page.Decode("run.json", text)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range in.Wanted() {
		_, tl, err := eas.RunTimeline(ctx, w.Run.Again(), eas.Cut{LengthNS: 50_000_000})
		if err != nil {
			fmt.Println(err)
			return
		}
		in.Timelines = append(in.Timelines, page.Timeline{Name: w.Name, Run: w.Run, Cut: tl})
	}
	html, err := page.HTML([]page.Input{in}, page.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Count(html, []byte("<figure")), "pictures")
	for _, p := range page.Pictures(in) {
		fmt.Println(p.Name)
	}
	// Output:
	// 3 pictures
	// energy
	// residency
	// timeline-1
}
