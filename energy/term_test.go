package energy_test

import (
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// The terms of the second that TestCostByHand prices, but those without time.
func TestTermsByHand(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	r := littleSecond(p)
	em, _, err := p.DeriveEM()
	if err != nil {
		t.Fatal(err)
	}
	unknown := energy.UnknownPower
	idle := []energy.Term{
		{Part: energy.PartCoreIdle, State: 1, Power: unknown, NS: 3 * second / 4},
		{Part: energy.PartCoreIdle, State: 2, Power: unknown, NS: second / 2},
	}
	asleep := []energy.Term{
		{Part: energy.PartClusterIdle, State: 1, Power: unknown, NS: second / 4},
		{Part: energy.PartClusterIdle, State: 2, Power: unknown, NS: second / 4},
	}
	for _, c := range []struct {
		table *energy.PowerTable
		want  []energy.Term
	}{
		{&p.Tables[0], []energy.Term{
			{Part: energy.PartCoreBusy, State: 1, Power: 60, NS: 3 * second / 4},
			{Part: energy.PartCoreIdle, State: 1, Power: 5, NS: 3 * second / 4},
			idle[1], // the table does not say what a core costs in "off"
			{Part: energy.PartClusterBusy, State: 1, Power: 20, NS: second / 2},
			{Part: energy.PartClusterIdle, State: 1, Power: 8, NS: second / 4},
			{Part: energy.PartClusterIdle, State: 2, Power: 2, NS: second / 4},
		}},
		{&p.Tables[1], []energy.Term{
			idle[0], idle[1],
			{Part: energy.PartClusterBusy, State: 1, Busy: 1, Power: 80_000, NS: second / 4},
			{Part: energy.PartClusterBusy, State: 1, Busy: 2, Power: 140_000, NS: second / 4},
			asleep[0], asleep[1],
		}},
		{&em, []energy.Term{
			{Part: energy.PartCoreBusy, State: 1, Power: 60, NS: 3 * second / 4},
			idle[0], idle[1], asleep[0], asleep[1],
		}},
	} {
		all, err := c.table.Terms(r)
		if err != nil {
			t.Fatal(err)
		}
		var got []energy.Term
		for _, term := range all {
			if term.NS > 0 {
				got = append(got, term)
			}
		}
		if len(got) != len(c.want) {
			t.Fatalf("table %s: %+v, want %+v", c.table.Name, got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("table %s, term %d: %+v, want %+v", c.table.Name, i, got[i], c.want[i])
			}
		}
	}
}

// Whatever the residency, an island has the same terms in the same order.
func TestTermsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawResidency(t, p), p.NewResidency(energy.CPURange(0, 1))
		for i := range p.Tables {
			x, errX := p.Tables[i].Terms(a)
			y, errY := p.Tables[i].Terms(b)
			if errX != nil || errY != nil || len(x) != len(y) {
				t.Fatal(x, y, errX, errY)
			}
			for j := range x {
				x[j].NS = 0
				if x[j] != y[j] {
					t.Fatalf("term %d: %+v and %+v", j, x[j], y[j])
				}
			}
		}
	})
}

func TestPartNames(t *testing.T) {
	for part, want := range map[energy.Part]string{
		energy.PartCoreBusy: "core_busy", energy.PartClusterIdle: "cluster_idle", energy.Part(4): "invalid",
	} {
		if got := part.String(); got != want {
			t.Errorf("part %d is called %q, want %q", part, got, want)
		}
	}
}
