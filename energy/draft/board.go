package draft

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// Options are the choices that an input cannot make for itself. The zero value
// makes none.
type Options struct {
	// Name is the platform's name; "" takes it from the input.
	Name string

	// BootCPU says which CPU of a device tree boots and hence is Linux's CPU 0:
	// its reg ("0x100", "256") or its node ("cpu@100"). "" is the first one.
	BootCPU string

	// Domains are the CPUs of each frequency domain, for inputs that do not say.
	// They are matched in order.
	Domains []energy.CPUSet

	// OPPName selects the variant opp-microvolt-<name> of a device tree (a speed
	// bin or a process corner); "" selects the plain properties.
	OPPName string

	// SupportedHW is the hardware version of the board at hand, one mask a level;
	// OPPs whose opp-supported-hw excludes it are left out. nil keeps all OPPs.
	SupportedHW []uint32
}

// Board is what an input says about a board. Zero values mean unknown.
type Board struct {
	Name   string // proposal for the platform's name, in any form
	Title  string
	Source string // which file, in which format
	Notes  []string

	CPUs      []CPU // indexed by CPUID
	WholeIdle bool  // the CPUs' idle states are all there are, the shallowest included
	Clusters  []Cluster
	Domains   []Domain
	Tables    []energy.PowerTable // rows may cover any set of CPUs; Build cuts them to size
}

// CPU is what an input says about one CPU.
type CPU struct {
	Core     string          // microarchitecture, for example "cortex-a53"
	Cluster  int             // index into Board.Clusters; [Unknown] if not said
	Domain   int             // index into Board.Domains; [Unknown] if not said
	DMIPS    int             // capacity-dmips-mhz
	Capacity energy.Capacity // at the top OPP, as the kernel computes or reports it

	// Idle holds the idle states, shallow to deep. WFI is put in front by Build
	// unless it is there or the list is whole.
	Idle []energy.IdleState
}

// Unknown is the index of a cluster or domain that the input does not name.
const Unknown = -1

// Cluster is a group of CPUs as the input names it.
type Cluster struct {
	Name   string
	Source string // where the grouping and the idle states come from
}

// Domain is a set of CPUs that change frequency together.
type Domain struct {
	OPPs      []energy.OPP // ascending by frequency
	LatencyUS int64
	Source    string

	// Rates says how fast the CPUs really work, one entry an OPP.
	Rates      []energy.Rate
	RateName   string
	RateSource string
}

// Source is the provenance of a whole file: its name, its format and the start
// of its SHA-256, so that a reader of the platform can tell which file it was.
// For a directory data is nil, and the sum is left out.
func Source(name, format string, data []byte) string {
	if base := name[strings.LastIndexAny(name, `/\`)+1:]; base != "" {
		name = base
	}
	if data == nil {
		return fmt.Sprintf("imported from %s (%s)", name, format)
	}
	return fmt.Sprintf("imported from %s (%s, sha256 %.16x)", name, format, sha256.Sum256(data))
}

// Note adds a remark to the platform's notes.
func (b *Board) Note(format string, args ...any) {
	b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
}

// DomainCPUs returns the CPUs of domain i.
func (b *Board) DomainCPUs(i int) energy.CPUSet {
	var s energy.CPUSet
	for id := range b.CPUs {
		if b.CPUs[id].Domain == i {
			s.Add(energy.CPUID(id))
		}
	}
	return s
}

// Warn adds a doubt or a gap under a rule's code. path is the key of the platform
// file that it is about.
func Warn(list *diag.List, code, path, detail, format string, args ...any) {
	list.Add(diag.Diagnostic{
		Severity: diag.Warning, Code: code, Path: path, Detail: detail, Summary: fmt.Sprintf(format, args...),
	})
}

// Fail adds a fault of the input under a rule's code, in the manner of [Warn].
func Fail(list *diag.List, code, path, detail, format string, args ...any) {
	list.Add(diag.Diagnostic{
		Severity: diag.Error, Code: code, Path: path, Detail: detail, Summary: fmt.Sprintf(format, args...),
	})
}
