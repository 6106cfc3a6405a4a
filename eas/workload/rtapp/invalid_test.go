package rtapp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"easim/energy/diag"
	"easim/testdata"
)

// TestInvalid reads the broken files of testdata/workloads/invalid, one for each
// rule. Their first lines say which errors are wanted, in order:
//
//	// want: 5: error: tasks.a.run: "run" is -1
func TestInvalid(t *testing.T) {
	dir := filepath.Join(testdata.Root(t), "testdata", "workloads", "invalid")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files in %s, %v", len(files), dir, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			wants := wanted(src)
			w, l := Decode("f", src, Options{})
			if w != nil {
				t.Error("accepted")
			}
			errs := l.Only(diag.Error)
			if len(errs) != len(wants) {
				t.Fatalf("%d errors, want %d:\n%s", len(errs), len(wants), lines(errs))
			}
			for i, d := range errs {
				if got := strings.TrimPrefix(d.String(), "f:"); !strings.HasPrefix(got, wants[i]) {
					t.Errorf("got  %s\nwant %s", got, wants[i])
				}
				if d.Code == "" {
					t.Errorf("no code: %s", d)
				}
			}
		})
	}
}

// wanted returns the diagnostics that the leading comments of src ask for.
func wanted(src []byte) []string {
	var out []string
	for _, line := range strings.Split(string(src), "\n") {
		want, ok := strings.CutPrefix(line, "// want: ")
		if !ok {
			break
		}
		out = append(out, want)
	}
	return out
}
