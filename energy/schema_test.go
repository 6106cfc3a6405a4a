package energy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"easim/energy"
)

// schema is the part of JSON Schema (draft 7) that the schema of platform files
// uses; an unknown keyword fails the test.
type schema struct {
	Schema, ID, Title, Description, Type, Pattern string
	Properties                                    map[string]*schema
	Required                                      []string
	AdditionalProperties                          *bool
	Items                                         *schema
	MinItems, MaxItems, MinLength                 *int
	Minimum, Maximum, ExclusiveMinimum            *float64
	UniqueItems                                   bool
	Enum                                          []any
	Const, Default                                any
	Not, If, Then                                 *schema
	AllOf, AnyOf                                  []*schema
	Taplo                                         any `json:"x-taplo"`
	DollarSchema                                  any `json:"$schema"`
	DollarID                                      any `json:"$id"`
}

func platformSchema(t *testing.T) *schema {
	t.Helper()
	var s schema
	dec := json.NewDecoder(strings.NewReader(string(energy.Schema())))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// check returns the first complaint about v, or "".
func (s *schema) check(path string, v any) string {
	if s == nil {
		return ""
	}
	for _, c := range []string{s.shape(path, v), s.number(path, v), s.text(path, v), s.list(path, v), s.object(path, v)} {
		if c != "" {
			return c
		}
	}
	for _, sub := range s.AllOf {
		if c := sub.check(path, v); c != "" {
			return c
		}
	}
	if s.AnyOf != nil && !slices.ContainsFunc(s.AnyOf, func(a *schema) bool { return a.check(path, v) == "" }) {
		return path + ": none of anyOf"
	}
	if s.Not != nil && s.Not.check(path, v) == "" {
		return path + ": not"
	}
	if s.If != nil && s.If.check(path, v) == "" {
		return s.Then.check(path, v)
	}
	return ""
}

func (s *schema) shape(path string, v any) string {
	kinds := map[string]bool{}
	switch v.(type) {
	case string:
		kinds["string"] = true
	case int64:
		kinds["integer"], kinds["number"] = true, true
	case float64:
		kinds["number"] = true
	case bool:
		kinds["boolean"] = true
	case []any:
		kinds["array"] = true
	case map[string]any:
		kinds["object"] = true
	}
	if s.Type != "" && !kinds[s.Type] {
		return fmt.Sprintf("%s: want %s, have %T", path, s.Type, v)
	}
	if n, ok := s.Const.(float64); ok && v != int64(n) {
		return fmt.Sprintf("%s: want %v", path, n)
	}
	if text, ok := s.Const.(string); ok && v != text {
		return fmt.Sprintf("%s: want %q", path, text)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		return fmt.Sprintf("%s: %v is none of %v", path, v, s.Enum)
	}
	return ""
}

func (s *schema) number(path string, v any) string {
	var x float64
	switch n := v.(type) {
	case int64:
		x = float64(n)
	case float64:
		x = n
	default:
		return ""
	}
	if s.Minimum != nil && !(x >= *s.Minimum) || s.Maximum != nil && !(x <= *s.Maximum) ||
		s.ExclusiveMinimum != nil && !(x > *s.ExclusiveMinimum) {
		return fmt.Sprintf("%s: %v is out of range", path, x)
	}
	return ""
}

func (s *schema) text(path string, v any) string {
	text, ok := v.(string)
	if !ok {
		return ""
	}
	if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(text) {
		return fmt.Sprintf("%s: %q does not match", path, text)
	}
	if s.MinLength != nil && utf8.RuneCountInString(text) < *s.MinLength {
		return path + ": too short"
	}
	return ""
}

func (s *schema) list(path string, v any) string {
	a, ok := v.([]any)
	if !ok {
		return ""
	}
	if s.MinItems != nil && len(a) < *s.MinItems || s.MaxItems != nil && len(a) > *s.MaxItems {
		return fmt.Sprintf("%s: %d items", path, len(a))
	}
	for i, e := range a {
		if s.UniqueItems && slices.ContainsFunc(a[:i], func(o any) bool { return reflect.DeepEqual(o, e) }) {
			return fmt.Sprintf("%s: item %d is there twice", path, i)
		}
		if c := s.Items.check(fmt.Sprintf("%s[%d]", path, i), e); c != "" {
			return c
		}
	}
	return ""
}

func (s *schema) object(path string, v any) string {
	m, ok := v.(map[string]any)
	if !ok {
		return ""
	}
	for _, r := range s.Required {
		if _, ok := m[r]; !ok {
			return path + ": no " + r
		}
	}
	for k, e := range m {
		p, known := s.Properties[k]
		if !known && s.AdditionalProperties != nil && !*s.AdditionalProperties {
			return path + ": unknown " + k
		}
		if c := p.check(path+"."+k, e); c != "" {
			return c
		}
	}
	return ""
}

// plainTOML decodes a file as an editor does: arrays of tables are arrays.
func plainTOML(t *testing.T, file string) (any, bool) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := toml.Unmarshal(src, &doc); err != nil {
		return nil, false
	}
	var plain func(v any) any
	plain = func(v any) any {
		switch x := v.(type) {
		case map[string]any:
			for k := range x {
				x[k] = plain(x[k])
			}
		case []map[string]any:
			out := make([]any, len(x))
			for i := range x {
				out[i] = plain(x[i])
			}
			return out
		}
		return v
	}
	return plain(doc), true
}

