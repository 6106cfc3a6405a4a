package experiment

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/workload"
)

// Move is how far a parameter is moved to either side, as a part of its value.
const Move = 0.2

// Sensitivity says how much of an experiment's agreement hangs on parameters that
// nobody has measured.
type Sensitivity struct {
	Format     int              `json:"format"`
	Version    string           `json:"version,omitempty"` // of the program; set by the caller
	Name       string           `json:"name"`
	Seeds      []uint64         `json:"seeds"`
	Unmoved    SensitivityRow   `json:"unmoved"`
	Rows       []SensitivityRow `json:"rows"`
	Provenance []Parameter      `json:"provenance"` // of the moved parameters
}

// SensitivityRow is the experiment with one parameter moved.
type SensitivityRow struct {
	Parameter string        `json:"parameter"`
	Key       string        `json:"key"` // "workload.KEY" or "set.KEY"
	From      string        `json:"from"`
	To        string        `json:"to"`
	Signs     Signs         `json:"signs"`
	Changes   []MovedChange `json:"changes"`
	Failures  int           `json:"failures"`
}

// MovedChange is one published change as the moved experiment has it.
type MovedChange struct {
	Config            string      `json:"config"`
	Metric            string      `json:"metric"`
	PublishedDeltaPct float64     `json:"published_delta_pct"`
	SimulatedDeltaPct *float64    `json:"simulated_delta_pct"`
	CI95Pct           *[2]float64 `json:"ci95_pct"`
	SignAgrees        *bool       `json:"sign_agrees"`
}

// Sensitivity repeats what stands beside published values with each assumed or
// fitted parameter that can be moved 20 % down and up, one at a time; everything
// else stays, the fitted values included.
func (x *Experiment) Sensitivity(ctx context.Context, o RepeatOptions) (*Sensitivity, error) {
	o.PrincipalOnly = true
	out := &Sensitivity{
		Format: ReplicaFormat, Name: x.Name, Seeds: x.blank(o).Seeds, Rows: []SensitivityRow{}, Provenance: []Parameter{},
	}
	var err error
	if out.Unmoved, err = x.moved(ctx, o, nil, 0); err != nil {
		return nil, err
	}
	for i := range x.Parameters {
		p := &x.Parameters[i]
		if !p.movable() {
			continue
		}
		out.Provenance = append(out.Provenance, *p)
		for _, factor := range [...]float64{1 - Move, 1 + Move} {
			row, err := x.moved(ctx, o, p, factor)
			if err != nil {
				return out, err
			}
			out.Rows = append(out.Rows, row)
		}
	}
	return out, nil
}

// MovedRuns is how many runs Sensitivity makes.
func (x *Experiment) MovedRuns(o RepeatOptions) int {
	o.PrincipalOnly = true
	n := 1
	for i := range x.Parameters {
		if x.Parameters[i].movable() {
			n += 2
		}
	}
	return n * x.Runs(o)
}

// Runs is how many runs Repeat makes.
func (x *Experiment) Runs(o RepeatOptions) int {
	_, variants := x.cells(o)
	n := 0
	for i := range variants {
		n += len(variants[i].Seeds)
	}
	return n
}

// moved repeats the experiment with p times factor; with no p as it is.
func (x *Experiment) moved(ctx context.Context, o RepeatOptions, p *Parameter, factor float64) (SensitivityRow, error) {
	y := *x
	y.OwnTime, y.Anchors, y.Counts = false, "", nil
	y.ClipEnergy.Config = ""
	row := SensitivityRow{Changes: []MovedChange{}}
	if p != nil {
		var err error
		row.Parameter, row.Key = p.Name, p.Apply
		if row.From, err = x.value(p.Apply); err != nil {
			return row, err
		}
		if row.To, err = scaled(row.From, factor); err != nil {
			return row, fmt.Errorf("experiment: parameter %s: %w", p.Name, err)
		}
		y.Common = x.Common.over(setTo(p.Apply, row.To))
	}
	got, err := y.Repeat(ctx, o)
	if err != nil {
		return row, err
	}
	row.Signs, row.Failures = got.Signs, len(got.Failures)
	for i := range got.Rows {
		if r := &got.Rows[i]; r.PublishedDeltaPct != nil {
			row.Changes = append(row.Changes, MovedChange{
				r.Config, r.Metric, *r.PublishedDeltaPct, r.SimulatedDeltaPct, r.CI95Pct, r.SignAgrees,
			})
		}
	}
	return row, nil
}

// setTo is the part of a scenario that sets one key.
func setTo(key, value string) Part {
	where, name, _ := strings.Cut(key, ".")
	if where == "workload" {
		return Part{Workload: []workload.Param{{Name: name, Value: value}}}
	}
	return Part{Scenario: eas.Scenario{Layers: []eas.Layer{{Params: []eas.Setting{{Key: name, Value: value}}}}}}
}

// value is what a key has in the principal block.
func (x *Experiment) value(key string) (string, error) {
	return x.Common.over(x.Blocks[0].Part).value(key)
}

// scaled multiplies the number at the beginning of text and keeps the unit behind
// it. A whole number stays whole.
func scaled(text string, factor float64) (string, error) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end < 0 {
		end = len(text)
	}
	v, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return "", fmt.Errorf("%q cannot be multiplied", text)
	}
	v *= factor
	if end == len(text) && !strings.Contains(text, ".") && v >= 10 {
		v = math.Round(v)
	}
	return strconv.FormatFloat(v, 'g', 12, 64) + text[end:], nil
}
