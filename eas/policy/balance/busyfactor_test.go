package balance_test

import (
	"testing"

	"easim/eas/des"
	"easim/eas/policy/balance"
	"easim/eas/policy/cpufreq"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/sched"
	"easim/energy"
	"easim/platforms"
)

// hogs is a workload of one hog per CPU.
type hogs struct{ cpus int }

func (h hogs) Start(k *sched.Kernel) {
	for id := range energy.CPUID(h.cpus) {
		k.Spawn(sched.TaskAttr{Affinity: energy.CPUSetOf(id)})
	}
}

func (hogs) Timer(*sched.Kernel) {}

func (hogs) Next(*sched.Kernel, *sched.Task) sched.Op {
	return sched.Op{Do: sched.OpRun, Work: 1 << 50}
}

// TestBusyFactor counts the balance attempts of busy CPUs over the whole system. On
// Juno (6 CPUs, HZ 250) the interval is 6 ms. With busy_factor 32 that makes 192 ms, 52
// attempts in 10 s; with 1 it is rounded up to 8 ms, 1250 attempts. An interval that
// backed off to its maximum is twice as long, so half of that is the least.
func TestBusyFactor(t *testing.T) {
	for _, tc := range []struct {
		factor, most int
	}{{32, 52}, {1, 1250}} {
		for cpu, n := range systemBalances(t, int64(tc.factor)) {
			if n < tc.most/2*85/100 || n > tc.most*115/100 {
				t.Errorf("busy_factor %d, cpu%d: %d attempts, want %d to %d", tc.factor, cpu, n, tc.most/2, tc.most)
			}
		}
	}
}

// systemBalances counts the attempts of each CPU in 10 s.
func systemBalances(t *testing.T, factor int64) []int {
	p, err := platforms.Load("juno-r0")
	if err != nil {
		t.Fatal(err)
	}
	attempts := make([]int, len(p.CPUs))
	cfg := sched.Config{
		Platform: p, Model: p.Table("eas1x"), Params: sched.DefaultParams(),
		Features: sched.DefaultFeatures().With(sched.EnergyAware, true),
		Fair:     fair.NewCFS(), Placer: place.NewEAS1x(), Balancer: balance.NewLoadBalance(),
		Governor: cpufreq.NewPerformance(), Feeder: hogs{len(p.CPUs)},
		Tracer: sched.Tracer{Balance: func(_ des.Time, cpu energy.CPUID, level int, idle sched.IdleType) {
			if level == 1 && idle == sched.CPUNotIdle {
				attempts[cpu]++
			}
		}},
	}
	cfg.Params.BusyFactor = factor
	k, err := sched.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.RunUntil(10 * des.Second); err != nil {
		t.Fatal(err)
	}
	t.Logf("busy_factor %d: %v attempts in 10 s", factor, attempts)
	return attempts
}
