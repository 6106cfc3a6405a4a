package check

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"easim/energy/diag"
)

//go:embed suites
var suiteFiles embed.FS

// suiteDir is the folder of the suites in suiteFiles: a folder each, a file for
// each scenario, and what these name.
const suiteDir = "suites"

// Suite is a named list of scenarios.
type Suite struct {
	Name, Doc string
	Scenarios []*Scenario
}

// suiteInfo are the suites in the order in which they run.
var suiteInfo = [...]struct{ name, doc string }{
	{"legacy", "the acceptance suite of 2016: what EAS has to do with a few simple workloads on Juno"},
	{"cases", "public bug reports and questions, made into scenarios for EASv5.2"},
}

// Suites returns the suites that come with the program. It panics if a file of
// theirs has a fault, which a test rules out.
func Suites() []Suite {
	out := make([]Suite, 0, len(suiteInfo))
	for _, info := range suiteInfo {
		s := Suite{Name: info.name, Doc: info.doc}
		dir := path.Join(suiteDir, info.name)
		files, err := fs.ReadDir(suiteFiles, dir)
		if err != nil {
			panic("check: " + err.Error())
		}
		for _, f := range files {
			if f.IsDir() {
				continue
			}
			s.Scenarios = append(s.Scenarios, embedded(info.name, path.Join(dir, f.Name())))
		}
		slices.SortFunc(s.Scenarios, func(a, b *Scenario) int { return strings.Compare(a.Name, b.Name) })
		out = append(out, s)
	}
	return out
}

func embedded(suite, file string) *Scenario {
	src, err := suiteFiles.ReadFile(file)
	if err != nil {
		panic("check: " + err.Error())
	}
	s, list := Decode(file, src)
	if err := list.Err(); err != nil {
		panic("check: " + err.Error())
	}
	s.Suite = suite
	s.Run.ReadFile = func(name string) ([]byte, error) {
		return suiteFiles.ReadFile(strings.ReplaceAll(name, `\`, "/"))
	}
	return s
}

// Find returns the scenarios of a suite, or the one of that name; case is ignored.
func Find(name string) ([]*Scenario, error) {
	var names []string
	for _, suite := range Suites() {
		if strings.EqualFold(suite.Name, name) {
			return suite.Scenarios, nil
		}
		names = append(names, suite.Name)
		for _, s := range suite.Scenarios {
			if strings.EqualFold(s.Name, name) {
				return []*Scenario{s}, nil
			}
			names = append(names, s.Name)
		}
	}
	hint := ""
	if near, ok := diag.Nearest(name, names); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else {
		hint = "easim check --list names them; a file ends in .toml"
	}
	return nil, fmt.Errorf("check: no suite and no scenario is called %q; %s", name, hint)
}
