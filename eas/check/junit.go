package check

import (
	"fmt"
	"strings"

	"easim/energy/junit"
)

// JUnit is the report as JUnit XML: a suite for each scenario, a case for each
// criterion. JUnit has no word for UNDECIDED: it is a failure of that type.
func (r *Report) JUnit() ([]byte, error) {
	var suites []junit.Suite
	for i := range r.Scenarios {
		suites = append(suites, r.Scenarios[i].junit())
	}
	out, err := junit.Encode("easim check", suites)
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	return out, nil
}

func (o *Outcome) junit() junit.Suite {
	s := junit.Suite{Name: o.Name}
	if o.Suite != "" {
		s.Name = o.Suite + "." + o.Name
	}
	if len(o.Criteria) == 0 {
		s.Cases = []junit.Case{{Name: o.Name, Skipped: &junit.Skip{Message: o.Reason}}}
	}
	for i := range o.Criteria {
		c := &o.Criteria[i]
		k := junit.Case{Name: c.Name}
		switch c.Status {
		case Pass:
		case Skipped:
			k.Skipped = &junit.Skip{Message: c.Reason}
		case Fail, Undecided:
			k.Failure = &junit.Failure{
				Message: strings.TrimSuffix(fmt.Sprintf("%s, want %s; %s", c.shown(), c.Threshold, c.where()), "; "),
				Type:    string(c.Status), Text: o.Notes,
			}
		}
		s.Cases = append(s.Cases, k)
	}
	return s
}
