package page

import (
	"easim/eas"
	"easim/eas/compare"
	"easim/eas/report/chart"
)

// Picture is a picture that an input has.
type Picture struct {
	Name  string // what `easim plot --picture` takes
	Chart chart.Chart
}

// Pictures are the pictures of an input, in the order of its page. What several
// workloads have each of its own is called by name and workload.
func Pictures(in Input) []Picture {
	var out []Picture
	for _, c := range in.chapter().all() {
		for i := range c.Sections {
			for _, f := range c.Sections[i].Figures {
				p := Picture{f.ID, f.Chart}
				if c.Of != "" {
					p.Name += "-" + c.Of
					p.Chart.About().Title += ", " + c.Of
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// Wanted is a run that a page would show a timeline of.
type Wanted struct {
	Name string // of the variant or point
	Run  *eas.Result
}

// maxTimelines is how many timelines a comparison has on a workload.
const maxTimelines = 3

// Wanted are the runs whose timelines say most: of a comparison the first seed of
// the baseline and of the first variants on each workload, of a sweep the reference
// and the best.
func (in *Input) Wanted() []Wanted {
	var out []Wanted
	switch {
	case in.Comparison != nil:
		for _, k := range in.Comparison.ByWorkload() {
			out = append(out, wantedOf(k)...)
		}
	case in.Replica != nil:
	case in.Sweep != nil:
		out = in.Sweep.wanted()
	default:
		out = append(out, Wanted{Run: in.Runs[0]})
	}
	return out
}

// wantedOf are the runs of a comparison on one workload.
func wantedOf(k *compare.Comparison) []Wanted {
	var out []Wanted
	for i := range k.Variants {
		if v := &k.Variants[i]; len(v.Runs) > 0 && len(out) < maxTimelines {
			out = append(out, Wanted{v.Label(), v.Runs[0]})
		}
	}
	return out
}

// Merge joins inputs that are single runs into one, so that they are shown beside
// each other; everything else stays as it is.
func Merge(inputs []Input) []Input {
	var out []Input
	var runs []*eas.Result
	first := -1
	for _, in := range inputs {
		if len(in.Runs) != 1 {
			out = append(out, in)
			continue
		}
		runs = append(runs, in.Runs[0])
		if first < 0 {
			first = len(out)
			out = append(out, in)
			continue
		}
		out[first].Name += ", " + in.Name
	}
	if len(runs) > 1 {
		out[first].setRuns(runs, nil)
		if g := out[first].Sweep; g != nil {
			g.merged = true
		}
	}
	return out
}
