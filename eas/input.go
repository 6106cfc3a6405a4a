package eas

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/platforms"
)

// InputError is the error of a scenario that cannot be run as it stands: an
// unknown name, a value out of range, a file that is missing or has faults.
type InputError struct {
	Err  error  // what is wrong; a *diag.ListError for the faults of a file
	Text []byte // the file's text, for showing the lines; may be nil
}

// Error returns the text of the wrapped error.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *InputError) Unwrap() error { return e.Err }

func badInput(format string, args ...any) error {
	return &InputError{Err: fmt.Errorf(format, args...)}
}

// asInput marks err, if there is one, as a fault of the input.
func asInput(err error) error {
	var have *InputError
	if err == nil || errors.As(err, &have) {
		return err
	}
	return &InputError{Err: err}
}

// joinInput is one [InputError] of all that is wrong, or nil. If that is several
// things, Err wraps each as an [InputError] of its own.
func joinInput(faults []error) error {
	var all []error
	for _, err := range faults {
		if err != nil {
			all = append(all, asInput(err))
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &InputError{Err: errors.Join(all...)}
}

// Stdin is the file name that means standard input.
const Stdin = "-"

// IsFile reports whether a platform or workload name means a file: it contains
// a path separator, ends in a known extension, or is [Stdin].
func IsFile(name string) bool {
	if name == Stdin || strings.ContainsAny(name, `/\`) {
		return true
	}
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".toml" || ext == ".json"
}

// ReadInput reads a file through read (nil is os.ReadFile). The error is an
// [*InputError] that says what was looked for.
func ReadInput(read func(string) ([]byte, error), name, what string) ([]byte, error) {
	if read == nil {
		read = os.ReadFile
	}
	src, err := read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, badInput("%s file %q: no such file", what, name)
	case err != nil:
		return nil, badInput("%s file %q: %w", what, name, err)
	}
	return src, nil
}

// LoadPlatform returns a built-in platform or reads a platform file, with its
// warnings. The platform is valid. read is as in [ReadInput].
func LoadPlatform(name string, read func(string) ([]byte, error)) (*energy.Platform, diag.List, error) {
	if !IsFile(name) {
		p, err := platforms.Load(name)
		return p, nil, asInput(err)
	}
	src, err := ReadInput(read, name, "platform")
	if err != nil {
		return nil, nil, err
	}
	p, list := energy.Decode(showName(name), src)
	if err := list.Err(); err != nil {
		return nil, list, &InputError{Err: err, Text: src}
	}
	return p, list.Only(diag.Warning), nil
}

// showName is how a file is called in messages.
func showName(name string) string {
	if name == Stdin {
		return "<stdin>"
	}
	return name
}
