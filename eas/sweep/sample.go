package sweep

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"easim/eas/des"
)

// random takes points of the grid at random, none twice, in the order of the grid.
func (p *Plan) random(keeps func([]uint32) bool) error {
	if err := p.checkSample("--random", p.Random); err != nil {
		return err
	}
	rng := des.Stream(p.SampleSeed, "sweep/random")
	point := make([]uint32, len(p.Axes))
	seen, kept := map[uint64]bool{}, []uint64(nil)
	add := func(i uint64) {
		if seen[i] {
			return
		}
		seen[i] = true
		if p.coordinates(i, point); keeps(point) {
			kept = append(kept, i)
		} else {
			p.Dropped++
		}
	}
	if p.Grid <= MaxRuns {
		for _, i := range rng.Perm(int(p.Grid)) {
			if len(kept) < p.Random {
				add(uint64(i))
			}
		}
	} else {
		for tries := 0; len(kept) < p.Random && tries < 20*MaxRuns && len(seen) < 4*MaxRuns; tries++ {
			add(rng.Uint64N(p.Grid))
		}
	}
	if len(kept) > 0 && len(kept) < p.Random {
		return fmt.Errorf("sweep: --random %d: only %d points of the grid meet the conditions", p.Random, len(kept))
	}
	p.keep(kept)
	return nil
}

func (p *Plan) checkSample(flag string, n int) error {
	switch {
	case n > MaxRuns:
		return p.tooMany(uint64(n))
	case flag == "--random" && uint64(n) > p.Grid:
		return fmt.Errorf("sweep: %s %d: the grid has %d points only; leave %s out", flag, n, p.Grid, flag)
	}
	return nil
}

// keep takes the points at these positions of the grid.
func (p *Plan) keep(positions []uint64) {
	slices.Sort(positions)
	point := make([]uint32, len(p.Axes))
	for _, i := range positions {
		p.coordinates(i, point)
		p.points = append(p.points, point...)
	}
}

// latin takes a Latin hypercube of N points (M. D. McKay, R. J. Beckman, W. J.
// Conover, Technometrics 21, 1979): each axis is cut into N strata, and each
// stratum is used once, in an order of its own. On an axis of fewer than N values
// each value is used as often as any other, give or take one. Points that fall
// together, which such axes make likely, count once.
func (p *Plan) latin(keeps func([]uint32) bool) error {
	n := p.Latin
	if err := p.checkSample("--latin", n); err != nil {
		return err
	}
	rng := des.Stream(p.SampleSeed, "sweep/latin")
	points := make([]uint32, n*len(p.Axes))
	for a := range p.Axes {
		values := len(p.Axes[a].Values)
		for i, stratum := range rng.Perm(n) {
			within := 0.0
			if values > n {
				within = rng.Float64()
			}
			v := int(math.Floor(float64((float64(stratum)+within)*float64(values)) / float64(n)))
			points[i*len(p.Axes)+a] = uint32(min(v, values-1))
		}
	}
	positions := map[uint64]bool{}
	for i := range n {
		point := points[i*len(p.Axes) : (i+1)*len(p.Axes)]
		switch at := p.position(point); {
		case positions[at]:
			p.Twins++
		case !keeps(point):
			p.Dropped++
		default:
			positions[at] = true
		}
	}
	p.keep(slices.Collect(maps.Keys(positions)))
	return nil
}
