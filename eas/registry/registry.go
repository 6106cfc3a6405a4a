package registry

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// Registry is an ordered list of choices of one kind, each a name, a line of
// documentation and a value, usually a constructor. Use [New]. It is not safe
// for use while Add runs.
type Registry[T any] struct {
	kind    string
	entries []entry[T]
}

type entry[T any] struct {
	name, doc string
	value     T
}

// New returns an empty registry; kind is the word for one choice in error
// texts, such as "governor".
func New[T any](kind string) *Registry[T] {
	return &Registry[T]{kind: kind}
}

// Add appends a choice with one line of documentation. It panics if the name is
// empty or taken, in whatever case: choices are added by the program, never by
// its input.
func (r *Registry[T]) Add(name, doc string, value T) {
	if name == "" {
		panic(fmt.Sprintf("registry: %s without a name", r.kind))
	}
	if i := r.index(name); i >= 0 {
		panic(fmt.Sprintf("registry: %s %q added twice, as %q before", r.kind, name, r.entries[i].name))
	}
	r.entries = append(r.entries, entry[T]{name, doc, value})
}

// Lookup returns the value of a choice; case does not matter. For an unknown
// name it returns an [*UnknownError].
func (r *Registry[T]) Lookup(name string) (T, error) {
	if i := r.index(name); i >= 0 {
		return r.entries[i].value, nil
	}
	var none T
	return none, &UnknownError{Kind: r.kind, Name: name, Known: r.Names()}
}

// Names returns the names in the order in which they were added.
func (r *Registry[T]) Names() []string {
	names := make([]string, len(r.entries))
	for i, e := range r.entries {
		names[i] = e.name
	}
	return names
}

// Each calls f for each choice, in the order in which they were added.
func (r *Registry[T]) Each(f func(name, doc string, value T)) {
	for _, e := range r.entries {
		f(e.name, e.doc, e.value)
	}
}

func (r *Registry[T]) index(name string) int {
	return slices.IndexFunc(r.entries, func(e entry[T]) bool { return strings.EqualFold(e.name, name) })
}

// UnknownError is the error of a name that is not in a registry.
type UnknownError struct {
	Kind  string   // such as "governor"
	Name  string   // as it was asked for
	Known []string // all names, in order
}

// Error names the nearest choice, or all of them if none is near.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("unknown %s %q", e.Kind, e.Name)
	if near, ok := diag.Nearest(e.Name, e.Known); ok {
		return fmt.Sprintf("%s; did you mean %q?", text, near)
	}
	if len(e.Known) == 0 {
		return text + "; there is none"
	}
	return text + "; want one of: " + strings.Join(e.Known, ", ")
}
