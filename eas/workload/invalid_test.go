package workload

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"easim/energy/diag"
)

var update = flag.Bool("update", false, "rewrite the wanted messages of testdata/workloads/invalid")

// wantPrefix begins the first lines of an invalid file: one for each message that
// it has to give, in the order of lines, without the file's name.
const wantPrefix = "# want: "

// Each file of testdata/workloads/invalid breaks one rule and says what Decode has
// to answer.
func TestInvalidFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(workloadsDir(t), "invalid", "*.toml"))
	if err != nil || len(files) < 90 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".toml"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				src = rewriteWants(t, name, src)
			}
			want, body := splitWants(string(src))
			w, list := Decode("", src)
			got := messages(list)
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("messages:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if len(want) == 0 || body == "" {
				t.Error("the file wants nothing")
			}
			warnings := strings.HasPrefix(filepath.Base(name), "warn-")
			if (w != nil) != warnings || warnings == list.HasErrors() {
				t.Errorf("workload %v, errors %v", w != nil, list.HasErrors())
			}
		})
	}
}

func messages(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, strings.TrimPrefix(d.String(), "line "))
	}
	return out
}

func splitWants(src string) (want []string, body string) {
	for strings.HasPrefix(src, wantPrefix) {
		var line string
		line, src, _ = strings.Cut(src, "\n")
		want = append(want, strings.TrimPrefix(line, wantPrefix))
	}
	return want, src
}

// rewriteWants puts the present messages at the head of the file.
func rewriteWants(t *testing.T, name string, src []byte) []byte {
	t.Helper()
	_, body := splitWants(string(src))
	_, list := Decode("", []byte(body))
	n := len(list)
	_, list = Decode("", []byte(strings.Repeat("#\n", n)+body))
	var b strings.Builder
	for _, m := range messages(list) {
		b.WriteString(wantPrefix + m + "\n")
	}
	b.WriteString(body)
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// A SCHED_DEADLINE file is valid; playing it is refused.
func TestDeadlineFile(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile(filepath.Join(workloadsDir(t), "deadline.toml"))
	if err != nil {
		t.Fatal(err)
	}
	w, list := Decode("deadline.toml", src)
	if w == nil || len(list) > 0 {
		t.Fatal(list.Render(src))
	}
	if got, want := w.Tasks[1].DL, [3]int64{6e6, 33_333_000, 33_333_000}; got != want {
		t.Errorf("parameters %v, want %v: the deadline defaults to the period", got, want)
	}
	if _, err := NewPlayer(w, PlayerConfig{NCPU: 2}); !errors.Is(err, ErrDeadlineClass) {
		t.Errorf("error %v", err)
	}
}
