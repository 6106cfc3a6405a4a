package lint

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"easim/energy/diag"
)

// Result is what was found in one file.
type Result struct {
	File  string
	Valid bool
	List  diag.List
}

// The parts of SARIF 2.1.0 (OASIS, 2020) that a static check needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string     `json:"id"`
		Name    string     `json:"name"`
		Short   sarifText  `json:"shortDescription"`
		Help    sarifText  `json:"help"`
		Default sarifLevel `json:"defaultConfiguration"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId,omitempty"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// SARIF writes the findings in the Static Analysis Results Interchange Format,
// version 2.1.0, with every rule of this package, for editors and code hosts.
func SARIF(results []Result) ([]byte, error) {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "easim"}}, Results: []sarifResult{}}
	for _, r := range Rules() {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: r.Code, Name: r.Name, Short: sarifText{r.Title}, Help: sarifText{r.Remedy},
			Default: sarifLevel{r.Severity.String()},
		})
	}
	for i := range results {
		for _, d := range results[i].List {
			run.Results = append(run.Results, sarifFinding(results[i].File, d))
		}
	}
	out, err := json.MarshalIndent(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("lint: %w", err)
	}
	return append(out, '\n'), nil
}

func sarifFinding(file string, d diag.Diagnostic) sarifResult {
	text := d.Summary
	if d.Detail != "" {
		text += "; " + d.Detail
	}
	uri := url.URL{Path: strings.ReplaceAll(file, `\`, "/")}
	loc := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri.String()}}}
	if d.Line > 0 {
		loc.Physical.Region = &sarifRegion{d.Line}
	}
	if d.Path != "" {
		loc.Logical = []sarifLogical{{d.Path}}
	}
	res := sarifResult{Level: d.Severity.String(), Message: sarifText{text}, Locations: []sarifLocation{loc}}
	if _, ok := Lookup(d.Code); ok {
		res.RuleID = d.Code
	}
	return res
}
