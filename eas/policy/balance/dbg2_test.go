package balance

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestDbg2(t *testing.T) {
	specs := readBoards(t)
	for line := range gzipLines(t, "eas1/trace44.jsonl.gz") {
		var row traceRow
		json.Unmarshal(line, &row)
		if row.ID != 26 {
			continue
		}
		got := newTraceRun(t, specs[row.Platform], &row, performancePatches(t)).run(t)
		for _, e := range got.Events {
			if e[1] == 2 && (e[2] == 2 || e[2] == 10 || e[2] == 5 || e[2] == 8 || e[2] == 11 || e[2] == 13) {
				fmt.Println(e)
			}
		}
		for _, e := range byInstant(got.Events) {
			if e[0] > 180000000 && e[0] < 245000000 {
				fmt.Println("E", e)
			}
		}
	}
}
