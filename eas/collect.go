package eas

import (
	"fmt"
	"strconv"
	"strings"

	"easim/eas/observe/meter"
	"easim/eas/workload"
	"easim/energy"
)

// result puts together what the watchers saw.
func (r *run) result() (*Result, error) {
	u, res := r.u, r.meter.Residency()
	out := &Result{
		Format:         ResultFormat,
		Scenario:       r.scenario(),
		Digest:         fmt.Sprintf("%016x", r.k.Digest()),
		ScheduleDigest: fmt.Sprintf("%016x", r.k.ScheduleDigest()),
		Window:         Window{StartNS: int64(r.from), LengthNS: res.WallNS, Ended: r.ended},
		Events:         r.k.Events(),
		Provenance:     u.provenance(),
	}
	var err error
	if out.Energy, err = u.price(res); err != nil {
		return nil, err
	}
	out.CPUs = u.cpuResults(res)
	threads := workload.SinceWarmup(r.player.Threads(), r.before)
	if out.Tasks, err = r.taskResults(res, threads); err != nil {
		return nil, err
	}
	for i := range out.Tasks {
		out.Throughput.WorkCapacityS += out.Tasks[i].WorkCapacityS
	}
	out.Throughput.Metrics = r.metrics(threads, res.WallNS)
	out.Scheduler = r.counters()
	r.warnStalled(threads)
	out.Warnings = append([]string{}, u.warnings...)
	return out, nil
}

func (r *run) scenario() ScenarioResult {
	u := r.u
	s := ScenarioResult{
		Platform: u.s.Platform, Workload: u.s.Workload, Profile: u.s.Profile,
		Features: append([]string{}, u.features.Names()...), Patches: []string{}, Params: r.params(),
		Rate: u.rate, Model: u.model.Name, Governor: u.s.Governor, Idle: u.s.Idle, Seed: u.s.Seed,
		DurationNS: u.length.durationNS, WarmupNS: u.length.warmupNS,
		Calib: CalibResult{Capacity: float64(u.calib.rate) / (1 << energy.RateShift)},
	}
	if u.calib.cpu != noCPU {
		cpu := int(u.calib.cpu)
		s.Calib.CPU = &cpu
	}
	return s
}

// cpuResults lists the CPUs' times under the names of the platform.
func (u *setup) cpuResults(res *meter.Residency) []CPUResult {
	out := make([]CPUResult, len(res.CPUs))
	for id := range res.CPUs {
		c, at := &res.CPUs[id], u.platform.CPUs[id]
		opps, states := u.platform.FreqDomains[at.Domain].OPPs, u.platform.Clusters[at.Cluster].IdleStates
		out[id] = CPUResult{
			ID: id, Kind: u.platform.Clusters[at.Cluster].Kind.String(),
			BusyNS: c.Busy(), IdleNS: c.Idle(), Switches: c.Switches,
			FreqNS:          byFreq(opps, res.OPPNS[at.Domain]),
			BusyFreqNS:      byFreq(opps, c.BusyNS),
			IdleStateNS:     byState(states, c.GrantedNS),
			IdleRequestedNS: byState(states, c.RequestedNS),
		}
	}
	return out
}

func byFreq(opps []energy.OPP, ns []int64) NamedInts {
	out := make(NamedInts, len(ns))
	for i := range ns {
		out[i] = NamedInt{strconv.FormatInt(int64(opps[i].Freq), 10), ns[i]}
	}
	return out
}

// activeIdle names idle index 0: idle, but in no idle state.
const activeIdle = "active"

func byState(states []energy.IdleState, ns []int64) NamedInts {
	out := NamedInts{{activeIdle, ns[0]}}
	for i := range states {
		out = append(out, NamedInt{states[i].Name, ns[i+1]})
	}
	return out
}

