package experiment

// SelectMetrics returns the readings that the names mean, in their order, for a
// table that is not a [Comparison]: without names the usual ones (energies, work,
// what the workload says of itself). A name is a path in any case, the end of one
// behind energy, throughput or scheduler, or a pattern with stars; behind it /s means
// per second of the window. To energies alone the measures of performance are added.
func SelectMetrics(all []Reading, names []string) ([]Reading, error) {
	if len(names) == 0 {
		return usual(all), nil
	}
	chosen, err := choose(all, names)
	if err != nil {
		return nil, err
	}
	return withPerformance(all, chosen), nil
}

// Describe returns the reading of a path without a value: its unit, as far as it
// is known, and which direction is good. energyUnit is the unit of energies.
func Describe(path, energyUnit string) Reading {
	w := walker{energyUnit: energyUnit}
	return Reading{Path: path, Unit: w.unit(path), Better: direction(path)}
}

// IsEnergy reports whether the number at path is an energy.
func IsEnergy(path string) bool { return isEnergy(path) }

// PerSecond ends the name of a metric that is divided by the length of the window,
// which stands at WindowPath.
const (
	PerSecond  = perSecond
	WindowPath = windowPath
)
