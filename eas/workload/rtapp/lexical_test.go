package rtapp

import (
	"strings"
	"testing"
	"time"

	"easim/eas/workload"
	"easim/energy/diag"
)

// TestLenient holds what json-c accepts beyond JSON, and how it reads.
func TestLenient(t *testing.T) {
	const ok = `{"tasks":{"a":{"loop":1,"run":1000}},"global":{"duration":1,"calibration":100}}`
	const want = "duration 1s, calibration capacity 0\na x1 loop 1\nloop 1: run=1000us"
	for name, src := range map[string]string{
		"plain":         ok,
		"comments":      "/**/" + strings.ReplaceAll(ok, ":", " /* a\nb */ : // c\n"),
		"trailing":      strings.ReplaceAll(ok, "}", ",}"),
		"single quotes": strings.ReplaceAll(ok, `"`, `'`),
		"leading zeros": strings.ReplaceAll(ok, "1000", "0001000"),
		"escapes":       strings.ReplaceAll(ok, "tasks", `\u0074asks`),
		"windows lines": strings.ReplaceAll(ok, ",", ",\r\n"),
		"tabs":          strings.ReplaceAll(ok, ":", "\t:\t"),
		"after root":    ok + "\n} more { \" /* ",
		"null property": strings.ReplaceAll(ok, `"run"`, `"cpus":NULL,"policy":nuLL,"run"`),
		"any case":      strings.ReplaceAll(ok, `"duration"`, `"gnuplot":TRUE,"ftrace":fALSE,"duration"`),
		"minus zero":    strings.ReplaceAll(ok, `"run"`, `"delay":-0,"run"`),
		"global first":  `{"global":{"duration":1,"calibration":100},"tasks":{"a":{"loop":1,"run":1000}}}`,
		"unknown root":  strings.Replace(ok, "{", `{"comment":[1,2.5,-1e3,{"a":[]},nan,-Infinity],`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			same(t, show(must(t, src, Options{})), want)
		})
	}
}

