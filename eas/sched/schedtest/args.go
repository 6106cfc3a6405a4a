package schedtest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/datadriven"

	"easim/eas/des"
	"easim/energy"
)

// args are the arguments of a command, taken out one by one so that what is left
// over is a mistake.
type args struct {
	list []datadriven.CmdArg
	err  error
}

func argsOf(d *datadriven.TestData) *args {
	return &args{list: append([]datadriven.CmdArg(nil), d.CmdArgs...)}
}

// word takes the first argument that has no value: a name.
func (a *args) word() string {
	for i, arg := range a.list {
		if len(arg.Vals) == 0 {
			a.list = append(a.list[:i], a.list[i+1:]...)
			return arg.Key
		}
	}
	a.fail("a name is missing")
	return ""
}

// flag takes an argument without a value.
func (a *args) flag(key string) bool {
	for i, arg := range a.list {
		if arg.Key == key && len(arg.Vals) == 0 {
			a.list = append(a.list[:i], a.list[i+1:]...)
			return true
		}
	}
	return false
}

// value takes key=value; ok is false if it is not there.
func (a *args) value(key string) (v string, ok bool) {
	for i, arg := range a.list {
		if arg.Key == key && len(arg.Vals) > 0 {
			a.list = append(a.list[:i], a.list[i+1:]...)
			return strings.Join(arg.Vals, ","), true
		}
	}
	return "", false
}

func (a *args) text(key, absent string) string {
	if v, ok := a.value(key); ok {
		return v
	}
	return absent
}

func (a *args) number(key string, absent int64) int64 {
	v, ok := a.value(key)
	if !ok {
		return absent
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil {
		a.fail("%s=%q is not a whole number", key, v)
	}
	return n
}

func (a *args) duration(key string, absent des.Time) des.Time {
	v, ok := a.value(key)
	if !ok {
		return absent
	}
	d, err := parseDuration(v)
	if err != nil {
		a.fail("%s: %v", key, err)
	}
	return d
}

// frequency takes 800MHz, 1.2GHz or 450000kHz.
func (a *args) frequency(key string, absent energy.KHz) energy.KHz {
	v, ok := a.value(key)
	if !ok {
		return absent
	}
	for _, u := range [...]struct {
		suffix string
		khz    float64
	}{{"GHz", 1e6}, {"MHz", 1e3}, {"kHz", 1}} {
		if n, ok := strings.CutSuffix(v, u.suffix); ok {
			if f, err := strconv.ParseFloat(n, 64); err == nil && f > 0 {
				return energy.KHz(f*u.khz + 0.5)
			}
		}
	}
	a.fail("%s=%q is no frequency, such as 800MHz", key, v)
	return absent
}

// done reports the first mistake; an argument that nobody took is one.
func (a *args) done() error {
	if a.err == nil && len(a.list) > 0 {
		a.fail("unknown argument %q", a.list[0].String())
	}
	return a.err
}

func (a *args) fail(format string, v ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, v...)
	}
}

func parseDuration(s string) (des.Time, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no duration, such as 4ms", s)
	}
	return des.Time(d.Nanoseconds()), nil
}
