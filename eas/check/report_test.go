package check

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// aReport has one scenario of each status.
func aReport() *Report {
	run := func(seed uint64, s Status, v, margin float64) SeedOutcome {
		return SeedOutcome{Seed: seed, Status: s, Value: Number(v), Margin: Number(margin), Who: "a", Samples: 7}
	}
	r := &Report{Format: Format, Version: "1", Scenarios: []Outcome{
		{
			Suite: "s", Name: "Good", Title: "it works", Notes: "not shown",
			Platform: "p", Profile: "f", Seeds: []uint64{1, 2, 3},
			Criteria: []CriterionOutcome{{
				Name: "busy", Kind: "busy", Unit: "%", Threshold: Threshold{Min: bound(95)}, Status: Pass,
				Value: 99.9763, Margin: 4.9763, Who: "CPU 1", Seed: 2,
				Runs: []SeedOutcome{run(1, Pass, 99.98, 4.98), run(2, Pass, 99.9763, 4.9763), run(3, Pass, 100, 5)},
			}},
		},
		{
			Suite: "s", Name: "Bad", Notes: "the rule is <this> one", Platform: "p", Profile: "f", Seeds: []uint64{4},
			Criteria: []CriterionOutcome{
				{
					Name: "moves", Kind: "switch", Unit: "ms", Threshold: Threshold{Max: bound(500)}, Status: Fail,
					Value: Number(math.Inf(1)), Margin: Number(math.Inf(-1)), Who: "a", Seed: 4,
					Runs: []SeedOutcome{run(4, Fail, math.Inf(1), math.Inf(-1))},
				},
				{
					Name: "passes, 10 s", Kind: "balance", Unit: "passes", Status: Undecided, Reason: "few",
					Threshold: Threshold{Above: bound(1), Below: bound(2)}, Value: nothing(), Margin: nothing(),
					Runs: []SeedOutcome{run(4, Undecided, math.NaN(), math.NaN())},
				},
			},
		},
		{
			Suite: "t", Name: "Elsewhere", Platform: "q", Profile: "f", Seeds: []uint64{1, 9}, Status: Skipped,
			Reason: "no such CPU", Criteria: []CriterionOutcome{},
		},
	}}
	for i := range r.Scenarios[:2] {
		r.Scenarios[i].settle()
	}
	r.count()
	return r
}

func TestText(t *testing.T) {
	t.Parallel()
	const want = `s
PASS       Good: it works (p, f, seeds 1..3)
  PASS       busy  99.976 %  >= 95  CPU 1, seed 2
FAIL       Bad (p, f, seed 4)
  FAIL       moves         never  <= 500    a
  UNDECIDED  passes, 10 s      -  > 1, < 2  few
           the rule is <this> one

t
SKIPPED    Elsewhere (q, f, seeds 1,9)
           no such CPU

3 scenarios: 1 passed, 1 failed, 1 skipped
`
	if got := string(aReport().Text()); got != want {
		t.Errorf("text:\n%s\nwant:\n%s", got, want)
	}
	if got := string((&Report{}).Text()); got != "0 scenarios: 0 passed\n" {
		t.Errorf("an empty report: %q", got)
	}
}

// TestTextWidth: neither long titles nor long findings make a line longer.
func TestTextWidth(t *testing.T) {
	t.Parallel()
	r := aReport()
	r.Scenarios[0].Title = strings.Repeat("word ", 40) + "end"
	r.Scenarios[0].Criteria[0].Name = strings.Repeat("n", 70)
	r.Scenarios[0].Criteria[0].Who = "one of very many tasks that have long names"
	text := string(r.Text())
	for line := range strings.Lines(text) {
		if n := len([]rune(line)) - 1; n > lineWidth {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if !strings.Contains(text, ">= 95\n             one of very many tasks that have long names, seed 2\n") ||
		!strings.Contains(text, " end (p, f, seeds 1..3)\n  PASS") {
		t.Errorf("text:\n%s", text)
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 40)
	got := wrap(long, 4)
	for line := range strings.Lines(got) {
		if len(line) > lineWidth+1 || !strings.HasPrefix(line, "    word") {
			t.Errorf("line %q", line)
		}
	}
	if strings.Count(got, "word") != 40 {
		t.Errorf("words were lost: %q", got)
	}
}

func TestCSV(t *testing.T) {
	t.Parallel()
	rows, err := csv.NewReader(strings.NewReader(string(aReport().CSV()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+3+2+1 {
		t.Fatalf("%d rows: %v", len(rows), rows)
	}
	for i, want := range map[int]string{
		2: "s|Good|PASS|p|f|busy|busy|PASS|2|PASS|99.9763|%|>= 95|4.9763|a|7|",
		4: "s|Bad|FAIL|p|f|moves|switch|FAIL|4|FAIL||ms|<= 500||a|7|",
		6: "t|Elsewhere|SKIPPED|q|f||||||||||||no such CPU",
	} {
		if got := strings.Join(rows[i], "|"); got != want {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	out, err := json.Marshal(aReport())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"format":1,"version":"1"`, `"summary":{"passed":1,"failed":1,"undecided":0,"skipped":1}`,
		`"threshold":{"min":95},"status":"PASS"`, `"value":99.9763`, `"value":null,"margin":null,"who":"a"`,
		`"status":"SKIPPED","reason":"no such CPU","criteria":[]`,
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

func TestJUnit(t *testing.T) {
	t.Parallel()
	out, err := aReport().JUnit()
	if err != nil {
		t.Fatal(err)
	}
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="easim check" tests="4" failures="2" skipped="1">
  <testsuite name="s.Good" tests="1" failures="0" skipped="0">
    <testcase classname="s.Good" name="busy"></testcase>
  </testsuite>
  <testsuite name="s.Bad" tests="2" failures="2" skipped="0">
    <testcase classname="s.Bad" name="moves">
      <failure message="never, want &lt;= 500; a" type="FAIL">the rule is &lt;this&gt; one</failure>
    </testcase>
    <testcase classname="s.Bad" name="passes, 10 s">
      <failure message="-, want &gt; 1, &lt; 2; few" type="UNDECIDED">the rule is &lt;this&gt; one</failure>
    </testcase>
  </testsuite>
  <testsuite name="t.Elsewhere" tests="1" failures="0" skipped="1">
    <testcase classname="t.Elsewhere" name="Elsewhere">
      <skipped message="no such CPU"></skipped>
    </testcase>
  </testsuite>
</testsuites>
`
	if string(out) != want {
		t.Errorf("JUnit:\n%s\nwant:\n%s", out, want)
	}
}
