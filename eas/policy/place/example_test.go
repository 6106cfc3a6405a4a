package place

import (
	"fmt"

	"easim/eas/sched"
)

// On an idle Juno r2 a small task that last ran on a big CPU wakes on the last
// of the LITTLE CPUs: each of them fits, and leaving the big one saves energy.
func ExampleEAS1x_Select() {
	b := juno(boardOptions{energyAware: true})
	b.set(1, cpuState{util: 100, freqScale: 512}) // what the task left there
	task := b.newTask(100, 100, 1)
	fmt.Println(NewEAS1x().Select(b.view(), task, 1, sched.KindWake, 0, 1))
	// Output: 5
}

// Without ENERGY_AWARE it stays where it was: that CPU is idle.
func ExampleNewEAS1x() {
	b := juno(boardOptions{energyAware: false})
	task := b.newTask(100, 100, 1)
	fmt.Println(NewEAS1x().Select(b.view(), task, 1, sched.KindWake, 0, 1))
	// Output: 1
}
