package schedtest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"
)

// runAdvance lets time pass. Show, hide and quiet count for this command only.
func (e *Env) runAdvance(d *datadriven.TestData) error {
	a := argsOf(d)
	to := a.duration("to", -1)
	if by := a.duration("by", -1); by >= 0 {
		to = e.now + by
	}
	shown := e.shown
	defer func() { e.shown = shown }()
	if a.flag("quiet") {
		e.shown = 0
	}
	if list, ok := a.value("show"); ok {
		e.shown = a.kinds(list)
	}
	if list, ok := a.value("hide"); ok {
		e.shown &^= a.kinds(list)
	}
	if err := a.done(); err != nil {
		return err
	}
	if to < e.now {
		return fmt.Errorf("to=D must not be before %v", e.now)
	}
	return e.advance(to)
}

// kinds is a set of kinds of lines.
type kinds uint16

func (a *args) kinds(list string) kinds {
	var set kinds
	for name := range strings.SplitSeq(list, ",") {
		k, ok := kindOf(strings.TrimSpace(name))
		if !ok {
			a.fail("unknown kind of line %q", name)
		}
		set |= 1 << k
	}
	return set
}

func kindOf(name string) (kind, bool) {
	for i := range kindNames {
		if kindNames[i] == name {
			return kind(i), true
		}
	}
	return 0, false
}
