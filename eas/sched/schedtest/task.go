package schedtest

import (
	"fmt"

	"github.com/cockroachdb/datadriven"

	"easim/eas/pelt"
	"easim/eas/sched"
	"easim/energy"
)

// runTask creates a task at the present moment: a child of nobody, on the boot
// CPU if it may run there.
func (e *Env) runTask(d *datadriven.TestData) error {
	a := argsOf(d)
	attr := sched.TaskAttr{Name: a.word(), Nice: int(a.number("nice", 0))}
	util := a.number("util", -1)
	for _, rt := range [...]struct {
		key    string
		policy sched.Policy
	}{{"fifo", sched.FIFO}, {"rr", sched.RR}} {
		if prio := a.number(rt.key, 0); prio != 0 {
			attr.Policy, attr.Priority = rt.policy, int(prio)
		}
	}
	cpus, limited := a.value("cpus")
	if err := a.done(); err != nil {
		return err
	}
	if limited {
		var err error
		if attr.Affinity, err = energy.ParseCPUSet(cpus); err != nil {
			return err
		}
	}
	steps, err := parseSteps(d.Input)
	if err != nil {
		return err
	}
	return e.do(func() {
		e.tasks = append(e.tasks, &script{env: e, steps: steps})
		t := e.k.Spawn(attr)
		if util >= 0 && attr.Policy == sched.Normal {
			setUtil(e.k.CPU(t.CPU), t, uint64(util))
		}
	})
}

// setUtil gives a task that was just queued a utilisation, as if it had run
// before, in place of the 0 of a task without a parent. Placement and governor
// saw the latter.
func setUtil(c *sched.CPU, t *sched.Task, util uint64) {
	rq, se := &c.RQ.CFS.Avg, &t.SE.Avg
	sum := uint32(util * pelt.LoadAvgMax)
	rq.UtilAvg += util - se.UtilAvg
	rq.UtilSum += sum - se.UtilSum
	se.UtilAvg, se.UtilSum = util, sum
}

// runWake wakes a blocked task.
func (e *Env) runWake(d *datadriven.TestData) error {
	a := argsOf(d)
	name := a.word()
	if err := a.done(); err != nil {
		return err
	}
	t, err := e.task(name)
	if err != nil {
		return err
	}
	if t.State != sched.TaskSleeping {
		return fmt.Errorf("task %q does not sleep", name)
	}
	return e.do(func() { e.k.Wake(t, false) })
}
