package lint

import (
	"fmt"

	"easim/energy/diag"
	"easim/energy/junit"
)

// JUnit writes the findings as a JUnit report: a suite a file, a case a finding,
// which fails if it makes the file invalid under o. A file without findings is
// one case that passes.
func JUnit(results []Result, o Policy) ([]byte, error) {
	var suites []junit.Suite
	for i := range results {
		s := junit.Suite{Name: results[i].File}
		for _, d := range results[i].List {
			c := junit.Case{Name: caseName(d)}
			if o.fails(d) {
				c.Failure = &junit.Failure{Type: d.Severity.String(), Message: d.Summary, Text: d.String()}
			} else {
				c.Out = d.String()
			}
			s.Cases = append(s.Cases, c)
		}
		if len(s.Cases) == 0 {
			s.Cases = []junit.Case{{Name: "platform"}}
		}
		suites = append(suites, s)
	}
	out, err := junit.Encode("easim platform validate", suites)
	if err != nil {
		return nil, fmt.Errorf("lint: %w", err)
	}
	return out, nil
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
