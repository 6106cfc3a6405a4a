package platforms

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

//go:embed *.toml
var files embed.FS

// Names returns the names of the built-in platforms in alphabetical order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("platforms: " + err.Error()) // the embedded folder is always there
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
	}
	return names
}

// Load returns the built-in platform called name: case is ignored and an alias
// does as well. A name that begins several others is ambiguous, and the error
// lists them; for an unknown one it suggests the nearest.
func Load(name string) (*energy.Platform, error) {
	full, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	p, _, err := decode(full)
	return p, err
}

// Source returns the platform file of the built-in platform called name, as a
// base for a file of one's own.
func Source(name string) ([]byte, error) {
	full, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	_, src, err := decode(full)
	return src, err
}

// Resolve returns the full name that [Load] would load for name.
func Resolve(name string) (string, error) {
	names := Names()
	low := strings.ToLower(name)
	if slices.Contains(names, low) {
		return low, nil
	}
	known := slices.Clone(names)
	for _, n := range names {
		p, _, err := decode(n)
		if err != nil {
			return "", err
		}
		if slices.Contains(p.Aliases, low) {
			return n, nil
		}
		known = append(known, p.Aliases...)
	}
	var begin []string
	for _, n := range names {
		if low != "" && strings.HasPrefix(n, low) {
			begin = append(begin, n)
		}
	}
	if len(begin) > 1 {
		return "", fmt.Errorf("platforms: platform %q is ambiguous: %s", name, strings.Join(begin, ", "))
	}
	if len(begin) == 1 {
		return "", fmt.Errorf("platforms: unknown platform %q; did you mean %q?", name, begin[0])
	}
	if near, ok := diag.Nearest(name, known); ok {
		return "", fmt.Errorf("platforms: unknown platform %q; did you mean %q?", name, near)
	}
	return "", fmt.Errorf("platforms: unknown platform %q; want one of: %s", name, strings.Join(names, ", "))
}

func decode(name string) (*energy.Platform, []byte, error) {
	file := name + ".toml"
	src, err := files.ReadFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("platforms: %w", err)
	}
	p, list := energy.Decode(file, src)
	if err := list.Err(); err != nil {
		return nil, nil, fmt.Errorf("platforms: built-in platform %s: %w", name, err)
	}
	return p, src, nil
}
