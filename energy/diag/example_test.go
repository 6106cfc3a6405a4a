package diag_test

import (
	"fmt"

	"easim/energy/diag"
)

// A reader adds faults by key path; the index finds their lines.
func ExampleList() {
	src := []byte("[[task]]\nname = \"ui\"\nperiod_ms = 16\n")
	var l diag.List
	l.Errorf("task[0].period_ms", diag.Suggest("period_ms", []string{"name", "period_us"}), "unknown key %q",
		"period_ms")
	l.Locate("ui.toml", diag.NewIndex(src))
	fmt.Print(l.Render(src))
	fmt.Println(l.Err())
	// Output:
	// ui.toml:3: error: task[0].period_ms: unknown key "period_ms"
	//     3 | period_ms = 16
	//         did you mean "period_us"?
	// ui.toml:3: error: task[0].period_ms: unknown key "period_ms"; did you mean "period_us"?
}

func ExampleNearest() {
	fmt.Println(diag.Nearest("schedutill", []string{"performance", "schedutil"}))
	// Output: schedutil true
}

// Fields reads a decoded document and reports what is wrong with it.
func ExampleFields() {
	doc := map[string]any{"name": "ui", "work_us": "long", "perod_us": int64(16_000)}
	var l diag.List
	f := diag.NewFields(doc, &l)
	fmt.Println(f.Text("name"), f.Int("work_us"), f.Has("period_us"))
	f.Done()
	fmt.Print(l.Render(nil))
	// Output:
	// ui 0 false
	// error: work_us: want an integer, have the text "long"
	//         write an integer
	// error: perod_us: unknown key "perod_us"
	//         did you mean "period_us"?
}
