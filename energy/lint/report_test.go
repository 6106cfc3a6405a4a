package lint_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"easim/energy/diag"
	"easim/energy/lint"
)

func results(t *testing.T) []lint.Result {
	t.Helper()
	_, list := lint.File(`boards\my board.toml`, []byte(board(t, "garbage.toml")))
	return []lint.Result{
		{File: `boards\my board.toml`, List: list},
		{File: "clean.toml", Valid: true},
		{File: "gone.toml", List: diag.List{{Severity: diag.Error, File: "gone.toml", Summary: "no such file"}}},
	}
}

func TestSARIF(t *testing.T) {
	t.Parallel()
	out, err := lint.SARIF(results(t))
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine int }
					}
					LogicalLocations []struct{ FullyQualifiedName string }
				}
			}
		}
	}
	if err := json.Unmarshal(out, &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Tool.Driver.Rules) != len(lint.Rules()) {
		t.Fatalf("bad log: %s", out)
	}
	res := log.Runs[0].Results
	first, last := res[0], res[len(res)-1]
	loc := first.Locations[0]
	if first.RuleID != "EM090" || first.Level != "error" ||
		loc.PhysicalLocation.ArtifactLocation.URI != "boards/my%20board.toml" ||
		loc.PhysicalLocation.Region.StartLine != 40 ||
		loc.LogicalLocations[0].FullyQualifiedName != "table[0].domain[0].core_busy[0]" {
		t.Errorf("first result: %+v", first)
	}
	if last.RuleID != "" || last.Message.Text != "no such file" || last.Locations[0].PhysicalLocation.Region != nil {
		t.Errorf("last result: %+v", last)
	}
}

func TestJUnit(t *testing.T) {
	t.Parallel()
	type suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Out     string    `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	for _, c := range []struct {
		policy          lint.Policy
		tests, failures int
	}{
		{lint.Policy{}, 9, 5},
		{lint.Policy{Strict: true}, 9, 8},
		{lint.Policy{Allow: []string{"EM090"}}, 9, 1},
	} {
		out, err := lint.JUnit(results(t), c.policy)
		if err != nil {
			t.Fatal(err)
		}
		var s suites
		if err := xml.Unmarshal(out, &s); err != nil {
			t.Fatal(err)
		}
		if s.Tests != c.tests || s.Failures != c.failures || len(s.Suites) != 3 || len(s.Suites[1].Cases) != 1 {
			t.Errorf("%+v: %d tests, %d failures:\n%s", c.policy, s.Tests, s.Failures, out)
		}
		if name := s.Suites[0].Cases[0].Name; !strings.HasPrefix(name, "EM090 power-range table[0]") {
			t.Errorf("first case %q", name)
		}
	}
}
