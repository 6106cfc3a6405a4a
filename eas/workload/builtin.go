package workload

import (
	_ "embed"
	"fmt"
	"slices"

	"easim/energy/diag"
)

//go:embed builtin/video-1080p.toml
var videoTOML string

//go:embed builtin/mp3.toml
var mp3TOML string

// untilDone is the DurationNS of a workload that ends by itself: an hour, far
// beyond its length on any board.
const untilDone = int64(3600) * 1e9

// BuiltinInfo describes a built-in workload.
type BuiltinInfo struct {
	Name   string
	Doc    string
	Params []ParamInfo
}

// builtin is a built-in workload: a file, or a generator.
type builtin struct {
	BuiltinInfo
	toml  string
	build func(p *params, env Env) *Workload
}

// builtins returns all built-in workloads in the order in which they are listed.
func builtins() []builtin {
	return []builtin{
		{BuiltinInfo{"video-1080p", "1080p video playback on Android, 17 threads", videoParams()}, videoTOML, buildVideo},
		{BuiltinInfo{"mp3", "mp3 playback on Android, screen off, 5 threads", nil}, mp3TOML, nil},
		{BuiltinInfo{"geekbench", "27 kernels, single-threaded, then one copy per CPU", benchParams()}, "", buildBenchBoth},
		{BuiltinInfo{"geekbench-st", "the single-threaded half of geekbench", benchParams()}, "", buildBenchST},
		{BuiltinInfo{"geekbench-mt", "the multi-threaded half of geekbench", benchParams()}, "", buildBenchMT},
		{BuiltinInfo{"hackbench", "groups of senders and receivers over pipes", hackParams()}, "", buildHackbench},
		{BuiltinInfo{"periodic", "independent periodic tasks", periodicParams()}, "", buildPeriodic},
	}
}

// Builtins describes the built-in workloads in the order in which they are
// listed.
func Builtins() []BuiltinInfo {
	all := builtins()
	out := make([]BuiltinInfo, len(all))
	for i := range all {
		out[i] = all[i].BuiltinInfo
	}
	return out
}

// IsBuiltin reports whether text names a built-in workload, with parameters or
// without.
func IsBuiltin(text string) bool {
	g, err := ParseGenerator(text)
	return err == nil && slices.ContainsFunc(builtins(), func(b builtin) bool { return b.Name == g.Name })
}

// BuiltinSource returns the file of a built-in workload that is one, else "".
func BuiltinSource(name string) string {
	for _, b := range builtins() {
		if b.Name == name {
			return b.toml
		}
	}
	return ""
}

// Build makes the built-in workload that text names (see [ParseGenerator]) for
// the machine env. The error lists everything that is wrong with the parameters.
func Build(text string, env Env) (*Workload, error) {
	g, err := ParseGenerator(text)
	if err != nil {
		return nil, err
	}
	all := builtins()
	i := slices.IndexFunc(all, func(b builtin) bool { return b.Name == g.Name })
	if i < 0 {
		names := make([]string, len(all))
		for j := range all {
			names[j] = all[j].Name
		}
		return nil, fmt.Errorf("workload: unknown workload %q; %s", g.Name, diag.Suggest(g.Name, names))
	}
	if env.NCPU < 1 {
		return nil, fmt.Errorf("workload: %s: a machine of %d CPUs", g.Name, env.NCPU)
	}
	b := &all[i]
	p := newParams(g, b.Params)
	var w *Workload
	if b.build == nil {
		w, err = decodeBuiltin(b)
	} else if len(p.errs) == 0 {
		w = b.build(p, env)
	}
	if perr := p.err(g.Name); perr != nil {
		return nil, perr
	}
	return w, err
}

func videoParams() []ParamInfo {
	return append([]ParamInfo{
		{"wakeups", "kept", "kept: threads remember a wake-up that finds them busy; lost: they do not, as in rt-app"},
	}, decoderParams()...)
}

func buildVideo(p *params, _ Env) *Workload {
	w, list := Decode("video-1080p.toml", []byte(videoTOML))
	if err := list.Err(); err != nil {
		p.fail("%w", err)
		return nil
	}
	if p.word("wakeups", "kept", "lost") == 1 {
		for i := range w.Resources {
			w.Resources[i].Memory = false
		}
	}
	addDecoder(p, w)
	return w
}

func decodeBuiltin(b *builtin) (*Workload, error) {
	w, list := Decode(b.Name+".toml", []byte(b.toml))
	if err := list.Err(); err != nil {
		return nil, fmt.Errorf("workload: built-in %s: %w", b.Name, err)
	}
	return w, nil
}

// Short forms for the generators.

func opRun(kind WorkKind, ns int64, jitter float64) Op {
	return Op{Kind: OpRun, Work: kind, NS: ns, Ref: NoRef, Ref2: NoRef, JitterPct: jitter}
}

func opSleep(ns int64) Op { return Op{Kind: OpSleep, NS: ns, Ref: NoRef, Ref2: NoRef} }

func opOn(kind OpKind, ref int) Op { return Op{Kind: kind, Ref: ref, Ref2: NoRef} }

func opN(kind OpKind, n int) Op { return Op{Kind: kind, Ref: NoRef, Ref2: NoRef, N: n} }
