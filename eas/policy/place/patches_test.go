package place

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"easim/eas/sched"
	"easim/testdata"
)

// patchRow is a row of eas1/patches44.jsonl.gz: a state, what the baseline made of
// it, and which fields are others with a patch (null: absent).
type patchRow struct {
	ID       int                                   `json:"id"`
	Kind     string                                `json:"kind"`
	Platform string                                `json:"platform"`
	Case     string                                `json:"case"`
	In       json.RawMessage                       `json:"in"`
	Out      map[string]map[string]json.RawMessage `json:"out"`
}

// wakePatches are the patches to placement by their names in the file. rfc_spread
// is a piece that never was in the published series: no switch makes it.
var wakePatches = []struct{ name, features, params string }{
	{"base", "", ""},
	{"A3", "WAKE_FALLBACK", ""},
	{"B1", "LOWEST_OPP_PACK", ""},
	{"B4_ancestor", "EAS_SPARE_LITTLE", "quarter_rule"},
	{"A3+B1+B4_ancestor", "WAKE_FALLBACK,LOWEST_OPP_PACK,EAS_SPARE_LITTLE", "quarter_rule"},
}

// TestVectorsPatches checks every field of every row of kind wake, with each patch.
func TestVectorsPatches(t *testing.T) {
	specs := readBoards(t)
	boards := make(map[string]*board)
	rows, changed := 0, make(map[string]int)
	for line := range testdata.VectorLines(t, "eas1/patches44.jsonl.gz") {
		var row patchRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Kind != "wake" {
			continue
		}
		rows++
		var in wakeIn
		if err := json.Unmarshal(row.In, &in); err != nil {
			t.Fatal(err)
		}
		for _, p := range wakePatches {
			key := fmt.Sprint(row.Platform, in.EnergyAware, in.BalanceWake, p.name)
			b := boards[key]
			if b == nil {
				b = patchedBoard(t, specs[row.Platform], &in, p.features, p.params)
				boards[key] = b
			}
			want := row.want(t, p.name)
			if len(row.Out[p.name]) > 0 {
				changed[p.name]++
			}
			if diff := cmp.Diff(want, b.answer(in)); diff != "" {
				t.Fatalf("row %d (%s %s) with %s, -want +got:\n%s", row.ID, row.Platform, row.Case, p.name, diff)
			}
		}
	}
	t.Logf("%d rows; other decisions with %v", rows, changed)
	if rows < 100 || len(changed) != len(wakePatches) {
		t.Errorf("%d rows, changes with %v", rows, changed)
	}
}

func patchedBoard(t *testing.T, spec boardSpec, in *wakeIn, features, rule string) *board {
	return newBoard(spec.platform(), boardOptions{in.EnergyAware != 0, in.BalanceWake != 0, func(cfg *sched.Config) {
		var err error
		if cfg.Features, err = cfg.Features.Parse(features); err != nil {
			t.Fatal(err)
		}
		if rule != "" {
			if err := cfg.Params.Set("eas_spare_little", rule); err != nil {
				t.Fatal(err)
			}
		}
	}})
}

// want is the baseline's answer with the fields that the patch changes.
func (r *patchRow) want(t *testing.T, patch string) (out wakeOut) {
	merged := make(map[string]json.RawMessage)
	for _, fields := range []map[string]json.RawMessage{r.Out["base"], r.Out[patch]} {
		for name, value := range fields {
			merged[name] = value
		}
	}
	data, err := json.Marshal(merged)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
