package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"easim/eas/compare"
	"easim/energy/diag"
)

// SummaryFormat is the version of the JSON form of a [Summary].
const SummaryFormat = 1

// SummaryOptions say what a summary looks at. The zero value is the usual.
type SummaryOptions struct {
	Metrics []string // names as `easim compare --metric` takes them
	// Reference names values, "busy_factor=32", against which changes are taken; an
	// axis that is not named has its first value.
	Reference []string
	Where     []string // further conditions on the points
	Pareto    []string // the two metrics of the Pareto front; none: total energy and a measure of performance
	Pivot     []string // two axes: the metrics as a table of one against the other
	AllPoints bool     // list all points, even if there are more than MaxPoints
}

// MaxPoints is how many points a summary lists unless it is asked for all.
const MaxPoints = 200

// Summary is what the runs of a sweep say. Its JSON form is a contract with scripts
// outside: keys may be added, none renamed. A nil number is not known.
type Summary struct {
	Format    int            `json:"format"`
	Version   string         `json:"version,omitempty"` // of the program; set by the caller
	Title     string         `json:"title"`
	Points    int            `json:"points"` // that are looked at
	Of        int            `json:"of_points"`
	Seeds     []uint64       `json:"seeds"`
	Runs      int            `json:"runs"`  // that are there
	Total     int            `json:"total"` // runs of the matrix
	Failures  []FailureRow   `json:"failures"`
	Reference string         `json:"reference"`
	Metrics   []MetricInfo   `json:"metrics"`
	Axes      []AxisSummary  `json:"axes"`
	Table     []PointSummary `json:"table"` // the points, if they are not too many
	Fronts    []Front        `json:"fronts"`
	Effects   []EffectTable  `json:"effects"`
	Pivots    []Pivot        `json:"pivots,omitempty"`
	Warnings  []string       `json:"warnings"`
}

// FailureRow is a run that failed.
type FailureRow struct {
	Run   int    `json:"run"`
	Point string `json:"point"`
	Seed  uint64 `json:"seed"`
	Error string `json:"error"`
}

// MetricInfo describes a metric.
type MetricInfo struct {
	Path   string `json:"metric"`
	Unit   string `json:"unit"`   // "mixed" if it is not the same in all runs
	Better string `json:"better"` // "higher", "lower", or ""
}

// Cell is what one metric does at one place. The interval is that of Student's t
// over the seeds.
type Cell struct {
	N    int         `json:"n"`    // runs
	Mean *float64    `json:"mean"` // nil if no run knows it, or units are mixed
	SD   *float64    `json:"sd"`   // over the seeds
	CI95 *[2]float64 `json:"ci95"`

	// The change against the reference is relative: of each pair of points that
	// differ in this axis only, averaged over the pairs, seed by seed. Where there are
	// no such pairs, as in a sample, it is that between the points less what the other
	// axes do to them, by least squares.
	DeltaPct *float64    `json:"delta_pct"`
	DeltaCI  *[2]float64 `json:"delta_ci95_pct"`
	Paired   bool        `json:"paired"`
}

// studied is a metric with its values.
type studied struct {
	compare.Reading
	values []float64 // by run
	units  []string  // by run, if they are mixed; else nil
	whole  []bool    // by point: known with every seed
	means  []float64 // by point, over the seeds; NaN if it is not whole

	alones [][]float64 // by axis, then by point: see alone
}

// study is a summary on its way.
type study struct {
	r       *Results
	p       *Plan
	o       SummaryOptions
	points  []int // that are looked at
	looked  []bool
	at      map[uint64]int // position in the grid to point; nil: they are the same
	ref     []uint32       // the reference's value on each axis
	levels  [][]level      // of each axis
	metrics []*studied
	extra   map[string]*studied // of the fronts, by the name that was asked for
	out     *Summary

	energyUnits []string // by run, if they are not the same in all
	unitsRead   bool
}

