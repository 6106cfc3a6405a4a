package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"easim/eas/compare"
)

// signs counts the changes that go the way that was published.
func (t *tabulator) signs() {
	for i := range t.out.Rows {
		if agrees := t.out.Rows[i].SignAgrees; agrees != nil {
			t.out.Signs.Of++
			if *agrees {
				t.out.Signs.Agree++
			}
		}
	}
}

// orders ranks the published changes of each metric beside the simulated ones.
func (t *tabulator) orders() {
	for _, metric := range t.x.Metrics {
		var rows []*ResultRow
		for i := range t.out.Rows {
			if r := &t.out.Rows[i]; r.Metric == metric && r.PublishedDeltaPct != nil && r.SimulatedDeltaPct != nil {
				rows = append(rows, r)
			}
		}
		if len(rows) < 2 {
			continue
		}
		o := Order{
			Metric:    metric,
			Published: ranked(rows, func(r *ResultRow) float64 { return *r.PublishedDeltaPct }),
			Simulated: ranked(rows, func(r *ResultRow) float64 { return *r.SimulatedDeltaPct }),
		}
		o.Agrees = slices.Equal(o.Published, o.Simulated)
		t.out.Orders = append(t.out.Orders, o)
	}
}

// ranked are the configurations in ascending order of value; those that are
// exactly equal stand together, joined by =.
func ranked(rows []*ResultRow, value func(*ResultRow) float64) []string {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b *ResultRow) int { return cmp.Compare(value(a), value(b)) })
	var names []string
	for i, r := range sorted {
		if i > 0 && value(r) == value(sorted[i-1]) {
			names[len(names)-1] += " = " + r.Config
		} else {
			names = append(names, r.Config)
		}
	}
	return names
}

// counts lists the numbers that explain, for the principal block.
func (t *tabulator) counts() {
	metrics, err := compare.Choose(t.readings, t.x.Counts)
	if err != nil {
		return // nothing was run
	}
	for i := range metrics {
		for j := range t.cells {
			c := &t.cells[j]
			if c.block != &t.x.Blocks[0] {
				continue
			}
			row := CountRow{Config: c.label, Metric: metrics[i].Path}
			if s := compare.Summarize(c.series.Values(metrics[i].Path)); s.N > 0 {
				row.Summary = &s
			}
			t.out.Counts = append(t.out.Counts, row)
		}
	}
}

// clip computes how long the published measurement was if its power was the
// simulated one.
func (t *tabulator) clip() {
	clip := &t.x.ClipEnergy
	for i := range t.cells {
		c := &t.cells[i]
		if clip.Config == "" || c.config.Name != clip.Config {
			continue
		}
		power := c.mean("energy.total" + compare.PerSecond) // mJ/s
		if power <= 0 {
			continue
		}
		name := "clip length"
		if c.block.Name != "" {
			name += ", " + c.block.Name
		}
		t.out.Derived = append(t.out.Derived, DerivedRow{
			Name: name, Value: 1000 * clip.Joules / power, Unit: "s",
			How: fmt.Sprintf("published %.3f J over the simulated %.1f mW of %s, bogo-units read as mW",
				clip.Joules, power, clip.Config),
		})
	}
}

// ratios divides the LITTLE energy by the big one where both were published: s4-power
// is fitted to one such number, and the others are predictions.
func (t *tabulator) ratios() {
	for i := range t.cells {
		c := &t.cells[i]
		little, big := t.x.published(c.config.Name, "energy.little"), t.x.published(c.config.Name, "energy.big")
		if little == nil || big == nil {
			continue
		}
		above := c.mean("energy.little")
		below := c.mean("energy.big")
		if below > 0 {
			t.out.Derived = append(t.out.Derived, DerivedRow{
				Name: "LITTLE/big of " + c.label, Value: above / below,
				How: fmt.Sprintf("published %.3f", little.Value/big.Value),
			})
		}
	}
}
