package rtapp

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"

	"easim/testdata"
)

// corpus returns the folder of collected rt-app files beside the module. They
// are rt-app's and others' (GPL-2.0), so they are not part of this project; a
// machine without them skips.
func corpus(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(testdata.Root(t), "..", "shared", "data", "rtapp")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no collection of rt-app files at %s", dir)
	}
	return dir
}

// table reads a CSV file into one map a row.
func table(t testing.TB, file string) []map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, name := range rows[0] {
			m[name] = row[i]
		}
		out = append(out, m)
	}
	return out
}

func readFile(t testing.TB, elem ...string) []byte {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return src
}
