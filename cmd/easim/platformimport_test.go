package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"easim/energy"
)

const boardDump = `/sys/kernel/debug/energy_model/cpu0/cpus:0
/sys/kernel/debug/energy_model/cpu0/flags:0x1
/sys/kernel/debug/energy_model/cpu0/ps:500000/power:24500
/sys/kernel/debug/energy_model/cpu0/ps:500000/performance:128
/sys/kernel/debug/energy_model/cpu0/ps:1000000/power:81000
/sys/kernel/debug/energy_model/cpu0/ps:1000000/performance:256
/sys/kernel/debug/energy_model/cpu1/cpus:1
/sys/kernel/debug/energy_model/cpu1/flags:0x1
/sys/kernel/debug/energy_model/cpu1/ps:2000000/power:800000
/sys/kernel/debug/energy_model/cpu1/ps:2000000/performance:1024
`

// TestPlatformImport: from standard input to a platform that runs.
func TestPlatformImport(t *testing.T) {
	out := filepath.Join(t.TempDir(), "toy.toml")
	code, stdout, stderr := run(boardDump, "platform", "import", "-", "-o", out, "--name", "toy")
	if code != exitDone || stdout != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if want := "2 CPUs, 2 clusters, 2 frequency domains, 1 power table; complete"; !strings.Contains(stderr, want) {
		t.Errorf("stderr %q lacks %q", stderr, want)
	}
	for _, args := range [][]string{{"platform", "validate", out}, {"run", "--platform", out, "--duration", "100ms"}} {
		if code, _, stderr := run("", args...); code != exitDone {
			t.Errorf("easim %s: %d %s", strings.Join(args, " "), code, stderr)
		}
	}
	_, printed, _ := run(boardDump, "platform", "import", "-", "--name", "toy")
	if file, err := os.ReadFile(out); err != nil || string(file) != printed {
		t.Errorf("printed and written platforms differ: %v\n%s", err, printed)
	}
}

// TestPlatformImportFaults: a fault ends with code 2, shows its line and writes
// nothing; --allow takes it as a warning.
func TestPlatformImportFaults(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "toy.toml")
	bad := strings.Replace(boardDump, "power:81000", "power:81 ...", 1)
	code, _, stderr := run(bad, "platform", "import", "-", "-o", out)
	if code != exitInput || !strings.Contains(stderr, `standard input:5: error: /sys/kernel/debug`) ||
		!strings.Contains(stderr, `want a number, have "81 ..." [number]`) {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a faulty input is written down")
	}
	if code, _, stderr := run(bad, "platform", "import", "-", "-o", out, "--allow", "number"); code != exitDone {
		t.Errorf("--allow: exit code %d, stderr %q", code, stderr)
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"needs one argument", nil},
		{`no file or directory "gone.dtb"`, []string{"gone.dtb"}},
		{"unknown format", []string{"-"}},
		{"use lower-case letters", []string{"-", "--name", "A b"}},
		{"want CPUs, for example", []string{"-", "--domain", "x"}},
		{"want CPUs, for example", []string{"-", "--domain", ""}},
		{"CPUs 2-3 are in another domain already", []string{"-", "--domain", "0-3", "--domain", "2-5"}},
		{"want a mask of bits", []string{"-", "--supported-hw", "x"}},
		{"no file in it that says something about CPUs", []string{dir}},
	} {
		code, stdout, stderr := run("nothing", append([]string{"platform", "import"}, c.args...)...)
		if code != exitInput || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, stdout %q, stderr %q", c.args, code, stdout, stderr)
		}
	}
}

