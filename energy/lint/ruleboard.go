package lint

import "easim/energy/diag"

const (
	isError   = diag.Error
	isWarning = diag.Warning
)

// boardRules are the laws of the file and of everything but power tables, ordered
// by code. A code stays with its law for ever; a law that goes leaves a gap.
var boardRules = [...]Rule{
	// The file as TOML.
	{
		"EM001", "toml-syntax", isError, false,
		"the file is not TOML",
		"correct the line",
	},
	{
		"EM002", "toml-depth", isError, false,
		"the file nests too deeply",
		"no platform file needs more than four levels",
	},
	{
		"EM003", "file-size", isError, false,
		"the file is larger than 4 MB, or has very many keys",
		"is it a platform file?",
	},
	{
		"EM004", "format", isError, false,
		"the format version is unknown",
		"write format = 1",
	},
	{
		"EM005", "missing-key", isError, false,
		"a key is missing",
		"add it",
	},
	{
		"EM006", "unknown-key", isError, false,
		"a key is unknown",
		"correct its spelling, or remove it",
	},
	{
		"EM007", "wrong-type", isError, false,
		"a value is of the wrong type; NaN counts",
		"write what the message asks for",
	},
	{
		"EM008", "unknown-word", isError, false,
		"a word is none of those that are allowed",
		"write one of them",
	},
	{
		"EM009", "number-range", isError, false,
		"a count or a number is out of range",
		"want 0 to 1000000",
	},
	{
		"EM010", "part-count", isError, false,
		"there are too many parts of a sort",
		"a platform has at most 512 CPUs",
	},
	{
		"EM011", "name", isError, false,
		"a name is missing or not usable",
		"lower-case letters, digits, '-', '_' and '.'",
	},
	{
		"EM012", "duplicate-name", isError, true,
		"a name is taken already",
		"choose another; a repeated alias goes",
	},
	{
		"EM013", "missing", isError, false,
		"a part of the platform is missing",
		"add it",
	},
	{
		"EM014", "source", isError, false,
		"a source is missing",
		"say where the numbers come from",
	},
	{
		"EM015", "provenance", isWarning, false,
		"a part does not say where it comes from",
		"add source, and trust to a table",
	},
	{
		"EM016", "too-many", isError, false,
		"there are more findings than are listed",
		"mend the others first",
	},

	// CPUs and how they hang together.
	{
		"EM020", "no-cpu", isError, false,
		"there are no CPUs",
		"give each CPU a type, a cluster and a frequency domain",
	},
	{
		"EM021", "cpu-count", isError, false,
		"there are more than 512 CPUs",
		"split the platform",
	},
	{
		"EM022", "boot-cpu", isError, false,
		"the boot CPU does not exist",
		"name one of the platform's CPUs",
	},
	{
		"EM023", "cpu-list", isError, false,
		"a CPU list cannot be read",
		`write a list such as "0,3-5"`,
	},
	{
		"EM024", "cpus", isError, false,
		"a part has no CPUs",
		"name them",
	},
	{
		"EM025", "cpu-hole", isError, false,
		"a CPU has no type, no cluster or no frequency domain",
		"put each CPU into one of each",
	},
	{
		"EM026", "cpu-overlap", isError, false,
		"a CPU is in two types, clusters, domains or rows",
		"a CPU belongs to one of them",
	},
	{
		"EM027", "cpu-unknown", isError, false,
		"a list names a CPU that the platform lacks",
		"name CPUs of the platform",
	},
	{
		"EM028", "domain-types", isError, false,
		"CPUs of two types share a clock",
		"split the domain, as the kernel demands",
	},
	{
		"EM029", "kind", isError, false,
		"a cluster has no kind",
		"write little, mid or big",
	},
	{
		"EM030", "kind-order", isWarning, false,
		"a cluster of a higher kind is weaker",
		"kinds follow capacity: little, mid, big",
	},
	{
		"EM031", "dmips", isError, false,
		"capacity-dmips-mhz is out of range",
		"give it, or leave it out",
	},

	// Operating points.
	{
		"EM040", "opp-missing", isError, false,
		"a domain has no frequencies",
		"give at least one",
	},
	{
		"EM041", "opp-order", isError, true,
		"frequencies are unordered or repeated",
		"list them in ascending order, each once",
	},
	{
		"EM042", "opp-range", isError, false,
		"a frequency is out of range",
		"give kilohertz, above 0",
	},
	{
		"EM043", "opp-count", isError, false,
		"a domain has more than 256 frequencies",
		"keep those that matter",
	},
	{
		"EM044", "volt-count", isError, false,
		"there are not as many voltages as frequencies",
		"give one for each, or leave them out",
	},
	{
		"EM045", "volt-range", isError, false,
		"a voltage is out of range",
		"give microvolts, or leave them out",
	},
	{
		"EM046", "volt-order", isWarning, false,
		"a voltage falls at a higher frequency",
		"check the order",
	},
	{
		"EM047", "type-opps", isError, false,
		"CPUs of one type have different numbers of OPPs",
		"split the type",
	},
	{
		"EM048", "unit-frequency", isError, true,
		"the frequencies are in another unit than kHz",
		"multiply or divide as the message says",
	},
	{
		"EM049", "unit-voltage", isError, true,
		"the voltages are in another unit than µV",
		"multiply or divide as the message says",
	},

	// Idle states.
	{
		"EM050", "idle-missing", isError, false,
		"a cluster has no idle states",
		"add WFI: level core, exit_us 1, residency_us 1",
	},
	{
		"EM051", "idle-count", isError, false,
		"a cluster has more than 10 idle states",
		"keep those that matter",
	},
	{
		"EM052", "idle-first", isError, false,
		"the first idle state sleeps the cluster",
		"list WFI first",
	},
	{
		"EM053", "idle-order", isError, false,
		"idle states are unordered",
		"order them from shallow to deep",
	},
	{
		"EM054", "idle-level", isError, false,
		"an idle state has no level",
		"write core or cluster",
	},
	{
		"EM055", "time-range", isError, false,
		"a time is out of range",
		"give microseconds, 0 to 1000 s",
	},
	{
		"EM056", "idle-latency", isWarning, false,
		"a deeper idle state is left faster",
		"check both; a governor assumes the opposite",
	},
	{
		"EM057", "latency-residency", isWarning, false,
		"waking takes longer than the state must last",
		"check both; sleeping that short never pays",
	},
	{
		"EM058", "idle-unreachable", isWarning, false,
		"an idle state is never chosen",
		"remove it, or check the deeper one",
	},
	{
		"EM059", "unit-time", isWarning, true,
		"a time looks like nanoseconds",
		"divide by 1000",
	},
}
