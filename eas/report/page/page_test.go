package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"easim/eas"
	"easim/eas/report/page"
)

// TestPageStandsAlone: the page asks the network for nothing, every id is there once
// and every link goes to one, and every picture, table and head says what it is.
func TestPageStandsAlone(t *testing.T) {
	t.Parallel()
	out := html(t, append(everything(t), workloadsInput(t))...)
	text := string(out)
	address := regexp.MustCompile(`(?i)(src|href|url)\s*[=(]\s*["']?([^"'#)\s>]+)`)
	for _, m := range address.FindAllStringSubmatch(text, -1) {
		if m[2] != "data:," {
			t.Errorf("the page refers to %s", m[0])
		}
	}
	for _, known := range []string{"http://www.w3.org/2000/svg", "http-equiv"} {
		text = strings.ReplaceAll(text, known, "")
	}
	if n := strings.Count(text, "http"); n > 0 {
		t.Errorf("%d addresses in the page", n)
	}
	text = string(out)
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("id %s is there twice", m[1])
		}
		ids[m[1]] = true
	}
	link := regexp.MustCompile(`(href="#|aria-labelledby="|aria-describedby=")([^"]+)"`)
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if !ids[m[2]] {
			t.Errorf("%s%s leads nowhere", m[1], m[2])
		}
	}
	if n, want := strings.Count(text, "<svg xmlns"), strings.Count(text, `role="img"`); n != want || n == 0 {
		t.Errorf("%d pictures, %d of them with their role", n, want)
	}
	heads := strings.Count(text, "<th") - strings.Count(text, "<thead")
	if n, want := heads, strings.Count(text, `<th scope="col"`); n != want {
		t.Errorf("%d heads, %d with a scope", n, want)
	}
	if bytes.Contains(out, []byte("ZgotmplZ")) {
		t.Error("the template refused a value")
	}
}

// TestPageSaysTheAnswer: the sentences that the page is made for.
func TestPageSaysTheAnswer(t *testing.T) {
	t.Parallel()
	text := regexp.MustCompile(`<[^>]+>`).ReplaceAllString(string(html(t, everything(t)...)), "")
	for _, want := range []string{
		"video-1080p uses ",
		"easv5.2-perf uses ", " less energy than easv5.2 at ", " throughput (score_mt)",
		"MISFIT_KICK gives ", " more score_mt than NO_MISFIT_KICK at ", " of the energy",
		"gives the best score_mt", "after correction for having picked the best of 6 points",
		"The simulation moves the same way in ",
		"What the scheduler did", "Where the numbers come from", "digest",
		"easim run --platform juno-r2",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestNamesAreText: whatever a name holds, it stays text.
func TestNamesAreText(t *testing.T) {
	t.Parallel()
	r, err := eas.Run(context.Background(), eas.Scenario{Workload: "mp3", Duration: eas.SpanOf(50_000_000)})
	if err != nil {
		t.Fatal(err)
	}
	const evil = `</script></svg><script>alert(1)</script><img src=x onerror=alert(1)>"'`
	r.Scenario.Workload, r.Tasks[0].Name, r.Version, r.Energy.Clusters[0].Name = evil, evil, evil, evil
	r.Warnings = []string{evil}
	in := decode(t, evil, encode(t, r))
	_, tl, err := eas.RunTimeline(context.Background(), eas.Scenario{Workload: "mp3", Duration: eas.SpanOf(50_000_000)},
		eas.Cut{LengthNS: 50_000_000})
	if err != nil {
		t.Fatal(err)
	}
	for i := range tl.Tasks {
		tl.Tasks[i].Name = evil
	}
	in.Timelines = []page.Timeline{{Name: evil, Run: in.Runs[0], Cut: tl}}
	out := string(html(t, in))
	if strings.Contains(out, "<img") ||
		strings.Count(out, "<script") != strings.Count(out, `<script type="application/json">`)+1 {
		t.Error("a name became an element of the page")
	}
}

// TestSweepAgreesWithRuns: a folder and the same runs as plain lines give the same
// points.
func TestSweepAgreesWithRuns(t *testing.T) {
	t.Parallel()
	fromFolder := misfitSweep(t)
	var lines []byte
	for _, b := range []string{"1", "4", "16"} {
		for _, f := range []string{"MISFIT_KICK", "NO_MISFIT_KICK"} {
			for _, seed := range seeds() {
				r, err := eas.Run(context.Background(), eas.Scenario{
					Workload: "geekbench-mt", Profile: "easv5.2-perf", Seed: seed,
					Layers: []eas.Layer{{Features: []string{f}, Params: []eas.Setting{{Key: "busy_factor", Value: b}}}},
				})
				if err != nil {
					t.Fatal(err)
				}
				lines = append(append(lines, encode(t, r)...), '\n')
			}
		}
	}
	fromLines := decode(t, "lines.jsonl", lines)
	table := regexp.MustCompile(`(?s)<h2 id="c1-points-title">.*?</table>`)
	cell := regexp.MustCompile(`<td[^>]*>([^<]*)</td>`)
	count := func(in page.Input) map[string]int {
		out := map[string]int{}
		for _, m := range cell.FindAllStringSubmatch(table.FindString(string(html(t, in))), -1) {
			out[m[1]]++
		}
		return out
	}
	a, b := count(fromFolder), count(fromLines)
	if len(a) < 20 || fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("the folder gives\n%v\nthe lines give\n%v", a, b)
	}
}

// TestDecodeRefuses what is none of ours, with a reason.
func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"":                             "neither",
		"hello":                        "neither",
		"{}":                           "neither",
		`{"scenario":{},"digest":"x"}`: "format 0",
		`{"scenario":{},"digest":"x","format":1}`:                                   "without clusters",
		`{"scenario":{},"digest":"x","format":1} {`:                                 "without clusters",
		`{"variants":[],"comparisons":[]}`:                                          "fewer than two",
		`{"variants":[{"runs":[null]},{"runs":[]}],"comparisons":[]}`:               "null",
		`{"rows":[],"signs":{}}`:                                                    "without blocks",
		`{"scenario":{},"digest":7,"format":1,"energy":{"clusters":[{}]},"cpus":1}`: "digest",
	} {
		_, err := page.Decode("x", []byte(src))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", src, err, want)
		}
	}
	if _, err := page.Decode("x", []byte("{}")); !errors.Is(err, page.ErrUnknownInput) {
		t.Errorf("an unknown file gives %v", err)
	}
}

