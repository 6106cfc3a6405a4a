// Package testdata finds the files that the module's tests read: those of this
// folder, and the vectors, which may be exchanged for others of the same layout.
// Only tests import it.
package testdata

import (
	"bufio"
	"compress/gzip"
	"iter"
	"os"
	"path/filepath"
	"testing"
)

// Root is the module's root: the folder of go.mod above the test.
func Root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			tb.Fatal("no go.mod above the test")
		}
		dir = up
	}
}

// Vectors opens a file of vectors: of testdata/vectors, or of the folder that the
// environment variable EASIM_VECTORS names, relative to the module's root. If it
// is missing the test fails.
func Vectors(tb testing.TB, name string) *os.File {
	tb.Helper()
	dir := os.Getenv("EASIM_VECTORS")
	if dir == "" {
		dir = filepath.Join("testdata", "vectors")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(Root(tb), dir)
	}
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		tb.Fatalf("vectors: %v", err)
	}
	tb.Cleanup(func() { f.Close() })
	return f
}

// VectorLines yields the lines of a compressed file of vectors. A line is valid
// until the next.
func VectorLines(tb testing.TB, name string) iter.Seq[[]byte] {
	tb.Helper()
	z, err := gzip.NewReader(Vectors(tb, name))
	if err != nil {
		tb.Fatalf("vectors: %s: %v", name, err)
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
			tb.Fatalf("vectors: %s: %v", name, err)
		}
	}
}
