package meter

import (
	"fmt"

	"easim/energy"
)

// Residency is where the time of a window went, in whole ns. It is a copy: the
// run may go on.
type Residency struct {
	WallNS  int64
	CPUs    []CPU     // by CPUID
	Islands []Island  // in the order of energy.Platform.Islands
	OPPNS   [][]int64 // by frequency domain and OPP; each domain sums to WallNS
	Tasks   []Task    // by sched.TaskID, the launcher included
}

// CPU is the residency of one CPU: BusyNS and GrantedNS together sum to WallNS,
// and so do BusyNS and RequestedNS.
type CPU struct {
	Island      int
	Switches    int64   // context switches, those to and from the idle task included
	BusyNS      []int64 // by OPP: running a task
	GrantedNS   []int64 // by idle index: idle in the state that the hardware was in
	RequestedNS []int64 // by idle index: idle, having asked for the state
}

// Busy is the CPU's busy time.
func (c *CPU) Busy() int64 { return sum(c.BusyNS) }

// Idle is the CPU's idle time.
func (c *CPU) Idle() int64 { return sum(c.GrantedNS) }

// Island is the residency of CPUs that share a cluster and a clock, in the form
// that a power table prices.
type Island struct {
	energy.Residency
	Cluster int // index into energy.Platform.Clusters
	Domain  int // index into energy.Platform.FreqDomains
}

// BusyAt is the time in which the clock was at opp and at least one CPU busy.
func (i *Island) BusyAt(opp int) int64 { return sum(i.BusyNS[opp]) }

// Task is what one task did.
type Task struct {
	BusyNS [][]int64 // by island and OPP: running
	Work   int64     // rate x ns, see energy.Rate
}

// BusyOn is the task's run time on an island.
func (t *Task) BusyOn(island int) int64 { return sum(t.BusyNS[island]) }

// Residency returns the sums from the last Reset (time 0 without one) to Finish.
// It panics before Finish.
func (m *Meter) Residency() *Residency {
	if !m.closed {
		panic("meter: Residency before Finish")
	}
	r := &Residency{WallNS: int64(m.to - m.from)}
	for i := range m.cpus {
		c := &m.cpus[i]
		r.CPUs = append(r.CPUs, CPU{
			Island: c.island, Switches: c.switches,
			BusyNS: copied(c.busyNS), GrantedNS: copied(c.grantedNS), RequestedNS: copied(c.requestedNS),
		})
	}
	for i := range m.islands {
		r.Islands = append(r.Islands, m.island(&m.islands[i], r.CPUs))
	}
	for i := range m.domains {
		r.OPPNS = append(r.OPPNS, copied(m.domains[i].oppNS))
	}
	for t := range m.work {
		r.Tasks = append(r.Tasks, m.task(t))
	}
	return r
}

func (m *Meter) island(isl *islandState, cpus []CPU) Island {
	out := Island{Cluster: isl.cluster, Domain: isl.domain}
	out.CPUs, out.IdleNS = isl.cpus, copied(isl.idleNS)
	for opp := 0; opp < len(isl.busyNS); opp += isl.size {
		out.BusyNS = append(out.BusyNS, copied(isl.busyNS[opp:opp+isl.size]))
	}
	for c := isl.cpus.Next(0); c >= 0; c = isl.cpus.Next(c + 1) {
		out.CPU = append(out.CPU, energy.CPUResidency{BusyNS: cpus[c].BusyNS, IdleNS: cpus[c].GrantedNS})
	}
	return out
}

func (m *Meter) task(t int) Task {
	out := Task{Work: m.work[t], BusyNS: make([][]int64, len(m.islands))}
	row := copied(m.tasks[t*m.slots : (t+1)*m.slots])
	for i := range m.islands {
		n := len(m.domains[m.islands[i].domain].oppNS)
		out.BusyNS[i], row = row[:n:n], row[n:]
	}
	return out
}

// TaskCost is a task's share of the energy by table t: the busy cost of the cores
// it ran on. known is false for a table that does not tell cores apart from
// clusters (kind measured). It is an error if t lacks a row for an island that
// the task ran on.
func (r *Residency) TaskCost(t *energy.PowerTable, task *Task) (cost energy.Tally, known bool, err error) {
	if t.Kind == energy.TableMeasured {
		return cost, false, nil
	}
	for i := range r.Islands {
		row := t.DomainOf(r.Islands[i].CPUs.First())
		if row == nil || len(row.CoreBusy) != len(task.BusyNS[i]) {
			return cost, false, fmt.Errorf("meter: table %q has no fitting row for CPUs %s", t.Name, r.Islands[i].CPUs)
		}
		for opp, ns := range task.BusyNS[i] {
			cost.Add(row.CoreBusy[opp], ns)
		}
	}
	return cost, true, nil
}

func copied(s []int64) []int64 { return append([]int64(nil), s...) }

func sum(s []int64) int64 {
	total := int64(0)
	for _, v := range s {
		total += v
	}
	return total
}
