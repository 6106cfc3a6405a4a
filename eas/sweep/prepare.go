package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"easim/eas"
)

// normalize spells the names of the base as they are listed and fills in the
// defaults, so that equal matrices look equal.
func (m *Matrix) normalize() {
	b := &m.Base
	for _, e := range [...]struct {
		text      *string
		otherwise string
		kind      kind
	}{
		{&b.Platform, eas.DefaultPlatform, kindPlatform},
		{&b.Workload, eas.DefaultWorkload, kindWorkload},
		{&b.Profile, eas.DefaultProfile, kindProfile},
		{&b.Governor, "", kindGovernor},
		{&b.Idle, "", kindIdle},
	} {
		if *e.text == "" {
			*e.text = e.otherwise
		}
		if *e.text == "" {
			continue
		}
		a := Axis{kind: e.kind}
		if name, _, err := a.check(*e.text); err == nil { // else the check of the points says so
			*e.text = name
		}
	}
}

// readInputs reads the files that the scenarios name and remembers their sums.
func (m *Matrix) readInputs(read func(string) ([]byte, error)) error {
	names := []string{}
	add := func(kind kind, name string) error {
		if kind != kindPlatform && kind != kindWorkload || !isFile(kind, name) || slices.Contains(names, name) {
			return nil
		}
		if err := noStdin(name); err != nil {
			return badInput("sweep: %w", err)
		}
		names = append(names, name)
		return nil
	}
	err := add(kindPlatform, m.Base.Platform)
	if err == nil {
		err = add(kindWorkload, m.Base.Workload)
	}
	for i := range m.Axes {
		for _, v := range m.Axes[i].Values {
			if err == nil {
				err = add(m.Axes[i].kind, v)
			}
		}
	}
	if err != nil {
		return err
	}
	m.Inputs = nil
	for _, name := range names {
		src, err := read(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(src)
		m.Inputs = append(m.Inputs, Input{name, hex.EncodeToString(sum[:])})
	}
	return nil
}

func isFile(kind kind, name string) bool {
	if kind == kindWorkload {
		a := Axis{kind: kind}
		if _, _, err := a.check(name); err == nil && !eas.IsFile(name) {
			return false
		}
	}
	return eas.IsFile(name)
}
