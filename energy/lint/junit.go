package lint

import (
	"encoding/xml"
	"fmt"

	"easim/energy/diag"
)

// The parts of the JUnit form that test servers agree on.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes the findings as a JUnit report: a suite a file, a case a finding,
// which fails if it makes the file invalid under o. A file without findings is
// one case that passes.
func JUnit(results []Result, o Policy) ([]byte, error) {
	var all junitSuites
	for i := range results {
		r := &results[i]
		s := junitSuite{Name: r.File}
		for _, d := range r.List {
			c := junitCase{Name: caseName(d), Class: r.File}
			if o.fails(d) {
				c.Failure = &junitFailure{Type: d.Severity.String(), Message: d.Summary, Text: d.String()}
				s.Failures++
			} else {
				c.Out = d.String()
			}
			s.Cases = append(s.Cases, c)
		}
		if len(s.Cases) == 0 {
			s.Cases = []junitCase{{Name: "platform", Class: r.File}}
		}
		s.Tests = len(s.Cases)
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
	}
	out, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("lint: %w", err)
	}
	return append([]byte(xml.Header), append(out, '\n')...), nil
}

// caseName is the code, the name and the place of a finding.
func caseName(d diag.Diagnostic) string {
	name := d.Code
	if r, ok := Lookup(d.Code); ok {
		name = r.Code + " " + r.Name
	}
	if d.Path != "" {
		name += " " + d.Path
	}
	return name
}
