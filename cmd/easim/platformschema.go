package main

import (
	"github.com/urfave/cli/v2"

	"easim/energy"
)

func (e *env) platformSchemaCommand() *cli.Command {
	return &cli.Command{
		Name:  "schema",
		Usage: "print the JSON Schema of platform files, by which editors complete and check them",
		Description: "easim platform schema > platform.schema.json, and then one of:\n" +
			"  a first line in the file itself:   #:schema ./platform.schema.json\n" +
			"  .taplo.toml beside the files:      [[rule]]\n" +
			"                                     include = [\"**/*.toml\"]\n" +
			"                                     schema = { path = \"./platform.schema.json\" }\n" +
			"taplo and the editors that use it (Even Better TOML for VS Code, Helix, Neovim) follow both.",
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return e.write(energy.Schema())
		},
	}
}
