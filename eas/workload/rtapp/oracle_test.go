package rtapp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// environment holds the files whose verdict came from the machine that rt-app
// ran on and not from the grammar: both name CPU 2, and it had two CPUs.
var environment = [...]string{
	"debian-1.0/tutorial__example8.json",
	"upstream-head/tutorial__example8.json",
}

// TestOracle gives each collected file the verdict of rt-app HEAD: the one after
// workgen for the default options, the raw one for the strict ones.
func TestOracle(t *testing.T) {
	dir := corpus(t)
	rows := table(t, filepath.Join(dir, "ORACLE-HEAD.csv"))
	if len(rows) != 97 {
		t.Fatalf("%d files in the oracle, want 97", len(rows))
	}
	for _, row := range rows {
		name := row["file"]
		t.Run(name, func(t *testing.T) {
			src := readFile(t, dir, name)
			cpus := 0
			if index(environment[:], name) >= 0 {
				cpus = 2
				if w, l := Decode(name, src, Options{}); w == nil {
					t.Errorf("refused without a platform:\n%s", l.Render(src))
				}
			}
			verdict(t, src, name, Options{CPUs: cpus}, row["after_workgen"])
			verdict(t, src, name, Options{CPUs: cpus, StrictDuplicates: true}, row["raw"])
		})
	}
}

func verdict(t *testing.T, src []byte, name string, o Options, want string) {
	t.Helper()
	w, l := Decode(name, src, o)
	if accepted := strings.HasPrefix(want, "accepted"); (w != nil) != accepted {
		t.Errorf("%+v: rt-app says %q, easim:\n%s", o, want, l.Render(src))
	}
	if w == nil {
		return
	}
	if err := w.Validate(); err != nil {
		t.Errorf("%+v: the workload is not sound: %v", o, err)
	}
}

// TestDebianExamples reads the examples of Debian's package rt-app.
func TestDebianExamples(t *testing.T) {
	const dir = "/usr/share/doc/rt-app/examples"
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
			t.Fatal("EASIM_REQUIRE_TOOLS=1 and the package rt-app is not installed")
		}
		t.Skip("the package rt-app is not installed")
	}
	tasks := map[string]int{
		"browser-short.json": 9, "mp3-long.json": 5, "spreading-tasks.json": 2, "video-long.json": 17,
		"tutorial/example3.json": 1, "tutorial/example8.json": 1,
	}
	found := 0
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		name = filepath.ToSlash(name)
		src := readFile(t, path)
		w, l := Decode(name, src, Options{})
		// The merge folder holds fragments and the 0.x grammar.
		if want := !strings.HasPrefix(name, "merge/"); (w != nil) != want {
			t.Errorf("%s: accepted is %v, want %v:\n%s", name, w != nil, want, l.Render(src))
		}
		if n, ok := tasks[name]; ok && w != nil {
			found++
			if len(w.Tasks) != n {
				t.Errorf("%s: %d tasks, want %d", name, len(w.Tasks), n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found != len(tasks) {
		t.Errorf("%d of the %d files with a known number of tasks were read", found, len(tasks))
	}
}
