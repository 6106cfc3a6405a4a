package rtapp

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"easim/testdata"
)

// seeds adds this project's own files and one-liners, and the collected files
// where they are at hand.
func seeds(f *testing.F) {
	for _, s := range []string{
		`{"tasks":{"a":{"run":1000,"timer":{"ref":"unique","period":16667,"mode":"absolute"}}}}`,
		`{"tasks":{"a":{"suspend","run":1},"a":{"resume":"a","sleep":9,}}, /* c */ "global":{"calibration":'CPU0'}} x`,
		`{"tasks":{"a":{"phases":{"p":{"loop":0,"cpus":[0,1],"policy":"SCHED_FIFO","lock":"m","unlock":"m"}}}}}`,
		`{"tasks":{"a":{"instance":3,"barrier":"b","fork":"a","sem_post":"s","memrun":{"type":"chase","count":5}}}}`,
		`{"tasks":{"a":{"exec":1,"lock_order":["x"]},"b":{"run":__X__}} # no`,
		"{\"t\\u0061sks\":{'a\n':{\"run\":-1e5 \"x\" 0x10}}",
		`{"x":[[[[nan,-Infinity,TRUE,null,007]]]]`,
	} {
		f.Add([]byte(s))
	}
	add := func(glob string) {
		files, _ := filepath.Glob(glob)
		for _, file := range files {
			if src, err := os.ReadFile(file); err == nil && len(src) < 4096 {
				f.Add(src)
			}
		}
	}
	root := testdata.Root(f)
	add(filepath.Join("testdata", "*.json"))
	add(filepath.Join(root, "testdata", "workloads", "invalid", "*.json"))
	add(filepath.Join(root, "..", "shared", "data", "rtapp", "*", "*.json"))
}

// FuzzScan reads tokens to the end: each is new, in order and inside the source.
func FuzzScan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		s := newScanner(src, &faults{})
		for last := -1; ; {
			tok := s.next()
			if s.off > len(src) || s.off < last {
				t.Fatalf("offset %d after %d of %d", s.off, last, len(src))
			}
			if tok.kind == tokenEnd || tok.kind == tokenBroken {
				return
			}
			if s.off == last {
				t.Fatalf("no progress at %d", s.off)
			}
			if tok.at.line < 1 || tok.at.col < 1 {
				t.Fatalf("token %+v", tok)
			}
			last = s.off
		}
	})
}

// FuzzDecode wants either errors, each on a line of the file, or a sound
// workload; in bounded time; and the same again for the same input.
func FuzzDecode(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, o := range [...]Options{{}, {StrictDuplicates: true, Suspend: SuspendV10, CPUs: 2}, {Suspend: SuspendHead}} {
			start := time.Now()
			w, l := Decode("fuzz", src, o)
			if d := time.Since(start); d > 10*time.Second {
				t.Fatalf("%d bytes took %v", len(src), d)
			}
			if (w == nil) != l.HasErrors() {
				t.Fatalf("workload %v with the errors\n%s", w != nil, lines(l))
			}
			for _, d := range l {
				if d.Code != "more" && (d.Line < 1 || d.Line > len(src)+1) || d.Summary == "" {
					t.Fatalf("diagnostic %+v", d)
				}
			}
			l.Render(src)
			if w == nil {
				continue
			}
			// A workload without threads and a timer with the period 0 are
			// rt-app's own and refused later.
			if err := w.Validate(); err != nil && len(l) == 0 && !hasIdleTimer(w) {
				t.Fatalf("not sound: %v\n%s", err, show(w))
			}
			if again, _ := Decode("fuzz", src, o); show(again) != show(w) {
				t.Fatal("not the same again")
			}
		}
	})
}
