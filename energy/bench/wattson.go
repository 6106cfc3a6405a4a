package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// wattsonColumns are those of cpu_1d.csv: powers in mW.
var wattsonColumns = [...]string{"device", "policy", "freq_khz|freq", "static", "active", "idle0", "idle1"}

// dsuPolicy is the number that Wattson gives the shared unit of a cluster.
const dsuPolicy = 255

// curve is a row of cpu_1d.csv.
type curve struct {
	point
	static, idle0, idle1 float64
}

// Wattson makes a platform of a cpu_1d.csv. A file may hold several devices; the
// platform is the one that o.Name names, or the only one.
func Wattson(name string, src []byte, o draft.Options) (*energy.Platform, diag.List, error) {
	records, err := readCSV(src, wattsonColumns[:])
	if err != nil {
		return nil, nil, err
	}
	device, err := pickDevice(records, o.Name)
	if err != nil {
		return nil, nil, err
	}
	w := wattson{}
	for _, r := range records {
		if r.cells[0] == device {
			w.row(r)
		}
	}
	w.order()
	if len(w.domains) == 0 {
		w.fail("no-cpu", 0, "", "no curve of a CPU in the file")
		w.list.Locate(name, nil)
		return nil, w.list, nil
	}
	b := w.board(w.spans(o), device, draft.Source(name, "Wattson curves of "+device, src))
	b.Title = device
	w.tables(b)
	p, list := w.finish(b, name, o)
	return p, list, nil
}

// pickDevice finds the device of a file that may hold several.
func pickDevice(records []record, name string) (string, error) {
	var devices []string
	for _, r := range records {
		if !slices.Contains(devices, r.cells[0]) && len(devices) < 100 {
			devices = append(devices, r.cells[0])
		}
	}
	if len(devices) == 1 {
		return devices[0], nil
	}
	for _, d := range devices {
		if strings.EqualFold(d, name) || draft.FileName(d) == name && name != "" {
			return d, nil
		}
	}
	if len(devices) == 0 {
		return "", fmt.Errorf("bench: no rows")
	}
	return "", fmt.Errorf("bench: the file holds curves of %d devices; choose one with --name: %s",
		len(devices), clip(strings.Join(devices, ", ")))
}

// wattson is a table with the curves beside the points.
type wattson struct {
	table
	curves []curve
	owner  []int // policy of each curve
	dsu    int
}

func (w *wattson) row(r record) {
	policy, okP := whole(r.cells[1], energy.MaxCPUs-1)
	khz, okF := whole(r.cells[2], 100_000_000)
	var v [4]float64
	ok := okP && okF && khz > 0
	for i := range v {
		var okV bool
		v[i], okV = number(r.cells[3+i])
		ok = ok && okV
	}
	if !ok {
		w.fail("number", r.line, "want a policy, a frequency in kHz and four powers in mW", "bad row: %s",
			clip(strings.Join(r.cells, ",")))
		return
	}
	if policy == dsuPolicy {
		w.dsu++
		return
	}
	p := point{line: r.line, khz: khz, power: v[1]}
	before := len(w.list)
	w.add(int(policy), p)
	if len(w.list) == before { // kept
		w.curves = append(w.curves, curve{p, v[0], v[2], v[3]})
		w.owner = append(w.owner, int(policy))
	}
}

func (w *wattson) curve(policy int, khz int64) *curve {
	for i := range w.curves {
		if w.owner[i] == policy && w.curves[i].khz == khz {
			return &w.curves[i]
		}
	}
	return nil
}

func (w *wattson) tables(b *draft.Board) {
	t := energy.PowerTable{
		Name: "wattson", Kind: energy.TableEAS1x, Unit: energy.UnitUW,
		Source: "Wattson cpu_1d.csv: active and idle power of a CPU, static power of its policy",
		Trust:  "measured by the phone's maker and corrected by hand; each policy by itself",
	}
	for i := range w.domains {
		t.Domains = append(t.Domains, w.domainRow(b, i))
	}
	b.Tables = append(b.Tables, t)
	if w.dsu > 0 {
		w.warn(
			"dsu",
			0,
			"no kind of table has a place for it",
			"left out: %d curves of the shared unit (policy %d)",
			w.dsu,
			dsuPolicy,
		)
	}
	w.warn("unknown-idle", 0, "give WFI and the deeper state of a policy their times",
		"the file has the power of two idle states, but not their times; only WFI's is kept")
}

// domainRow makes the row of a policy. Idle power depends on the frequency there
// and not here: the one at the lowest frequency is kept, where idle CPUs stand.
func (w *wattson) domainRow(b *draft.Board, i int) energy.TableDomain {
	d := &w.domains[i]
	row := energy.TableDomain{CPUs: b.DomainCPUs(i)}
	idle := [2][2]float64{{math.MaxFloat64, -math.MaxFloat64}, {math.MaxFloat64, -math.MaxFloat64}}
	for _, p := range d.points {
		c := w.curve(d.cpu, p.khz)
		row.CoreBusy = append(row.CoreBusy, w.microwatts(p.power, p.line, "active power", p.khz, d.cpu))
		row.ClusterBusy = append(row.ClusterBusy, w.atLeast0(c.static, p, "static power", d.cpu))
		for k, v := range [2]float64{c.idle0, c.idle1} {
			w.atLeast0(v, p, fmt.Sprintf("idle%d power", k), d.cpu)
			idle[k][0], idle[k][1] = min(idle[k][0], v), max(idle[k][1], v)
		}
	}
	low := w.curve(d.cpu, d.points[0].khz)
	wfi := energy.Power(max(0, math.Round(low.idle0*1000)))
	row.CoreIdle = []energy.Power{wfi, wfi}
	if idle[0][0] != idle[0][1] {
		w.warn("idle-per-opp", low.line, "", "idle0 of policy %d runs from %v to %v mW by frequency; that at %d kHz is kept",
			d.cpu, idle[0][0], idle[0][1], low.khz)
	}
	if idle[1][1] > 0 {
		b.Note("idle1 of policy %d: %v to %v mW by frequency.", d.cpu, idle[1][0], idle[1][1])
	}
	return row
}

// atLeast0 is microwatts for a power that may be 0.
func (w *wattson) atLeast0(mw float64, p point, what string, policy int) energy.Power {
	if mw == 0 {
		return 0
	}
	return w.microwatts(mw, p.line, what, p.khz, policy)
}