// Summarize describes the results. The error is an [*eas.InputError] if an option
// names what is not there.
func Summarize(r *Results, o SummaryOptions) (*Summary, error) {
	s := &study{r: r, p: r.Plan, o: o, extra: map[string]*studied{}, out: &Summary{
		Format: SummaryFormat, Seeds: r.Plan.Seeds, Runs: r.Found, Total: r.Plan.Runs(), Failures: []FailureRow{},
		Table: []PointSummary{}, Fronts: []Front{}, Effects: []EffectTable{}, Warnings: []string{},
	}}
	var err error
	if s.out.Title, err = r.Title(); err != nil {
		return nil, err
	}
	for _, f := range r.Failures {
		s.out.Failures = append(s.out.Failures, FailureRow(f))
	}
	for _, step := range [...]func() error{s.choosePoints, s.chooseReference, s.chooseMetrics} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	s.axes()
	s.pointTable()
	if err := s.fronts(); err != nil {
		return nil, err
	}
	s.effects()
	if err := s.pivots(); err != nil {
		return nil, err
	}
	s.warn()
	return s.out, nil
}

// choosePoints applies the conditions.
func (s *study) choosePoints() error {
	var conditions []*Condition
	for _, text := range s.o.Where {
		c, err := ParseCondition(text, s.p.Axes)
		if err != nil {
			return badInput("%w", err)
		}
		conditions = append(conditions, c)
	}
	s.looked = make([]bool, s.p.Points())
	for i := range s.p.Points() {
		point := s.p.Point(i).Coordinates()
		if !slices.ContainsFunc(conditions, func(c *Condition) bool { return !c.Keeps(point) }) {
			s.points = append(s.points, i)
			s.looked[i] = true
		}
	}
	if len(s.points) == 0 {
		return badInput("sweep: --where leaves none of the %d points", s.p.Points())
	}
	s.out.Points, s.out.Of = len(s.points), s.p.Points()
	if uint64(s.p.Points()) != s.p.Grid {
		s.at = make(map[uint64]int, s.p.Points())
		for i := range s.p.Points() {
			s.at[s.p.position(s.p.Point(i).Coordinates())] = i
		}
	}
	return nil
}

// find returns the point at a place that is looked at; -1 if there is none.
func (s *study) find(coordinates []uint32) int {
	at := s.p.position(coordinates)
	i := int(at)
	if s.at != nil {
		var ok bool
		if i, ok = s.at[at]; !ok {
			return -1
		}
	}
	if !s.looked[i] {
		return -1
	}
	return i
}

// chooseReference finds the reference: of every axis the value asked for, else the
// first that is looked at.
func (s *study) chooseReference() error {
	s.ref = slices.Clone(s.p.Point(s.points[0]).Coordinates())
	for _, list := range s.o.Reference {
		for text := range strings.SplitSeq(list, " ") {
			if text == "" {
				continue
			}
			name, value, _ := strings.Cut(text, "=")
			a := findAxis(s.p.Axes, name)
			if a < 0 {
				return badInput("sweep: reference %q: no axis %q; %s", text, name, diag.Suggest(name, s.axisNames()))
			}
			i := slices.IndexFunc(s.p.Axes[a].Values, func(v string) bool { return same(v, value) })
			if i < 0 {
				return badInput("sweep: reference %q: axis %s has no value %q; %s", text, name, value,
					diag.Suggest(value, s.p.Axes[a].Values))
			}
			s.ref[a] = uint32(i)
		}
	}
	var words []string
	for a := range s.p.Axes {
		words = append(words, s.p.Axes[a].Name+"="+s.p.Axes[a].Values[s.ref[a]])
	}
	s.out.Reference = strings.Join(words, " ")
	s.makeLevels()
	return nil
}

func (s *study) axisNames() []string {
	var out []string
	for a := range s.p.Axes {
		out = append(out, s.p.Axes[a].Name)
	}
	return out
}

