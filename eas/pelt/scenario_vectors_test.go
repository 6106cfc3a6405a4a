package pelt

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// The events of pelt.csv.
const (
	eventTick = iota + 1
	eventSleep
	eventWake
	eventBlocked
)

// bench is one task alone on one CPU, with the order of updates that the fair
// class keeps. It writes a row after each event, as pelt.csv does.
type bench struct {
	wall, tick   int64 // ns
	cpuCap, freq uint64
	weight       uint64
	clock        Clock
	task, rq     Avg
	est          UtilEst
	rqEst        uint64
	running      bool
	row          func(event int)
	wantAttached bool
}

// moveTo advances wall time with the CPU in its present state.
func (b *bench) moveTo(wall int64) {
	b.wall = wall
	if b.running {
		b.clock.Run(wall, b.cpuCap, b.freq)
	} else {
		b.clock.Idle(wall)
	}
}

// update brings the task and the queue up to date.
func (b *bench) update() {
	var on, queued uint64
	if b.running {
		on, queued = 1, b.weight
	}
	now := b.clock.Now()
	if b.task.Update(now, on, on, b.running, b.weight) {
		b.est.Changed()
	}
	b.rq.Update(now, queued, on, b.running, 1)
}

func (b *bench) wake() {
	b.moveTo(b.wall)
	if b.wantAttached {
		b.rq.Attach(&b.task, b.weight)
		b.wantAttached = false
	}
	b.update()
	b.running = true
	b.rqEst += b.est.Value()
	b.row(eventWake)
}

func (b *bench) sleep() {
	b.rqEst -= b.est.Value()
	b.est.Update(b.task.UtilAvg, b.task.RunnableAvg, b.cpuCap, true)
	b.update()
	b.running = false
	b.clock.EnterIdle(b.rq.UtilSum)
	b.row(eventSleep)
}

// run lets the task run for ns, with the ticks that fall into that time.
func (b *bench) run(ns int64) {
	if !b.running {
		b.wake()
	}
	end := b.wall + ns
	for t := (b.wall/b.tick + 1) * b.tick; t <= end; t += b.tick {
		b.moveTo(t)
		b.update()
		b.row(eventTick)
	}
	b.moveTo(end)
}

// do carries out one command of pelt_scenarios.csv.
func (b *bench) do(op string) error {
	n := int64(0)
	if len(op) > 1 {
		var err error
		if n, err = strconv.ParseInt(op[1:], 10, 64); err != nil {
			return err
		}
	}
	switch op[0] {
	case 'T':
		b.tick = n * 1000
	case 'F':
		b.moveTo(b.wall)
		b.freq = uint64(n)
	case 'R':
		b.run(n * 1000)
	case 'Z':
		if b.running {
			b.sleep()
		}
		b.moveTo(b.wall + n*1000)
	case 'B': // ageing does not touch the estimate's flag
		est := b.est
		b.update()
		b.est = est
		b.row(eventBlocked)
	default:
		return fmt.Errorf("command %q is not known", op)
	}
	return nil
}

// text is a row of pelt.csv from wall_ns on.
func (b *bench) text(event int) string {
	flag, on := 0, 0
	if b.est.Unchanged() {
		flag = 1
	}
	if b.running {
		on = 1
	}
	fields := fmt.Sprintln(b.wall, b.cpuCap, b.freq, event, on, on, b.clock.Now(),
		b.task.LastUpdate, b.task.PeriodContrib, b.task.UtilSum, b.task.UtilAvg,
		b.task.RunnableSum, b.task.RunnableAvg, b.task.LoadSum, b.task.LoadAvg,
		b.est.Value(), flag, b.rq.UtilAvg, b.rq.RunnableAvg, b.rq.LoadAvg, b.rqEst)
	return strings.ReplaceAll(strings.TrimSpace(fields), " ", ",")
}

// weightOf gives the weights of the nice values that the scenarios use
// (sched_prio_to_weight).
func weightOf(nice string) (uint64, bool) {
	switch nice {
	case "-5":
		return 3121, true
	case "0":
		return 1024, true
	case "5":
		return 335, true
	case "10":
		return 110, true
	}
	return 0, false
}

// TestScenarioVectors plays the scenarios of pelt_scenarios.csv and compares
// every row of pelt.csv.
func TestScenarioVectors(t *testing.T) {
	t.Parallel()
	in := readVectors(t, "pelt_scenarios.csv")
	out := readVectors(t, "pelt.csv")
	next := 0
	for i := range in.rows {
		number := in.text(i, "scenario")
		weight, ok := weightOf(in.text(i, "nice"))
		if !ok {
			t.Fatalf("scenario %s: no weight for nice %q", number, in.text(i, "nice"))
		}
		util := in.uint(i, "util0")
		b := &bench{
			wall: vectorStart, tick: 4000 * 1000,
			cpuCap: in.uint(i, "cpu_cap"), freq: in.uint(i, "freq_scale0"), weight: weight,
			clock:        Clock{Task: vectorStart, Pelt: vectorStart},
			rq:           Avg{LastUpdate: vectorStart},
			task:         Avg{LoadAvg: weight, UtilAvg: util, RunnableAvg: util},
			wantAttached: true,
		}
		step := 0
		b.row = func(event int) {
			got := fmt.Sprintf("%s,%d,%s", number, step, b.text(event))
			step++
			if next >= len(out.rows) {
				t.Fatalf("row beyond the end of pelt.csv: %s", got)
			}
			if want := strings.Join(out.rows[next], ","); got != want {
				t.Fatalf("row %d:\n got %s\nwant %s", next, got, want)
			}
			next++
		}
		for _, op := range strings.Fields(in.text(i, "ops")) {
			if err := b.do(op); err != nil {
				t.Fatalf("scenario %s: %v", number, err)
			}
		}
	}
	if next != len(out.rows) {
		t.Errorf("the scenarios gave %d rows, pelt.csv has %d", next, len(out.rows))
	}
	t.Logf("%d rows of %d scenarios", next, len(in.rows))
}
