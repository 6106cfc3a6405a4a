package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"easim/eas"
	"easim/eas/workload"
)

// scenario is the base with one value of each axis laid over it. Axes win over
// everything else.
func (m *Matrix) scenario(values func(axis int) string) (eas.Scenario, error) {
	s := m.Base
	layer := eas.Layer{}
	for i := range m.Axes {
		m.Axes[i].apply(&s, &layer, values(i))
	}
	for i := range m.Axes {
		if m.Axes[i].kind != kindWorkloadParam {
			continue
		}
		var err error
		name := strings.TrimPrefix(m.Axes[i].Name, workloadPrefix)
		if s.Workload, err = withParam(s.Workload, name, values(i)); err != nil {
			return s, err
		}
	}
	s.Layers = append(slices.Clip(s.Layers), layer)
	return s, nil
}

// apply sets what the axis varies, except for the parameters of the workload,
// which need the workload first.
func (a *Axis) apply(s *eas.Scenario, l *eas.Layer, value string) {
	switch a.kind {
	case kindPlatform:
		s.Platform = value
	case kindWorkload:
		s.Workload = value
	case kindProfile:
		s.Profile = value
	case kindFeat:
		if value != noChange {
			l.Features = append(l.Features, value)
		}
	case kindPatch:
		if value != noChange {
			l.Patches = append(l.Patches, value)
		}
	case kindGovernor:
		s.Governor = value
	case kindIdle:
		s.Idle = value
	case kindMeter:
		s.Meter = value
	case kindModel:
		s.Model = value
	case kindCalib:
		s.CalibCPU = value
	case kindDuration:
		s.Duration = span(value)
	case kindWarmup:
		s.Warmup = span(value)
	case kindRate, kindParam:
		l.Params = append(l.Params, eas.Setting{Key: a.Name, Value: value})
	}
}

// span is a length of time that was checked before.
func span(value string) eas.Span {
	d, _ := time.ParseDuration(value)
	return eas.SpanOf(d.Nanoseconds())
}

// withParam sets a parameter of a built-in workload.
func withParam(text, name, value string) (string, error) {
	if text == "" {
		text = eas.DefaultWorkload
	}
	if !workload.IsBuiltin(text) {
		return text, fmt.Errorf("sweep: axis %s%s: workload %q is no built-in one and takes no parameters",
			workloadPrefix, name, text)
	}
	g, err := workload.ParseGenerator(text)
	if err != nil {
		return text, err
	}
	p := workload.Param{Name: name, Value: value}
	g.Params = slices.Clone(g.Params)
	if i := slices.IndexFunc(g.Params, func(q workload.Param) bool { return q.Name == name }); i >= 0 {
		g.Params[i] = p
	} else {
		g.Params = append(g.Params, p)
	}
	return g.String(), nil
}

// numeric is the number that a value stands for, of a length of time the seconds.
func numeric(value string) (float64, bool) {
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		return v, true
	}
	if d, err := time.ParseDuration(value); err == nil {
		return d.Seconds(), true
	}
	return 0, false
}

// Numbers returns the values of the axis as numbers; ok is false if they are not
// numbers, and so have no order.
func (a *Axis) Numbers() (values []float64, ok bool) {
	if a.kind == kindRate {
		return nil, false // names that look like numbers
	}
	for _, text := range a.Values {
		v, isNumber := numeric(text)
		if !isNumber {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}

// Context reports whether the axis changes the question and not the answer: the
// work, the board or the table that counts. Energies at different values of it are
// not alternatives to one another.
func (a *Axis) Context() bool {
	switch a.kind {
	case kindPlatform, kindWorkload, kindWorkloadParam, kindMeter, kindCalib, kindDuration, kindWarmup:
		return true
	}
	return false
}
