// Package lisa reads what Arm's LISA toolkit writes about a board and makes a
// platform of it: the platform info of traces (plat_info.yml), and the JSON files
// of 2016 to 2018 (platforms/*.json, platform.json beside results).
//
// The YAML has tags that mean Python objects and calls. Nothing is ever executed:
// tags are read as names, objects as the maps and lists they are written as, and
// what only a call could produce (!var:lisa.platforms.juno_r0.nrg_model) is
// reported as missing. Anchors and aliases, of which an energy model is full, in
// circles even, become references to one node (yaml.go). The JSON has comments
// and trailing commas (package jsontree).
//
//	platform-info / conf           since 2018; the JSON has the same at the top
//	  name, os, abi, cpus-count    also cpus_count
//	  freq-domains                 lists of CPUs
//	  freqs                        by CPU, by number of domain, or by cluster name
//	  cpu-capacities               by CPU, since 2019 inside "orig"
//	  nrg-model                    an EnergyModel object: nodes with states
//	  clusters, topology, board    of the JSON files: who is big, which cores
//	  nrg_model                    of the JSON files: the top OPP only
//	  kernel, kernel-version       which tells the unit of an energy model
//
// A node's active state is capacity and power. Where only CPUs have states, the
// model is the kernel's (its debugfs), where clusters have some too it is that of
// EAS 1.x. LISA writes 0 for the idle states of the former; that is not known.
//
// Sources: lisa/energy_model.py and lisa/platforms/platinfo.py of
// ARM-software/lisa@000859cb; libs/utils/platforms/*.json of its history.
package lisa
