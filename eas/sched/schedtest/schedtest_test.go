package schedtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"easim/eas/policy/cpufreq"
	"easim/eas/policy/cpuidle"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/policy/rt"
	"easim/eas/sched"
	"easim/eas/sched/schedtest"
)

var config = schedtest.Config{
	Fair:   func() sched.Class { return fair.NewCFS() },
	RT:     func() sched.Class { return rt.New() },
	Placer: func() sched.Placer { return place.NewEAS1x() },
	Governor: func(name string) sched.Governor {
		if name != "performance" {
			return nil
		}
		return cpufreq.NewPerformance()
	},
	Idle: func(name string) sched.IdleGovernor {
		if name != "menu" {
			return nil
		}
		return cpuidle.NewMenu()
	},
}

// say executes commands, each given as its line and, after a newline, its input;
// it returns the output of the last and the first error.
func say(e *schedtest.Env, commands ...string) (out string, err error) {
	for _, c := range commands {
		line, input, _ := strings.Cut(c, "\n")
		cmd, args, perr := datadriven.ParseLine(line)
		if perr != nil {
			return "", perr
		}
		if out, err = e.Run(&datadriven.TestData{Cmd: cmd, CmdArgs: args, Input: input}); err != nil {
			return "", err
		}
	}
	return out, nil
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		commands []string
		want     string
	}{
		{"unknown command", []string{"dance"}, `unknown command "dance"`},
		{"no machine", []string{"state"}, "state before platform"},
		{"no name", []string{"platform"}, "a name is missing"},
		{"unknown platform", []string{"platform juno-r3"}, "juno-r3"},
		{"demo without numbers", []string{"platform demo-x"}, "demo-1+1"},
		{"demo without CPUs", []string{"platform demo-0+0"}, "demo-1+1"},
		{"unknown governor", []string{"platform demo-1+1 governor=fast"}, `unknown governor "fast"`},
		{"unknown idle governor", []string{"platform demo-1+1 idle=deep"}, `unknown idle governor "deep"`},
		{"unknown argument", []string{"platform demo-1+1 speed=3"}, "speed=3"},
		{"bad duration", []string{"platform demo-1+1 latency=3"}, "latency"},
		{"unknown parameter", []string{"set hertz=3"}, "hertz"},
		{"parameter without value", []string{"set hz"}, "hz"},
		{"unknown feature", []string{"feat SMART"}, "SMART"},
		{"unknown operation", []string{"platform demo-1+1", "task a\nhop 3ms"}, `unknown operation "hop"`},
		{"operation without time", []string{"platform demo-1+1", "task a\nrun"}, "run takes one word"},
		{"operation with a word too many", []string{"platform demo-1+1", "task a\nblock 3ms"}, "block takes no word"},
		{"bad capacity", []string{"platform demo-1+1", "task a\nrun 3ms cap=0"}, "cap=0"},
		{"bad CPUs", []string{"platform demo-1+1", "task a cpus=x"}, "x"},
		{"nobody to wake", []string{"platform demo-1+1", "wake a"}, `no task "a"`},
		{"awake already", []string{"platform demo-1+1", "task a\nrun 1s", "wake a"}, "does not sleep"},
		{"back in time", []string{"platform demo-1+1", "advance to=3ms", "advance to=2ms"}, "before"},
		{"no time", []string{"platform demo-1+1", "advance"}, "to=D"},
		{"unknown kind", []string{"platform demo-1+1", "advance by=1ms show=smoke"}, "smoke"},
		{"no such CPU", []string{"platform demo-1+1", "freq cpu=7"}, "cpu7"},
		{"bad frequency", []string{"platform demo-1+1", "freq cpu=0 max=fast"}, "fast"},
	} {
		if _, err := say(schedtest.New(config), tc.commands...); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
		}
	}
}

func TestDemoBoards(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"demo-1+0", "demo-0+1", "demo-1+1", "demo-4+4", "juno-r2", "hikey620"} {
		out, err := say(schedtest.New(config), "platform "+name,
			"task a\nrun 5ms\nsleep 5ms\nloop", "advance to=100ms quiet", "state")
		if err != nil || !strings.Contains(out, "cpu0 ") {
			t.Errorf("%s: %v, state:\n%s", name, err, out)
		}
	}
}

func TestOperations(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, steps, want string
	}{
		// The machine is one big CPU in WFI, which takes 1 us to leave.
		{"work at full capacity", "run 2ms", "2.001ms exit a"},
		{"work at a capacity", "run 2ms cap=512", "1.001ms exit a"},
		{"busy for a time", "burn 3ms", "3.001ms exit a"},
		{"sleep", "sleep 2ms\nrun 1ms", "3.002ms exit a"},
		// The grid begins with the first operation: 0.001 + 2 x 4 ms, 1 us to wake.
		{"timer", "run 5ms\ntimer 4ms\nrun 1ms", "9.002ms exit a"},
		{"yield", "yield\nrun 1ms", "1.001ms exit a"},
	} {
		e := schedtest.New(config)
		out, err := say(e, "set pm_qos_resume_latency_us=0", "platform demo-0+1",
			"task a\n"+tc.steps, "advance to=20ms show=exit")
		if got := strings.Join(strings.Fields(out), " "); err != nil || got != tc.want {
			t.Errorf("%s: %q, error %v; want %q", tc.name, got, err, tc.want)
		}
	}
}

// Parameters, features and limits can change in mid-run; tasks wake each other.
func TestChangesInMidRun(t *testing.T) {
	t.Parallel()
	out, err := say(
		schedtest.New(config), "platform demo-0+1",
		"task ping\nblock\nrun 1ms\nwake pong", "task pong\nblock",
		"advance to=10ms quiet", "feat ENERGY_AWARE,NO_LB_BIAS", "set busy_factor=1", "freq cpu=0 max=1.0GHz", "wake ping",
		"advance to=19ms show=wakeup",
	)
	// 0.7 ms to leave cluster-sleep, and 1 ms of work at half the speed.
	if want := "12.700ms  wakeup   pong on cpu0\n"; err != nil || out != want {
		t.Errorf("error %v, output:\n%swant:\n%s", err, out, want)
	}
}

// A narrative is commands and what the machine says.
func ExampleEnv_Run() {
	e := schedtest.New(config)
	for _, c := range []string{"platform demo-1+0", "task a\nrun 2ms cap=446", "advance to=5ms"} {
		out, err := say(e, c)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Print(out)
	}
	// Output:
	// cpu0 little cap=446
	// 0.000ms   idle     cpu0 in cluster-sleep, no tick
	// 0.000ms   new      a on cpu0
	// 0.000ms   idle     cpu0 leaves
	// 0.900ms   switch   cpu0 idle -> a
	// 2.900ms   exit     a
	// 2.900ms   switch   cpu0 a -> idle
	// 2.900ms   idle     cpu0 in cluster-sleep, no tick
}
