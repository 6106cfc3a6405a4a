package compare

import "fmt"

// Thresholds are the limits that a verdict is made with; 0 is the default.
type Thresholds struct {
	// SamePct: an interval that holds 0 and lies within +- this many percent
	// means "same"; default 1.
	SamePct float64
	// NegligiblePct: an interval that lies within +- this many percent means
	// "same" even if it does not hold 0; default 0.1. Common seeds make pairs so
	// alike that differences show which no user of the machine ever will.
	NegligiblePct float64
	// WorkPct: if the work done differs by more than this many percent, no
	// energy is called better or worse; default 1.
	WorkPct float64
}

func (t Thresholds) withDefaults() Thresholds {
	if t.SamePct == 0 {
		t.SamePct = 1
	}
	if t.NegligiblePct == 0 {
		t.NegligiblePct = 0.1
	}
	if t.WorkPct == 0 {
		t.WorkPct = 1
	}
	return t
}

// The verdicts of [Change].
const (
	Better  = "better"
	Worse   = "worse"
	Same    = "same"    // no difference, or the whole interval is negligible
	Unclear = "unclear" // more seeds may tell; or the question has no answer
)

// decide gives the verdict. Better and worse need a probability below 5 % after the
// adjustment for the number of comparisons, where chance has a part.
func (c *Change) decide(t Thresholds) {
	c.Verdict = Unclear
	switch {
	case c.Delta == nil:
	case *c.Delta == 0 && (c.CI95 == nil || c.CI95[0] == c.CI95[1]):
		c.Verdict = Same
	case c.CI95 == nil:
		c.Note = "one value on a side gives no interval"
	case !c.Differs():
		if c.within(t.SamePct) {
			c.Verdict = Same
			c.Note = fmt.Sprintf("any difference is within %g %%", t.SamePct)
		}
	case c.within(t.NegligiblePct):
		c.Verdict = Same
		c.Note = fmt.Sprintf("differs, but by less than %g %%: negligible", t.NegligiblePct)
	case c.PAdjusted != nil && *c.PAdjusted >= alpha:
		c.Note = "the interval excludes 0, but of so many comparisons one may by chance: adjusted p is not below 0.05"
	case c.Better == "":
		c.Note = "differs; neither direction is good or bad"
	default:
		c.Verdict = c.leans()
	}
}
