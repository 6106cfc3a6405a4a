package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"
)

// junitFlag is the flag that writes what as JUnit, too.
func junitFlag(what string) cli.Flag {
	return &cli.StringFlag{Name: "junit", Usage: "write " + what + " as JUnit XML to `FILE`, too"}
}

// writeJUnit writes the file of --junit, if it is given.
func writeJUnit(c *cli.Context, encode func() ([]byte, error)) error {
	file := c.String("junit")
	if file == "" {
		return nil
	}
	out, err := encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, out, 0o644); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}
