package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"easim/energy/diag"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"easim": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// run is the program in this process. It is not for parallel tests: cli keeps its
// help flag in a global variable.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = mainCode(append([]string{"easim"}, args...), strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"version"}, exitDone},
		{[]string{"run", "--duration", "100ms"}, exitDone},
		{[]string{"run", "--nonsense"}, exitInput},
		{[]string{"run", "--platform", "gone.toml"}, exitInput},
		{[]string{"nonsense"}, exitInput},
		{[]string{"platform", "nonsense"}, exitInput},
		{[]string{"platform", "validate", "gone.toml"}, exitInput},
		{[]string{"platform", "validate", "juno-r2"}, exitDone},
		{[]string{"params", "nonsense"}, exitInput},
	} {
		if got, _, stderr := run("", c.args...); got != c.want {
			t.Errorf("easim %s: exit code %d, want %d; %s", strings.Join(c.args, " "), got, c.want, stderr)
		}
	}
}

// TestFailureCode: a run that cannot go on is no fault of the command line.
func TestFailureCode(t *testing.T) {
	const stuck = `{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`
	code, stdout, stderr := run(stuck, "run", "--workload", "-")
	if code != exitFailed || stdout != "" || !strings.Contains(stderr, "without running or sleeping") {
		t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, exitFailed, stdout, stderr)
	}
}

// interrupting is a standard input whose reader presses Ctrl-C.
type interrupting struct {
	strings.Reader
	sent bool
}

func (i *interrupting) Read(p []byte) (int, error) {
	if !i.sent {
		i.sent = true
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Signal(syscall.SIGINT)
		}
	}
	return i.Reader.Read(p)
}

func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	const endless = "format = 1\nname = \"x\"\n[[task]]\nname = \"a\"\nperiod_us = 1000\nrun_us = 100\n"
	in := &interrupting{Reader: *strings.NewReader(endless)}
	var out, stderr bytes.Buffer
	args := []string{"easim", "run", "--workload", "-", "--duration", "200h"}
	if code := mainCode(args, in, &out, &stderr); code != exitInterrupted || out.Len() > 0 {
		t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, exitInterrupted, out.String(), stderr.String())
	}
}

// TestInvalidFiles: every file with one fault is refused with code 2 and a message
// that names the line; the files that are only doubtful pass, unless --strict.
func TestInvalidFiles(t *testing.T) {
	for _, kind := range [...]string{"platform", "workload"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "testdata", kind+"s", "invalid", "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no invalid files: %v", kind, err)
		}
		for _, file := range files {
			code, stdout, stderr := run("", kind, "validate", file)
			want := exitInput
			if strings.HasPrefix(filepath.Base(file), "warn-") {
				want = exitDone
				if strict, _, _ := run("", kind, "validate", "--strict", file); strict != exitInput {
					t.Errorf("%s --strict: exit code %d, want %d", file, strict, exitInput)
				}
			}
			if code != want || !strings.HasPrefix(stderr, file+":") || !strings.HasPrefix(stdout, file+": ") {
				t.Errorf("%s: exit code %d, want %d; stdout %q, stderr %q", file, code, want, stdout, stderr)
			}
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"eas: energy: no table \"x\"": `no table "x"`,
		"eas: w: workload: no CPU 7":  "w: no CPU 7",
		"scheduler: x":                "scheduler: x",
		"eas":                         "eas",
	} {
		if got := plain(&diag.ListError{List: diag.List{{Severity: diag.Error, Summary: ""}}}); got == "" {
			t.Error("an error without text")
		}
		if got := plain(textError(text)); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}

type textError string

func (e textError) Error() string { return string(e) }

// TestReadme runs the commands of the README: the lines "$ easim ..." or
// "$ go run ./cmd/easim ..." of its sh blocks, from the root of the module. Lines
// that follow a command are what it prints, "..." standing for any lines.
func TestReadme(t *testing.T) {
	src, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(linkedRoot(t))
	block := regexp.MustCompile("(?ms)^```sh\n(.*?)^```")
	for _, m := range block.FindAllSubmatch(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), -1) {
		for _, command := range strings.Split("\n"+string(m[1]), "\n$ ")[1:] {
			line, want, _ := strings.Cut(command, "\n")
			line = strings.Replace(line, "go run ./cmd/easim", "easim", 1)
			args, err := splitWords(line)
			if err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if len(args) == 0 || args[0] != "easim" {
				continue
			}
			code, stdout, stderr := run("", args[1:]...)
			if code != exitDone {
				t.Errorf("%s: exit code %d: %s", line, code, stderr)
			}
			if missing := firstMissing(stdout, want); missing != "" {
				t.Errorf("%s: the README shows %q, which is not in the output:\n%s", line, missing, stdout)
			}
		}
	}
}

// linkedRoot returns a folder that looks like the root of the module, so that what
// the README's commands write does not end up in it.
func linkedRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, e := range entries {
		if e.Name() == "out" {
			continue
		}
		if err := os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// firstMissing returns the first line of want that does not come in got, after
// those before it; lines between must be announced by "...".
func firstMissing(got, want string) string {
	lines := strings.Split(got, "\n")
	skip := false
	for w := range strings.SplitSeq(strings.TrimRight(want, "\n"), "\n") {
		switch {
		case strings.TrimSpace(w) == "...":
			skip = true
			continue
		case w == "" && want == "":
			return ""
		}
		at := 0
		for at < len(lines) && strings.TrimRight(lines[at], " ") != strings.TrimRight(w, " ") {
			if !skip {
				return w
			}
			at++
		}
		if at == len(lines) {
			return w
		}
		lines, skip = lines[at+1:], false
	}
	return ""
}

func TestFirstMissing(t *testing.T) {
	const got = "a\nb\nc\nd\n"
	for _, c := range []struct{ want, missing string }{
		{"", ""},
		{"a\nb\n", ""},
		{"...\nc\n", ""},
		{"a\n...\nd\n", ""},
		{"a\nc\n", "c"},
		{"...\nx\n", "x"},
		{"b\n", "b"},
	} {
		if m := firstMissing(got, c.want); m != c.missing {
			t.Errorf("firstMissing(%q) = %q, want %q", c.want, m, c.missing)
		}
	}
}
