package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"easim/eas"
	"easim/eas/sched"
	"easim/eas/workload"
	"easim/energy/diag"
	"easim/platforms"
)

// Axis is one thing that a sweep varies.
type Axis struct {
	// Name is what is varied: platform, workload, profile, feat, patch, governor,
	// idle, meter, model, calib-cpu, duration, warmup, a parameter by its kernel
	// name, "rate", or a parameter of a built-in workload ("workload.util").
	Name   string
	Values []string

	kind kind
	enum bool // a parameter whose values have names
}

// kind says what the values of an axis are.
type kind uint8

const (
	kindPlatform kind = iota
	kindWorkload
	kindProfile
	kindFeat
	kindPatch
	kindGovernor
	kindIdle
	kindMeter
	kindModel
	kindCalib
	kindDuration
	kindWarmup
	kindRate
	kindParam
	kindWorkloadParam
)

// axisNames are the axes that are no parameters, by kind.
var axisNames = [...]string{
	kindPlatform: "platform", kindWorkload: "workload", kindProfile: "profile", kindFeat: "feat", kindPatch: "patch",
	kindGovernor: "governor", kindIdle: "idle", kindMeter: "meter", kindModel: "model", kindCalib: "calib-cpu",
	kindDuration: "duration", kindWarmup: "warmup", kindRate: "rate",
}

const (
	workloadPrefix = "workload."
	noChange       = "none" // a value of feat and patch
)

// ParseAxis reads NAME=LIST, for example busy_factor=1..32x2 or
// feat=LB_MIN,NO_LB_MIN. A value in quotes may hold commas.
func ParseAxis(text string) (Axis, error) {
	name, list, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" {
		return Axis{}, fmt.Errorf("sweep: axis %q: want NAME=VALUES, for example busy_factor=1,2,4", text)
	}
	if strings.TrimSpace(list) == "" {
		return Axis{}, fmt.Errorf("sweep: axis %s has no values, so the grid is empty; want %s=A,B", name, name)
	}
	values, err := splitValues(list)
	if err != nil {
		return Axis{}, fmt.Errorf("sweep: axis %s: %w", name, err)
	}
	return NewAxis(name, values)
}

// NewAxis makes an axis. Ranges among the values are expanded, names are spelled as
// they are listed, and every value is checked as far as it can be by itself.
func NewAxis(name string, values []string) (Axis, error) {
	a := Axis{}
	var err error
	if a.Name, a.kind, err = axisKind(name); err != nil {
		return a, err
	}
	if len(values) == 0 {
		return a, fmt.Errorf("sweep: axis %s has no values, so the grid is empty", a.Name)
	}
	if a.kind == kindParam {
		a.enum = slices.ContainsFunc(sched.ParamList(), func(p sched.ParamInfo) bool {
			return p.Name == a.Name && p.Values != nil
		})
	}
	if a.kind == kindParam || a.kind == kindWorkloadParam || a.kind == kindCalib {
		if values, err = expandNumbers(values); err != nil {
			return a, fmt.Errorf("sweep: axis %s: %w", a.Name, err)
		}
	}
	seen := make(map[string]string, len(values))
	for _, v := range values {
		canonical, identity, err := a.check(v)
		if err != nil {
			return a, fmt.Errorf("sweep: axis %s: %s", a.Name, plain(err))
		}
		if first, twice := seen[identity]; twice {
			if first == v {
				return a, fmt.Errorf("sweep: axis %s: the value %s is there twice; leave one out", a.Name, v)
			}
			return a, fmt.Errorf("sweep: axis %s: %s and %s are the same; leave one out", a.Name, first, v)
		}
		seen[identity] = v
		a.Values = append(a.Values, canonical)
	}
	return a, nil
}

func axisKind(name string) (string, kind, error) {
	name = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "-", "_"))
	for k, n := range axisNames {
		if name == strings.ReplaceAll(n, "-", "_") {
			return n, kind(k), nil
		}
	}
	switch name {
	case "features", "feature":
		return axisNames[kindFeat], kindFeat, nil
	case "patches":
		return axisNames[kindPatch], kindPatch, nil
	case "seed", "seeds":
		return name, 0, fmt.Errorf("sweep: the seed is no axis; --seeds 1..5 runs every point with each")
	}
	known := slices.Clone(axisNames[:])
	for _, info := range sched.ParamList() {
		if info.Name == name {
			return name, kindParam, nil
		}
		known = append(known, info.Name)
	}
	short := strings.TrimPrefix(name, workloadPrefix)
	for _, p := range workloadParams() {
		if p == short {
			return workloadPrefix + p, kindWorkloadParam, nil
		}
		known = append(known, workloadPrefix+p)
	}
	hint := "easim params lists the parameters; other axes are " + strings.Join(axisNames[:], ", ") +
		" and workload.PARAMETER"
	if near, ok := diag.Nearest(name, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return name, 0, fmt.Errorf("sweep: unknown axis %q; %s", name, hint)
}

