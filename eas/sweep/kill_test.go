package sweep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"easim/eas"
)

// childDir names the folder for a test binary that is to be killed.
const childDir = "EASIM_TEST_SWEEP_CHILD"

// killed is a sweep long enough to be killed often.
func killed(tb testing.TB) Matrix {
	m := small(tb)
	m.Axes = axesOf(tb, "busy_factor=1..25", "feat=LB_MIN,none")
	m.Seeds = []uint64{1, 2, 3, 4, 5, 6}
	m.Base.Duration = eas.SpanOf(150e6)
	return m
}

// TestChild is the process that is killed. It says after each run how many runs
// are written.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("runs as a process of TestKill only")
	}
	say := func(p Progress) { fmt.Fprintf(os.Stdout, "done %d\n", p.Kept+p.Done) }
	o := Options{Dir: dir, Resume: true, Workers: 3, OnStart: say, OnDone: say}
	if _, err := Run(context.Background(), plan(t, killed(t)), o); err != nil {
		t.Fatal(err)
	}
}

// TestKill kills a sweep twenty times at random instants, without warning. Every
// run that was reported as done is there afterwards, and in the end the folder is
// that of an uninterrupted sweep.
func TestKill(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "killed")
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	kills, rounds := 0, 0
	for total := killedRuns(t); kills < 20; rounds++ {
		// From the start of the process, or from its first run.
		said, died := child(t, dir, kills%3 == 0, time.Duration(rng.IntN(60_000))*time.Microsecond)
		if died {
			kills++
		}
		lines := 0
		if text, err := os.ReadFile(filepath.Join(dir, ResultsFile)); err == nil {
			lines = strings.Count(string(text), "\n")
		}
		if lines < said {
			t.Errorf("seed %d, round %d: %d runs were reported, %d lines are there", seed, rounds, said, lines)
		}
		if !died || said >= total { // it was too fast: once more from the beginning
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
		if rounds > 500 {
			t.Fatalf("seed %d: only %d kills in %d rounds", seed, kills, rounds)
		}
	}
	if _, died := child(t, dir, true, time.Hour); died {
		t.Fatal("the last child failed")
	}
	whole := filepath.Join(root, "whole")
	do(t, killed(t), Options{Dir: whole})
	checkSame(t, whole, dir)
}

func killedRuns(t *testing.T) int { return plan(t, killed(t)).Runs() }

// child runs the sweep in a process of its own and kills it some time after its
// start, or after its first word. It returns the last number that it said.
func child(t *testing.T, dir string, early bool, after time.Duration) (said int, died bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.count=1")
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Kill() }
	var timer *time.Timer
	if early {
		timer = time.AfterFunc(after, kill)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n, ok := strings.CutPrefix(lines.Text(), "done "); ok {
			if timer == nil {
				timer = time.AfterFunc(after, kill)
			}
			if said, err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	if timer != nil {
		timer.Stop()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return said, err != nil
}

// TestFullDisk: a full disk is a clear error, nothing that is there is lost, and
// the sweep goes on when there is room again.
func TestFullDisk(t *testing.T) {
	root := t.TempDir()
	good := filepath.Join(root, "whole", "out")
	do(t, small(t), Options{Dir: good})
	disk := filepath.Join(root, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(good, ResultsFile))
	if err != nil {
		t.Fatal(err)
	}
	mount(t, disk, fmt.Sprint(info.Size()/2))
	dir := filepath.Join(disk, "out")
	out, err := Run(context.Background(), plan(t, small(t)), Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "no space left") ||
		!strings.Contains(err.Error(), "go on with --resume") {
		t.Fatalf("error %v", err)
	}
	kept := strings.Count(read(t, dir, ResultsFile), "\n")
	if kept == 0 || kept+out.Missing != 24 || !strings.HasSuffix(read(t, dir, ResultsFile), "}\n") {
		t.Errorf("%d lines, %+v", kept, out)
	}
	if _, err = Run(context.Background(), plan(t, small(t)), Options{Dir: dir, Resume: true}); err == nil {
		t.Errorf("the disk has grown")
	}
	// Room for the runs, but not for putting them in order, if they are not.
	mount(t, disk, fmt.Sprintf("remount,%d", info.Size()*3/2))
	if _, err = Run(context.Background(), plan(t, small(t)), Options{Dir: dir, Resume: true}); err != nil &&
		!strings.Contains(err.Error(), "all runs are kept") {
		t.Errorf("putting in order: %v", err)
	}
	mount(t, disk, "remount,8m")
	if out := do(t, small(t), Options{Dir: dir, Resume: true}); out.Kept < kept || out.Missing != 0 {
		t.Errorf("kept %d before, then %+v", kept, out)
	}
	checkSame(t, good, dir)
}

// mount mounts a small file system in memory, or with "remount," in front of its
// size lets it grow. Who may not do that has TestFileLimit.
func mount(t *testing.T, dir, size string) {
	t.Helper()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("a full disk needs Linux and the right to mount a tmpfs")
	}
	options := "size=" + size
	if rest, again := strings.CutPrefix(size, "remount,"); again {
		options = "remount,size=" + rest
	} else {
		t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("a full disk needs the right to mount a tmpfs: %v: %s", err, out)
	}
}

const limitedDir = "EASIM_TEST_SWEEP_LIMITED"

// TestLimitedChild is the process that may write small files only.
func TestLimitedChild(t *testing.T) {
	dir := os.Getenv(limitedDir)
	if dir == "" {
		t.Skip("runs as a process of TestFileLimit only")
	}
	_, err := Run(context.Background(), plan(t, small(t)), Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "--resume") || !strings.Contains(err.Error(), "are kept") {
		t.Fatalf("error %v", err)
	}
	fmt.Println("said:", err)
}

// TestFileLimit is TestFullDisk for those who may not mount a file system: the
// size of a file is limited.
func TestFileLimit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no such limit there")
	}
	root := t.TempDir()
	dir := filepath.Join(root, "limited")
	const script = `trap "" XFSZ; ulimit -f 100; exec "$0" -test.run='^TestLimitedChild$' -test.count=1`
	cmd := exec.Command("sh", "-c", script, os.Args[0])
	cmd.Env = append(os.Environ(), limitedDir+"="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "said:") {
		t.Fatalf("%v: %s", err, out)
	}
	text := read(t, dir, ResultsFile)
	if kept := strings.Count(text, "\n"); kept == 0 || kept == 24 || !strings.HasSuffix(text, "}\n") {
		t.Errorf("%d lines are kept", kept)
	}
	do(t, small(t), Options{Dir: dir, Resume: true})
	checkSame(t, whole(t, root), dir)
}
