package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"strings"
	"testing"

	"easim/eas/report"
	"easim/eas/report/chart"
	"easim/energy/fit"
	"easim/energy/tipping"
	"easim/platforms"
)

func costs(t *testing.T, name, table string) *tipping.Report {
	t.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tipping.New(p, p.Table(table), tipping.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every board and table can be told and drawn; the text has no line with a blank at
// its end, the CSV has a row a range and class, the JSON has no null where the
// contract promises a list.
func TestTippingOfAllBoards(t *testing.T) {
	t.Parallel()
	for _, name := range platforms.Names() {
		p, err := platforms.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Tables {
			r, err := tipping.New(p, &p.Tables[i], tipping.Options{})
			if err != nil {
				t.Fatalf("%s %s: %v", name, p.Tables[i].Name, err)
			}
			for line := range strings.Lines(string(report.Tipping(r, report.Style{}))) {
				if strings.HasSuffix(line, " \n") {
					t.Errorf("%s %s: %q", name, p.Tables[i].Name, line)
				}
			}
			rows, err := csv.NewReader(bytes.NewReader(report.TippingCSV(r))).ReadAll()
			if want := 1 + len(r.Ranges)*len(r.Classes); err != nil || len(rows) != want {
				t.Errorf("%s %s: %d rows, want %d; %v", name, p.Tables[i].Name, len(rows), want, err)
			}
			out, err := json.Marshal(report.TippingDataOf(r))
			if err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{`"classes":null`, `"ranges":null`, `"crossings":null`, `"duels":null`, `"idle":null`} {
				if bytes.Contains(out, []byte(bad)) {
					t.Errorf("%s %s: %s", name, p.Tables[i].Name, bad)
				}
			}
			checkXML(t, report.StackSVG(report.PlatformCharts(r), chart.Options{}))
		}
	}
}

func checkXML(t *testing.T, src []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(src)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in %.200s", err, src)
		}
	}
}

// Three pictures of one width, one below the other; the same bytes each time.
func TestPlatformPictures(t *testing.T) {
	t.Parallel()
	r := costs(t, "juno-r2", "eas1x")
	charts := report.PlatformCharts(r)
	if len(charts) != 3 {
		t.Fatalf("%d pictures", len(charts))
	}
	a, err := report.StackPNG(charts, chart.Options{Width: 600, Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 600 || b.Dy() < 900 {
		t.Errorf("picture of %v", b)
	}
	b, err := report.StackPNG(report.PlatformCharts(r), chart.Options{Width: 600, Scale: 1})
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("drawn twice, two pictures; %v", err)
	}
	svg := string(report.StackSVG(charts, chart.Options{}))
	for _, words := range []string{
		"Power against capacity: juno-r2, table eas1x", "LITTLE (CPUs 0,3-5)", "big (CPUs 1-2)",
		"bogo-mW for each unit of capacity; lower is better", "LITTLE cluster-sleep-0", "length of the idle period",
	} {
		if !strings.Contains(svg, words) {
			t.Errorf("no %q in the picture", words)
		}
	}
	if got := len(report.PlatformCharts(costs(t, "juno-r2", "em"))); got != 2 {
		t.Errorf("a table without idle powers makes %d pictures, want 2", got)
	}
}

// Two classes of one kind have colours of their own.
func TestPictureOfTwins(t *testing.T) {
	t.Parallel()
	p, err := platforms.Load("hikey960")
	if err != nil {
		t.Fatal(err)
	}
	p.Clusters[0].Kind = p.Clusters[1].Kind
	r, err := tipping.New(p, p.Table("em"), tipping.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, ok := report.PlatformCharts(r)[0].(*chart.Curves)
	if !ok || len(c.Lines) != 2 || c.Lines[0].Ink == c.Lines[1].Ink {
		t.Errorf("got %+v", c)
	}
}

func TestFitForms(t *testing.T) {
	t.Parallel()
	p, err := platforms.Load("hikey960")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := fit.FromTable(p, p.Table("measured"))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []fit.Options{{}, {Monotone: true}, {Model: fit.Formula}} {
		r, err := fit.Fit(samples, o)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(report.FitCSV(r))).ReadAll()
		if err != nil || len(rows) != 11 {
			t.Errorf("%d rows, %v", len(rows), err)
		}
		d := report.FitDataOf(r)
		if len(d.Clusters) != 2 || len(d.Clusters[0].Samples) != 20 ||
			(d.Clusters[0].Formula != nil) != (o.Model == fit.Formula) {
			t.Errorf("%+v: %+v", o, d)
		}
		text := string(report.Fit(r, report.Style{}))
		if !strings.HasPrefix(text, "40 samples: ") || strings.Contains(text, "made monotone") != o.Monotone ||
			strings.Contains(text, "dynamic-power-coefficient") != (o.Model == fit.Formula) {
			t.Errorf("%+v:\n%s", o, text)
		}
	}
}

// Samples of one number of CPUs, without voltage or interval, with an outlier.
func TestFitUnknowns(t *testing.T) {
	t.Parallel()
	r := &fit.Result{Clusters: []fit.Cluster{{
		Label: "x",
		OPPs:  []fit.Cost{{Freq: 500_000, Core: fit.Estimate{Value: 10_000}}},
		Points: []fit.Point{
			{Sample: fit.Sample{Busy: 2, Freq: 500_000, PowerUW: 20_000}, FittedUW: 20_000},
			{Sample: fit.Sample{Busy: 2, Freq: 500_000, PowerUW: 40_000}, FittedUW: 20_000, Outlier: true},
		},
	}}}
	text := string(report.Fit(r, report.Style{}))
	for _, want := range []string{"  500   -     10.0  -             -\n", "  500                  -  -50.0 outlier\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := string(report.FitCSV(r)); !strings.HasSuffix(got, "x,500000,,10000.000,,,,,,-50.000\n") {
		t.Errorf("CSV %q", got)
	}
}
