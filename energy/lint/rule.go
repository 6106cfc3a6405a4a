package lint

import (
	"strings"

	"easim/energy/diag"
)

// Rule is one law of platform files.
type Rule struct {
	Code     string        // stable, for example "EM041"; never used again for another law
	Name     string        // the same in words, for example "opp-order"
	Severity diag.Severity // of its findings, unless the user allows it
	Fixable  bool          // [Fix] can correct it, at least in part
	Title    string        // what is wrong when the law is broken
	Remedy   string        // what to do about it
}

// Rules returns every law, ordered by code.
func Rules() []Rule { return append(append([]Rule(nil), boardRules[:]...), powerRules[:]...) }

// Lookup finds a law by its code or its name; case is ignored.
func Lookup(name string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.Code, name) || strings.EqualFold(r.Name, name) {
			return r, true
		}
	}
	return Rule{}, false
}
