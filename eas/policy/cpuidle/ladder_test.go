package cpuidle

import (
	"testing"

	"easim/eas/sched"
	"easim/energy"
)

// sleeps lets CPU 0 sleep once per entry, for so many µs, and returns the state
// of each sleep.
func sleeps(k *sched.Kernel, g sched.IdleGovernor, lengths ...int64) []int {
	var out []int
	for _, l := range lengths {
		s, _ := g.Select(k.View(), k.CPU(0), never, 2*ms, false)
		g.Reflect(k.View(), k.CPU(0), s, l*us, false)
		out = append(out, s)
	}
	return out
}

func TestLadder(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		lengths []int64
		want    []int
	}{
		// A sleep in WFI promotes when it lasted more than 1 + 1 us; the fourth in a
		// row makes the step, at the next sleep.
		{"four long sleeps", []int64{9, 9, 9, 9, 3000}, []int{0, 0, 0, 0, 1}},
		{"exactly twice the latency", []int64{2, 2, 2, 2, 2, 2}, []int{0, 0, 0, 0, 0, 0}},
		// From state 1 on a sleep must exceed 2 x 1200 us to promote.
		{"two steps", []int64{9, 9, 9, 9, 2401, 2401, 2401, 2401, 9999}, []int{0, 0, 0, 0, 1, 1, 1, 1, 2}},
		// One sleep below 2 x 1200 us is a step back.
		{"demotion", []int64{9, 9, 9, 9, 2399, 9}, []int{0, 0, 0, 0, 1, 0}},
		// 2400 us: neither.
		{"in between", []int64{9, 9, 9, 9, 2400, 2400, 2400}, []int{0, 0, 0, 0, 1, 1, 1}},
		// In WFI nothing resets the promotions: short sleeps only fail to add.
		{"short ones between", []int64{9, 1, 9, 1, 9, 1, 9, 9}, []int{0, 0, 0, 0, 0, 0, 0, 1}},
	} {
		k := newMachine(t, junoStates, sched.DefaultParams())
		got := sleeps(k, NewLadder(), tc.lengths...)
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("%s: states %v, want %v", tc.name, got, tc.want)
				break
			}
		}
	}
}

func TestLadderLimit(t *testing.T) {
	t.Parallel()
	states := []energy.IdleState{
		{Level: energy.IdleCore, ExitUS: 1, ResidencyUS: 1},
		{Level: energy.IdleCore, ExitUS: 500, ResidencyUS: 1000},
		{Level: energy.IdleCore, ExitUS: 1000, ResidencyUS: 2000},
		{Level: energy.IdleCore, ExitUS: 2000, ResidencyUS: 3000},
	}
	p := sched.DefaultParams()
	p.LadderPromotions = 1
	k := newMachine(t, states, p)
	l := NewLadder()
	if got := sleeps(k, l, 9000, 9000, 9000, 9000, 9000); got[4] != 3 {
		t.Fatalf("states %v, want to end in 3", got)
	}
	limit := &k.Params().IdleLatencyReqUS
	*limit = 600 // states 2 and 3 are too slow
	if got := sleeps(k, l, 9000, 9000); got[0] != 1 || got[1] != 1 {
		t.Errorf("limit 600 us: states %v, want 1 1", got)
	}
	*limit = 0
	if got := sleeps(k, l, 9000); got[0] != 0 {
		t.Errorf("limit 0: state %v, want 0", got)
	}
}

func TestLadderCounts(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		lengths []int64
		want    []int
	}{
		{"three short ones step back", []int64{9, 9, 100, 100, 100, 9}, []int{0, 0, 1, 1, 1, 0}},
		{"a long one between them", []int64{9, 9, 100, 100, 2500, 100, 100, 9}, []int{0, 0, 1, 1, 1, 1, 1, 1}},
		{"a short one between long ones", []int64{9, 9, 2500, 100, 2500, 9}, []int{0, 0, 1, 1, 1, 1}},
		// One promotion is left over in WFI when the step is made, none counts later.
		{"back and forth", []int64{9, 9, 100, 100, 100, 9, 9}, []int{0, 0, 1, 1, 1, 0, 0}},
	} {
		p := sched.DefaultParams()
		p.LadderPromotions, p.LadderDemotions = 2, 3
		k := newMachine(t, junoStates, p)
		got := sleeps(k, NewLadder(), tc.lengths...)
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("%s: states %v, want %v", tc.name, got, tc.want)
				break
			}
		}
	}
}

func TestShallow(t *testing.T) {
	t.Parallel()
	k := newMachine(t, junoStates, sched.DefaultParams())
	for _, tc := range []struct {
		timer int64
		stop  bool
	}{
		{0, false}, {4 * ms, false}, {4*ms + 1, true}, {never, true},
	} {
		s, stop := NewShallow().Select(k.View(), k.CPU(0), tc.timer, 2*ms, false)
		if s != 0 || stop != tc.stop {
			t.Errorf("timer in %d ns: state %d, stop tick %v; want 0, %v", tc.timer, s, stop, tc.stop)
		}
	}
	NewShallow().Reflect(k.View(), k.CPU(0), 0, 4*ms, true)
}
