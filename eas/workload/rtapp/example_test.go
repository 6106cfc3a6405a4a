package rtapp_test

import (
	"fmt"

	"easim/eas/workload/rtapp"
)

// A file in workgen's dialect: the second "run" is an event of its own. The
// misspelt key is what rt-app would silently ignore.
func ExampleDecode() {
	const src = `{
	"tasks": {
		"worker": {
			"instances": 4,
			"run": 3000, // microseconds of work
			"sleep": 2000,
			"run": 1000,
			"timer": { "ref": "unique", "period": 16000 },
		},
	},
	"global": { "duration": 10, "calibration": "CPU0" }
}`
	w, list := rtapp.Decode("worker.json", []byte(src), rtapp.Options{})
	fmt.Print(list.Render([]byte(src)))
	task := w.Tasks[0]
	fmt.Printf("%s: %d thread, %d operations, %d s\n",
		task.Name, task.Instances, len(task.Phases[0].Ops), w.DurationNS/1e9)
	// Output:
	// worker.json:4: warning: tasks.worker.instances: rt-app ignores the key "instances" in a task
	//     4 |    "instances": 4,
	//         did you mean "instance"?
	// worker: 1 thread, 4 operations, 10 s
}
