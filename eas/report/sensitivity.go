package report

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"easim/eas/compare"
	"easim/eas/experiment"
	"easim/eas/report/wording"
)

// Sensitivity is how an experiment depends on its assumptions, as text for a
// person.
func Sensitivity(r *experiment.Sensitivity, s Style) []byte {
	w := experimentText{s: s}
	w.printf("%s\n", s.bold(r.Name+": each assumed or fitted parameter moved by 20 % to either side"))
	w.printf("seeds %s; the fitted values stay as they are\n\n", compare.FormatSeeds(r.Seeds))
	t := &Table{Columns: []Column{{"", Left}, {"from", Right}, {"to", Right}, {"signs", Right}, {"changed signs", Left}}}
	t.Add("as it is", "", "", signsText(r.Unmoved.Signs), "")
	for i := range r.Rows {
		k := &r.Rows[i]
		t.Add(k.Parameter, k.From, k.To, signsText(k.Signs), strings.Join(flipped(&r.Unmoved, k), ", "))
	}
	w.table(t)
	w.section("Simulated changes")
	m := &Table{Columns: []Column{{"", Left}, {"", Right}}}
	for _, c := range r.Unmoved.Changes {
		m.Columns = append(m.Columns, Column{c.Config + " " + shortMetric(lastEnergy(c.Metric)), Right})
	}
	published := []string{"published", ""}
	for _, c := range r.Unmoved.Changes {
		published = append(published, wording.Signed(c.PublishedDeltaPct, 2)+" %")
	}
	m.Add(published...)
	m.Add(moves("as it is", "", r.Unmoved.Changes)...)
	for i := range r.Rows {
		m.Add(moves(r.Rows[i].Parameter, r.Rows[i].To, r.Rows[i].Changes)...)
	}
	w.table(m)
	w.provenance(r.Provenance)
	return w.b.Bytes()
}

func lastEnergy(metric string) string { return strings.Replace(metric, "energy.", "", 1) }

func signsText(s experiment.Signs) string { return fmt.Sprintf("%d of %d", s.Agree, s.Of) }

func moves(name, to string, changes []experiment.MovedChange) []string {
	out := []string{name, to}
	for _, c := range changes {
		if c.SimulatedDeltaPct == nil {
			out = append(out, unknown)
		} else {
			out = append(out, wording.Signed(*c.SimulatedDeltaPct, 2)+" %")
		}
	}
	return out
}

// flipped are the changes whose agreement is not that of the unmoved experiment.
func flipped(unmoved, moved *experiment.SensitivityRow) []string {
	var out []string
	for i := range unmoved.Changes {
		a, b := unmoved.Changes[i].SignAgrees, moved.Changes[i].SignAgrees
		if a != nil && b != nil && *a != *b {
			word := "lost"
			if *b {
				word = "gained"
			}
			out = append(out, moved.Changes[i].Config+" "+shortMetric(lastEnergy(moved.Changes[i].Metric))+" "+word)
		}
	}
	return out
}

// SensitivityJSON is the JSON form.
func SensitivityJSON(r *experiment.Sensitivity) ([]byte, error) {
	out, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(out, '\n'), nil
}

// SensitivityCSV is one row a parameter, side and published change.
func SensitivityCSV(r *experiment.Sensitivity) []byte {
	t := &Table{}
	for _, head := range [...]string{
		"parameter", "key", "from", "to", "config", "metric", "published_delta_pct", "simulated_delta_pct", "ci95_pct_lo",
		"ci95_pct_hi", "sign_agrees",
	} {
		t.Columns = append(t.Columns, Column{head, Left})
	}
	for i := -1; i < len(r.Rows); i++ {
		k := &r.Unmoved
		if i >= 0 {
			k = &r.Rows[i]
		}
		for _, c := range k.Changes {
			lo, hi, agrees := "", "", ""
			if c.CI95Pct != nil {
				lo, hi = number(c.CI95Pct[0]), number(c.CI95Pct[1])
			}
			if c.SignAgrees != nil {
				agrees = strconv.FormatBool(*c.SignAgrees)
			}
			t.Add(k.Parameter, k.Key, k.From, k.To, c.Config, c.Metric, number(c.PublishedDeltaPct),
				optional(c.SimulatedDeltaPct), lo, hi, agrees)
		}
	}
	return t.CSV()
}
