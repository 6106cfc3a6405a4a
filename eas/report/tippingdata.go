package report

import (
	"fmt"

	"easim/energy/tipping"
)

// TippingData is a [tipping.Report] in its JSON form. Classes, and OPPs within
// them, are named by their index.
type TippingData struct {
	Format       int             `json:"format"`
	Platform     string          `json:"platform"`
	Table        string          `json:"table"`
	Unit         string          `json:"unit"`
	BusyCPUs     int             `json:"busy_cpus"`
	CoreOnly     bool            `json:"core_only"`
	VariationPct int             `json:"variation_pct"`
	Classes      []ClassData     `json:"classes"`
	Ranges       []RangeData     `json:"ranges"`
	Crossings    []CrossingData  `json:"crossings"`
	Variants     []VariantData   `json:"variants"`
	Duels        []DuelData      `json:"duels"`
	System       SystemData      `json:"system"`
	Idle         []IdleBreakData `json:"idle"`
	Warnings     []string        `json:"warnings"`
}

// ClassData is a class of CPUs. LastUtil is its tipping point.
type ClassData struct {
	Name     string         `json:"name"`
	Kind     string         `json:"kind"`
	CPUs     string         `json:"cpus"`
	LastUtil int            `json:"last_util"`
	OPPs     []ClassOPPData `json:"opps"`
}

// ClassOPPData is an OPP of a class. Cost is power over capacity.
type ClassOPPData struct {
	FreqKHz  int64   `json:"freq_khz"`
	Capacity int64   `json:"capacity"`
	LastUtil int     `json:"last_util"`
	Power    float64 `json:"power"`
	Cost     float64 `json:"cost"`
}

// RangeData is a run of utilisations with one answer. OPPs has an entry a class,
// -1 where the task does not fit; Class is nil where none has room.
type RangeData struct {
	From  int      `json:"from"`
	To    int      `json:"to"`
	Class *int     `json:"class"`
	OPPs  []int    `json:"opps"`
	Cost  *float64 `json:"cost"`
}

// CrossingData is a change of the cheapest class.
type CrossingData struct {
	Util     int    `json:"util"`
	From     int    `json:"from_class"`
	To       int    `json:"to_class"`
	Reason   string `json:"reason"` // "cost" or "room"
	Low      int    `json:"low"`
	High     int    `json:"high"`
	Vanishes bool   `json:"vanishes"`
}

// VariantData is the board with the powers of one class changed.
type VariantData struct {
	Class     int   `json:"class"`
	Pct       int   `json:"pct"`
	Crossings []int `json:"crossings"` // utilisations
}

// DuelData compares an OPP with those of a smaller class.
type DuelData struct {
	Class   int         `json:"class"`
	OPP     int         `json:"opp"`
	Against int         `json:"against_class"`
	Rivals  []RivalData `json:"rivals"`
}

// RivalData is one OPP of the smaller class; MarginPct is how much more work costs
// there.
type RivalData struct {
	OPP       int     `json:"opp"`
	Beaten    bool    `json:"beaten"`
	MarginPct float64 `json:"margin_pct"`
	Close     bool    `json:"close"`
}

// SystemData is the tipping point of the board.
type SystemData struct {
	Capacity      int `json:"capacity"`
	EarliestUtil  int `json:"earliest_util"`
	EarliestClass int `json:"earliest_class"`
	LatestUtil    int `json:"latest_util"`
}

// IdleBreakData is the break-even time of an idle state; nil is unknown, or never.
type IdleBreakData struct {
	CPUs        string   `json:"cpus"`
	State       string   `json:"state"`
	Over        string   `json:"over"`
	Level       string   `json:"level"`
	LatencyUS   int64    `json:"latency_us"`
	ResidencyUS int64    `json:"residency_us"`
	Saves       *int64   `json:"saves"`
	BreakLowUS  *float64 `json:"break_even_low_us"`
	BreakHighUS *float64 `json:"break_even_high_us"`
}

