package export

import (
	"fmt"
	"strings"

	"easim/energy"
)

// idleName is the node of an idle state of a cluster; "" for WFI, which a device
// tree never lists. Clusters with the same state share a node; a state that has
// only its name in common with an earlier cluster's gets a number.
func (d *tree) idleName(cluster, state int) string {
	s := d.p.Clusters[cluster].IdleStates[state]
	if state == 0 && strings.EqualFold(s.Name, "WFI") {
		return ""
	}
	name := nodeName(s.Name)
	for c := range cluster {
		for _, o := range d.p.Clusters[c].IdleStates {
			if nodeName(o.Name) == name && o != s {
				return fmt.Sprintf("%s-%d", name, cluster)
			}
		}
	}
	return name
}

// nodeName makes a legal node name.
func nodeName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(",._+-", r) {
			return r
		}
		return '-'
	}, s)
}

// label makes a label of a node name.
func label(node string) string {
	return "idle_" + strings.Map(func(r rune) rune {
		if strings.ContainsRune(",.+-", r) {
			return '_'
		}
		return r
	}, node)
}

func (d *tree) idleStates() {
	var done []string
	d.line(0, "")
	d.open(2, "idle-states")
	d.line(3, "entry-method = \"psci\";")
	for c := range d.p.Clusters {
		for i := range d.p.Clusters[c].IdleStates {
			name := d.idleName(c, i)
			if name == "" || contains(done, name) {
				continue
			}
			done = append(done, name)
			d.idleState(name, &d.p.Clusters[c].IdleStates[i])
		}
	}
	d.shut(2)
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func (d *tree) idleState(name string, s *energy.IdleState) {
	d.line(0, "")
	d.open(3, label(name)+": "+name)
	d.line(4, "compatible = \"arm,idle-state\";")
	if s.Level == energy.IdleCluster && !strings.Contains(name, "cluster") {
		d.comment(4, "power level 1; the other bits are the firmware's")
		d.line(4, "arm,psci-suspend-param = <0x01000000>;")
	}
	d.line(4, "entry-latency-us = <%d>;", s.EntryUS)
	d.line(4, "exit-latency-us = <%d>;", s.ExitUS)
	d.line(4, "min-residency-us = <%d>;", s.ResidencyUS)
	if s.WakeupUS > 0 {
		d.line(4, "wakeup-latency-us = <%d>;", s.WakeupUS)
	}
	d.shut(3)
}
