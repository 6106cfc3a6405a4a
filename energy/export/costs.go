package export

import (
	"strconv"
	"strings"

	"easim/energy"
)

// speeds finds capacity-dmips-mhz.
func (d *tree) speeds() {
	t := d.em
	if t == nil {
		t = d.eas1x
	}
	var why string
	d.dmips, d.derived, why = dmips(d.p, t)
	switch {
	case why != "":
		d.warn("no-dmips", "Linux then takes 1024 for all CPUs", "capacity-dmips-mhz left out: %s", why)
	case d.derived:
		d.warn("derived-dmips", "it is no measurement",
			"capacity-dmips-mhz is computed back from the capacities of table %s", t.Name)
	case d.dmips != nil && t != nil:
		d.boost(t)
	}
}

// boost finds the OPPs of boost.
func (d *tree) boost(t *energy.PowerTable) {
	var ok bool
	if d.turbo, ok = boosted(d.p, t, d.dmips); !ok {
		d.warn("other-capacity", "a table's capacities need not follow from dmips and frequency",
			"Linux computes other capacities from capacity-dmips-mhz than table %s has", t.Name)
		return
	}
	for i, yes := range d.turbo {
		if fd := &d.p.FreqDomains[i]; yes {
			d.warn("turbo", "Linux leaves it out of the capacities, as the table does",
				"%d kHz of CPUs %s is marked turbo-mode", fd.OPPs[len(fd.OPPs)-1].Freq, fd.CPUs)
		}
	}
}

// powers returns opp-microwatt for a frequency domain, or nil.
func (d *tree) powers(domain int) []int64 {
	if d.em == nil || d.em.Unit == energy.UnitBogoMW {
		return nil
	}
	row := d.em.DomainOf(d.p.FreqDomains[domain].CPUs.First())
	if row == nil {
		return nil
	}
	_, power := rowOf(d.p, d.em, row)
	return power
}

// coefficients finds dynamic-power-coefficient where one number says it all.
func (d *tree) coefficients() {
	d.coef = make([]int64, len(d.p.FreqDomains))
	for i := range d.coef {
		if power := d.powers(i); power != nil {
			d.coef[i], _ = coefficient(d.p.FreqDomains[i].OPPs, power)
		}
	}
}

// costRow is the row of the eas1x table that a CPU is in, or -1.
func (d *tree) costRow(id energy.CPUID) int {
	if d.eas1x == nil {
		return -1
	}
	for i := range d.eas1x.Domains {
		if d.eas1x.Domains[i].CPUs.Has(id) {
			return i
		}
	}
	return -1
}

// costs writes the cost tables of EAS 1.x kernels.
func (d *tree) costs() {
	if d.eas1x == nil {
		return
	}
	d.line(0, "")
	d.comment(2, "Table "+d.eas1x.Name+", in "+d.eas1x.Unit+". "+d.eas1x.Source)
	d.open(2, "energy-costs")
	for i := range d.eas1x.Domains {
		r := &d.eas1x.Domains[i]
		n := strconv.Itoa(i)
		d.cost("CPU_COST_"+n+": core-cost"+n, r.Capacity, r.CoreBusy, r.CoreIdle)
		d.cost("CLUSTER_COST_"+n+": cluster-cost"+n, r.Capacity, r.ClusterBusy, r.ClusterIdle)
	}
	d.shut(2)
}

func (d *tree) cost(node string, capacity []energy.Capacity, busy, idle []energy.Power) {
	d.open(3, node)
	d.line(4, "busy-cost-data = <")
	for j := range busy {
		d.line(5, "%d %d", capacity[j], busy[j])
	}
	d.line(4, ">;")
	var cells []string
	for _, w := range idle {
		if w == energy.UnknownPower {
			break // by the order of the states an unknown one ends the list
		}
		cells = append(cells, strconv.FormatInt(int64(w), 10))
	}
	if len(cells) > 0 {
		d.line(4, "idle-cost-data = <%s>;", strings.Join(cells, " "))
	}
	d.shut(3)
}

// lost reports what the tree cannot hold.
func (d *tree) lost() {
	var tables []string
	for i := range d.p.Tables {
		if t := &d.p.Tables[i]; t != d.em && t != d.eas1x {
			tables = append(tables, t.Name)
		}
	}
	if len(tables) > 0 {
		d.warn("lost-table", "export them as TOML or JSON",
			"a device tree holds one table of kind em and one of kind eas1x; left out: %s", strings.Join(tables, ", "))
	}
	if d.em != nil && d.em.Unit == energy.UnitBogoMW {
		d.warn("lost-power", "opp-microwatt wants a unit", "the powers of table %s have no unit; left out", d.em.Name)
	}
	if d.eas1x != nil && d.eas1x.Unit == energy.UnitUW {
		d.warn("cost-unit", "an importer takes them for bogo-mW", "the costs of table %s are written in uW", d.eas1x.Name)
	}
}
