package energy_test

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"testing"

	"easim/energy"
	"easim/testdata"
)

// intRows reads a CSV of integers, without its comments and its header.
func intRows(t *testing.T, name string, columns int) [][]int64 {
	t.Helper()
	r := csv.NewReader(testdata.Vectors(t, name))
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out [][]int64
	for _, rec := range records[1:] {
		if len(rec) != columns {
			t.Fatalf("%s: %d columns in %v, want %d", name, len(rec), rec, columns)
		}
		row := make([]int64, columns)
		for i, s := range rec {
			if row[i], err = strconv.ParseInt(s, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, row)
	}
	if len(out) == 0 {
		t.Fatalf("%s: no rows", name)
	}
	return out
}

// emTables builds the performance domains of em_tables.csv and checks each
// derived column on the way.
func emTables(t *testing.T) map[int64]energy.PerfDomain {
	t.Helper()
	var ids []int64
	rows := map[int64][][]int64{}
	for _, r := range intRows(t, "em_tables.csv", 9) {
		if rows[r[0]] == nil {
			ids = append(ids, r[0])
		}
		rows[r[0]] = append(rows[r[0]], r)
	}
	out := map[int64]energy.PerfDomain{}
	for _, id := range ids {
		var freq []energy.KHz
		var power []int64
		for _, r := range rows[id] {
			freq, power = append(freq, energy.KHz(r[4])), append(power, r[5])
		}
		first := rows[id][0]
		pd, err := energy.NewPerfDomain(energy.CPURange(0, 3), energy.Capacity(first[1]), freq, power, first[2] == 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows[id] {
			want := energy.PerfState{
				Freq: energy.KHz(r[4]), PowerUW: r[5], Performance: energy.Capacity(r[6]), Cost: r[7], Inefficient: r[8] == 1,
			}
			if int64(i) != r[3] || pd.States[i] != want {
				t.Errorf("table %d state %d = %+v, want %+v", id, r[3], pd.States[i], want)
			}
		}
		out[id] = pd
	}
	return out
}

func TestVectorsEMTables(t *testing.T) {
	t.Parallel()
	if n := len(emTables(t)); n == 0 {
		t.Fatal("no tables")
	}
}

func TestVectorsEM(t *testing.T) {
	t.Parallel()
	tables := emTables(t)
	for _, r := range intRows(t, "em.csv", 8) {
		pd, ok := tables[r[0]]
		if !ok {
			t.Fatalf("em.csv names table %d, em_tables.csv does not", r[0])
		}
		maxUtil, sumUtil, allowed := energy.Capacity(r[1]), energy.Capacity(r[2]), energy.Capacity(r[3])
		state := pd.StateFor(min(maxUtil, allowed))
		s := pd.States[state]
		got := []int64{int64(state), int64(s.Freq), int64(s.Performance), pd.Estimate(maxUtil, sumUtil, allowed)}
		for i, name := range []string{"state", "freq_khz", "performance", "energy"} {
			if got[i] != r[4+i] {
				t.Errorf("table %d, max %d, sum %d, allowed %d: %s = %d, want %d", r[0], r[1], r[2], r[3], name, got[i], r[4+i])
			}
		}
	}
}

// wakeRow is what TestVectorsEAS1xGroupEnergy needs of a row of wake44.jsonl.
type wakeRow struct {
	ID       int    `json:"id"`
	Platform string `json:"platform"`
	In       struct {
		Task struct {
			Util    int64 `json:"util"`
			PrevCPU int   `json:"prev_cpu"`
		} `json:"task"`
		CPUs struct {
			Util      []int64 `json:"util"`
			IdleState []int   `json:"idle_state"`
		} `json:"cpus"`
	} `json:"in"`
	Out struct {
		Candidate int       `json:"ea_candidate"`
		Energy    [][]int64 `json:"energy"`
	} `json:"out"`
}

type vectorCluster struct {
	CPUs         []int   `json:"cpus"`
	Cap          []int64 `json:"cap"`
	CorePower    []int64 `json:"core_power"`
	ClusterPower []int64 `json:"cluster_power"`
	CoreIdle     []int64 `json:"core_idle"`
	ClusterIdle  []int64 `json:"cluster_idle"`
}

func (c *vectorCluster) group() energy.EAS1xGroup {
	return energy.EAS1xGroup{
		Cap: c.Cap, CoreBusy: c.CorePower, ClusterBusy: c.ClusterPower, CoreIdle: c.CoreIdle, ClusterIdle: c.ClusterIdle,
	}
}

// groupEnergy is the CPU loop of sched_group_energy over the arithmetic under
// test: delta is added to CPU dst and taken from CPU src.
func groupEnergy(c *vectorCluster, r *wakeRow, src, dst int, delta int64) (total int64, opp int) {
	g := c.group()
	top := c.Cap[len(c.Cap)-1]
	util := make([]int64, len(c.CPUs))
	maxUtil, shallow := int64(0), 1<<30
	for i, cpu := range c.CPUs {
		d := int64(0)
		if cpu == src {
			d = -delta
		}
		if cpu == dst {
			d = delta
		}
		util[i] = min(max(r.In.CPUs.Util[cpu]+d, 0), top)
		maxUtil = max(maxUtil, util[i])
		shallow = min(shallow, r.In.CPUs.IdleState[cpu]+1)
	}
	opp = g.OPPIndex(maxUtil)
	clusterBusy := int64(0)
	for i, cpu := range c.CPUs {
		busy := energy.NormUtil(util[i], c.Cap[opp])
		total += g.CoreEnergy(busy, opp, r.In.CPUs.IdleState[cpu]+1)
		clusterBusy += busy
	}
	return total + g.ClusterEnergy(clusterBusy, opp, shallow), opp
}

// The energies that EASv5.2 itself computed for moving the task from its
// previous CPU to the candidate.
func TestVectorsEAS1xGroupEnergy(t *testing.T) {
	t.Parallel()
	var platforms []struct {
		Name     string          `json:"name"`
		Clusters []vectorCluster `json:"clusters"`
	}
	if err := json.NewDecoder(testdata.Vectors(t, "eas1/platforms.json")).Decode(&platforms); err != nil {
		t.Fatal(err)
	}
	clusters := map[string][]vectorCluster{}
	for _, p := range platforms {
		clusters[p.Name] = p.Clusters
	}
	z, err := gzip.NewReader(testdata.Vectors(t, "eas1/wake44.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bufio.NewReader(z))
	rows, compared := 0, 0
	for ; dec.More(); rows++ {
		var r wakeRow
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		for _, want := range r.Out.Energy {
			for i := range clusters[r.Platform] {
				c := &clusters[r.Platform][i]
				if int64(c.CPUs[0]) != want[0] {
					continue
				}
				before, oppBefore := groupEnergy(c, &r, -1, -1, 0)
				after, oppAfter := groupEnergy(c, &r, r.In.Task.PrevCPU, r.Out.Candidate, r.In.Task.Util)
				if got := [4]int64{before, after, int64(oppBefore), int64(oppAfter)}; got != [4]int64(want[1:]) {
					t.Errorf("row %d, cluster of CPU %d: before, after, OPPs = %v, want %v", r.ID, want[0], got, want[1:])
				}
				compared++
			}
		}
	}
	if compared == 0 {
		t.Fatal("no energy compared")
	}
	t.Logf("%d rows, %d group energies", rows, compared)
}