func TestText(t *testing.T) {
	for src, want := range map[string]string{
		`"a b"`:                 "a b",
		`'a"b'`:                 `a"b`,
		`"a'b"`:                 `a'b`,
		`"\"\\\/\b\f\n\r\t"`:    "\"\\/\b\f\n\r\t",
		`"\u00e9\u20AC"`:        "é€",
		`"\ud83d\ude00!"`:       "😀!",
		`"\ud83d!"`:             "\ufffd!",
		`"\ud83d\u0041"`:        "\ufffdA",
		"\"over\nthe line\"":    "over\nthe line",
		`"é"`:                   "é",
		`""`:                    "",
		`"x\\"`:                 `x\`,
		`"mixed \\ and \t end"`: "mixed \\ and \t end",
	} {
		f := &faults{}
		s := newScanner([]byte(src), f)
		if tok := s.next(); tok.kind != tokenText || tok.text != want || s.off != len(src) {
			t.Errorf("%s: kind %d, %q, want %q", src, tok.kind, tok.text, want)
		}
		if len(f.list) != 0 {
			t.Errorf("%s: %v", src, f.list)
		}
	}
}

func TestPositions(t *testing.T) {
	f := &faults{}
	s := newScanner([]byte("{ /* a\nb */ \"k\n\":\n  12 }"), f)
	want := []token{
		{kind: tokenPunct, punct: '{', at: pos{1, 1}},
		{kind: tokenText, text: "k\n", at: pos{2, 6}},
		{kind: tokenPunct, punct: ':', at: pos{3, 2}},
		{kind: tokenNumber, text: "12", at: pos{4, 3}},
		{kind: tokenPunct, punct: '}', at: pos{4, 6}},
		{kind: tokenEnd, at: pos{4, 7}},
	}
	for i, w := range want {
		if got := s.next(); got != w {
			t.Errorf("token %d is %+v, want %+v", i, got, w)
		}
	}
}

func TestInt32Of(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "007": 7, "2147483647": 2147483647, "-2147483648": -2147483648, "00000000000000000000012": 12,
	} {
		if v, ok := int32Of(text); !ok || v != want {
			t.Errorf("%s is %d, %v", text, v, ok)
		}
	}
	for _, text := range []string{
		"2147483648", "-2147483649", "9999999999", "99999999999999999999", "123456789012345678901234567890",
	} {
		if v, ok := int32Of(text); ok {
			t.Errorf("%s is %d", text, v)
		}
	}
}

// TestLastWins is json-c's rule: the last value at the first one's place.
func TestLastWins(t *testing.T) {
	f := &faults{}
	root, ok := parse([]byte(`{"a":1,"b":2,"a":3,"c":4,"b":5,"a":6}`), true, f)
	if !ok {
		t.Fatal(f.list)
	}
	var got []string
	for _, m := range root.members {
		got = append(got, m.key+m.value.text)
	}
	if s := strings.Join(got, " "); s != "a6 b5 c4" {
		t.Errorf("members are %s, want a6 b5 c4", s)
	}
}

// TestWorkgenNames is workgen's rule: the first free number, counted once for
// the object.
func TestWorkgenNames(t *testing.T) {
	w := newRenamer()
	var got []string
	for _, key := range strings.Fields("light1 heavy1 light2 heavy1 run run run sleep sleep run") {
		got = append(got, w.name(key))
	}
	const want = "light1 heavy1 light2 heavy11 run run1 run2 sleep sleep2 run3"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("names are %s, want %s", s, want)
	}
}

// TestLarge reads megabytes of hostile or merely long input: the time has to
// grow with the length only.
func TestLarge(t *testing.T) {
	const n = 150_000
	tasks := func(body string) string { return `{"tasks":{"a":{"phases":{"p":{` + body + `}}}}}` }
	for name, src := range map[string]string{
		"events":     tasks(strings.Repeat(`"run":1000,`, n)),
		"tasks":      `{"tasks":{` + strings.Repeat(`"a":{"run":1,"sleep":9},`, n/10) + `}}`,
		"unknown":    tasks(strings.Repeat(`"rnu":1000,`, n)),
		"long names": `{"tasks":{"` + strings.Repeat("n", 1<<20) + `":{` + strings.Repeat(`"x":1,`, 1000) + `}}}`,
		"faults":     tasks(strings.Repeat(`"run":"x",`, n)),
		"forks":      tasks(strings.Repeat(`"fork":"nobody",`, n)),
		"commas":     tasks(strings.Repeat(`"run":1 `, n)),
		"hashes":     strings.Repeat("#\n", n) + "{}",
		"blanks":     tasks(strings.Repeat(`"run":__X__,`, n)),
		"brackets":   `{"x":` + strings.Repeat("[", 1<<20),
		"objects":    strings.Repeat(`{"a":`, 1<<18),
		"quotes":     strings.Repeat(`"`, 1<<20),
		"escapes":    `{"` + strings.Repeat(`\x`, 1<<20),
		"comment":    strings.Repeat("/*", 1<<20),
		"spaces":     strings.Repeat(" ", 1<<20),
		"barriers":   tasks(strings.Repeat(`"barrier":"b",`, n)),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, l := Decode(name, []byte(src), Options{})
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("%d bytes took %v", len(src), d)
			}
			if len(l) > 2*maxFaults+2 {
				t.Errorf("%d diagnostics", len(l))
			}
			text := 0
			for _, d := range l {
				text += len(d.String())
			}
			if text > 1<<20 {
				t.Errorf("%d bytes of diagnostics", text)
			}
		})
	}
}

func TestMoreFaults(t *testing.T) {
	src := `{"tasks":{"a":{` + strings.Repeat(`"run":"x",`, maxFaults+5) + `}}}`
	_, l := Decode("f", []byte(src), Options{})
	last := l[len(l)-1]
	if last.Severity != diag.Error || last.Summary != "5 more of this severity are not listed" {
		t.Errorf("the last diagnostic is %s", last)
	}
}

func BenchmarkDecode(b *testing.B) {
	const task = `"a":{"phases":{"p":{"run":1000,"sleep":20,"timer":{"ref":"unique","period":9}}}},`
	src := []byte(`{"tasks":{` + strings.Repeat(task, 15000) + `}}`)
	b.SetBytes(int64(len(src)))
	var w *workload.Workload
	for b.Loop() {
		w, _ = Decode("bench", src, Options{})
	}
	if w == nil || len(w.Tasks) != 15000 {
		b.Fatal("not read")
	}
}