// price is the energy of the window by the meter's table.
func (u *setup) price(res *meter.Residency) (Energy, error) {
	e := Energy{Unit: u.meter.EnergyUnit(), Meter: u.meter.Name}
	var unknown []string
	for i := range res.Islands {
		isl := &res.Islands[i]
		if u.s.CheckInvariants {
			if err := isl.Check(); err != nil {
				return e, err
			}
		}
		sums, err := u.meter.Cost(&isl.Residency)
		if err != nil {
			return e, asInput(fmt.Errorf("eas: meter: %w", err))
		}
		c := u.clusterEnergy(isl, u.meter.Parts(sums))
		e.Clusters = append(e.Clusters, c)
		e.Total += c.Total
		switch u.platform.Clusters[isl.Cluster].Kind {
		case energy.Little:
			e.Little += c.Total
		case energy.Mid:
			e.Mid += c.Total
		default:
			e.Big += c.Total
		}
		if sums.Partial() {
			unknown = append(unknown, c.Name)
		}
	}
	if len(unknown) > 0 {
		e.Partial = true
		u.warnf("table %s does not say what %s cost when idle: energies are lower bounds",
			u.meter.Name, strings.Join(unknown, ", "))
	}
	return e, nil
}

func (u *setup) clusterEnergy(isl *meter.Island, parts energy.Parts) ClusterEnergy {
	cl := &u.platform.Clusters[isl.Cluster]
	out := ClusterEnergy{
		Name: cl.Name, Kind: cl.Kind.String(), CPUs: isl.CPUs.String(), Total: parts.Total,
		CoreIdle: parts.CoreIdle, ClusterIdle: parts.ClusterIdle,
		IdleStateNS: byState(cl.IdleStates, isl.IdleNS),
	}
	if cl.CPUs != isl.CPUs {
		out.Name = cl.Name + "/" + isl.CPUs.String()
	}
	if u.meter.Kind != energy.TableMeasured { // which does not tell the cores apart
		out.CoreBusy = &parts.CoreBusy
	}
	if u.meter.Kind != energy.TableEM { // whose cores include the shared part
		out.ClusterBusy = &parts.ClusterBusy
	}
	opps := u.platform.FreqDomains[isl.Domain].OPPs
	for opp := range opps {
		out.BusyFreqNS = append(out.BusyFreqNS, NamedInt{strconv.FormatInt(int64(opps[opp].Freq), 10), isl.BusyAt(opp)})
	}
	if u.meter.Kind == energy.TableMeasured {
		out.BusyCPUsNS = busyCPUs(opps, isl)
	}
	return out
}

// busyCPUs is the time with one CPU busy, with two, and so on.
func busyCPUs(opps []energy.OPP, isl *meter.Island) []NamedInts {
	out := make([]NamedInts, isl.CPUs.Len())
	for n := range out {
		ns := make([]int64, len(opps))
		for opp := range opps {
			ns[opp] = isl.BusyNS[opp][n]
		}
		out[n] = byFreq(opps, ns)
	}
	return out
}

// params are the values in force, in the order of `easim params`.
func (r *run) params() NamedInts {
	var out NamedInts
	for _, name := range paramNames() {
		if v, ok := r.k.Params().Get(name); ok {
			out = append(out, NamedInt{name, v})
		}
	}
	return out
}

func (r *run) counters() Scheduler {
	c := r.stats.Counters()
	return Scheduler{
		OverutilizedNS: c.OverutilizedNS, TippingCrossings: c.TippingCrossings, NohzKicks: c.NohzKicks,
		Switches: c.Switches, Wakeups: c.Wakeups, BalancePasses: c.BalancePasses, ActiveRefused: c.ActiveRefused,
		Migrations: Migrations{
			Wakeup: c.Migrations.Wakeup, Balance: c.Migrations.Balance, Active: c.Migrations.Active,
			Fork: c.Migrations.Fork, RT: c.Migrations.RT, Affinity: c.Migrations.Affinity,
		},
	}
}

// provenance says where the numbers come from.
func (u *setup) provenance() Provenance {
	p := Provenance{
		Platform: u.platform.Source, Workload: u.work.Source,
		Model: tableSource(u.model), Meter: tableSource(u.meter),
	}
	for i := range u.platform.Types {
		t := &u.platform.Types[i]
		if set := t.RateSet(u.rate); set != nil {
			p.Rates = append(p.Rates, RateSource{CPUType: t.Name, Set: set.Name, Source: set.Source})
		}
	}
	return p
}

func tableSource(t *energy.PowerTable) TableSource {
	return TableSource{Name: t.Name, Kind: t.Kind.String(), Unit: t.Unit, Source: t.Source, Trust: t.Trust}
}
