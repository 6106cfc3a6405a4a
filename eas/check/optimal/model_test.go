package optimal

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"easim/energy"
	"easim/platforms"
)

// lisaBoard is the board of LISA's own test of its oracle
// (tests/test_energy_model.py): two LITTLEs and two bigs.
func lisaBoard(t *testing.T, marginPct int64) *Model {
	t.Helper()
	p := board([]energy.TableDomain{
		{
			CPUs: energy.CPURange(0, 1), Capacity: []energy.Capacity{100, 150, 200},
			CoreBusy: []energy.Power{100, 150, 200}, ClusterBusy: []energy.Power{10, 15, 20},
			CoreIdle: []energy.Power{5, 5, 0, 0}, ClusterIdle: []energy.Power{5, 5, 5, 1},
		},
		{
			CPUs: energy.CPURange(2, 3), Capacity: []energy.Capacity{300, 400},
			CoreBusy: []energy.Power{300, 400}, ClusterBusy: []energy.Power{30, 40},
			CoreIdle: []energy.Power{9, 9, 0, 0}, ClusterIdle: []energy.Power{8, 8, 8, 2},
		},
	}, []int{0, 1})
	m, err := New(p, &p.Tables[0], marginPct)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPowerLISA: the values that LISA's test states.
func TestPowerLISA(t *testing.T) {
	t.Parallel()
	m := lisaBoard(t, 0)
	for _, c := range []struct {
		name string
		load []int64
		want float64
	}{
		{"all idle", []int64{0, 0, 0, 0}, 3},
		{"50 on a LITTLE", []int64{50, 0, 0, 0}, 50 + 2.5 + 2.5 + 5 + 2},
		{"everything saturated", []int64{1024, 1024, 1024, 1024}, 1260},
	} {
		if got := m.Power(c.load); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	small := []Task{{Util: 10}, {Util: 10}, {Util: 10}, {Util: 10}, {Util: 10}}
	got, ok := m.Best(small)
	for _, c := range got.CPU {
		if !ok || c != got.CPU[0] || c > 1 {
			t.Fatalf("five small tasks: %v, want all on one LITTLE", got.CPU)
		}
	}
	if got, ok := m.Best([]Task{{Util: 350}}); !ok || got.CPU[0] < 2 {
		t.Errorf("a task of 350: %v, %v; want a big", got.CPU, ok)
	}
	if _, ok := m.Best([]Task{{Util: 401}}); ok {
		t.Error("a task of 401 has a placement")
	}
	if _, ok := lisaBoard(t, 20).Best([]Task{{Util: 350}}); ok {
		t.Error("a task of 350 has a placement that leaves 20 %")
	}
}

// TestPowerJuno: on Juno r0 more work costs less, since an idle cluster costs more
// than a busy one at its lowest OPP (known values of the LISA oracle).
func TestPowerJuno(t *testing.T) {
	t.Parallel()
	m := load(t, "juno-r0", "eas1x", 20)
	for _, c := range []struct {
		util int64
		want float64
	}{{50, 85.36}, {100, 84.72}} {
		if got := m.Power([]int64{c.util, 0, 0, 0, 0, 0}); math.Abs(got-c.want) > 0.005 {
			t.Errorf("util %d: %v, want %v", c.util, got, c.want)
		}
	}
}

func load(t *testing.T, name, table string, marginPct int64) *Model {
	t.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(p, p.Table(table), marginPct)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPowerEM: a table of kind em has the busy part of the cores only.
func TestPowerEM(t *testing.T) {
	t.Parallel()
	m := load(t, "juno-r0", "em", 0)
	if got := m.Power(make([]int64, 6)); got != 0 {
		t.Errorf("all idle: %v, want 0", got)
	}
	// 223 on one LITTLE is half of its 446 at 850 MHz, but needs only 450 MHz: 223/236 of 42361 uW.
	want := 42361.0 * 223 / 236
	if got := m.Power([]int64{223, 0, 0, 0, 0, 0}); math.Abs(got-want) > 1e-6 {
		t.Errorf("223 on a LITTLE: %v, want %v", got, want)
	}
}

// TestPowerSharedClock: the two clusters of HiKey 620 run at the OPP that the
// busiest CPU of both needs.
func TestPowerSharedClock(t *testing.T) {
	t.Parallel()
	m := load(t, "hikey620", "eas1x", 0)
	apart := m.Power([]int64{10, 0, 0, 0, 0, 0, 0, 0}) + m.Power([]int64{0, 0, 0, 0, 1024, 0, 0, 0}) -
		m.Power(make([]int64, 8))
	if both := m.Power([]int64{10, 0, 0, 0, 1024, 0, 0, 0}); both == apart {
		t.Errorf("a busy CPU of the other cluster changes nothing: %v", both)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	p, err := platforms.Load("hikey960")
	if err != nil {
		t.Fatal(err)
	}
	half := *p.TableOfKind(energy.TableEM)
	half.Domains = half.Domains[:1]
	for _, c := range []struct {
		name   string
		table  *energy.PowerTable
		margin int64
		want   string
	}{
		{"kind", p.TableOfKind(energy.TableMeasured), 20, "kind measured"},
		{"margin", p.TableOfKind(energy.TableEM), 100, "want 0 to 99"},
		{"rows", &half, 0, "no row for CPUs 4-7"},
	} {
		if _, err := New(p, c.table, c.margin); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not say %q", c.name, err, c.want)
		}
	}
}

func ExampleModel_Best() {
	p, err := platforms.Load("juno-r0")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := New(p, p.Table("eas1x"), 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	best, _ := m.Best([]Task{{Util: 400}, {Util: 100}, {Util: 100}})
	fmt.Printf("CPUs %v, %.1f bogo-mW; all on bigs %.1f\n", best.CPU, best.Power, m.Power([]int64{0, 400, 200, 0, 0, 0}))
	// Output: CPUs [1 0 0], 291.5 bogo-mW; all on bigs 333.8
}
