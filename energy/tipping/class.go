package tipping

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"easim/energy"
)

// margin is the capacity margin in 1024ths: a CPU has room up to 1024/1280 = 80 %.
const margin = 1280

// Options say what is compared. The zero value compares CPUs that are busy alone.
type Options struct {
	// Busy is how many CPUs of a class are busy together and share the cost of
	// their cluster (at most those that there are); 0 is 1. A table of kind
	// measured gives the row of that many busy CPUs.
	Busy int

	// CoreOnly leaves the shared part out, as if the clusters were awake anyway.
	CoreOnly bool

	// Percent is the change of powers that the sensitivity tries; 0 is 5.
	Percent int
}

// Class is a set of CPUs that are equal in speed and cost.
type Class struct {
	Name   string // of its cluster, "LITTLE"; of several, "cluster0+cluster1"
	Kind   energy.Kind
	CPUs   energy.CPUSet
	Points []Point // one an OPP, ascending by frequency
}

// Top is the capacity at the highest OPP.
func (c *Class) Top() energy.Capacity { return c.Points[len(c.Points)-1].Capacity }

// Point is an OPP of a class.
type Point struct {
	Freq     energy.KHz
	Capacity energy.Capacity
	LastUtil int // the highest utilisation that the governor runs here, and that fits

	num, den int64 // power in the table's unit, as a fraction
	scale    int64 // of the power, in hundredths
}

// Power is what a busy CPU draws, with its share of the cluster, in the table's
// unit.
func (p *Point) Power() float64 { return float64(p.num) / float64(p.den) }

// Cost is the power for each unit of capacity.
func (p *Point) Cost() float64 { return p.Power() / float64(p.Capacity) }

// less compares costs exactly: num/(den*cap), both sides multiplied out. With
// powers up to 10^9, 512 CPUs and capacities up to 1024 each factor is far below
// 2^63, the product is taken in 128 bits.
func (p *Point) less(q *Point) bool {
	ah, al := bits.Mul64(uint64(p.num*p.scale), uint64(q.den*int64(q.Capacity)))
	bh, bl := bits.Mul64(uint64(q.num*q.scale), uint64(p.den*int64(p.Capacity)))
	return ah < bh || ah == bh && al < bl
}

// classes makes the classes of a table, in the order of their capacity. Rows that
// agree in everything are one class.
func classes(p *energy.Platform, t *energy.PowerTable, o Options) ([]Class, error) {
	var out []Class
	for i := range t.Domains {
		d := &t.Domains[i]
		first := d.CPUs.First()
		c := Class{Name: rowName(p, d), Kind: p.Kind(first), CPUs: d.CPUs}
		opps := p.FreqDomains[p.CPUs[first].Domain].OPPs
		if len(opps) == 0 || len(d.Capacity) != len(opps) {
			return nil, fmt.Errorf("tipping: table %q does not fit the OPPs of CPUs %s", t.Name, d.CPUs)
		}
		for j := range opps {
			num, den := busyPower(t, d, j, o)
			if d.Capacity[j] < 1 || num < 0 {
				return nil, fmt.Errorf("tipping: table %q, CPUs %s at %d kHz: capacity %d, power %d",
					t.Name, d.CPUs, opps[j].Freq, d.Capacity[j], num)
			}
			c.Points = append(c.Points, Point{
				Freq: opps[j].Freq, Capacity: d.Capacity[j], LastUtil: int(d.Capacity[j]) * 1024 / margin,
				num: num, den: den, scale: 100,
			})
		}
		top := &c.Points[len(c.Points)-1]
		top.LastUtil = LastFit(top.Capacity) // at the top the rule is strict
		at := slices.IndexFunc(out, func(e Class) bool { return e.Kind == c.Kind && slices.Equal(e.Points, c.Points) })
		if at < 0 {
			out = append(out, c)
			continue
		}
		out[at].CPUs = out[at].CPUs.Or(c.CPUs)
		if !slices.Contains(strings.Split(out[at].Name, "+"), c.Name) {
			out[at].Name += "+" + c.Name
		}
	}
	slices.SortStableFunc(out, func(a, b Class) int { return int(a.Top() - b.Top()) })
	return out, nil
}

// rowName is the name of the row's cluster, with the CPUs if the cluster has
// several rows.
func rowName(p *energy.Platform, d *energy.TableDomain) string {
	var names []string
	for i := range p.Clusters {
		c := &p.Clusters[i]
		switch {
		case !c.CPUs.Intersects(d.CPUs):
		case d.CPUs.Contains(c.CPUs):
			names = append(names, c.Name)
		default:
			names = append(names, fmt.Sprintf("%s(%s)", c.Name, d.CPUs))
		}
	}
	return strings.Join(names, "+")
}

// busyPower is what one of o.Busy CPUs draws at OPP j:
//
//	eas1x     core + cluster / n
//	em        core (it includes the shared part as far as the source does)
//	measured  the measured power of n CPUs / n
func busyPower(t *energy.PowerTable, d *energy.TableDomain, j int, o Options) (num, den int64) {
	n := int64(min(max(o.Busy, 1), d.CPUs.Len()))
	switch {
	case t.Kind == energy.TableMeasured:
		return int64(d.Busy[n-1][j]), n
	case t.Kind == energy.TableEAS1x && !o.CoreOnly:
		return int64(d.CoreBusy[j])*n + int64(d.ClusterBusy[j]), n
	}
	return int64(d.CoreBusy[j]), 1
}

// pointFor returns the OPP at which the governor runs a CPU of utilisation u, and
// whether u fits the CPU at all.
func (c *Class) pointFor(u int) (opp int, fits bool) {
	if u*margin >= int(c.Top())*1024 {
		return len(c.Points) - 1, false
	}
	for i := range c.Points {
		if u <= c.Points[i].LastUtil {
			return i, true
		}
	}
	return len(c.Points) - 1, true
}
