package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"easim/eas"
)

// small is a sweep of short runs: 8 points with 3 seeds.
func small(tb testing.TB) Matrix {
	tb.Helper()
	m := Matrix{Axes: axesOf(tb, "busy_factor=1..8x2", "feat=LB_MIN,none"), Seeds: []uint64{1, 2, 3}, Program: "test"}
	m.Base = eas.Scenario{
		Workload: "periodic:tasks=2,util=0.1,min_period=2ms,max_period=5ms",
		Duration: eas.SpanOf(20e6), Warmup: eas.SpanOf(0),
	}
	return m
}

// do runs a sweep that must succeed.
func do(tb testing.TB, m Matrix, o Options) *Outcome {
	tb.Helper()
	out, err := Run(context.Background(), plan(tb, m), o)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

func read(tb testing.TB, path ...string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

func write(tb testing.TB, text string, path ...string) {
	tb.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
}

// checkSame compares all files of two folders.
func checkSame(tb testing.TB, a, b string) {
	tb.Helper()
	list := func(dir string) (names []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			tb.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if x, y := fmt.Sprint(list(a)), fmt.Sprint(list(b)); x != y {
		tb.Errorf("%s holds %s, %s holds %s", a, x, b, y)
	}
	for _, name := range list(a) {
		if read(tb, a, name) != read(tb, b, name) {
			tb.Errorf("%s differs in %s and %s", name, a, b)
		}
	}
}

// whole is the small sweep, uninterrupted, by one worker.
func whole(tb testing.TB, root string) string {
	tb.Helper()
	dir := filepath.Join(root, "whole")
	do(tb, small(tb), Options{Dir: dir, Workers: 1})
	return dir
}

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "out")
	var last Progress
	calls := 0
	out := do(t, small(t), Options{Dir: dir, OnDone: func(p Progress) { last, calls = p, calls+1 }})
	if out.Done != 24 || out.Total != 24 || out.Failed != 0 || out.Missing != 0 || calls != 24 || last.Done != 24 {
		t.Errorf("outcome %+v, %d calls, last %+v", out, calls, last)
	}
	lines := strings.Split(strings.TrimSuffix(read(t, dir, ResultsFile), "\n"), "\n")
	if len(lines) != 24 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, l := range lines {
		want := fmt.Sprintf(`{"run":%d,"axes":{"busy_factor":%d,"feat":"%s"},"format":1,"version":"test","scenario":{`,
			i+1, 1<<(i/6), []string{"LB_MIN", "none"}[i/3%2])
		if !strings.HasPrefix(l, want) {
			t.Errorf("line %d begins %.120s, want %s", i+1, l, want)
		}
		if !strings.Contains(l, fmt.Sprintf(`"seed":%d,`, i%3+1)) {
			t.Errorf("line %d has another seed", i+1)
		}
	}
}

// TestWorkers: the folder does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	root := t.TempDir()
	first := whole(t, root)
	for _, n := range []int{2, 5, 40} {
		dir := filepath.Join(root, fmt.Sprint(n))
		do(t, small(t), Options{Dir: dir, Workers: n})
		checkSame(t, first, dir)
	}
}

