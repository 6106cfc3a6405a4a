package diag

import (
	"fmt"
	"maps"
	"slices"
)

// Fields reads one table of a decoded TOML document (a map as
// github.com/BurntSushi/toml makes it), key by key. A value of the wrong type
// becomes an error in the list and reads as absent; [Fields.Done] reports the
// keys that nobody asked for. So one pass finds all faults, each with its path.
type Fields struct {
	m     map[string]any
	path  string
	list  *List
	asked []string
}

// NewFields returns the reader of a whole document. Faults go to list.
func NewFields(doc map[string]any, list *List) *Fields {
	return &Fields{m: doc, list: list}
}

// Path returns the key path of key in this table; of the table itself for "".
func (f *Fields) Path(key string) string {
	if key == "" {
		return f.path
	}
	return Key(f.path, key)
}

// Has reports whether the table holds key. It counts as asking for it.
func (f *Fields) Has(key string) bool {
	_, ok := f.take(key)
	return ok
}

// Require adds an error for each of the keys that the table lacks, and reports
// whether it has them all.
func (f *Fields) Require(keys ...string) bool {
	all := true
	for _, k := range keys {
		if _, ok := f.take(k); !ok {
			all = false
			f.fault("missing-key", f.Path(k), "add it", "missing key %q", k)
		}
	}
	return all
}

// Errorf adds an error about key, in the manner of [List.Errorf].
func (f *Fields) Errorf(key, detail, format string, args ...any) {
	f.list.Errorf(f.Path(key), detail, format, args...)
}

// Text reads a text; "" if absent.
func (f *Fields) Text(key string) string { return scalar[string](f, key, "text in quotes") }

// Int reads an integer; 0 if absent.
func (f *Fields) Int(key string) int64 { return scalar[int64](f, key, "an integer") }

// Bool reads true or false; false if absent.
func (f *Fields) Bool(key string) bool { return scalar[bool](f, key, "true or false") }

// Float reads a number, with or without decimals; 0 if absent.
func (f *Fields) Float(key string) float64 {
	v, ok := f.take(key)
	if !ok {
		return 0
	}
	x, ok := toFloat(v)
	if !ok {
		f.wrong(f.Path(key), v, "a number")
	}
	return x
}

// Strings reads an array of texts; nil if absent.
func (f *Fields) Strings(key string) []string { return array(f, key, "text in quotes", to[string]) }

// Ints reads an array of integers; nil if absent, not nil if empty.
func (f *Fields) Ints(key string) []int64 { return array(f, key, "an integer", to[int64]) }

// Floats reads an array of numbers; nil if absent, not nil if empty.
func (f *Fields) Floats(key string) []float64 { return array(f, key, "a number", toFloat) }

// IntRows reads an array of arrays of integers; nil if absent.
func (f *Fields) IntRows(key string) [][]int64 {
	v, ok := f.take(key)
	if !ok {
		return nil
	}
	rows, ok := v.([]any)
	if !ok {
		f.wrong(f.Path(key), v, "an array of arrays")
		return nil
	}
	out := make([][]int64, len(rows))
	for i, r := range rows {
		out[i] = elements(f, Elem(f.Path(key), i), r, "an integer", to[int64])
	}
	return out
}

// Table returns the reader of a sub-table, and whether there is one.
func (f *Fields) Table(key string) (*Fields, bool) {
	v, ok := f.take(key)
	if !ok {
		return nil, false
	}
	m, ok := v.(map[string]any)
	if !ok {
		f.wrong(f.Path(key), v, "a table")
		return nil, false
	}
	return &Fields{m: m, path: f.Path(key), list: f.list}, true
}

// Tables returns the readers of the elements of an array of tables, in order.
func (f *Fields) Tables(key string) []*Fields {
	v, ok := f.take(key)
	if !ok {
		return nil
	}
	var ms []map[string]any
	switch a := v.(type) {
	case []map[string]any:
		ms = a
	case []any:
		for i, e := range a {
			m, ok := e.(map[string]any)
			if !ok {
				f.wrong(Elem(f.Path(key), i), e, "a table")
			}
			ms = append(ms, m)
		}
	default:
		f.wrong(f.Path(key), v, "an array of tables, written [["+key+"]]")
	}
	out := make([]*Fields, len(ms))
	for i, m := range ms {
		out[i] = &Fields{m: m, path: Elem(f.Path(key), i), list: f.list}
	}
	return out
}

// Keys returns the keys of the table in alphabetical order, for a table whose
// keys are free, such as parameters. It counts as asking for all of them.
func (f *Fields) Keys() []string {
	keys := slices.Sorted(maps.Keys(f.m))
	f.asked = append(f.asked, keys...)
	return keys
}

// Done adds an error for each key of the table that was never asked for, with
// the nearest key that was. Call it once, after the last read.
func (f *Fields) Done() {
	for _, k := range slices.Sorted(maps.Keys(f.m)) {
		if !slices.Contains(f.asked, k) {
			f.fault("unknown-key", f.Path(k), Suggest(k, f.asked), "unknown key %q", k)
		}
	}
}

func (f *Fields) take(key string) (any, bool) {
	if !slices.Contains(f.asked, key) {
		f.asked = append(f.asked, key)
	}
	v, ok := f.m[key]
	return v, ok
}

func (f *Fields) wrong(path string, v any, want string) {
	f.fault("wrong-type", path, "write "+want, "want %s, have %s", want, describe(v))
}

func (f *Fields) fault(code, path, detail, format string, args ...any) {
	f.list.Errorf(path, detail, format, args...)
	(*f.list)[len(*f.list)-1].Code = code
}

func scalar[T any](f *Fields, key, want string) T {
	var zero T
	v, ok := f.take(key)
	if !ok {
		return zero
	}
	x, ok := v.(T)
	if !ok {
		f.wrong(f.Path(key), v, want)
	}
	return x
}

func array[T any](f *Fields, key, want string, conv func(any) (T, bool)) []T {
	v, ok := f.take(key)
	if !ok {
		return nil
	}
	return elements(f, f.Path(key), v, want, conv)
}

func elements[T any](f *Fields, path string, v any, want string, conv func(any) (T, bool)) []T {
	a, ok := v.([]any)
	if !ok {
		f.wrong(path, v, "an array, each element "+want)
		return nil
	}
	out := make([]T, len(a))
	for i, e := range a {
		if out[i], ok = conv(e); !ok {
			f.wrong(Elem(path, i), e, want)
		}
	}
	return out
}

func to[T any](v any) (T, bool) {
	x, ok := v.(T)
	return x, ok
}

func toFloat(v any) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int64:
		return float64(x), true
	}
	return 0, false
}

// describe names a value of a decoded document for a message.
func describe(v any) string {
	switch x := v.(type) {
	case string:
		return fmt.Sprintf("the text %q", clip(x, 40))
	case int64, float64, bool:
		return fmt.Sprintf("%v", x)
	case []any, []map[string]any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return "a date"
}
