package experiment

import (
	"embed"
	"fmt"
	"strings"

	"easim/eas"
	"easim/energy/diag"
)

//go:embed data/*.toml data/published.csv
var data embed.FS

// names are the experiments in the order in which they are listed.
var names = [...]string{"s4-perf", "s4-power", "s4-rbtree", "s4-hackbench"}

// Names returns the names of the experiments.
func Names() []string { return append([]string(nil), names[:]...) }

// Load returns an experiment by its name, in any case. An unknown name is an
// [*eas.InputError].
func Load(name string) (*Experiment, error) {
	for _, known := range names {
		if strings.EqualFold(name, known) {
			return load(known)
		}
	}
	err := fmt.Errorf("experiment: unknown experiment %q; %s", name, diag.Suggest(name, Names()))
	return nil, &eas.InputError{Err: err}
}

func load(name string) (*Experiment, error) {
	table, err := ReadTable(mustRead("published.csv"))
	if err != nil {
		return nil, err
	}
	shared, list := DecodeParameters("parameters.toml", mustRead("parameters.toml"))
	if err := list.Err(); err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	src := mustRead(name + ".toml")
	x, list := Decode(name+".toml", src, table, shared)
	if err := list.Err(); err != nil {
		return nil, &eas.InputError{Err: err, Text: src}
	}
	return x, nil
}

func mustRead(name string) []byte {
	src, err := data.ReadFile("data/" + name)
	if err != nil {
		panic("experiment: " + err.Error()) // it is compiled in
	}
	return src
}
