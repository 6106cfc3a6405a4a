package workload

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"easim/eas/des"
)

// Decode never panics; what it accepts can be played, shown and checked.
func FuzzDecode(f *testing.F) {
	for _, pattern := range []string{"*.toml", "invalid/*.toml"} {
		files, err := filepath.Glob(filepath.Join(workloadsDir(f), pattern))
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	for _, b := range Builtins() {
		f.Add([]byte(BuiltinSource(b.Name)))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		w, list := Decode("fuzz.toml", src)
		if (w == nil) != list.HasErrors() {
			t.Fatalf("workload %v with:\n%s", w != nil, list.Render(src))
		}
		if w == nil {
			return
		}
		threads := 0
		for i := range w.Tasks {
			threads += w.Tasks[i].Instances
		}
		Show(w, 0)
		if threads > 200 {
			return
		}
		p, err := NewPlayer(w, PlayerConfig{NCPU: 8})
		if err != nil {
			if strings.Contains(err.Error(), "resource") || strings.Contains(err.Error(), "phase") {
				t.Fatalf("Decode let through: %v", err)
			}
			return
		}
		m := &fake{tb: t, p: p, timerAt: des.Never}
		p.begin(m)
		for range 5000 {
			if !m.step() {
				m.advance(des.Second)
			}
		}
	})
}

// ParseGenerator and Build never panic, and a generator's text reads back.
func FuzzBuild(f *testing.F) {
	for _, b := range Builtins() {
		f.Add(b.Name)
		for _, p := range b.Params {
			f.Add(b.Name + ":" + p.Name + "=" + p.Default)
		}
	}
	f.Add("periodic:tasks=12,util=0.40,min_period=4ms,max_period=100ms")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseGenerator(text)
		if err != nil {
			return
		}
		again, err := ParseGenerator(g.String())
		if err != nil || again.String() != g.String() {
			t.Fatalf("%q: %v, %v", text, again, err)
		}
		for _, p := range g.Params {
			if len(p.Value) > 4 && (p.Name == "tasks" || p.Name == "groups" || p.Name == "fds") {
				return // large ones only take long
			}
		}
		w, err := Build(text, Env{NCPU: 6, TotalRate: junoR2().TotalRate})
		if err == nil {
			err = w.Validate()
		}
		if w != nil && err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
