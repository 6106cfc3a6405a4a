package pelt

import "testing"

// TestAvg44Vectors: single updates of a task or a queue, every column.
func TestAvg44Vectors(t *testing.T) {
	t.Parallel()
	v := readVectors(t, "eas1/pelt44.csv")
	state := func(i int, prefix string) RQAvg44 {
		return RQAvg44{
			Avg44: Avg44{
				LastUpdate:    v.int(i, prefix+"last_update_ns"),
				LoadSum:       v.uint(i, prefix+"load_sum"),
				UtilSum:       uint32(v.uint(i, prefix+"util_sum")),
				PeriodContrib: uint32(v.uint(i, prefix+"period_contrib")),
				LoadAvg:       v.uint(i, prefix+"load_avg"),
				UtilAvg:       v.uint(i, prefix+"util_avg"),
			},
			RunnableLoadSum: v.uint(i, prefix+"runnable_load_sum"),
			RunnableLoadAvg: v.uint(i, prefix+"runnable_load_avg"),
		}
	}
	var early, crossed, kept int
	for i := range v.rows {
		q := state(i, "")
		now, weight, running := v.int(i, "now_ns"), v.uint(i, "weight"), v.int(i, "running") != 0
		freq, cpu := v.uint(i, "freq_scale"), v.uint(i, "cpu_scale")
		if now < q.LastUpdate {
			early++
		}
		var decayed bool
		if v.text(i, "entity") == "task" {
			decayed = q.Avg44.Update(now, weight, running, freq, cpu)
		} else {
			decayed = q.Update(now, weight, running, freq, cpu)
		}
		if decayed {
			crossed++
		} else {
			kept++
		}
		want, wantDecayed := state(i, "o_"), v.int(i, "o_decayed") != 0
		if q != want || decayed != wantDecayed {
			t.Fatalf("row %v:\n got %+v, %v\nwant %+v, %v", v.rows[i], q, decayed, want, wantDecayed)
		}
	}
	if early == 0 || crossed == 0 || kept == 0 {
		t.Errorf("%d rows before the last update, %d over a segment's end, %d inside: want some of each",
			early, crossed, kept)
	}
	t.Logf("%d rows: %d before the last update, %d over a segment's end", len(v.rows), early, crossed)
}
