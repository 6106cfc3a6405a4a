package draft

import (
	"slices"
	"strings"

	"easim/energy"
)

// core is a microarchitecture: its identification registers, its name in device
// trees, and the class that its designer sells it for.
type core struct {
	implementer, part uint32 // MIDR_EL1; 0 where the name alone is known
	name              string
	kind              energy.Kind
}

// cores lists the cores of asymmetric systems. The class only decides what a
// cluster is called when capacities do not (one class of them, or none known).
var cores = [...]core{
	{0x41, 0xc05, "cortex-a5", energy.Little},
	{0x41, 0xc07, "cortex-a7", energy.Little},
	{0x41, 0xc09, "cortex-a9", energy.Big},
	{0x41, 0xc0d, "cortex-a12", energy.Big},
	{0x41, 0xc0e, "cortex-a17", energy.Big},
	{0x41, 0xc0f, "cortex-a15", energy.Big},
	{0x41, 0xd01, "cortex-a32", energy.Little},
	{0x41, 0xd02, "cortex-a34", energy.Little},
	{0x41, 0xd03, "cortex-a53", energy.Little},
	{0x41, 0xd04, "cortex-a35", energy.Little},
	{0x41, 0xd05, "cortex-a55", energy.Little},
	{0x41, 0xd06, "cortex-a65", energy.Little},
	{0x41, 0xd07, "cortex-a57", energy.Big},
	{0x41, 0xd08, "cortex-a72", energy.Big},
	{0x41, 0xd09, "cortex-a73", energy.Big},
	{0x41, 0xd0a, "cortex-a75", energy.Big},
	{0x41, 0xd0b, "cortex-a76", energy.Big},
	{0x41, 0xd0c, "neoverse-n1", energy.Big},
	{0x41, 0xd0d, "cortex-a77", energy.Big},
	{0x41, 0xd0e, "cortex-a76ae", energy.Big},
	{0x41, 0xd40, "neoverse-v1", energy.Big},
	{0x41, 0xd41, "cortex-a78", energy.Big},
	{0x41, 0xd42, "cortex-a78ae", energy.Big},
	{0x41, 0xd44, "cortex-x1", energy.Big},
	{0x41, 0xd46, "cortex-a510", energy.Little},
	{0x41, 0xd47, "cortex-a710", energy.Big},
	{0x41, 0xd48, "cortex-x2", energy.Big},
	{0x41, 0xd49, "neoverse-n2", energy.Big},
	{0x41, 0xd4b, "cortex-a78c", energy.Big},
	{0x41, 0xd4c, "cortex-x1c", energy.Big},
	{0x41, 0xd4d, "cortex-a715", energy.Big},
	{0x41, 0xd4e, "cortex-x3", energy.Big},
	{0x41, 0xd80, "cortex-a520", energy.Little},
	{0x41, 0xd81, "cortex-a720", energy.Big},
	{0x41, 0xd82, "cortex-x4", energy.Big},
	{0x41, 0xd85, "cortex-x925", energy.Big},
	{0x41, 0xd87, "cortex-a725", energy.Big},
	{0x4e, 0x000, "denver", energy.Big},
	{0x4e, 0x004, "carmel", energy.Big},
	{0x51, 0x201, "kryo-silver", energy.Little},
	{0x51, 0x205, "kryo-gold", energy.Big},
	{0x51, 0x800, "kryo2xx-gold", energy.Big},
	{0x51, 0x801, "kryo2xx-silver", energy.Little},
	{0x51, 0x802, "kryo3xx-gold", energy.Big},
	{0x51, 0x803, "kryo3xx-silver", energy.Little},
	{0x51, 0x804, "kryo4xx-gold", energy.Big},
	{0x51, 0x805, "kryo4xx-silver", energy.Little},
	{0x61, 0x022, "icestorm", energy.Little},
	{0x61, 0x023, "firestorm", energy.Big},
	{0x61, 0x032, "blizzard", energy.Little},
	{0x61, 0x033, "avalanche", energy.Big},
}

// CoreOfMIDR returns the name of the core whose main identification register
// reads midr: implementer in bits 24 to 31, part number in bits 4 to 15. "" if it
// is not in the table.
func CoreOfMIDR(midr uint64) string {
	implementer, part := uint32(midr>>24&0xff), uint32(midr>>4&0xfff)
	for _, c := range cores {
		if c.implementer == implementer && c.part == part {
			return c.name
		}
	}
	return ""
}

// CoreOfCompatible returns the core that a cpu node's compatible string names:
// what stands after the vendor ("arm,cortex-a53" is "cortex-a53").
func CoreOfCompatible(compatible string) string {
	if _, name, ok := strings.Cut(compatible, ","); ok {
		return name
	}
	return compatible
}

// kindOfCore returns the class of a core by its name, for "cortex-a710+cortex-a715"
// that of the first; KindInvalid if the name says nothing.
func kindOfCore(name string) energy.Kind {
	first, _, _ := strings.Cut(name, "+")
	i := slices.IndexFunc(cores[:], func(c core) bool { return c.name == first })
	if i < 0 {
		return energy.KindInvalid
	}
	return cores[i].kind
}