// workloadParams are the parameters of all built-in workloads.
func workloadParams() []string {
	var out []string
	for _, b := range workload.Builtins() {
		for _, p := range b.Params {
			if !slices.Contains(out, p.Name) {
				out = append(out, p.Name)
			}
		}
	}
	return out
}

// check returns a value as it is spelled properly, and what tells it from others.
func (a *Axis) check(value string) (canonical, identity string, err error) {
	switch a.kind {
	case kindPlatform:
		if eas.IsFile(value) {
			return value, value, noStdin(value)
		}
		canonical, err = platforms.Resolve(value)
	case kindWorkload:
		if !workload.IsBuiltin(value) && eas.IsFile(value) {
			return value, value, noStdin(value)
		}
		var g workload.Generator
		g, err = workload.ParseGenerator(value)
		if canonical = g.String(); err == nil && !workload.IsBuiltin(value) {
			err = unknownWorkload(value, g.Name)
		}
	case kindProfile:
		canonical, err = knownName("profile", value, profileNames())
	case kindGovernor:
		canonical, err = knownName("governor", value, entryNames(eas.Governors()))
	case kindIdle:
		canonical, err = knownName("idle governor", value, entryNames(eas.IdleGovernors()))
	case kindFeat:
		return checkFeat(value)
	case kindPatch:
		canonical, err = value, nil
		if !strings.EqualFold(value, noChange) {
			canonical, err = knownName("patch", value, append(entryNames(eas.Patches()), noChange))
		}
	case kindDuration, kindWarmup:
		return checkSpan(value)
	case kindParam:
		return a.checkParam(value)
	default:
		canonical = value
	}
	return canonical, strings.ToLower(canonical), err
}

func noStdin(value string) error {
	if value == eas.Stdin {
		return fmt.Errorf("standard input cannot be swept: a sweep must be able to read its files again; give a file")
	}
	return nil
}

// unknownWorkload explains a name that is no workload; often it is the rest of a
// value that was cut at a comma.
func unknownWorkload(value, name string) error {
	if strings.Contains(value, "=") && !strings.Contains(value, ":") {
		return fmt.Errorf("unknown workload %q; put a value that holds a comma in quotes: "+
			`workload='"periodic:tasks=4,util=0.3"'`, value)
	}
	var names []string
	for _, b := range workload.Builtins() {
		names = append(names, b.Name)
	}
	return fmt.Errorf("unknown workload %q; %s", name, diag.Suggest(name, names))
}

func knownName(what, value string, names []string) (string, error) {
	for _, n := range names {
		if strings.EqualFold(n, value) {
			return n, nil
		}
	}
	return value, fmt.Errorf("unknown %s %q; %s", what, value, diag.Suggest(value, names))
}

func profileNames() []string {
	var out []string
	for _, p := range eas.Profiles() {
		out = append(out, p.Name)
	}
	return out
}

func entryNames(list []eas.Entry) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Name)
	}
	return out
}

func checkFeat(value string) (canonical, identity string, err error) {
	if strings.EqualFold(value, noChange) {
		return noChange, "", nil
	}
	if _, err := sched.DefaultFeatures().Parse(value); err != nil {
		return value, value, err
	}
	words := strings.FieldsFunc(strings.ToUpper(value), func(r rune) bool { return r == ',' || r == ' ' })
	canonical = strings.Join(words, ",")
	slices.Sort(words)
	return canonical, strings.Join(slices.Compact(words), ","), nil
}

func checkSpan(value string) (canonical, identity string, err error) {
	d, err := time.ParseDuration(value)
	if err != nil || d < 0 {
		return value, value, fmt.Errorf("%q is not a length of time; want for example 500ms or 10s", value)
	}
	return value, strconv.FormatInt(int64(d), 10), nil
}

// checkParam spells a whole number plainly and leaves the words of an enumeration.
func (a *Axis) checkParam(value string) (canonical, identity string, err error) {
	p := sched.DefaultParams()
	if err := p.Set(a.Name, value); err != nil {
		return value, value, err
	}
	n, _ := p.Get(a.Name)
	identity = strconv.FormatInt(n, 10)
	if a.enum {
		return strings.ToLower(value), identity, nil
	}
	return identity, identity, nil
}
