package fit

import (
	"fmt"
	"strings"

	"easim/energy"
)

// source says where the numbers of a table come from.
func (m *maker) source() string {
	n := 0
	for i := range m.r.Clusters {
		n += len(m.r.Clusters[i].Points)
	}
	var parts []string
	if m.o.Source != "" {
		parts = append(parts, m.o.Source)
	}
	parts = append(parts, fmt.Sprintf("%d samples", n), m.method())
	if m.r.Options.BaseUW != 0 {
		parts = append(parts, fmt.Sprintf("a base of %g mW subtracted", m.r.Options.BaseUW/1000))
	}
	if m.r.Options.DropOutliers {
		parts = append(parts, "outliers left out")
	}
	return strings.Join(append(parts, m.capacitySource()), "; ")
}

func (m *maker) method() string {
	switch {
	case m.o.Kind == energy.TableMeasured:
		return "the samples themselves, repeated ones as their mean"
	case m.r.Options.Model == Formula:
		return "least squares of n (Cn V^2 f + In V) + Cc V^2 f + Ic V over n busy CPUs, frequency and voltage: " + m.laws()
	case m.r.Options.Monotone:
		return "regression of power over the number of busy CPUs at each OPP: slope (core) and intercept (cluster), " +
			"both made to rise with frequency"
	}
	return "regression of power over the number of busy CPUs at each OPP: slope (core) and intercept (cluster)"
}

// laws writes the coefficients of all clusters.
func (m *maker) laws() string {
	var all []string
	for i := range m.r.Clusters {
		c := &m.r.Clusters[i]
		var parts []string
		for _, e := range [...]struct {
			name, unit string
			value      *Estimate
		}{
			{"Cn", "uW/(MHz V^2)", c.Law.CoreCoef},
			{"In", "uA", c.Law.CoreLeak},
			{"Cc", "uW/(MHz V^2)", c.Law.ClusterCoef},
			{"Ic", "uA", c.Law.ClusterLeak},
		} {
			if e.value != nil {
				parts = append(parts, fmt.Sprintf("%s = %.4g %s", e.name, e.value.Value, e.unit))
			}
		}
		all = append(all, c.Label+" "+strings.Join(parts, ", "))
	}
	return strings.Join(all, "; ")
}

func (m *maker) capacitySource() string {
	if m.scored() {
		return "capacity: score x 1024 over the best"
	}
	if t := m.capacityTable(); t != nil {
		return "capacity as table " + t.Name
	}
	return "no capacity"
}

// trust says how well the fit describes the samples.
func (m *maker) trust() string {
	if m.o.Kind == energy.TableMeasured {
		return "raw measurement"
	}
	parts := make([]string, len(m.r.Clusters))
	for i := range m.r.Clusters {
		c := &m.r.Clusters[i]
		parts[i] = fmt.Sprintf("%.1f %% for %s", abs(c.Worst().ErrorPct()), c.Label)
	}
	text := "within " + strings.Join(parts, ", ") + " of the samples; idle costs unknown"
	if m.o.Kind == energy.TableEM && m.r.separable() {
		text += "; the shared part of the clusters is left out"
	}
	return text
}