// TestCancel: what is done before a cancellation is kept, and --resume does the rest.
func TestCancel(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "out")
	for round := range 4 {
		ctx, cancel := context.WithCancel(context.Background())
		var done atomic.Int64
		out, err := Run(ctx, plan(t, small(t)), Options{Dir: dir, Resume: true, Workers: 2, OnDone: func(Progress) {
			if done.Add(1) == 4 {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) || out == nil || out.Kept+out.Done+out.Missing != 24 {
			t.Fatalf("round %d: %+v, %v", round, out, err)
		}
		if n := strings.Count(read(t, dir, ResultsFile), "\n"); n != 24-out.Missing || n < 4*(round+1) {
			t.Errorf("round %d: %d lines, %d missing", round, n, out.Missing)
		}
	}
	out := do(t, small(t), Options{Dir: dir, Resume: true})
	if out.Kept+out.Done != 24 || out.Kept < 16 {
		t.Errorf("the last round: %+v", out)
	}
	checkSame(t, whole(t, root), dir)
	if again := do(t, small(t), Options{Dir: dir, Resume: true}); again.Done != 0 || again.Kept != 24 {
		t.Errorf("nothing to do: %+v", again)
	}
}

// TestRepair: whatever a crash left behind, --resume ends with the same folder.
func TestRepair(t *testing.T) {
	root := t.TempDir()
	good := whole(t, root)
	text, matrix := read(t, good, ResultsFile), read(t, good, MatrixFile)
	lines := strings.SplitAfter(text, "\n")
	some := strings.Join(lines[:10], "")
	for name, c := range map[string]struct{ results, matrix string }{
		"empty folder":    {"-", "-"},
		"matrix only":     {"-", matrix},
		"empty results":   {"", matrix},
		"no matrix":       {"", "-"},
		"empty matrix":    {"", ""},
		"torn matrix":     {"", matrix[:20]},
		"torn line":       {some + lines[10][:200], matrix},
		"one torn line":   {lines[0][:50], matrix},
		"end lost":        {some + strings.TrimSuffix(lines[10], "\n"), matrix},
		"zeros at end":    {some + strings.Repeat("\x00", 5000), matrix},
		"zeros within":    {some + strings.Repeat("\x00", 100) + "\n" + lines[12], matrix},
		"damaged line":    {some + lines[10][:300] + strings.Replace(lines[10][300:], `":`, `:`, 1), matrix},
		"blank lines":     {"\n" + some + "\n\n" + lines[15], matrix},
		"twice the same":  {some + some, matrix},
		"out of order":    {lines[3] + lines[1] + lines[20], matrix},
		"other sweep":     {some + strings.Replace(lines[10], `"busy_factor":2`, `"busy_factor":3`, 1), matrix},
		"run out of line": {some + `{"run":99,"axes":{}}` + "\n", matrix},
		"all there":       {text, matrix},
		"all, no order":   {strings.Join(lines[12:], "") + strings.Join(lines[:12], ""), matrix},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(root, strings.ReplaceAll(name, " ", "-"))
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if c.results != "-" {
				write(t, c.results, dir, ResultsFile)
			}
			if c.matrix != "-" {
				write(t, c.matrix, dir, MatrixFile)
			}
			do(t, small(t), Options{Dir: dir, Resume: true})
			checkSame(t, good, dir)
		})
	}
}