// Every valid file obeys the schema, and of the invalid ones it refuses those
// whose fault lies in a single value.
func TestSchemaAgainstFiles(t *testing.T) {
	t.Parallel()
	s := platformSchema(t)
	for _, pattern := range []string{
		"../platforms/*.toml", "../testdata/platforms/*.toml", "../testdata/platforms/invalid/warn-*.toml",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "garbage.toml") {
				continue
			}
			doc, ok := plainTOML(t, f)
			if c := s.check("", doc); !ok || c != "" {
				t.Errorf("%s: %s", f, c)
			}
		}
	}
	// What a schema cannot see: order, sums, references between values.
	blind := []string{
		"alias", "boot-cpu", "capacity-order", "cluster-overlap", "cpu-hole", "cpu-too-high", "cpu-without-cluster",
		"domain-overlap", "domain-two-types", "duplicate-names", "em-capacity", "em-power-64w", "em-power-zero",
		"idle-first", "idle-level-order", "idle-order", "idle-row-length", "measured-rows", "measured-zero",
		"no-default-meter", "opp-order", "power-range", "rate-length", "rate-set-length", "row-lengths", "row-missing",
		"row-overlap", "row-span-eas1x", "row-span-em", "row-unknown-cpu", "two-default-meters", "type-overlap",
		"type-two-opp-counts", "volt-count",
	}
	files, err := filepath.Glob("../testdata/platforms/invalid/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".toml")
		doc, ok := plainTOML(t, f)
		if !ok || strings.HasPrefix(name, "warn-") {
			continue
		}
		if c := s.check("", doc); (c == "") && !slices.Contains(blind, name) {
			t.Errorf("%s: the schema sees no fault", name)
		}
	}
}

// The schema and the reader know the same keys: the reader names its keys when it
// meets one that it does not know.
func TestSchemaKeys(t *testing.T) {
	t.Parallel()
	const odd = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
	src := odd + " = 1\n[[cpu_type]]\n" + odd + " = 1\n[[cpu_type.rate_set]]\n" + odd + " = 1\n[[cluster]]\n" + odd +
		" = 1\n[[cluster.idle_state]]\n" + odd + " = 1\n[[freq_domain]]\n" + odd + " = 1\n[[table]]\n" + odd +
		" = 1\n[[table.domain]]\n" + odd + " = 1\n"
	_, list := energy.Decode("keys.toml", []byte(src))
	s := platformSchema(t)
	at := map[string]*schema{
		odd:                               s,
		"cpu_type[0]." + odd:              s.Properties["cpu_type"].Items,
		"cpu_type[0].rate_set[0]." + odd:  s.Properties["cpu_type"].Items.Properties["rate_set"].Items,
		"cluster[0]." + odd:               s.Properties["cluster"].Items,
		"cluster[0].idle_state[0]." + odd: s.Properties["cluster"].Items.Properties["idle_state"].Items,
		"freq_domain[0]." + odd:           s.Properties["freq_domain"].Items,
		"table[0]." + odd:                 s.Properties["table"].Items,
		"table[0].domain[0]." + odd:       s.Properties["table"].Items.Properties["domain"].Items,
	}
	seen := 0
	for _, d := range list {
		obj := at[d.Path]
		if obj == nil || d.Code != "unknown-key" {
			continue
		}
		seen++
		known := strings.Split(strings.TrimPrefix(d.Detail, "want one of: "), ", ")
		var keys []string
		for k, p := range obj.Properties {
			keys = append(keys, k)
			if p.Description == "" {
				t.Errorf("%s: %s has no description", d.Path, k)
			}
		}
		slices.Sort(known)
		slices.Sort(keys)
		if !slices.Equal(slices.Compact(known), keys) {
			t.Errorf("%s: the reader knows %v, the schema %v", d.Path, known, keys)
		}
	}
	if seen != len(at) {
		t.Errorf("%d objects were compared, want %d", seen, len(at))
	}
}
