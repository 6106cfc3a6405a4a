package platforms_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"easim/energy"
	"easim/testdata"
)

// The eas1x tables are those by which the recorded decisions of the EASv5.2 code
// were taken (freq_scale and exit latencies included).
func TestVectorsEAS1xTables(t *testing.T) {
	t.Parallel()
	var recorded []struct {
		Name     string `json:"name"`
		Clusters []struct {
			CPUs         []energy.CPUID    `json:"cpus"`
			Cap          []energy.Capacity `json:"cap"`
			CorePower    []energy.Power    `json:"core_power"`
			ClusterPower []energy.Power    `json:"cluster_power"`
			CoreIdle     []energy.Power    `json:"core_idle"`
			ClusterIdle  []energy.Power    `json:"cluster_idle"`
			FreqScale    []int64           `json:"freq_scale"`
		} `json:"clusters"`
		ExitLatency []int64 `json:"exit_latency"`
	}
	if err := json.NewDecoder(testdata.Vectors(t, "eas1/platforms.json")).Decode(&recorded); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"juno_r2": "juno-r2", "juno_r0": "juno-r0", "hikey": "hikey620"}
	compared := 0
	for _, rec := range recorded {
		if names[rec.Name] == "" {
			continue
		}
		p := load(t, names[rec.Name])
		table := p.TableOfKind(energy.TableEAS1x)
		for _, c := range rec.Clusters {
			got := *table.DomainOf(c.CPUs[0])
			want := energy.TableDomain{
				CPUs: energy.CPUSetOf(c.CPUs...), Capacity: c.Cap, CoreBusy: c.CorePower, ClusterBusy: c.ClusterPower,
				CoreIdle: c.CoreIdle, ClusterIdle: c.ClusterIdle,
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: row %+v, want %+v", p.Name, got, want)
			}
			cpu := p.CPUs[c.CPUs[0]]
			opps := p.FreqDomains[cpu.Domain].OPPs
			for i, want := range c.FreqScale {
				if got := int64(opps[i].Freq) << 10 / int64(opps[len(opps)-1].Freq); got != want {
					t.Errorf("%s CPU %d OPP %d: freq scale %d, want %d", p.Name, c.CPUs[0], i, got, want)
				}
			}
			for i, want := range rec.ExitLatency {
				if got := p.Clusters[cpu.Cluster].IdleStates[i].ExitUS; got != want {
					t.Errorf("%s: idle state %d leaves in %d us, want %d", p.Name, i, got, want)
				}
			}
			compared++
		}
	}
	if compared == 0 {
		t.Fatal("no table compared")
	}
}
