package experiment

import "testing"

func TestScaled(t *testing.T) {
	for _, c := range []struct {
		text   string
		factor float64
		want   string
	}{
		{"500ms", 0.8, "400ms"},
		{"1.3", 1.2, "1.56"},
		{"5", 1.2, "6"},
		{"50", 0.8, "40"},
		{"21333", 1.2, "25600"},
		{"27us", 0.8, "21.6us"},
		{"0", 1.2, "0"},
	} {
		if got, err := scaled(c.text, c.factor); err != nil || got != c.want {
			t.Errorf("scaled(%q, %g) = %q, %v; want %q", c.text, c.factor, got, err, c.want)
		}
	}
	if _, err := scaled("exit", 1.2); err == nil {
		t.Error("a word was multiplied")
	}
}

func TestSensitivity(t *testing.T) {
	x := tinyExperiment(t)
	s, err := x.Sensitivity(t.Context(), RepeatOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Rows) != 4 || x.MovedRuns(RepeatOptions{}) != 5*6 {
		t.Fatalf("%d rows, %d runs", len(s.Rows), x.MovedRuns(RepeatOptions{}))
	}
	for i, want := range [...][2]string{{"10", "8"}, {"10", "12"}, {"50", "40"}, {"50", "60"}} {
		if r := &s.Rows[i]; r.From != want[0] || r.To != want[1] || r.Signs.Of != 1 || len(r.Changes) != 2 {
			t.Errorf("%+v", r)
		}
	}
	if *s.Rows[0].Changes[0].SimulatedDeltaPct == *s.Unmoved.Changes[0].SimulatedDeltaPct {
		t.Error("moving a parameter changed nothing")
	}
}
