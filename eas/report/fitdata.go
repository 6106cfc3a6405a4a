package report

import "easim/energy/fit"

// FitData is a [fit.Result] in its JSON form. Powers are in µW, errors in percent
// of the sample.
type FitData struct {
	Format     int              `json:"format"`
	Model      string           `json:"model"`
	Monotone   bool             `json:"monotone"`
	Confidence float64          `json:"confidence"`
	BaseUW     float64          `json:"base_uw"`
	Clusters   []FitClusterData `json:"clusters"`
	Warnings   []Diagnostic     `json:"warnings"`
}

// FitClusterData is the fit of one cluster; Formula is null for the linear model.
type FitClusterData struct {
	Name    string          `json:"name"`
	OPPs    []FitOPPData    `json:"opps"`
	Formula *FitLawData     `json:"formula"`
	Samples []FitSampleData `json:"samples"`
}

// FitOPPData is what one OPP costs; VoltUV 0 is unknown.
type FitOPPData struct {
	FreqKHz int64         `json:"freq_khz"`
	VoltUV  int64         `json:"volt_uv"`
	Core    EstimateData  `json:"core_uw"`
	Cluster *EstimateData `json:"cluster_uw"`
	Moved   bool          `json:"made_monotone"`
}

// EstimateData is a number with its confidence interval, null if there is none.
type EstimateData struct {
	Value float64     `json:"value"`
	CI    *[2]float64 `json:"ci"`
}

// FitLawData is the formula: coefficients in µW / (MHz V²), leakage in µA.
type FitLawData struct {
	CoreCoef    *EstimateData `json:"core_coefficient"`
	CoreLeak    *EstimateData `json:"core_leakage_ua"`
	ClusterCoef *EstimateData `json:"cluster_coefficient"`
	ClusterLeak *EstimateData `json:"cluster_leakage_ua"`
}

// FitSampleData is a sample and its fit.
type FitSampleData struct {
	Line     int     `json:"line"`
	FreqKHz  int64   `json:"freq_khz"`
	Busy     int     `json:"cpus"`
	PowerUW  float64 `json:"power_uw"`
	FittedUW float64 `json:"fitted_uw"`
	ErrorPct float64 `json:"error_pct"`
	Outlier  bool    `json:"outlier"`
}

// FitDataOf returns the JSON form of r.
func FitDataOf(r *fit.Result) FitData {
	out := FitData{
		Format: 1, Model: r.Options.Model.String(), Monotone: r.Options.Monotone, Confidence: r.Options.Confidence,
		BaseUW: r.Options.BaseUW, Warnings: NewVerdict("", true, r.Warnings).Diagnostics,
	}
	for i := range r.Clusters {
		c := &r.Clusters[i]
		d := FitClusterData{Name: c.Label}
		for j := range c.OPPs {
			k := &c.OPPs[j]
			d.OPPs = append(d.OPPs, FitOPPData{
				int64(k.Freq), int64(k.Volt), *estimateData(&k.Core), estimateData(k.Cluster), k.Moved,
			})
		}
		if l := c.Law; l != nil {
			d.Formula = &FitLawData{
				estimateData(l.CoreCoef), estimateData(l.CoreLeak), estimateData(l.ClusterCoef), estimateData(l.ClusterLeak),
			}
		}
		for k := range c.Points {
			p := &c.Points[k]
			d.Samples = append(d.Samples, FitSampleData{
				p.Line, int64(p.Freq), p.Busy, p.PowerUW, p.FittedUW, p.ErrorPct(), p.Outlier,
			})
		}
		out.Clusters = append(out.Clusters, d)
	}
	return out
}

func estimateData(e *fit.Estimate) *EstimateData {
	if e == nil {
		return nil
	}
	d := &EstimateData{Value: e.Value}
	if e.CI != nil {
		d.CI = &[2]float64{e.CI.Lo, e.CI.Hi}
	}
	return d
}
