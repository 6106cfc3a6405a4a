package debugfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

// shells are those that the script must run in: dash keeps to POSIX.
func shells(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, name := range []string{"dash", "sh", "busybox"} {
		if _, err := exec.LookPath(name); err == nil {
			found = append(found, name)
		}
	}
	if runtime.GOOS == "windows" || len(found) == 0 {
		t.Skip("no POSIX shell, or no colons in file names")
	}
	return found
}

func shell(name string, args ...string) *exec.Cmd {
	if name == "busybox" {
		args = append([]string{"sh"}, args...)
	}
	return exec.Command(name, args...)
}

func TestCollectParses(t *testing.T) {
	t.Parallel()
	for _, name := range shells(t) {
		cmd := shell(name, "-n")
		cmd.Stdin = strings.NewReader(CollectScript())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s -n: %v\n%s", name, err, out)
		}
	}
}

// TestCollect runs the script against a made-up root and imports what it prints:
// the same platform as from the directory itself.
func TestCollect(t *testing.T) {
	t.Parallel()
	root := filepath.Join(t.TempDir(), "a root")
	for p, v := range board() {
		at := filepath.Join(root, p)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(v), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := ReadDir(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Import("board", nil, &dir, draft.Options{})
	for _, name := range shells(t) {
		cmd := shell(name, "-s", root)
		cmd.Stdin = strings.NewReader(CollectScript())
		var complaints strings.Builder
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil || complaints.Len() > 0 {
			t.Fatalf("%s: %v\n%s", name, err, complaints.String())
		}
		if strings.Contains(string(out), root) {
			t.Errorf("%s: the root directory is in the dump", name)
		}
		f, err := ReadText(out)
		if err != nil {
			t.Fatal(err)
		}
		got, list := Import("board", nil, &f, draft.Options{})
		if got == nil || string(energy.Encode(got)) != string(energy.Encode(want)) {
			t.Errorf("%s: %v\n%s", name, list, out)
		}
	}
}

// TestCollectWithoutRoot: nothing readable is no failure, and the remedy is named.
func TestCollectWithoutRoot(t *testing.T) {
	t.Parallel()
	for _, name := range shells(t) {
		cmd := shell(name, "-s", t.TempDir())
		cmd.Stdin = strings.NewReader(CollectScript())
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "mount -t debugfs") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestCollectHere runs the script on this machine, whose sysfs is no plain file
// system: a list of CPUs comes to readers of whole blocks only.
func TestCollectHere(t *testing.T) {
	t.Parallel()
	const list = "/sys/devices/system/cpu/cpu0/topology/package_cpus_list"
	want, err := os.ReadFile(list)
	if err != nil {
		t.Skip("no sysfs with a topology: ", err)
	}
	for _, name := range shells(t) {
		cmd := shell(name)
		cmd.Stdin = strings.NewReader(CollectScript())
		out, err := cmd.Output()
		if line := list + ":" + string(want); err != nil || !strings.Contains(string(out), line) {
			t.Errorf("%s: %v, no %q in\n%s", name, err, line, out)
		}
	}
}
