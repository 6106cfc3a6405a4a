package place

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func readBoards(t *testing.T) map[string]boardSpec {
	t.Helper()
	data, err := os.ReadFile(vectorPath(t, "eas1/platforms.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []boardSpec
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	specs := make(map[string]boardSpec)
	for _, s := range list {
		specs[s.Name] = s
	}
	return specs
}

// vectorPath finds a vector file below testdata/vectors of the module, or below
// the folder in EASIM_VECTORS.
func vectorPath(t *testing.T, name string) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			t.Fatal("no go.mod above the test")
		}
		root = filepath.Dir(root)
	}
	dir := os.Getenv("EASIM_VECTORS")
	switch {
	case dir == "":
		dir = filepath.Join(root, "testdata", "vectors")
	case !filepath.IsAbs(dir):
		dir = filepath.Join(root, dir)
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// gzipLines yields the lines of a compressed vector file; the slice is reused.
func gzipLines(t *testing.T, name string) func(yield func([]byte) bool) {
	t.Helper()
	f, err := os.Open(vectorPath(t, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func([]byte) bool) {
		sc := bufio.NewScanner(z)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			if !yield(sc.Bytes()) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			t.Fatal(err)
		}
	}
}
