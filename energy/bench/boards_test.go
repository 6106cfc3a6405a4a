package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

// TestPublishedBenches reads the published tables of freqbench, which the
// repository does not hold, in the form of its results.csv.
func TestPublishedBenches(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("../../../shared/data/platforms/platforms.json")
	if err != nil {
		t.Skip("the published tables are not at hand: ", err)
	}
	type opp struct {
		KHz      int64   `json:"freq_khz"`
		Score    float64 `json:"coremark_iter_s"`
		Capacity int64   `json:"coremark_capacity"`
		Power    float64 `json:"power_mw"`
	}
	type tables struct {
		Domains map[string][]opp `json:"domains"`
	}
	var boards map[string]struct {
		A tables `json:"freqbench"`
		B tables `json:"freqbench_msm8996"`
	}
	if err := json.Unmarshal(src, &boards); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{ // as the list of inputs has them
		"pixel6-gs101": "[11 14 18]", "zumapro-pixel9": "[10 17 18]",
	}
	seen := 0
	for name, b := range boards {
		domains := b.A.Domains
		if len(domains) == 0 {
			domains = b.B.Domains
		}
		if len(domains) == 0 {
			continue
		}
		seen++
		var cpus []int
		for key := range domains {
			n, _ := strconv.Atoi(strings.TrimPrefix(key, "cpu"))
			cpus = append(cpus, n)
		}
		sort.Ints(cpus)
		var text strings.Builder
		text.WriteString("CPU,Frequency (kHz),CoreMarks (iter/s),Power (mW)\n")
		for _, c := range cpus {
			for _, o := range domains[fmt.Sprintf("cpu%d", c)] {
				fmt.Fprintf(&text, "%d,%d,%v,%v\n", c, o.KHz, o.Score, o.Power)
			}
		}
		p, list, err := FreqbenchCSV(name, []byte(text.String()), draft.Options{})
		if err != nil || list.HasErrors() {
			t.Errorf("%s: %v %v", name, list, err)
			continue
		}
		var counts []int
		for _, c := range cpus {
			rates := p.Types[p.CPUs[c].Type].Rates[0].Int
			counts = append(counts, len(rates))
			for i, o := range domains[fmt.Sprintf("cpu%d", c)] {
				if name != "apple-m1" { // which had no power meter
					row := p.Tables[0].DomainOf(energy.CPUID(c))
					if want := energy.Power(math.Round(o.Power * 1000)); row.CoreBusy[i] != want {
						t.Errorf("%s CPU %d at %d kHz: %d uW, want %d", name, c, o.KHz, row.CoreBusy[i], want)
					}
				}
				if got := math.Round(float64(rates[i]) / 1024); math.Abs(got-float64(o.Capacity)) > 1 {
					t.Errorf("%s CPU %d at %d kHz: rate %v, want %d", name, c, o.KHz, got, o.Capacity)
				}
			}
		}
		if want := rows[name]; want != "" && fmt.Sprint(counts) != want {
			t.Errorf("%s: %d rows, want %s", name, counts, want)
		}
		if faults := p.Validate(); faults.HasErrors() != (name == "apple-m1") {
			t.Errorf("%s: %v", name, faults)
		}
	}
	if seen < 7 {
		t.Errorf("%d boards", seen)
	}
}
