package balance

import (
	"encoding/json"
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

// lbPatches are the patches to balancing by their names in the file. rfc_spread and
// rfc_can_migrate are pieces that never were in the published series: no switch
// makes them.
var lbPatches = []struct {
	name, features string
	fixSmall       int64
}{
	{"base", "", 0},
	{"A2", "CAPACITY_ORIG", 0},
	{"A5", "FORCE_OVERLOADED", sched.FixSmallOff},
	{"A5_fix_small", "FORCE_OVERLOADED", sched.FixSmallOnly},
	{"A7", "OVERUTIL_NOT_IDLE", 0},
	{"A2+A5+A5_fix_small+A7", "CAPACITY_ORIG,FORCE_OVERLOADED,OVERUTIL_NOT_IDLE", sched.FixSmallToo},
}

// TestVectorsPatches checks every field of every row of the kinds lb and nohz, with
// each patch.
func TestVectorsPatches(t *testing.T) {
	specs := readBoards(t)
	rows, changed := make(map[string]int), make(map[string]int)
	for line := range testdata.VectorLines(t, "eas1/patches44.jsonl.gz") {
		var row patchRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows[row.Kind]++
		switch row.Kind {
		case "lb":
			row.checkLB(t, specs[row.Platform], changed)
		case "nohz":
			row.checkNohz(t, specs[row.Platform], changed)
		}
	}
	t.Logf("rows %v; other decisions with %v", rows, changed)
	if rows["lb"] < 100 || rows["nohz"] < 50 || len(changed) != len(lbPatches)+1 {
		t.Errorf("rows %v, changes with %v", rows, changed)
	}
}

func (r *patchRow) checkLB(t *testing.T, spec boardSpec, changed map[string]int) {
	var in lbIn
	if err := json.Unmarshal(r.In, &in); err != nil {
		t.Fatal(err)
	}
	for _, p := range lbPatches {
		f, err := lbFeatures(&in).Parse(p.features)
		if err != nil {
			t.Fatal(err)
		}
		got := answerLB(t, spec, &in, f, func(params *sched.Params) { params.ForceOverloadedFixSmall = p.fixSmall })
		var want lbOut
		r.want(t, p.name, &want)
		if in.Idle != "idle" {
			got.Full.ReschedDst = want.Full.ReschedDst // see TestVectorsBalance
		}
		if len(r.Out[p.name]) > 0 {
			changed[p.name]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("row %d (%s %s) with %s, -want +got:\n%s", r.ID, r.Platform, r.Case, p.name, diff)
		}
	}
}

func (r *patchRow) checkNohz(t *testing.T, spec boardSpec, changed map[string]int) {
	row := nohzRow{ID: r.ID, Platform: r.Platform}
	if err := json.Unmarshal(r.In, &row.In); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"base", "A1"} {
		f := nohzFeatures(&row).With(sched.MisfitKick, name == "A1")
		var want nohzOut
		r.want(t, name, &want)
		if len(r.Out[name]) > 0 {
			changed[name]++
		}
		if diff := cmp.Diff(want, newBoard(t, spec, f).answerNohz(&row)); diff != "" {
			t.Fatalf("row %d (%s %s) with %s, -want +got:\n%s", r.ID, r.Platform, r.Case, name, diff)
		}
	}
}

// want is the baseline's answer with the fields that the patch changes.
func (r *patchRow) want(t *testing.T, patch string, out any) {
	merged := make(map[string]json.RawMessage)
	for _, fields := range []map[string]json.RawMessage{r.Out["base"], r.Out[patch]} {
		for name, value := range fields {
			merged[name] = value
		}
	}
	data, err := json.Marshal(merged)
	if err == nil {
		err = json.Unmarshal(data, out)
	}
	if err != nil {
		t.Fatal(err)
	}
}
