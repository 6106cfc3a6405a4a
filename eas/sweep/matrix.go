package sweep

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/workload"
)

// Matrix says what a sweep runs: a scenario, axes over it, and seeds.
type Matrix struct {
	Base  eas.Scenario // as the user wrote it; its own seed is not used
	Axes  []Axis       // the first varies slowest
	Seeds []uint64     // every point is run with each

	Where []string // conditions that a point must meet, see [ParseCondition]

	// Random and Latin, if not 0, take that many points of the grid instead of all:
	// at random, or so that each axis is covered evenly (a Latin hypercube).
	Random, Latin int
	SampleSeed    uint64 // of the draw; 0 is 1

	// Folder is where relative names of files begin; "" is the working directory.
	Folder string
	// Program is the version of the program that ran it.
	Program string
	// Inputs are the files that the scenarios name, as they were.
	Inputs []Input
}

// Input is a file that a scenario names.
type Input struct {
	File   string
	SHA256 string // of its text, in hexadecimal
}

// Local returns how a file that is called name from the working directory is called
// in the matrix, whose names begin in its folder. Other names stay as they are.
func (m *Matrix) Local(name string) string {
	if m.Folder == "" || name == eas.Stdin || workload.IsBuiltin(name) || !eas.IsFile(name) || filepath.IsAbs(name) {
		return name
	}
	local := filepath.ToSlash(relative(m.Folder, name))
	if !eas.IsFile(local) {
		return "./" + local
	}
	return local
}

// Point is one combination of values.
type Point struct {
	plan  *Plan
	index int
}

// Plan is the list of runs of a matrix: the points, and each with every seed.
type Plan struct {
	Matrix
	Grid    uint64 // points of the whole grid
	Dropped int    // points of the grid, or of the sample, that the conditions leave out
	Twins   int    // points of a sample that fell together

	points []uint32 // for each point the index of its value on each axis
}

// Points is the number of points.
func (p *Plan) Points() int { return len(p.points) / len(p.Axes) }

// Runs is the number of runs.
func (p *Plan) Runs() int { return p.Points() * len(p.Seeds) }

// Point returns point i, in the order of the grid.
func (p *Plan) Point(i int) Point { return Point{p, i} }

// Run returns the point and the seed of run number n, counted from 0. The seeds of
// a point follow each other.
func (p *Plan) Run(n int) (Point, uint64) {
	return Point{p, n / len(p.Seeds)}, p.Seeds[n%len(p.Seeds)]
}

// Coordinates are the indices of the point's values on the axes.
func (p Point) Coordinates() []uint32 {
	n := len(p.plan.Axes)
	return p.plan.points[p.index*n : (p.index+1)*n]
}

// Value is the point's value on an axis.
func (p Point) Value(axis int) string { return p.plan.Axes[axis].Values[p.Coordinates()[axis]] }

// String is the point as NAME=VALUE, axis by axis.
func (p Point) String() string {
	var words []string
	for i := range p.plan.Axes {
		words = append(words, p.plan.Axes[i].Name+"="+p.Value(i))
	}
	return strings.Join(words, " ")
}

// Scenario is what is run at the point, with one seed.
func (p Point) Scenario(seed uint64) (eas.Scenario, error) {
	s, err := p.plan.scenario(p.Value)
	s.Seed = seed
	return s, err
}

// Plan lists the runs. The error is an [*eas.InputError] if the matrix makes no
// sense: an axis twice, nothing left, too much.
func (m Matrix) Plan() (*Plan, error) {
	p := &Plan{Matrix: m}
	if p.SampleSeed == 0 {
		p.SampleSeed = 1
	}
	if err := p.enumerate(); err != nil {
		return nil, &eas.InputError{Err: err}
	}
	return p, nil
}

func (p *Plan) enumerate() error {
	if err := p.checkAxes(); err != nil {
		return err
	}
	conditions := make([]*Condition, len(p.Where))
	for i, text := range p.Where {
		var err error
		if conditions[i], err = ParseCondition(text, p.Axes); err != nil {
			return err
		}
	}
	keeps := func(point []uint32) bool {
		return !slices.ContainsFunc(conditions, func(c *Condition) bool { return !c.Keeps(point) })
	}
	var err error
	switch {
	case p.Random > 0:
		err = p.random(keeps)
	case p.Latin > 0:
		err = p.latin(keeps)
	default:
		err = p.all(keeps)
	}
	switch {
	case err != nil:
		return err
	case len(p.points) == 0:
		return fmt.Errorf("sweep: the conditions leave none of the %s points; loosen --where", grouped(uint64(p.Dropped)))
	case p.Runs() > MaxRuns:
		return p.tooMany(uint64(p.Points()))
	}
	return nil
}

func (p *Plan) checkAxes() error {
	switch {
	case len(p.Axes) == 0:
		return fmt.Errorf("sweep: no axis, so the grid is empty; give at least one, for example --axis busy_factor=1,2,4")
	case len(p.Seeds) == 0:
		return fmt.Errorf("sweep: no seeds, so the grid is empty; want for example --seeds 1..5")
	case p.Random > 0 && p.Latin > 0:
		return fmt.Errorf("sweep: --random and --latin exclude each other")
	case p.Random < 0 || p.Latin < 0:
		return fmt.Errorf("sweep: a sample of %d points; want at least 1", min(p.Random, p.Latin))
	}
	for i := range p.Axes {
		for j := range i {
			if p.Axes[i].Name == p.Axes[j].Name {
				return fmt.Errorf("sweep: axis %s is there twice; put all its values into one", p.Axes[i].Name)
			}
		}
	}
	p.Grid = 1
	for i := range p.Axes {
		n := uint64(len(p.Axes[i].Values))
		if p.Grid > math.MaxInt64/n {
			return fmt.Errorf("sweep: the grid has more than %d points", int64(math.MaxInt64))
		}
		p.Grid *= n
	}
	return nil
}

func (p *Plan) tooMany(points uint64) error {
	return fmt.Errorf("sweep: %s points with seeds %s are more than the %s runs that one sweep may have; "+
		"take fewer values, or a sample with --random N or --latin N",
		grouped(points), compare.FormatSeeds(p.Seeds), grouped(MaxRuns))
}

// grouped writes a number with blanks between the thousands.
func grouped(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}

// all takes the whole grid.
func (p *Plan) all(keeps func([]uint32) bool) error {
	if p.Grid > MaxRuns {
		return p.tooMany(p.Grid)
	}
	point := make([]uint32, len(p.Axes))
	for i := range p.Grid {
		p.coordinates(i, point)
		if keeps(point) {
			p.points = append(p.points, point...)
		} else {
			p.Dropped++
		}
	}
	return nil
}

// coordinates are those of point i of the grid, of which the last axis varies
// fastest.
func (p *Plan) coordinates(i uint64, out []uint32) {
	for a := len(p.Axes) - 1; a >= 0; a-- {
		n := uint64(len(p.Axes[a].Values))
		out[a] = uint32(i % n)
		i /= n
	}
}

// position is the inverse of coordinates.
func (p *Plan) position(point []uint32) uint64 {
	i := uint64(0)
	for a := range p.Axes {
		i = i*uint64(len(p.Axes[a].Values)) + uint64(point[a])
	}
	return i
}
