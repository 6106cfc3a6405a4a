package eas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// NamedInt is one entry of a [NamedInts].
type NamedInt struct {
	Name  string
	Value int64
}

// NamedInts is a JSON object of integers whose keys keep their order: OPPs stay
// ascending, idle states shallow to deep. nil is the empty object.
type NamedInts []NamedInt

// Get returns the value of name; ok is false if there is none.
func (n NamedInts) Get(name string) (value int64, ok bool) {
	for i := range n {
		if n[i].Name == name {
			return n[i].Value, true
		}
	}
	return 0, false
}

// MarshalJSON writes the object in the order of the entries.
func (n NamedInts) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := json.Marshal(n[i].Name)
		if err != nil {
			return nil, err
		}
		out = append(append(out, name...), ':')
		out = strconv.AppendInt(out, n[i].Value, 10)
	}
	return append(out, '}'), nil
}

// UnmarshalJSON reads an object of integers in the order in which it stands.
func (n *NamedInts) UnmarshalJSON(src []byte) error {
	*n = nil
	dec := json.NewDecoder(bytes.NewReader(src))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("eas: want an object of integers, have %q", src)
	}
	for dec.More() {
		var e NamedInt
		key, err := dec.Token()
		if err != nil {
			return fmt.Errorf("eas: object of integers: %w", err)
		}
		e.Name, _ = key.(string) // inside an object the decoder gives keys as text
		if err := dec.Decode(&e.Value); err != nil {
			return fmt.Errorf("eas: value of %q: %w", e.Name, err)
		}
		*n = append(*n, e)
	}
	return nil
}
