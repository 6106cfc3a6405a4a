package pelt_test

import (
	"fmt"

	"easim/eas/pelt"
)

const ms = 1_000_000

// A task alternates 8 ms of running and 8 ms of sleep on a CPU at full speed.
func ExampleAvg_Update() {
	a := pelt.InitTask(1024)
	now := int64(0)
	for range 30 {
		now += 8 * ms
		a.Update(now, 1, 1, true, 1024)
		now += 8 * ms
		a.Update(now, 0, 0, false, 1024)
	}
	fmt.Println(a.UtilAvg)
	// Output: 469
}

// The signals of a LITTLE CPU of capacity 446 go by a slower clock.
func ExampleClock() {
	var c pelt.Clock
	c.Run(10*ms, 446, 1024) // 10 ms of work
	fmt.Println(c.Now())
	c.EnterIdle(0)  // not saturated: idle time catches up
	c.Idle(20 * ms) // 10 ms of idle time
	fmt.Println(c.Now())
	// Output:
	// 4355468
	// 20000000
}

func ExampleUtilEst() {
	var e pelt.UtilEst
	e.Update(400, 400, 1024, true) // goes to sleep: up at once
	fmt.Println(e.Value(), e.Unchanged())
	e.Changed()
	e.Update(200, 200, 1024, true) // down by a quarter of the way
	fmt.Println(e.Value())
	// Output:
	// 400 true
	// 350
}

func ExampleAvg_Attach() {
	var rq pelt.Avg
	for range 3 {
		task := pelt.InitTask(1024)
		task.Guess(&rq, 1024, 1024)
		rq.Attach(&task, 1024)
		fmt.Println(task.UtilAvg, rq.UtilAvg)
	}
	// Output:
	// 512 512
	// 256 768
	// 128 896
}

func ExampleAvg_Remove() {
	var rq pelt.Avg
	task := pelt.Avg{LoadAvg: 1024, UtilAvg: 300, RunnableAvg: 300}
	rq.Attach(&task, 1024)
	var gone pelt.Removed
	gone.Add(&task) // wakes on another CPU
	rq.Remove(&gone)
	fmt.Println(rq.UtilAvg, task.UtilAvg)
	// Output: 0 300
}

// In 4.4 a new task counts as always running, and a LITTLE CPU's capacity is
// the limit of its utilisation.
func ExampleAvg44_Update() {
	a := pelt.InitTask44(1024)
	fmt.Println(a.UtilAvg)
	for now := int64(0); now <= 400*ms; now += 4 * ms {
		a.Update(now, 1024, true, 1024, 446)
	}
	fmt.Println(a.UtilAvg, a.LoadAvg)
	// Output:
	// 1024
	// 441 1012
}

// A task that went to another CPU is counted until the queue's next update.
func ExampleRQAvg44_Remove() {
	var rq pelt.RQAvg44
	task := pelt.InitTask44(1024)
	rq.Attach(&task)
	rq.Enqueue(&task)
	rq.Dequeue(&task)
	var gone pelt.Removed44
	gone.Add(&task)
	fmt.Println(rq.UtilAvg, rq.RunnableLoadAvg)
	rq.Remove(&gone)
	rq.Update(5*ms, 0, false, 1024, 1024)
	fmt.Println(rq.UtilAvg)
	// Output:
	// 1024 0
	// 0
}
