package rtapp

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"easim/energy/diag"
)

const (
	// maxFaults bounds the errors, and the warnings, that one file gets. A
	// person reads the first; the rest would only cost memory.
	maxFaults = 200

	// maxShown is the most runes of a name or text that a message repeats.
	maxShown = 60
)

// scope is the object that a key stands in; a chain of them is a key path,
// which is built only when somebody complains.
type scope struct {
	up  *scope
	key string
}

func (s *scope) path() string {
	if s == nil {
		return ""
	}
	return diag.Key(s.up.path(), clip(s.key))
}

// place is where a diagnostic points: a key in a scope, or the scope itself
// for "", or element elem-1 of the key's array.
type place struct {
	in   *scope
	key  string
	elem int
	at   pos
}

func (p place) path() string {
	path := p.in.path()
	if p.key != "" {
		path = diag.Key(path, clip(p.key))
	}
	if p.elem > 0 {
		path = diag.Elem(path, p.elem-1)
	}
	return path
}

// faults collects the diagnostics of one file.
type faults struct {
	list    diag.List
	counted [diag.Error + 1]int
}

func (f *faults) errorf(p place, code, detail, format string, args ...any) {
	f.add(diag.Error, p, code, detail, format, args)
}

func (f *faults) warnf(p place, code, detail, format string, args ...any) {
	f.add(diag.Warning, p, code, detail, format, args)
}

func (f *faults) add(s diag.Severity, p place, code, detail, format string, args []any) {
	f.counted[s]++
	if f.counted[s] > maxFaults {
		return
	}
	f.list.Add(diag.Diagnostic{
		Severity: s, Code: code, Summary: fmt.Sprintf(format, args...), Detail: detail,
		Line: int(p.at.line), Path: p.path(),
	})
}

// full reports whether further errors are dropped, so that costly suggestions
// need not be made.
func (f *faults) full() bool { return f.counted[diag.Error] >= maxFaults }

// finish names the file, orders the list and says what was left out.
func (f *faults) finish(file string) diag.List {
	f.list.Sort()
	for s := diag.Warning; s <= diag.Error; s++ {
		if n := f.counted[s] - maxFaults; n > 0 {
			f.list.Add(diag.Diagnostic{
				Severity: s, Code: "more",
				Summary: fmt.Sprintf("%d more of this severity are not listed", n),
			})
		}
	}
	f.list.Locate(file, nil)
	return f.list
}

// quote quotes s for a message, shortened.
func quote(s string) string { return strconv.Quote(clip(s)) }

// clip shortens s for a message.
func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	n := 0
	for i := range s {
		if n == maxShown-3 {
			return s[:i] + "..."
		}
		n++
	}
	return s
}

// article puts "a" or "an" before a noun of this package's messages.
func article(noun string) string {
	r, _ := utf8.DecodeRuneInString(noun)
	switch r {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + noun
	}
	return "a " + noun
}
