package sweep

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"easim/eas"
	"easim/eas/compare"
)

// Encode writes m as [Decode] reads it; folder is where its relative names of files
// begin, from the folder of the file that the text is for. Equal matrices give
// equal texts.
func (m *Matrix) Encode(folder string) []byte {
	w := &encoder{}
	w.line("# A sweep: `easim sweep --resume -o FOLDER` goes on with it, `easim sweep FILE -o FOLDER` runs it anew.")
	w.line("format = " + strconv.Itoa(Format))
	w.text("program", m.Program)
	w.text("folder", filepath.ToSlash(folder))
	w.scenario(&m.Base)
	w.text("seeds", compare.FormatSeeds(m.Seeds))
	w.list("where", m.Where)
	w.count("random", m.Random)
	w.count("latin", m.Latin)
	if m.Random > 0 || m.Latin > 0 {
		w.count("sample_seed", int(max(m.SampleSeed, 1)))
	}
	w.params(&m.Base)
	for i := range m.Axes {
		w.line("")
		w.line("[[axis]]")
		w.text("name", m.Axes[i].Name)
		w.list("values", m.Axes[i].Values)
	}
	for _, in := range m.Inputs {
		w.line("")
		w.line("[[input]]")
		w.text("file", in.File)
		w.text("sha256", in.SHA256)
	}
	return []byte(w.b.String())
}

type encoder struct{ b strings.Builder }

func (w *encoder) line(text string) { w.b.WriteString(text + "\n") }

func (w *encoder) text(key, value string) {
	if value != "" {
		w.line(key + " = " + quote(value))
	}
}

func (w *encoder) count(key string, n int) {
	if n > 0 {
		w.line(key + " = " + strconv.Itoa(n))
	}
}

func (w *encoder) list(key string, values []string) {
	if len(values) == 0 {
		return
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		if n, err := strconv.ParseInt(v, 10, 64); err == nil && strconv.FormatInt(n, 10) == v {
			quoted[i] = v
		} else {
			quoted[i] = quote(v)
		}
	}
	w.line(key + " = [" + strings.Join(quoted, ", ") + "]")
}

// quote writes a basic string of TOML.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (w *encoder) scenario(s *eas.Scenario) {
	for _, e := range scenarioTexts(s) {
		w.text(e.name, e.value)
	}
	if s.CheckInvariants {
		w.line("check_invariants = true")
	}
	features, patches, _ := flatten(s.Layers)
	w.list("features", features)
	w.list("patches", patches)
}

// namedText is a key of a scenario with its value; "" is not given.
type namedText struct{ name, value string }

// scenarioTexts are the keys of s that are one text.
func scenarioTexts(s *eas.Scenario) []namedText {
	length := func(l eas.Span) string {
		if !l.Given {
			return ""
		}
		return time.Duration(l.NS).String()
	}
	return []namedText{
		{"platform", s.Platform},
		{"workload", s.Workload},
		{"profile", s.Profile},
		{"governor", s.Governor},
		{"idle", s.Idle},
		{"model", s.Model},
		{"meter", s.Meter},
		{"calib_cpu", s.CalibCPU},
		{"duration", length(s.Duration)},
		{"warmup", length(s.Warmup)},
	}
}

func (w *encoder) params(s *eas.Scenario) {
	_, _, params := flatten(s.Layers)
	if len(params) > 0 {
		w.line("")
		w.line("[params]")
	}
	for _, set := range params {
		w.line(quoteKey(set.Key) + " = " + quote(set.Value))
	}
}

// quoteKey writes a key of TOML, in quotes only if it needs them.
func quoteKey(key string) string {
	if key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		return key
	}
	return quote(key)
}

// flatten lays the layers over each other; of the settings of one key the last
// counts, and keys are in alphabetical order.
func flatten(layers []eas.Layer) (features, patches []string, params []eas.Setting) {
	for _, l := range layers {
		features = append(features, l.Features...)
		patches = append(patches, l.Patches...)
		for _, set := range l.Params {
			set.Key = strings.ToLower(set.Key)
			params = setParam(params, set)
		}
	}
	return features, patches, params
}

func setParam(params []eas.Setting, set eas.Setting) []eas.Setting {
	for i := range params {
		switch {
		case params[i].Key == set.Key:
			params[i] = set
			return params
		case params[i].Key > set.Key:
			return append(params[:i:i], append([]eas.Setting{set}, params[i:]...)...)
		}
	}
	return append(params, set)
}
