package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"easim/eas"
)

// scenarioFlags are the flags that say what to run.
func scenarioFlags() []cli.Flag {
	text := func(name, usage string) cli.Flag { return &cli.StringFlag{Name: name, Usage: usage} }
	return []cli.Flag{
		text("platform", "`NAME` of a board or FILE.toml (default "+eas.DefaultPlatform+")"),
		text("workload", "`NAME`, FILE.toml, or rt-app FILE.json (default "+eas.DefaultWorkload+")"),
		text("profile", "`NAME` of a set of policies, features and parameters (default "+eas.DefaultProfile+")"),
		text("scenario", "`FILE.toml` with any of these flags; flags given here win"),
		&cli.StringSliceFlag{Name: "feat", Usage: "scheduler features in the kernel's syntax, `A,NO_B`"},
		&cli.StringSliceFlag{Name: "patch", Usage: "apply the patch `NAME`; repeatable, in order"},
		&cli.StringSliceFlag{Name: "set", Usage: "set a parameter, `KEY=VALUE`; repeatable (easim params lists them)"},
		text("governor", "cpufreq governor `NAME`"),
		text("idle", "cpuidle governor `NAME`"),
		text("meter", "power `TABLE` that counts the energy"),
		text("model", "power `TABLE` that the scheduler believes"),
		text("duration", "measured `TIME`, for example 10s (default: the workload's own, else 10s)"),
		text("warmup", "`TIME` before it (default 1s; 0s for a workload that ends by itself)"),
		text("seed", "`NUMBER` that random draws start from (default 1)"),
		text("calib-cpu", "what 1 µs of work means: the top speed of CPU `N`, or a capacity"),
		&cli.BoolFlag{Name: "check-invariants", Usage: "verify the simulator's own laws after every event (slow)"},
	}
}

// noEmpty refuses flags that are given without a value: a variable of a script that
// is not set must not mean the default.
func noEmpty(c *cli.Context, flags ...string) error {
	for _, name := range flags {
		if c.IsSet(name) && c.String(name) == "" {
			return badUsage("flag --%s needs a value", name)
		}
	}
	return nil
}

// scenario reads the flags of [scenarioFlags].
func (e *env) scenario(c *cli.Context) (eas.Scenario, error) {
	if err := noEmpty(c, "platform", "workload", "profile", "scenario", "governor", "idle", "meter", "model",
		"seed", "calib-cpu"); err != nil {
		return eas.Scenario{}, err
	}
	s := eas.Scenario{
		Platform: c.String("platform"), Workload: c.String("workload"), Profile: c.String("profile"),
		Governor: c.String("governor"), Idle: c.String("idle"), Meter: c.String("meter"), Model: c.String("model"),
		CalibCPU: c.String("calib-cpu"), CheckInvariants: c.Bool("check-invariants"), ReadFile: e.readFile,
	}
	layer := eas.Layer{Patches: c.StringSlice("patch"), Features: c.StringSlice("feat")}
	for _, text := range c.StringSlice("set") {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return s, badUsage("--set %q: want KEY=VALUE, for example --set busy_factor=1", text)
		}
		layer.Params = append(layer.Params, eas.Setting{Key: key, Value: value})
	}
	s.Layers = []eas.Layer{layer}
	var err error
	if s.Duration, err = span(c, "duration"); err != nil {
		return s, err
	}
	if s.Warmup, err = span(c, "warmup"); err != nil {
		return s, err
	}
	if s.Duration.Given && s.Duration.NS == 0 {
		return s, badUsage("--duration %q: want a time above 0", c.String("duration"))
	}
	if text := c.String("seed"); text != "" {
		if s.Seed, err = strconv.ParseUint(text, 10, 64); err != nil || s.Seed == 0 {
			return s, badUsage("--seed %q: want a whole number from 1", text)
		}
	}
	file, stdin := c.String("scenario"), 0
	for _, name := range [...]string{s.Platform, s.Workload, file} {
		if name == eas.Stdin {
			stdin++
		}
	}
	if stdin > 1 {
		return s, badUsage("\"-\" is given %d times: standard input can be one file only", stdin)
	}
	if file != "" {
		return e.over(file, s)
	}
	return s, nil
}

// over lays the flags over a scenario file.
func (e *env) over(file string, flags eas.Scenario) (eas.Scenario, error) {
	src, err := eas.ReadInput(e.readFile, file, "scenario")
	if err != nil {
		return flags, err
	}
	base, list := eas.DecodeScenario(file, src)
	if err := list.Err(); err != nil {
		return flags, &eas.InputError{Err: err, Text: src}
	}
	return base.Over(flags), nil
}

// span reads a length of time; a plain 0 needs no unit.
func span(c *cli.Context, flag string) (eas.Span, error) {
	text := c.String(flag)
	if text == "" && !c.IsSet(flag) {
		return eas.Span{}, nil
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 {
		return eas.Span{}, badUsage("--%s %q: want a time with its unit, for example 10s or 500ms", flag, text)
	}
	return eas.SpanOf(v.Nanoseconds()), nil
}

// maxInput is the largest file that is read whole, in bytes; what has a place in a
// run is far smaller.
const maxInput = 64 << 20

// readFile reads a file, or standard input for "-": once. Neither may be endless,
// and waiting for either ends when the user interrupts.
func (e *env) readFile(name string) ([]byte, error) {
	if name == eas.Stdin {
		if e.stdinRead {
			return nil, errors.New("standard input can be one file only, and was read already")
		}
		e.stdinRead = true
	}
	var data []byte
	if err := e.waiting(func() (err error) {
		data, err = readBounded(name, e.stdin)
		return err
	}); err != nil {
		return nil, err
	}
	return data, nil
}

// waiting calls f, which may wait for the outside, and returns its error, or that of
// the context soon after the user interrupts. What f does then is lost.
func (e *env) waiting(f func() error) error {
	const grace = 200 * time.Millisecond // for an f that does not wait
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-e.ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return e.ctx.Err()
	}
}

// readBounded reads a file, or stdin for "-", of at most [maxInput] bytes.
func readBounded(name string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if name != eas.Stdin {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	var b bytes.Buffer
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			b.Grow(int(min(info.Size(), maxInput)) + bytes.MinRead) // at once: half the memory
		}
	}
	if _, err := b.ReadFrom(io.LimitReader(in, maxInput+1)); err != nil {
		return nil, err
	}
	if b.Len() > maxInput {
		return nil, fmt.Errorf("larger than %d MB", maxInput>>20)
	}
	return b.Bytes(), nil
}