// TestOtherMatrix: a changed matrix is refused, and the message says in what.
func TestOtherMatrix(t *testing.T) {
	root := t.TempDir()
	dir := whole(t, root)
	before := read(t, dir, ResultsFile)
	for name, c := range map[string]struct {
		change func(m *Matrix)
		resume bool
		want   string
	}{
		"not resumed": {func(*Matrix) {}, false, "--resume goes on"},
		"values": {
			func(m *Matrix) { m.Axes[0] = axesOf(t, "busy_factor=1..4")[0] }, true,
			"axis busy_factor: 1,2,4,8 there, 1,2,3,4 now",
		},
		"axes":  {func(m *Matrix) { m.Axes = m.Axes[:1] }, true, "axes: busy_factor, feat there, busy_factor now"},
		"seeds": {func(m *Matrix) { m.Seeds = []uint64{1, 2} }, true, "seeds: 1..3 there, 1,2 now"},
		"where": {
			func(m *Matrix) { m.Where = []string{"busy_factor<4"} }, true, "where: nothing there, busy_factor<4 now",
		},
		"sample":   {func(m *Matrix) { m.Random = 4 }, true, "sample: nothing there, random 4, seed 1 now"},
		"platform": {func(m *Matrix) { m.Base.Platform = "hikey960" }, true, "platform: juno-r2 there, hikey960 now"},
		"duration": {func(m *Matrix) { m.Base.Duration = eas.SpanOf(1e6) }, true, "duration: 20ms there, 1ms now"},
		"program":  {func(m *Matrix) { m.Program = "2.0" }, true, "easim: test there, 2.0 now"},
		"set": {func(m *Matrix) {
			m.Base.Layers = []eas.Layer{{Params: []eas.Setting{{Key: "hz", Value: "100"}}}}
		}, true, "set: nothing there, hz=100 now"},
	} {
		m := small(t)
		c.change(&m)
		out, err := Run(context.Background(), plan(t, m), Options{Dir: dir, Resume: c.resume})
		var input *eas.InputError
		if out != nil || !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if read(t, dir, ResultsFile) != before {
		t.Errorf("a refused sweep changed the results")
	}
	m := small(t)
	m.Base.Platform, m.Base.Profile = "Juno-R2", "EASv5.2" // the defaults, by name
	if out := do(t, m, Options{Dir: dir, Resume: true}); out.Done != 0 {
		t.Errorf("the same sweep ran again: %+v", out)
	}
	write(t, "{}\n", root, "loose.jsonl")
	if err := os.Mkdir(filepath.Join(root, "loose"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, "{}\n", root, "loose", ResultsFile)
	loose := Options{Dir: filepath.Join(root, "loose"), Resume: true}
	if _, err := Run(context.Background(), plan(t, m), loose); err == nil ||
		!strings.Contains(err.Error(), "no sweep.toml") {
		t.Errorf("results without a matrix: %v", err)
	}
	if _, err := Run(context.Background(), plan(t, m), Options{Dir: filepath.Join(root, "loose.jsonl")}); err == nil ||
		!strings.Contains(err.Error(), "loose.jsonl") {
		t.Errorf("a file as folder: %v", err)
	}
}

// TestFiles: scenarios may name files; changed ones are noticed, and relative names
// begin in the matrix's folder.
func TestFiles(t *testing.T) {
	root := t.TempDir()
	const load = "format = 1\nname = \"x\"\n[[task]]\nname = \"a\"\nperiod_us = 2000\nrun_us = 300\n"
	write(t, load, root, "w.toml")
	m := small(t)
	m.Base.Workload, m.Folder = "./w.toml", root
	dir := filepath.Join(root, "deep", "out")
	do(t, m, Options{Dir: dir})
	text := read(t, dir, MatrixFile)
	if !strings.Contains(text, `folder = "../.."`) || !strings.Contains(text, `workload = "./w.toml"`) ||
		!strings.Contains(text, "[[input]]") {
		t.Errorf("the matrix is\n%s", text)
	}
	// The file in the folder makes the same sweep again, from wherever.
	again, list := Decode(filepath.Join(dir, MatrixFile), []byte(text))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(root, "other", "out")
	do(t, again, Options{Dir: other})
	checkSame(t, dir, other)
	write(t, load+"util = 0.5\n", root, "w.toml")
	if _, err := Run(context.Background(), plan(t, m), Options{Dir: dir, Resume: true}); err == nil {
		t.Errorf("a broken file was taken")
	}
	write(t, strings.Replace(load, "300", "400", 1), root, "w.toml")
	_, err := Run(context.Background(), plan(t, m), Options{Dir: dir, Resume: true})
	if err == nil || !strings.Contains(err.Error(), "the file ./w.toml was changed") {
		t.Errorf("a changed file: %v", err)
	}
	m.Base.Workload = "gone.toml"
	if _, err = Run(context.Background(), plan(t, m), Options{Dir: dir, Resume: true}); err == nil ||
		!strings.Contains(err.Error(), `workload file "gone.toml": no such file`) {
		t.Errorf("a missing file: %v", err)
	}
}

// TestFailures: a run that fails is on record, the rest goes on, and --resume tries
// it again.
func TestFailures(t *testing.T) {
	root := t.TempDir()
	write(t, `{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`, root, "stuck.json")
	write(t, `{"tasks": {"a": {"loop": 5, "run": 1000}}, "global": {"duration": 1, "calibration": 10}}`, root, "fine.json")
	m := small(t)
	m.Folder = root
	m.Axes = axesOf(t, "workload=fine.json,stuck.json", "busy_factor=1,2")
	var folders []string
	for _, workers := range []int{1, 4} {
		dir := filepath.Join(root, fmt.Sprint(workers))
		folders = append(folders, dir)
		for range 2 {
			out := do(t, m, Options{Dir: dir, Resume: true, Workers: workers})
			if out.Failed != 6 || len(out.Failures) != 6 || out.Missing != 6 {
				t.Errorf("%+v", out)
			}
			f := out.Failures[0]
			if f.Run != 7 || f.Point != "workload=stuck.json busy_factor=1" || f.Seed != 1 ||
				!strings.Contains(f.Error, "without running") {
				t.Errorf("%+v", f)
			}
		}
		if n := strings.Count(read(t, dir, ResultsFile), "\n"); n != 6 {
			t.Errorf("%d lines", n)
		}
		if text := read(t, dir, FailuresFile); strings.Count(text, "\n") != 6 ||
			!strings.HasPrefix(text, `{"run":7,"axes":{"workload":"stuck.json","busy_factor":1},"seed":1,"error":"`) {
			t.Errorf("failures: %s", text)
		}
	}
	checkSame(t, folders[0], folders[1])
}

// TestNothingRuns: a point that cannot be run is found before anything runs.
func TestNothingRuns(t *testing.T) {
	m := small(t)
	m.Axes = axesOf(t, "platform=juno-r2,hikey960", "rate=383,593")
	dir := filepath.Join(t.TempDir(), "out")
	_, err := Run(context.Background(), plan(t, m), Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "nothing was run: point platform=hikey960 rate=383: ") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("the folder was made")
	}
	m = small(t)
	for _, o := range []Options{{Dir: dir, Shard: 3, Shards: 2}, {Dir: dir, Shards: 2}, {Dir: dir, Shard: 1, Shards: -1}} {
		if _, err := Run(context.Background(), plan(t, m), o); err == nil || !strings.Contains(err.Error(), "shard") {
			t.Errorf("shard %d of %d: %v", o.Shard, o.Shards, err)
		}
	}
}

// TestLock: two sweeps do not write into one folder.
func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var second error
	do(t, small(t), Options{Dir: dir, Workers: 1, OnStart: func(Progress) {
		_, second = Run(context.Background(), plan(t, small(t)), Options{Dir: dir, Resume: true})
	}})
	if l, err := lockFolder(dir); err != nil || l == nil {
		t.Errorf("the lock is kept: %v", err)
	} else {
		l.release()
	}
	if locks && (second == nil || !strings.Contains(second.Error(), "another easim")) {
		t.Errorf("the second sweep: %v", second)
	}
}