// TestPlatformImportSyntax: what is no text of its format says where, without the
// names of our packages.
func TestPlatformImportSyntax(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, c := range map[string]struct{ text, want string }{
		"a.json": {"{\"clusters\": {\n\"big\": [0,,1]}}\n", "a.json:2: error: invalid character ',' looking for " +
			"beginning of value\n" +
			"    2 | \"big\": [0,,1]}}\n"},
		"b.yml":      {"platform-info:\n  conf: [\n", "b.yml:2: error: sequence end token ']' not found\n"},
		"c.dtb":      {"\xd0\x0d\xfe\xed\x00", "easim: c.dtb: at byte 5: the file ends within the header of 40 bytes\n"},
		"d.toml":     {"", "easim: d.toml: unknown format: there is nothing in it\n"},
		"cpu_1d.csv": {"device,policy,freq_khz,static,active,idle0,idle1\n", "easim: cpu_1d.csv: no rows\n"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run("", "platform", "import", name)
		if code != exitInput || stdout != "" || !strings.HasPrefix(stderr, c.want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %q", name, code, stdout, stderr, c.want)
		}
	}
}

// endless is an input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestEndlessInput: no input is read without bound.
func TestEndlessInput(t *testing.T) {
	for _, args := range [][]string{{"platform", "import", "-"}, {"platform", "fit", "-"}, {"run", "--platform", "-"}} {
		var out, stderr bytes.Buffer
		code := mainCode(append([]string{"easim"}, args...), endless{}, &out, &stderr)
		if code != exitInput || out.Len() > 0 || !strings.Contains(stderr.String(), "larger than 64 MB") {
			t.Errorf("%v: exit code %d, stdout %q, stderr %q", args, code, out.String(), stderr.String())
		}
	}
}

// silent is a standard input at which nobody types anything but Ctrl-C.
type silent struct{ pressed bool }

func (s *silent) Read([]byte) (int, error) {
	if self, err := os.FindProcess(os.Getpid()); err == nil && !s.pressed {
		s.pressed = true
		_ = self.Signal(os.Interrupt)
	}
	select {}
}

// shared is a writer for a program that goes on waiting after its end.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// TestInterruptWaiting: who waits for standard input ends at once.
func TestInterruptWaiting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	for _, args := range [][]string{
		{"platform", "import", "-"}, {"platform", "validate", "-"}, {"platform", "new", "--ask"}, {"run", "--workload", "-"},
	} {
		var out, stderr shared
		code := mainCode(append([]string{"easim"}, args...), &silent{}, &out, &stderr)
		if code != exitInterrupted || out.text.Len() > 0 {
			t.Errorf("%v: exit code %d, stdout %q", args, code, out.text.String())
		}
	}
}

// TestPlatformImportTree imports the tests' device tree: as a file, as source, and
// with the CPU that boots named.
func TestPlatformImportTree(t *testing.T) {
	const tree = "../../energy/importer/testdata/small"
	code, stdout, stderr := run("", "platform", "import", tree+".dtb", "--boot-cpu", "0x100")
	p, list := energy.Decode("x", []byte(stdout))
	if code != exitDone || list.HasErrors() || p.Kind(0) != energy.Big {
		t.Errorf("exit code %d, stderr %q, %v", code, stderr, list)
	}
	if _, err := exec.LookPath("dtc"); err != nil {
		if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
			t.Fatal("dtc is missing: apt-get install device-tree-compiler")
		}
		t.Skip("dtc is missing")
	}
	code, fromSource, stderr := run("", "platform", "import", tree+".dts", "--boot-cpu", "0x100")
	if q, list := energy.Decode("x", []byte(fromSource)); code != exitDone || list.HasErrors() || q.Kind(0) != energy.Big {
		t.Errorf("source: exit code %d, stderr %q", code, stderr)
	}
	code, _, stderr = run("/dts-v1/;\n/ { cpus { };\n", "platform", "import", "-")
	if code != exitInput || !strings.Contains(stderr, "dtc:") || !strings.Contains(stderr, "syntax error") {
		t.Errorf("faulty source: exit code %d, stderr %q", code, stderr)
	}
}

// TestReadmeBoard runs the README's way from a board to a checked model as it
// stands there, on the dump of testdata/script/readme_board.txtar.
func TestReadmeBoard(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(readme), "### From a board to a checked model\n")
	_, block, _ := strings.Cut(chapter, "\n```\n")
	block, _, _ = strings.Cut(block, "\n```")
	archive, err := txtar.ParseFile("../../testdata/script/readme_board.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := txtar.Write(archive, dir); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	commands := strings.Split(block, "\n")
	if len(commands) < 4 {
		t.Fatalf("the chapter shows %q", block)
	}
	for _, line := range commands {
		command, _, _ := strings.Cut(line, " #")
		words, err := splitWords(command)
		if err != nil || len(words) < 2 || words[0] != "easim" {
			t.Fatalf("%q is no command: %v", line, err)
		}
		if code, _, stderr := run("", words[1:]...); code != exitDone {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
	}
}

// TestPlatformCollect: the printed script runs where there is a shell.
func TestPlatformCollect(t *testing.T) {
	code, script, stderr := run("", "platform", "collect")
	if code != exitDone || !strings.HasPrefix(script, "#!/bin/sh\n") || stderr != "" {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	cmd := exec.Command(sh, "-s", t.TempDir())
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), "# easim board dump") {
		t.Errorf("%v: %s", err, out)
	}
	if code, _, _ := run("", "platform", "collect", "x"); code != exitInput {
		t.Errorf("an argument too many: exit code %d", code)
	}
}
