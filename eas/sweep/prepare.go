package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"easim/eas"
	"easim/eas/workload"
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
	m.Inputs = nil
	add := func(k kind, name string) error {
		isFile := eas.IsFile(name) && (k == kindPlatform || k == kindWorkload && !workload.IsBuiltin(name))
		if !isFile || slices.ContainsFunc(m.Inputs, func(in Input) bool { return in.File == name }) {
			return nil
		}
		if err := noStdin(name); err != nil {
			return badInput("sweep: %w", err)
		}
		src, err := eas.ReadInput(read, name, axisNames[k])
		if err != nil {
			return err
		}
		sum := sha256.Sum256(src)
		m.Inputs = append(m.Inputs, Input{name, hex.EncodeToString(sum[:])})
		return nil
	}
	if err := add(kindPlatform, m.Base.Platform); err != nil {
		return err
	}
	if err := add(kindWorkload, m.Base.Workload); err != nil {
		return err
	}
	for i := range m.Axes {
		for _, v := range m.Axes[i].Values {
			if err := add(m.Axes[i].kind, v); err != nil {
				return err
			}
		}
	}
	return nil
}
