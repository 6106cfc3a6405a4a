package page

import (
	"easim/eas"
	"easim/eas/report/chart"
)

// Picture is a picture that an input has.
type Picture struct {
	Name  string // what `easim plot --picture` takes
	Chart chart.Chart
}

// Pictures are the pictures of an input, in the order of its page.
func Pictures(in Input) []Picture {
	var out []Picture
	c := in.chapter()
	for i := range c.Sections {
		for _, f := range c.Sections[i].Figures {
			out = append(out, Picture{f.ID, f.Chart})
		}
	}
	return out
}

// Wanted is a run that a page would show a timeline of.
type Wanted struct {
	Name string // of the variant or point
	Run  *eas.Result
}

// maxTimelines is how many timelines a comparison has.
const maxTimelines = 3

// Wanted are the runs whose timelines say most: of a comparison the first seed of
// the baseline and of the first variants, of a sweep the reference and the best.
func (in *Input) Wanted() []Wanted {
	var out []Wanted
	switch {
	case in.Comparison != nil:
		for i := range in.Comparison.Variants {
			if v := &in.Comparison.Variants[i]; len(v.Runs) > 0 && len(out) < maxTimelines {
				out = append(out, Wanted{v.Name, v.Runs[0]})
			}
		}
	case in.Replica != nil:
	case in.Sweep != nil:
		out = in.Sweep.wanted()
	default:
		out = append(out, Wanted{Run: in.Runs[0]})
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