// TestMerge: single runs are put side by side, whatever stands between them.
func TestMerge(t *testing.T) {
	t.Parallel()
	var inputs []page.Input
	for i, p := range []string{"juno-r2", "hikey960"} {
		r, err := eas.Run(context.Background(), eas.Scenario{Platform: p, Workload: "mp3", Duration: eas.SpanOf(50_000_000)})
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, decode(t, p, encode(t, r)))
		if i == 0 {
			inputs = append(inputs, page.Input{Name: "other"})
		}
	}
	got := page.Merge(inputs)
	if len(got) != 2 || got[0].Sweep == nil || got[0].Name != "juno-r2, hikey960" || got[1].Name != "other" {
		t.Fatalf("merged to %d inputs: %+v", len(got), got)
	}
	if text := string(html(t, got[0])); !strings.Contains(text, "2 runs that differ in platform") {
		t.Error("the page does not say what the runs differ in")
	}
}

// TestThousandRuns: a sweep of 1,000 runs fits into 5 MB.
func TestThousandRuns(t *testing.T) {
	t.Parallel()
	r, err := eas.Run(context.Background(), eas.Scenario{Workload: "geekbench-mt"})
	if err != nil {
		t.Fatal(err)
	}
	r.Tasks = r.Tasks[:10] // a sweep shows none of them
	var lines bytes.Buffer
	w := json.NewEncoder(&lines)
	for busy := range int64(50) {
		for _, governor := range []string{"sched", "schedutil", "performance", "interactive"} {
			for seed := range uint64(5) {
				v := *r
				v.Scenario.Governor, v.Scenario.Seed = governor, seed+1
				v.Scenario.Params = append(eas.NamedInts{}, r.Scenario.Params...)
				for i := range v.Scenario.Params {
					if v.Scenario.Params[i].Name == "busy_factor" {
						v.Scenario.Params[i].Value = busy + 1
					}
				}
				v.Energy.Total *= 1 + 0.001*float64(busy) + 0.0001*float64(seed*seed)
				if err := w.Encode(&v); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	out := html(t, decode(t, "big.jsonl", lines.Bytes()))
	if n := len(out); n > 5_000_000 || !strings.Contains(string(out), "200 points") {
		t.Errorf("1,000 runs make %d bytes, want at most 5,000,000", n)
	} else {
		t.Logf("1,000 runs make %d bytes", n)
	}
}

// TestNothingToTell: points that differ on two axes at once say of neither that it
// makes no difference.
func TestNothingToTell(t *testing.T) {
	t.Parallel()
	var lines []byte
	for i, governor := range []string{"sched", "performance"} {
		r, err := eas.Run(context.Background(), eas.Scenario{
			Workload: "mp3", Governor: governor, Duration: eas.SpanOf(50_000_000),
			Layers: []eas.Layer{{Params: []eas.Setting{{Key: "busy_factor", Value: fmt.Sprint(1 + i)}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		lines = fmt.Appendf(lines, `{"run":%d,"axes":{"busy_factor":%d,"governor":%q},%s`+"\n", 1+i, 1+i, governor,
			encode(t, r)[1:])
	}
	text := string(html(t, decode(t, "lines.jsonl", lines)))
	if strings.Contains(text, "no difference") || !strings.Contains(text, "gives the best") {
		t.Error("the page says that an axis makes no difference, or nothing at all")
	}
	if strings.Contains(text, `class="desc">;`) {
		t.Error("a description begins in the middle")
	}
}