// chooseMetrics reads the columns that are looked at.
func (s *study) chooseMetrics() error {
	all, err := s.r.Readings()
	if err != nil {
		return err
	}
	chosen, err := compare.SelectMetrics(all, s.o.Metrics)
	if err != nil {
		return badInput("%w", err)
	}
	for _, m := range chosen {
		k, err := s.study(m)
		if err != nil {
			return err
		}
		s.metrics = append(s.metrics, k)
		s.out.Metrics = append(s.out.Metrics, MetricInfo{m.Path, m.Unit, m.Better})
	}
	return nil
}

func (s *study) study(m compare.Reading) (*studied, error) {
	k := &studied{Reading: m, whole: make([]bool, s.p.Points()), means: make([]float64, s.p.Points())}
	var err error
	if k.values, err = s.r.Values(m.Path); err != nil {
		return nil, err
	}
	if k.units, err = s.unitsOf(m); err != nil {
		return nil, err
	}
	n := len(s.p.Seeds)
	for i := range k.whole {
		k.whole[i], k.means[i] = s.looked[i], math.NaN()
		for _, v := range k.values[i*n : (i+1)*n] {
			k.whole[i] = k.whole[i] && v == v
		}
		if k.whole[i] {
			k.means[i] = compare.Summarize(k.values[i*n : (i+1)*n]).Mean
		}
	}
	return k, nil
}

// unitsOf are the units of a metric run by run, if they are not the same in all.
// Units that claim nothing, as the tables of EAS 1.x have them, are those of one
// board and one table.
func (s *study) unitsOf(m compare.Reading) ([]string, error) {
	switch {
	case !compare.IsEnergy(m.Path) && m.Unit != Mixed:
		return nil, nil
	case !compare.IsEnergy(m.Path):
		return s.r.texts(m.Path + ".unit")
	case s.unitsRead:
		return s.energyUnits, nil
	}
	s.unitsRead = true
	var of [3][]string
	for i, path := range [...]string{"energy.unit", "scenario.platform", "energy.meter"} {
		var err error
		if of[i], err = s.r.texts(path); err != nil {
			return nil, err
		}
	}
	out, mixed, first := of[0], false, ""
	for i := range out {
		if strings.HasPrefix(out[i], "bogo") {
			out[i] += ofBoard + of[1][i] + " " + of[2][i]
		}
		if first == "" {
			first = out[i]
		}
		mixed = mixed || out[i] != "" && out[i] != first
	}
	if mixed {
		s.energyUnits = out
	}
	return s.energyUnits, nil
}

// ofBoard stands between a unit that claims nothing and what it belongs to.
const ofBoard = " of "

// seeds are the values of a metric at a point, seed by seed.
func (k *studied) seeds(point int) []float64 {
	n := len(k.values) / len(k.means)
	return k.values[point*n : (point+1)*n]
}

// unit is that of a metric at a point.
func (k *studied) unit(point int) string {
	if k.units == nil {
		return k.Unit
	}
	return k.units[point*(len(k.values)/len(k.means))]
}

// warn gathers what the reader has to know.
func (s *study) warn() {
	add := func(format string, args ...any) {
		s.out.Warnings = append(s.out.Warnings, fmt.Sprintf(format, args...))
	}
	if missing := s.p.Runs() - s.r.Found; missing > 0 {
		add("%d of %d runs are missing; a point without all its seeds is left out", missing, s.p.Runs())
	}
	if len(s.p.Seeds) == 1 {
		add("one seed gives no interval; --seeds 1..5 does")
	}
	for _, k := range s.metrics {
		if k.units != nil {
			add("%s is counted in units that do not compare between boards or tables: no means over them, "+
				"only relative changes", k.Path)
			break
		}
	}
	const most = 10
	for i, w := range s.r.Warnings() {
		if i == most {
			add("and %d more warnings of runs", len(s.r.Warnings())-most)
			break
		}
		add("in %d of %d runs: %s", w.N, s.r.Found, w.Text)
	}
}
