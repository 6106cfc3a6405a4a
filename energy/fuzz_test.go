package energy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"easim/energy"
)

// FuzzDecode: no panic on any bytes; what decodes without errors re-encodes to
// itself and is canonical from then on.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(small))
	for _, pattern := range []string{"../testdata/platforms/*.toml", "../testdata/platforms/invalid/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, list := energy.Decode("fuzz.toml", src)
		list.Render(src)
		if (p == nil) != list.HasErrors() {
			t.Fatalf("platform %v with errors %v", p != nil, list.HasErrors())
		}
		if p == nil {
			return
		}
		text := energy.Encode(p)
		q, list := energy.Decode("again.toml", text)
		if err := list.Err(); err != nil {
			t.Fatalf("the encoded form is invalid: %v\n%s", err, text)
		}
		if !reflect.DeepEqual(p, q) {
			t.Fatalf("changed on the way:\n%s", text)
		}
		if !bytes.Equal(text, energy.Encode(q)) {
			t.Fatalf("not canonical:\n%s", text)
		}
	})
}
