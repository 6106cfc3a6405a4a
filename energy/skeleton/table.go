package skeleton

import "easim/energy"

// capacities returns what the kernel computes for each cluster's OPPs, or nil if
// a core or a frequency is unknown (arch_topology.c and energy_model.c):
//
//	top = dmips * fmax * 1024 / the highest dmips * fmax, at f: top * f / fmax
func (s *Spec) capacities() [][]energy.Capacity {
	most := int64(0)
	for i := range s.Clusters {
		c := &s.Clusters[i]
		if c.DMIPS == 0 || len(c.Freq) == 0 {
			return nil
		}
		most = max(most, int64(c.DMIPS)*int64(c.top()))
	}
	out := make([][]energy.Capacity, len(s.Clusters))
	for i := range s.Clusters {
		c := &s.Clusters[i]
		top := int64(c.DMIPS) * int64(c.top()) * int64(energy.CapacityScale) / most
		for _, f := range c.Freq {
			out[i] = append(out[i], energy.Capacity(top*int64(f)/int64(c.top())))
		}
	}
	return out
}

func (c *Cluster) top() energy.KHz { return c.Freq[len(c.Freq)-1] }

// powers returns the power of one busy CPU at each OPP in µW, or nil if it does
// not follow from what is known (energy_model.c, in its truncating integers):
//
//	coefficient * mV * mV * MHz / 10^6
func (c *Cluster) powers() []energy.Power {
	if c.Coefficient == 0 || len(c.Volt) == 0 || len(c.Volt) != len(c.Freq) {
		return nil
	}
	var out []energy.Power
	for i, f := range c.Freq {
		mv := int64(c.Volt[i]) / 1000
		out = append(out, energy.Power(c.Coefficient*mv*mv*(int64(f)/1000)/1_000_000))
	}
	return out
}

// tableHelp says what belongs into each kind of table.
var tableHelp = [...]string{
	energy.TableEAS1x: "# EAS 1.x costs: core_busy is one busy core, cluster_busy the shared part while any core runs.\n" +
		"# Idle rows go by idle index: awake, WFI, then each further state; leave unknown ones out at the end.",
	energy.TableEM: "# An energy model: the power of one busy CPU at each OPP, nothing about idling. Either\n" +
		"# measured, or dynamic-power-coefficient * mV^2 * MHz / 10^6, or the kernel's debugfs energy_model.",
	energy.TableMeasured: "# Measurements: busy holds a row for 1, 2, ... busy CPUs of the cluster, each the power of\n" +
		"# the whole cluster above idle at each OPP.",
}

func (w *writer) table() {
	kind := w.spec.Kind
	w.printf("\n# The power tables, one for each source; they are never merged.\n%s", tableHelp[kind])
	w.printf("\n[[table]]")
	w.printf("name = %s", quote(kind.String()))
	w.printf("kind = %s", quote(kind.String()))
	unit := "\"uW\"   # uW, mW, or bogo-mW where the source claims no unit"
	if kind == energy.TableEAS1x {
		unit = "\"bogo-mW\"   # uW, mW, or bogo-mW where the source claims no unit"
	}
	w.printf("unit = %s", unit)
	w.printf("default_meter = true   # the table that counts the energy")
	w.printf(`source = "TODO: where the powers come from: instrument, benchmark, date; or file and commit"`)
	w.printf(`trust = "TODO: high, medium or low, and why"`)
	caps := w.spec.capacities()
	for i := range w.spec.Clusters {
		c := &w.spec.Clusters[i]
		w.printf("\n  [[table.domain]]")
		w.printf("  cpus = %s", quote(c.CPUs.String()))
		if caps != nil {
			w.printf("  capacity = %s", list(caps[i]))
		} else {
			w.printf("  capacity = []   # TODO: one for each OPP; 1024 is the biggest CPU at its top OPP")
		}
		w.rows(c)
	}
}

func (w *writer) rows(c *Cluster) {
	powers := c.powers()
	switch {
	case w.spec.Kind == energy.TableMeasured:
		w.printf("  busy = []   # TODO: [[...], [...]]: one busy CPU, two, ...")
	case powers != nil && w.spec.Kind == energy.TableEM:
		w.printf("  core_busy = %s   # %d * mV^2 * MHz / 10^6", list(powers), c.Coefficient)
	default:
		w.printf("  core_busy = []   # TODO: one power for each OPP")
	}
	if w.spec.Kind == energy.TableEAS1x {
		w.printf("  cluster_busy = []   # TODO: one power for each OPP")
		w.printf("  # core_idle = [6, 6, 0]   # awake, WFI, further states")
		w.printf("  # cluster_idle = [20, 20, 20, 5]")
	}
}