// TestMerge: the merge of all shards is the whole, byte for byte.
func TestMerge(t *testing.T) {
	root := t.TempDir()
	good := whole(t, root)
	for _, shards := range []int{1, 3, 24, 30} {
		var dirs []string
		total := 0
		for i := range shards {
			dir := filepath.Join(root, fmt.Sprintf("part-%d-%d", shards, i+1))
			out := do(t, small(t), Options{Dir: dir, Shard: i + 1, Shards: shards})
			dirs = append(dirs, dir)
			total += out.Total
		}
		if total != 24 {
			t.Errorf("%d shards have %d runs", shards, total)
		}
		merged := filepath.Join(root, fmt.Sprint("merged", shards))
		m, err := Merge(dirs, merged)
		if err != nil || m.Runs != 24 || m.Total != 24 {
			t.Fatalf("%+v, %v", m, err)
		}
		checkSame(t, good, merged)
	}
}

func TestMergeParts(t *testing.T) {
	root := t.TempDir()
	good := whole(t, root)
	part := func(i int) string { return filepath.Join(root, fmt.Sprint("p", i)) }
	for i := range 3 {
		do(t, small(t), Options{Dir: part(i), Shard: i + 1, Shards: 3})
	}
	// A part is missing: the rest is done afterwards.
	merged := filepath.Join(root, "merged")
	m, err := Merge([]string{part(2), part(0), part(0) + "/."}, merged)
	if err != nil || m.Runs != 16 {
		t.Fatalf("%+v, %v", m, err)
	}
	if out := do(t, small(t), Options{Dir: merged, Resume: true}); out.Done != 8 {
		t.Errorf("%+v", out)
	}
	checkSame(t, good, merged)

	refuse := func(want string, out string, dirs ...string) {
		t.Helper()
		if _, err := Merge(dirs, out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	other := filepath.Join(root, "other")
	n := small(t)
	n.Seeds = []uint64{9}
	do(t, n, Options{Dir: other})
	refuse("hold different sweeps", filepath.Join(root, "x"), part(0), other)
	refuse("is no folder of a sweep", filepath.Join(root, "x"), root)
	refuse("holds results already", other, part(0))
	refuse("is merged and written to", part(0), part(0), part(1))
	refuse("nothing to merge", filepath.Join(root, "x"))
	text := read(t, part(1), ResultsFile)
	write(t, strings.Replace(text, `"busy_ns":`, `"busy_ns":1`, 1), part(1), ResultsFile)
	refuse("differs from that of another folder", filepath.Join(root, "x"), good, part(1))
	if bytes.Contains([]byte(read(t, good, MatrixFile)), []byte(root)) {
		t.Errorf("the matrix names an absolute path")
	}
}

// A matrix that somebody wrote by hand stays as it is where it says the same.
func TestKeepsHandWrittenMatrix(t *testing.T) {
	made, dir := t.TempDir(), t.TempDir()
	do(t, small(t), Options{Dir: made})
	byHand := "# the question of issue 7\n" + read(t, made, MatrixFile)
	write(t, byHand, dir, MatrixFile)
	do(t, small(t), Options{Dir: dir})
	if got := read(t, dir, MatrixFile); got != byHand {
		t.Errorf("the file is now:\n%s", got)
	}
	if read(t, dir, ResultsFile) != read(t, made, ResultsFile) {
		t.Error("the results differ")
	}
	other := small(t)
	other.Seeds = []uint64{9}
	again := t.TempDir()
	write(t, byHand, again, MatrixFile)
	do(t, other, Options{Dir: again})
	if got := read(t, again, MatrixFile); got == byHand {
		t.Error("the folder holds the matrix of another sweep")
	}
}