// TippingDataOf returns the JSON form of r.
func TippingDataOf(r *tipping.Report) TippingData {
	out := TippingData{
		Format: 1, Platform: r.Platform, Table: r.Table, Unit: r.Unit, BusyCPUs: r.Options.Busy,
		CoreOnly: r.Options.CoreOnly, VariationPct: r.Options.Percent,
		Crossings: []CrossingData{}, Duels: []DuelData{}, Idle: []IdleBreakData{},
		Warnings: append([]string{}, r.Warnings...),
		System:   SystemData{r.System.Capacity, r.System.Earliest, r.System.First, r.System.Latest},
	}
	for i := range r.Classes {
		out.Classes = append(out.Classes, classData(&r.Classes[i]))
	}
	for _, g := range r.Ranges {
		d := RangeData{From: g.From, To: g.To, OPPs: g.OPP}
		if g.Best >= 0 {
			best, cost := g.Best, r.Classes[g.Best].Points[g.OPP[g.Best]].Cost()
			d.Class, d.Cost = &best, &cost
		}
		out.Ranges = append(out.Ranges, d)
	}
	for _, x := range r.Crossings {
		out.Crossings = append(out.Crossings, CrossingData{x.Util, x.From, x.To, reason(&x), x.Low, x.High, x.Vanishes})
	}
	for _, v := range r.Variants {
		d := VariantData{Class: v.Class, Pct: v.Percent, Crossings: []int{}}
		for _, x := range v.Crossings {
			d.Crossings = append(d.Crossings, x.Util)
		}
		out.Variants = append(out.Variants, d)
	}
	for _, u := range r.Duels {
		d := DuelData{Class: u.Class, OPP: u.OPP, Against: u.Against}
		for _, v := range u.Rivals {
			d.Rivals = append(d.Rivals, RivalData{v.OPP, v.Beaten, v.Margin, v.Close})
		}
		out.Duels = append(out.Duels, d)
	}
	for i := range r.Idle {
		out.Idle = append(out.Idle, idleBreakData(&r.Idle[i]))
	}
	return out
}

func reason(x *tipping.Crossing) string {
	if x.NoRoom {
		return "room"
	}
	return "cost"
}

func classData(c *tipping.Class) ClassData {
	d := ClassData{Name: c.Name, Kind: c.Kind.String(), CPUs: c.CPUs.String(), LastUtil: tipping.LastFit(c.Top())}
	for j := range c.Points {
		p := &c.Points[j]
		d.OPPs = append(d.OPPs, ClassOPPData{int64(p.Freq), int64(p.Capacity), p.LastUtil, p.Power(), p.Cost()})
	}
	return d
}

func idleBreakData(b *tipping.Break) IdleBreakData {
	d := IdleBreakData{
		CPUs: b.CPUs.String(), State: b.State, Over: b.Over, Level: b.Level.String(),
		LatencyUS: b.LatencyUS, ResidencyUS: b.ResidencyUS, BreakLowUS: b.LowUS, BreakHighUS: b.HighUS,
	}
	if b.Known() {
		v := int64(b.Shallow - b.Deep)
		d.Saves = &v
	}
	return d
}

// TippingCSV is the answer for each utilisation: one row a range and class, the
// cheapest marked.
func TippingCSV(r *tipping.Report) []byte {
	t := &Table{Columns: []Column{
		{"util_from", Right},
		{"util_to", Right},
		{"class", Left},
		{"cpus", Left},
		{"khz", Right},
		{"capacity", Right},
		{"power", Right},
		{"cost", Right},
		{"unit", Left},
		{"cheapest", Left},
	}}
	for _, g := range r.Ranges {
		for i, opp := range g.OPP {
			c := &r.Classes[i]
			row := []string{count(int64(g.From)), count(int64(g.To)), c.Name, c.CPUs.String()}
			if opp < 0 {
				t.Add(append(row, "", "", "", "", r.Unit, "no room")...)
				continue
			}
			p := &c.Points[opp]
			t.Add(append(row, count(int64(p.Freq)), count(int64(p.Capacity)), number(p.Power()), number(p.Cost()), r.Unit,
				fmt.Sprint(i == g.Best))...)
		}
	}
	return t.CSV()
}
