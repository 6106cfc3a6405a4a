package check

import (
	"encoding/json"
	"math"
)

// Status is what a criterion or a scenario came to.
type Status string

// The statuses.
const (
	Pass      Status = "PASS"
	Fail      Status = "FAIL"
	Undecided Status = "UNDECIDED" // the data do not tell
	Skipped   Status = "SKIPPED"   // it makes no sense here
)

// Report is what a check found. Its JSON form may gain keys and loses none.
type Report struct {
	Format    int       `json:"format"`
	Version   string    `json:"version,omitempty"` // of the program; set by the caller
	Scenarios []Outcome `json:"scenarios"`
	Summary   Summary   `json:"summary"`
	Warnings  []string  `json:"warnings,omitempty"`
}

// Summary counts scenarios.
type Summary struct {
	Passed    int `json:"passed"`
	Failed    int `json:"failed"`
	Undecided int `json:"undecided"`
	Skipped   int `json:"skipped"`
}

// OK reports whether nothing failed and nothing was left undecided.
func (s Summary) OK() bool { return s.Failed == 0 && s.Undecided == 0 }

// Total is the number of scenarios.
func (s Summary) Total() int { return s.Passed + s.Failed + s.Undecided + s.Skipped }

// Outcome is what became of a scenario.
type Outcome struct {
	Suite    string             `json:"suite"`
	Name     string             `json:"name"`
	Title    string             `json:"title"`
	Source   string             `json:"source"`
	Notes    string             `json:"notes"`
	Platform string             `json:"platform"`
	Profile  string             `json:"profile"`
	Seeds    []uint64           `json:"seeds"`
	Status   Status             `json:"status"`
	Reason   string             `json:"reason"` // why it was skipped
	Criteria []CriterionOutcome `json:"criteria"`
}

// CriterionOutcome is what became of a criterion: the seed that does worst speaks
// for all.
type CriterionOutcome struct {
	Name      string        `json:"name"`
	Kind      string        `json:"kind"`
	Unit      string        `json:"unit"`
	Threshold Threshold     `json:"threshold"`
	Status    Status        `json:"status"`
	Reason    string        `json:"reason"`
	Value     Number        `json:"value"`
	Margin    Number        `json:"margin"` // distance to the bound; negative beyond it
	Who       string        `json:"who"`    // the task or CPU that does worst
	Seed      uint64        `json:"seed"`   // the seed of Value; 0: there is none
	Runs      []SeedOutcome `json:"runs"`
}

// SeedOutcome is a criterion on one seed.
type SeedOutcome struct {
	Seed    uint64 `json:"seed"`
	Status  Status `json:"status"`
	Reason  string `json:"reason"`
	Value   Number `json:"value"`
	Margin  Number `json:"margin"`
	Who     string `json:"who"`
	Samples int64  `json:"samples"`
}

// Number is a number whose JSON form is null where it is not finite: nothing was
// measured (NaN), or it never happened (infinite).
type Number float64

// MarshalJSON writes the number or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// nothing is the Number of what was not measured.
func nothing() Number { return Number(math.NaN()) }

// String returns the number as it is printed; "-" if nothing was measured.
func (n Number) String() string {
	switch v := float64(n); {
	case math.IsNaN(v):
		return "-"
	case math.Abs(v) >= 1000:
		return plain(math.Round(v*10) / 10)
	default:
		return plain(math.Round(v*1000) / 1000)
	}
}
