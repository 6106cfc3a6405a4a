package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		words string // blanks apart; the last is being written
		want  string // among what is offered; "" is nothing at all
	}{
		{"ru", "run"},
		{"", "report"},
		{"run --plat", "--platform"},
		{"run --platform juno-r", "juno-r2"},
		{"run --platform=juno-r", "--platform=juno-r2"},
		{"run --platform juno-r2 --pro", "--profile"},
		{"run --profile easv5.2-p", "easv5.2-perf"},
		{"run --workload geek", "geekbench-mt"},
		{"compare --workload mp3 --workload geek", "geekbench-mt"},
		{"compare --all", "--all-pairs"},
		{"compare --all-pairs --only", "--only-significant"},
		{"compare --junit some", ""},
		{"run --feat LB_MIN,NO_MISFIT", "LB_MIN,NO_MISFIT_KICK"},
		{"run --set busy", "busy_factor="},
		{"sweep --axis plat", "platform="},
		{"sweep --axis platform=juno-r0,hik", "platform=juno-r0,hikey960"},
		{"sweep --axis feat=NO_MIS", "feat=NO_MISFIT_KICK"},
		{"sweep --axis hz=", ""},
		{"platform sh", "show"},
		{"platform show hikey9", "hikey960"},
		{"experiment run s4-h", "s4-hackbench"},
		{"check le", "legacy"},
		{"params busy", "busy_factor"},
		{"completion z", "zsh"},
		{"run --format j", "json"},
		{"--ver", "--version"},
		{"report some", ""},
		{"run --duration 1", ""},
		{"nonsense --x", ""},
	} {
		code, stdout, stderr := run("", append([]string{completeName, "--"}, strings.Split(c.words, " ")...)...)
		if code != exitDone || stderr != "" {
			t.Errorf("%q: exit code %d, %s", c.words, code, stderr)
		}
		var words []string
		for line := range strings.Lines(stdout) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			words = append(words, word)
		}
		if c.want == "" && len(words) > 0 || c.want != "" && !slices.Contains(words, c.want) {
			t.Errorf("%q: offered %q, want %q", c.words, words, c.want)
		}
	}
}

// TestCompleteHidden: the scripts' own command is not offered, and not in the help.
func TestCompleteHidden(t *testing.T) {
	for _, args := range [][]string{{completeName, "--", ""}, {"--help"}, {"man"}} {
		if _, stdout, _ := run("", args...); strings.Contains(stdout, completeName) || stdout == "" {
			t.Errorf("easim %s shows %s:\n%s", strings.Join(args, " "), completeName, stdout)
		}
	}
}

// TestCompletionScripts: the scripts are read by their shells, as far as these are
// here; bash completes a line with its script.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			code, script, stderr := run("", "completion", strings.ToUpper(shell))
			if code != exitDone || !strings.Contains(script, completeName) {
				t.Fatalf("exit code %d, %s", code, stderr)
			}
			if runtime.GOOS == "windows" {
				t.Skip("its shells are others, and links want a privilege there")
			}
			needTools(t, shell)
			dir := t.TempDir()
			file := filepath.Join(dir, "easim."+shell)
			if err := os.WriteFile(file, []byte(script), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(shell, "-n", file).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
			if shell == "bash" {
				completeInBash(t, file, dir)
			}
		})
	}
	code, _, stderr := run("", "completion", "bas")
	if code != exitInput || !strings.Contains(stderr, `did you mean "bash"?`) {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func completeInBash(t *testing.T, file, dir string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test binary is the program if its name is (testscript.Main).
	if err := os.Symlink(self, filepath.Join(dir, "easim")); err != nil {
		t.Fatal(err)
	}
	const script = `source "$1"; COMP_LINE=$2 COMP_POINT=${#2}; _easim; echo "${COMPREPLY[*]}"`
	for line, want := range map[string]string{ // = and : end a word: only what follows is offered
		"easim run --platform juno-r":           "juno-r0 juno-r2",
		"easim run --platform=juno-r":           "juno-r0 juno-r2",
		"easim completion ":                     "bash zsh fish",
		"easim sweep --axis busy_f":             "busy_factor=",
		"easim sweep --axis feat=LB_MIN,MISFIT": "LB_MIN,MISFIT_KICK",
		"easim report ./out":                    "",
	} {
		cmd := exec.Command("bash", "--norc", "-c", script, "bash", file, line)
		cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("behind %q bash offers %q, %v; want %q", line, got, err, want)
		}
	}
}

// TestMan: the manual page names every command that is shown, and formats without a
// complaint where there is a formatter.
func TestMan(t *testing.T) {
	code, text, stderr := run("", "man")
	if code != exitDone {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	for _, c := range (&env{}).app().Commands {
		if !c.Hidden && c.Name != "help" && !strings.Contains(text, ".SH "+c.Name+"\n") {
			t.Errorf("the manual page does not know %s", c.Name)
		}
	}
	needTools(t, "groff")
	cmd := exec.Command("groff", "-man", "-Tutf8", "-Kutf8", "-wall", "-z")
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}
