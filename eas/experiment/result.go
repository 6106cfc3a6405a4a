package experiment

import (
	"slices"

	"easim/eas/compare"
)

// ReplicaFormat is the version of the JSON form of a [Replica].
const ReplicaFormat = 1

// Replica is a published table beside the simulated one. Its JSON form is
// a contract with scripts outside. A nil number is not known, or not published.
type Replica struct {
	Format     int            `json:"format"`
	Version    string         `json:"version,omitempty"` // of the program; set by the caller
	Name       string         `json:"name"`
	Title      string         `json:"title"`
	Source     string         `json:"source"`
	Doc        string         `json:"doc"`
	Seeds      []uint64       `json:"seeds"`
	Blocks     []BlockRow     `json:"blocks"` // the principal one first
	Rows       []ResultRow    `json:"rows"`
	Signs      Signs          `json:"signs"`
	Orders     []Order        `json:"orders"`
	Counts     []CountRow     `json:"counts"`
	Findings   string         `json:"findings"` // why the table is as it is, read from counts
	Derived    []DerivedRow   `json:"derived"`
	OwnTime    []OwnTimeRow   `json:"own_time,omitempty"`
	Configs    []ConfigRow    `json:"configs"`
	Provenance []Parameter    `json:"provenance"`
	Failures   []NamedFailure `json:"failures"`
	Warnings   []string       `json:"warnings"`
}

// ResultRow is one number of the table.
type ResultRow struct {
	Config            string      `json:"config"` // with the block in parentheses, unless it is the principal one
	Block             string      `json:"block"`
	Metric            string      `json:"metric"`
	Unit              string      `json:"unit"`
	Base              *string     `json:"base"`
	Published         *float64    `json:"published"`
	PublishedDeltaPct *float64    `json:"published_delta_pct"`
	Simulated         *float64    `json:"simulated"`
	SD                float64     `json:"sd"`
	N                 int         `json:"n"`
	SimulatedDeltaPct *float64    `json:"simulated_delta_pct"`
	CI95Pct           *[2]float64 `json:"ci95_pct"`
	P                 *float64    `json:"p"`
	Exact             bool        `json:"exact"`
	SignAgrees        *bool       `json:"sign_agrees"`
	Note              string      `json:"note,omitempty"`
}

// Signs counts the published changes whose direction the simulation shows too.
type Signs struct {
	Agree int `json:"agree"`
	Of    int `json:"of"` // published as significant
}

// Order is how the configurations rank by their change of one metric.
type Order struct {
	Metric    string   `json:"metric"`
	Published []string `json:"published"` // ascending; equal ones in one text, joined by =
	Simulated []string `json:"simulated"`
	Agrees    bool     `json:"agrees"`
}

// CountRow is a number that explains others, of one configuration of the principal
// block.
type CountRow struct {
	Config  string           `json:"config"`
	Metric  string           `json:"metric"`
	Summary *compare.Summary `json:"summary"`
}

// DerivedRow is a number computed from the table.
type DerivedRow struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	How   string  `json:"how"`
}

// ConfigRow says what was run under a name.
type ConfigRow struct {
	Config string `json:"config"`
	Flags  string `json:"flags"`
	Note   string `json:"note,omitempty"`
}

// NamedFailure is a run that failed.
type NamedFailure struct {
	Config string `json:"config"`
	compare.Failure
}

// BlockRow is one variation of the table.
type BlockRow struct {
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
}

// Metrics are the metrics of the rows, in order.
func (r *Replica) Metrics() []string {
	var out []string
	for i := range r.Rows {
		if !slices.Contains(out, r.Rows[i].Metric) {
			out = append(out, r.Rows[i].Metric)
		}
	}
	return out
}
