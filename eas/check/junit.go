package check

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// The parts of a JUnit file that continuous-integration servers read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitMessage `xml:"failure"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit is the report as JUnit XML: a suite for each scenario, a case for each
// criterion. JUnit has no word for UNDECIDED: it is a failure of that type.
func (r *Report) JUnit() ([]byte, error) {
	all := junitSuites{Name: "easim check"}
	for i := range r.Scenarios {
		s := r.Scenarios[i].junit()
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Skipped += s.Skipped
	}
	out, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("check: writing JUnit: %w", err)
	}
	return append([]byte(xml.Header), append(out, '\n')...), nil
}

func (o *Outcome) junit() junitSuite {
	name := o.Name
	if o.Suite != "" {
		name = o.Suite + "." + name
	}
	s := junitSuite{Name: name}
	if len(o.Criteria) == 0 {
		s.Cases = []junitCase{{Class: name, Name: o.Name, Skipped: &junitMessage{Message: o.Reason}}}
		s.Tests, s.Skipped = 1, 1
	}
	for i := range o.Criteria {
		c := &o.Criteria[i]
		k := junitCase{Class: name, Name: c.Name}
		switch c.Status {
		case Pass:
		case Skipped:
			k.Skipped = &junitMessage{Message: c.Reason}
			s.Skipped++
		case Fail, Undecided:
			k.Failure = &junitMessage{
				Message: strings.TrimSuffix(fmt.Sprintf("%s, want %s; %s", c.shown(), c.Threshold, c.where()), "; "),
				Type:    string(c.Status), Text: o.Notes,
			}
			s.Failures++
		}
		s.Tests++
		s.Cases = append(s.Cases, k)
	}
	return s
}
