package report

import (
	"bytes"
	"fmt"
	"strconv"

	"easim/energy/fit"
)

// Fit is a fit of measured samples as text for a person: costs with their
// intervals, and how far each sample is from the fit.
func Fit(r *fit.Result, style Style) []byte {
	d := fitText{r: r, style: style}
	n := 0
	for i := range r.Clusters {
		n += len(r.Clusters[i].Points)
	}
	what := "a straight line over the number of busy CPUs, at each OPP"
	if r.Options.Model == fit.Formula {
		what = "C V² f + leakage, over all OPPs of a cluster"
	}
	d.printf("%s\n", style.bold(fmt.Sprintf("%d samples: %s", n, what)))
	for i := range r.Clusters {
		d.cluster(&r.Clusters[i])
	}
	return d.b.Bytes()
}

type fitText struct {
	r     *fit.Result
	style Style
	b     bytes.Buffer
}

func (d *fitText) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *fitText) cluster(c *fit.Cluster) {
	w := c.Worst()
	d.printf("\n%s: the fit is within %.1f %% of the samples (%s)\n",
		d.style.bold(c.Label), max(w.ErrorPct(), -w.ErrorPct()), w)
	conf := strconv.FormatFloat(100*d.r.Options.Confidence, 'f', -1, 64) + " %"
	t := &Table{Indent: 2, Columns: []Column{
		{"MHz", Right}, {"mV", Right}, {"core mW", Right}, {conf, Left}, {"cluster mW", Right}, {conf, Left}, {"", Left},
	}}
	for j := range c.OPPs {
		k := &c.OPPs[j]
		note := ""
		if k.Moved {
			note = "made monotone"
		}
		shared, between := unknown, ""
		if k.Cluster != nil {
			shared, between = milliwatt(k.Cluster.Value), within(k.Cluster)
		}
		t.Add(mhzOf(k.Freq), millivolt(k.Volt), milliwatt(k.Core.Value), within(&k.Core), shared, between, note)
	}
	d.b.Write(t.Text(d.style))
	d.law(c.Law)
	d.errors(c)
}

func milliwatt(uw float64) string { return fixed(uw/1000, 1) }

// within is the interval of an estimate.
func within(e *fit.Estimate) string {
	if e.CI == nil {
		return unknown
	}
	return milliwatt(e.CI.Lo) + " to " + milliwatt(e.CI.Hi)
}

func (d *fitText) law(l *fit.Law) {
	if l == nil {
		return
	}
	t := &Table{Indent: 2, Columns: []Column{{"formula", Left}, {"value", Right}, {"unit", Left}, {"interval", Left}}}
	for _, e := range [...]struct {
		name, unit string
		value      *fit.Estimate
	}{
		{"core C (dynamic-power-coefficient)", "µW/(MHz V²)", l.CoreCoef},
		{"core leakage", "µA", l.CoreLeak},
		{"cluster C", "µW/(MHz V²)", l.ClusterCoef},
		{"cluster leakage", "µA", l.ClusterLeak},
	} {
		if e.value == nil {
			t.Add(e.name, "left out")
			continue
		}
		between := unknown
		if ci := e.value.CI; ci != nil {
			between = fixed(ci.Lo, 1) + " to " + fixed(ci.Hi, 1)
		}
		t.Add(e.name, fixed(e.value.Value, 1), e.unit, between)
	}
	d.b.Write(t.Text(d.style))
}

// errors shows the error of each sample: a row an OPP, a column a number of busy
// CPUs; repeated samples by the worst.
func (d *fitText) errors(c *fit.Cluster) {
	most := 0
	for i := range c.Points {
		most = max(most, c.Points[i].Busy)
	}
	if most > 16 {
		return // too wide; the JSON form has them
	}
	t := &Table{Indent: 2, Columns: []Column{{"error % at MHz", Left}}}
	for n := range most {
		t.Columns = append(t.Columns, Column{strconv.Itoa(n+1) + " busy", Right})
	}
	for j := range c.OPPs {
		worst := make([]*fit.Point, most)
		for i := range c.Points {
			p := &c.Points[i]
			if p.Freq != c.OPPs[j].Freq {
				continue
			}
			if w := &worst[p.Busy-1]; *w == nil || p.ErrorPct()*p.ErrorPct() > (*w).ErrorPct()*(*w).ErrorPct() {
				*w = p
			}
		}
		row := []string{mhzOf(c.OPPs[j].Freq)}
		for _, p := range worst {
			row = append(row, errorCell(p))
		}
		t.Add(row...)
	}
	d.b.Write(t.Text(d.style))
}

func errorCell(p *fit.Point) string {
	switch {
	case p == nil:
		return unknown
	case p.Outlier:
		return tenths(p.ErrorPct()) + " outlier"
	}
	return tenths(p.ErrorPct())
}

// tenths is a signed number with one digit after the point; what rounds to 0 has
// no sign.
func tenths(v float64) string {
	if v > -0.05 && v < 0.05 {
		return "0"
	}
	return fmt.Sprintf("%+.1f", v)
}

// FitCSV is one row a cluster and OPP; powers in µW.
func FitCSV(r *fit.Result) []byte {
	t := &Table{Columns: []Column{
		{"cluster", Left},
		{"freq_khz", Right},
		{"volt_uv", Right},
		{"core_uw", Right},
		{"core_lo", Right},
		{"core_hi", Right},
		{"cluster_uw", Right},
		{"cluster_lo", Right},
		{"cluster_hi", Right},
		{"worst_error_pct", Right},
	}}
	for i := range r.Clusters {
		c := &r.Clusters[i]
		for j := range c.OPPs {
			k := &c.OPPs[j]
			volt := ""
			if k.Volt != 0 {
				volt = count(int64(k.Volt))
			}
			row := []string{c.Label, count(int64(k.Freq)), volt}
			row = append(append(row, estimateCells(&k.Core)...), estimateCells(k.Cluster)...)
			t.Add(append(row, fixed(worstAt(c, k), 3))...)
		}
	}
	return t.CSV()
}

func estimateCells(e *fit.Estimate) []string {
	switch {
	case e == nil:
		return []string{"", "", ""}
	case e.CI == nil:
		return []string{fixed(e.Value, 3), "", ""}
	}
	return []string{fixed(e.Value, 3), fixed(e.CI.Lo, 3), fixed(e.CI.Hi, 3)}
}

// worstAt is the largest error of the samples of an OPP, percent.
func worstAt(c *fit.Cluster, k *fit.Cost) float64 {
	worst := 0.0
	for i := range c.Points {
		if p := &c.Points[i]; p.Freq == k.Freq && p.ErrorPct()*p.ErrorPct() > worst*worst {
			worst = p.ErrorPct()
		}
	}
	return worst
}
