package energy

// MaxRate is the highest Rate a platform may have: 2^20 capacity units.
const MaxRate = Rate(1<<20) << RateShift

// MaxPower bounds every power of a table, whatever its unit, so that the meter's
// sums and the kernel's products fit their types.
const MaxPower Power = 1_000_000_000

// The units of power tables. UnitBogoMW is EAS 1.x's: near milliwatts on the
// boards we know, but no source claims a unit (see sched-energy.txt).
const (
	UnitBogoMW = "bogo-mW"
	UnitMW     = "mW"
	UnitUW     = "uW"
)

var tableKindNames = [...]string{"invalid", "eas1x", "em", "measured"}

// String returns the kind as it is written in platform files.
func (k TableKind) String() string {
	if int(k) < len(tableKindNames) {
		return tableKindNames[k]
	}
	return tableKindNames[TableInvalid]
}

// ParseTableKind is the inverse of String; ok is false for any other text.
func ParseTableKind(s string) (k TableKind, ok bool) {
	for i := TableEAS1x; i <= TableMeasured; i++ {
		if tableKindNames[i] == s {
			return i, true
		}
	}
	return TableInvalid, false
}

var idleLevelNames = [...]string{"invalid", "core", "cluster"}

// String returns the level as it is written in platform files.
func (l IdleLevel) String() string {
	if int(l) < len(idleLevelNames) {
		return idleLevelNames[l]
	}
	return idleLevelNames[IdleInvalid]
}

// ParseIdleLevel is the inverse of String; ok is false for any other text.
func ParseIdleLevel(s string) (l IdleLevel, ok bool) {
	for i := IdleCore; i <= IdleCluster; i++ {
		if idleLevelNames[i] == s {
			return i, true
		}
	}
	return IdleInvalid, false
}
