package lint

// powerRules are the laws of power tables and rates, ordered by code, after
// boardRules.
var powerRules = [...]Rule{
	// Power tables and rates, as forms.
	{
		"EM060", "default-meter", isError, true,
		"not exactly one table counts the energy",
		"write default_meter = true in one table",
	},
	{
		"EM061", "table-kind", isError, false,
		"a table has no kind",
		"write eas1x, em or measured",
	},
	{
		"EM062", "table-unit", isError, false,
		"a table's unit is unknown",
		"write bogo-mW, mW or uW",
	},
	{
		"EM063", "table-cover", isError, false,
		"a table has no row for some CPUs: a domain without power",
		"add a [[table.domain]]",
	},
	{
		"EM064", "row-span", isError, false,
		"a row is not for the right set of CPUs",
		"write the CPUs that the message names",
	},
	{
		"EM065", "row-length", isError, false,
		"a row has not as many numbers as there are OPPs",
		"give one for each OPP",
	},
	{
		"EM066", "row-missing", isError, false,
		"a row of powers is missing",
		"give one power for each OPP",
	},
	{
		"EM067", "wrong-kind", isError, false,
		"a row means nothing in this kind of table",
		"remove it, or change the kind",
	},
	{
		"EM068", "rate-missing", isError, false,
		"a type has no rate and no table to take one from",
		"give rate = [...]",
	},
	{
		"EM069", "rate-forms", isError, false,
		"both rate and rate_set are given",
		"keep one of the two",
	},
	{
		"EM070", "rate-length", isError, false,
		"a rate row has not as many numbers as there are OPPs",
		"give one for each OPP",
	},
	{
		"EM071", "rate-range", isError, false,
		"a rate is out of range, or no number",
		"above 0 and at most 2^20 capacity units",
	},
	{
		"EM072", "rate-order", isWarning, false,
		"a rate falls at a higher frequency",
		"check the order of the OPPs",
	},

	// Capacities.
	{
		"EM080", "capacity-range", isError, false,
		"a capacity is 0 or above 1024",
		"1024 is the biggest CPU at its top OPP",
	},
	{
		"EM081", "capacity-order", isError, false,
		"a capacity falls at a higher frequency",
		"order the row by frequency",
	},
	{
		"EM082", "em-capacity", isError, true,
		"an energy model's capacity does not follow frequency",
		"write top * freq / top freq, rounded down",
	},
	{
		"EM083", "not-normalised", isWarning, false,
		"no CPU has capacity 1024",
		"scale the capacities so that the biggest has",
	},
	{
		"EM084", "top-1023", isWarning, true,
		"the biggest CPU has capacity 1023",
		"write 1024, the scale's definition",
	},
	{
		"EM085", "capacity-dmips", isWarning, false,
		"a capacity is not dmips x fmax",
		"check dmips_per_mhz, fmax and the capacity",
	},
	{
		"EM086", "capacity-gap", isWarning, false,
		"there is a gap between capacities",
		"check for OPPs that are missing",
	},
	{
		"EM087", "capacity-flat", isWarning, false,
		"a higher frequency brings no more capacity",
		"check the row",
	},

	// Powers.
	{
		"EM090", "power-range", isError, false,
		"a power is negative, zero where that is impossible, or huge",
		"leave an unknown one out",
	},
	{
		"EM091", "em-power", isError, false,
		"a CPU draws more than 64 W",
		"check the unit; the kernel refuses it",
	},
	{
		"EM092", "power-zero", isWarning, false,
		"a power is 0",
		"if it is unknown, leave it out",
	},
	{
		"EM093", "power-order", isWarning, false,
		"power is not monotonic",
		"check the order of the OPPs and the measurement",
	},
	{
		"EM094", "inefficient", isWarning, false,
		"an OPP costs no less than a faster one",
		"a governor that skips such OPPs will not use it",
	},
	{
		"EM095", "pointless", isWarning, false,
		"an OPP above the 80 % point costs more than the next class",
		"a task that needs it is better off there",
	},
	{
		"EM096", "em-unit", isWarning, false,
		"an energy model is not in microwatts",
		"give microwatts; integers lose what tells OPPs apart",
	},
	{
		"EM097", "unit-power", isError, true,
		"the powers are in another unit than the table says",
		"write the unit that the message names",
	},
	{
		"EM098", "unit-mixture", isWarning, false,
		"powers are of different scales",
		"check that all numbers are in the table's unit",
	},
	{
		"EM099", "cluster-copied", isWarning, false,
		"the cluster's costs are the core's",
		"check them; the shared part counts twice",
	},

	// Idle powers.
	{
		"EM100", "idle-length", isError, false,
		"an idle row has too many or too few numbers",
		"active idle first, then each state",
	},
	{
		"EM101", "idle-gap", isError, false,
		"a known idle power after an unknown one",
		"only the deepest can be unknown",
	},
	{
		"EM102", "idle-deeper", isWarning, false,
		"a deeper idle state draws more",
		"check the order of the states",
	},
	{
		"EM103", "core-idle-busy", isWarning, false,
		"a core draws more idle than busy",
		"check the source; work saves energy then",
	},
	{
		"EM104", "cluster-idle-busy", isWarning, false,
		"a cluster draws more idle than active",
		"check the source; work saves energy then",
	},
	{
		"EM105", "idle-constant", isWarning, false,
		"sleeping saves nothing",
		"check the source: a power that stays is often copied",
	},
}
