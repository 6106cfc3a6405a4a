package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// docSweep is the sweep that the README shows.
const docSweep = "sweep --workload geekbench-mt --profile easv5.2-perf --axis busy_factor=1,2,4,8,16,32,64 " +
	"--axis feat=MISFIT_KICK,NO_MISFIT_KICK --seeds 1..5"

// docPictures are the pictures of the README; -update makes them anew.
var docPictures = [...]struct{ file, picture string }{
	{"sweep-score.svg", "curve-score-mt"},
	{"sweep-change.svg", "change-score-mt"},
}

// TestReadmePictures: the pictures of the README are what its commands draw.
func TestReadmePictures(t *testing.T) {
	if runtime.GOARCH != "amd64" && !*update {
		t.Skip("elsewhere the last digit of a coordinate may differ")
	}
	folder := filepath.Join("..", "..", "testdata", "doc")
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if code, _, stderr := run("", append(strings.Fields(docSweep), "-o", out)...); code != exitDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, p := range docPictures {
		made := filepath.Join(dir, p.file)
		if *update {
			made = filepath.Join(folder, p.file)
		}
		if code, _, stderr := run("", "plot", out, "--picture", p.picture, "-o", made); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", p.file, code, stderr)
		}
		got, err1 := os.ReadFile(made)
		want, err2 := os.ReadFile(filepath.Join(folder, p.file))
		if err1 != nil || err2 != nil {
			t.Errorf("%s: %v, %v; go test ./cmd/easim -run ReadmePictures -update makes it", p.file, err1, err2)
		} else if !bytes.Equal(got, want) {
			t.Errorf("testdata/doc/%s is not what easim plot draws now; see what changed, then "+
				"go test ./cmd/easim -run ReadmePictures -update", p.file)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); !bytes.Contains(readme, []byte("testdata/doc/"+name)) {
			t.Errorf("the README does not show testdata/doc/%s", name)
		}
	}
}
