package experiment

import (
	"testing"

	"easim/eas"
)

// The two bounds of the multi-threaded score, from the CPUs' speeds alone: 2.06
// and 2.64 for rate 383.
func TestAnchors(t *testing.T) {
	p, _, err := eas.LoadPlatform("juno-r2", nil)
	if err != nil {
		t.Fatal(err)
	}
	speeds := topSpeeds(p, "")
	const bandwidth = 1.3 // the default of geekbench
	n := len(speeds)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"nobody pulls", sections(StaticJoin(speeds), bandwidth, n), 2.06},
		{"ideal puller", sections(IdealPull(speeds), bandwidth, n), 2.64},
		{"six equal shares, 6 x 383 / 1024", StaticJoin(speeds), 2.24},
		// By hand: the bigs end at 1, take two threads with 0.626 left, end at 1.626,
		// take the last two with 0.392 left, end at 2.018.
		{"six threads in 2.018", IdealPull(speeds), 6 / 2.018},
	} {
		near(t, c.name, c.got, c.want, 0.02*c.want)
	}
	if got := topSpeeds(p, "593"); got[0] != 593*1024 {
		t.Errorf("rate set 593: %v", got)
	}
	near(t, "equal CPUs", IdealPull([]float64{7, 7, 7}), 3, 1e-12)
	near(t, "one CPU", IdealPull([]float64{7}), 1, 1e-12)
	near(t, "a fast and a slow one", IdealPull([]float64{1, 3}), 2/(1+2.0/3), 1e-12)
}
