package pelt

import "testing"

// vectorStart is the last update time of every new object in the vectors, ns.
const vectorStart = 1024000000

// TestRawVectors: single updates of one object, all kinds of object.
func TestRawVectors(t *testing.T) {
	t.Parallel()
	v := readVectors(t, "pelt_raw.csv")
	const kindIRQ = 5
	var a Avg
	for i := range v.rows {
		if v.int(i, "step") == 0 {
			a = Avg{LastUpdate: vectorStart}
		}
		now, load := v.int(i, "now_ns"), v.uint(i, "load")
		if v.int(i, "kind") == kindIRQ {
			a.UpdateIRQ(now, int64(load), v.uint(i, "cpu_cap"), v.uint(i, "freq_scale"))
		} else {
			a.Update(now, load, v.uint(i, "runnable"), v.int(i, "running") != 0, v.uint(i, "weight"))
		}
		if want := v.avg(i); a != want {
			t.Fatalf("seq %d step %d kind %d:\n got %+v\nwant %+v",
				v.int(i, "seq"), v.int(i, "step"), v.int(i, "kind"), a, want)
		}
	}
}

// TestHalfLifeVectors: the time to reach a value, by updates every 1024 ns.
func TestHalfLifeVectors(t *testing.T) {
	t.Parallel()
	v := readVectors(t, "pelt_halflife.csv")
	const giveUp = 4096 * 1000 * 1000
	for i := range v.rows {
		up := v.int(i, "dir") == 1
		cpuCap, freq, target := v.uint(i, "cpu_cap"), v.uint(i, "freq_scale"), v.uint(i, "target")
		var c Clock
		a := Avg{UtilAvg: v.uint(i, "util0")}
		a.UtilSum = uint32(a.UtilAvg * a.Divider())
		reached := func() bool { return up && a.UtilAvg >= target || !up && a.UtilAvg <= target }
		var ns int64
		for !reached() && ns < giveUp {
			ns += unit
			if up {
				c.Run(ns, cpuCap, freq)
				a.Update(c.Now(), 1, 1, true, 1024)
			} else {
				c.Idle(ns)
				a.Update(c.Now(), 0, 0, false, 1024)
			}
		}
		if !reached() {
			ns = 0
		}
		if want, util := v.int(i, "time_ns"), v.uint(i, "util"); ns != want || a.UtilAvg != util {
			t.Errorf("dir %d cpu_cap %d freq_scale %d target %d: %d at %d ns, want %d at %d ns",
				v.int(i, "dir"), cpuCap, freq, target, a.UtilAvg, ns, util, want)
		}
	}
}

// TestUtilEstVectors: the estimate after one dequeue.
func TestUtilEstVectors(t *testing.T) {
	t.Parallel()
	v := readVectors(t, "util_est.csv")
	estimate := func(i int, value, flag string) UtilEst {
		e := UtilEst(v.uint(i, value))
		if v.int(i, flag) != 0 {
			e |= unchanged
		}
		return e
	}
	for i := range v.rows {
		e := estimate(i, "est", "unchanged")
		e.Update(v.uint(i, "util_avg"), v.uint(i, "runnable_avg"), v.uint(i, "cpu_cap"), v.int(i, "sleep") != 0)
		if want := estimate(i, "new_est", "new_unchanged"); e != want {
			t.Errorf("row %v: got %d, %v, want %d, %v",
				v.rows[i], e.Value(), e.Unchanged(), want.Value(), want.Unchanged())
		}
	}
}
