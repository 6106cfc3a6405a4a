// Package junit writes JUnit XML, the form of test results that
// continuous-integration servers read. It has the part of the form that they agree
// on: suites of cases that pass, fail or are skipped.
//
// The package stands on floor 0: everything that judges may write its verdicts
// with it.
//
// Source: the schema of Apache Ant's junitreport task, as Jenkins and GitLab read
// it.
package junit

import (
	"encoding/xml"
	"fmt"
)

// Suite is a group of cases under one name. Cases without a class get that name.
type Suite struct {
	Name  string
	Cases []Case
}

// Case is one test. It passed unless it has a Failure or is Skipped.
type Case struct {
	Class   string
	Name    string
	Failure *Failure
	Skipped *Skip
	Out     string // what there is to say of a case that passed
}

// Failure says why a case did not pass.
type Failure struct {
	Message string // one line
	Type    string // what kind of failure
	Text    string // more lines, if any
}

// Skip says why a case was not tried.
type Skip struct{ Message string }

// Encode returns suites as a file of the given name, with the counts that belong
// to it.
func Encode(name string, suites []Suite) ([]byte, error) {
	all := wireSuites{Name: name}
	for i := range suites {
		s := suites[i].wire()
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Skipped += s.Skipped
	}
	out, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("junit: %w", err)
	}
	return append([]byte(xml.Header), append(out, '\n')...), nil
}

func (s *Suite) wire() wireSuite {
	w := wireSuite{Name: s.Name, Tests: len(s.Cases)}
	for i := range s.Cases {
		c := &s.Cases[i]
		k := wireCase{Class: c.Class, Name: c.Name, Out: c.Out}
		if k.Class == "" {
			k.Class = s.Name
		}
		if c.Failure != nil {
			k.Failure = &wireMessage{c.Failure.Message, c.Failure.Type, c.Failure.Text}
			w.Failures++
		}
		if c.Skipped != nil {
			k.Skipped = &wireMessage{Message: c.Skipped.Message}
			w.Skipped++
		}
		w.Cases = append(w.Cases, k)
	}
	return w
}

// The elements of the file.
type (
	wireSuites struct {
		XMLName  xml.Name    `xml:"testsuites"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Suites   []wireSuite `xml:"testsuite"`
	}
	wireSuite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []wireCase `xml:"testcase"`
	}
	wireCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		Failure *wireMessage `xml:"failure"`
		Skipped *wireMessage `xml:"skipped"`
		Out     string       `xml:"system-out,omitempty"`
	}
	wireMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)
