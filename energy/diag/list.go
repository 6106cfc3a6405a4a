package diag

import (
	"fmt"
	"slices"
)

// List holds the diagnostics of one input in the order they were found. The
// zero value is empty and ready. A List is not an error: an empty one would be a
// non-nil error by accident, so callers ask [List.Err].
type List []Diagnostic

// Locator turns a key path into a 1-based line number, 0 if it knows none.
// [Index] is the one for TOML; a reader of another format brings its own.
type Locator interface {
	Line(path string) int
}

// Add appends d.
func (l *List) Add(d Diagnostic) { *l = append(*l, d) }

// Errorf adds an error about the value at path. detail says what to do about it
// and may be empty; format and args make the summary.
func (l *List) Errorf(path, detail, format string, args ...any) {
	l.Add(Diagnostic{Severity: Error, Path: path, Detail: detail, Summary: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning about the value at path, in the manner of [List.Errorf].
func (l *List) Warnf(path, detail, format string, args ...any) {
	l.Add(Diagnostic{Severity: Warning, Path: path, Detail: detail, Summary: fmt.Sprintf(format, args...)})
}

// Locate completes the diagnostics that have no file or no line yet: file is
// the name to print, at (which may be nil) maps a key path to its line.
func (l List) Locate(file string, at Locator) {
	for i := range l {
		if l[i].File == "" {
			l[i].File = file
		}
		if l[i].Line == 0 && at != nil {
			l[i].Line = at.Line(l[i].Path)
		}
	}
}

// Sort orders the list by file and line; diagnostics of one line, and those
// without a line (first), keep the order in which they were found.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		if a.File != b.File {
			if a.File < b.File {
				return -1
			}
			return 1
		}
		return a.Line - b.Line
	})
}

// Count returns how many diagnostics have severity s.
func (l List) Count(s Severity) int {
	n := 0
	for _, d := range l {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// HasErrors reports whether the list holds at least one [Error].
func (l List) HasErrors() bool { return l.Count(Error) > 0 }

// Only returns the diagnostics of severity s, in order.
func (l List) Only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Limit returns a list of at most n entries as it is. Of a longer one it returns n,
// errors rather than warnings, in their order, and one more that says how many
// there are besides: nobody reads a thousand faults of one file.
func (l List) Limit(n int) List {
	if len(l) <= n {
		return l
	}
	errs := l.Count(Error)
	rest := Diagnostic{
		Severity: Warning, Code: "too-many", File: l[0].File, Detail: "mend the others first",
		Summary: fmt.Sprintf("%d more findings are not listed", len(l)-n),
	}
	room := map[Severity]int{Error: min(errs, n), Warning: n - min(errs, n)}
	if errs > n {
		rest.Severity = Error
	}
	out := make(List, 0, n+1)
	for _, d := range l {
		if room[d.Severity] > 0 {
			room[d.Severity]--
			out = append(out, d)
		}
	}
	return append(out, rest)
}

// Err returns nil if the list has no errors, else a [*ListError] that holds the
// whole list. The nil is a true nil interface.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return &ListError{List: l}
}

// ListError is a [List] with at least one error, as an error value.
type ListError struct{ List List }

// Error returns the first error on one line and how many more there are.
func (e *ListError) Error() string {
	errs := e.List.Only(Error)
	if len(errs) == 0 {
		return "no errors"
	}
	if len(errs) == 1 {
		return errs[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", errs[0], len(errs)-1)
}
