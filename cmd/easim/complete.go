package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	behaviour "easim/eas/check"
	"easim/eas/experiment"
	"easim/eas/sched"
	"easim/eas/workload"
	"easim/platforms"
)

// completeName is the hidden command that the completion scripts call.
const completeName = "__complete"

func (e *env) completeCommand() *cli.Command {
	return &cli.Command{
		Name:            completeName,
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			if len(words) > 0 && words[0] == "--" {
				words = words[1:]
			}
			for _, o := range offers(c.App, words) {
				line := o.word
				if o.doc != "" {
					line += "\t" + o.doc
				}
				if _, err := fmt.Fprintln(e.stdout, line); err != nil {
					return fmt.Errorf("writing the result: %w", err)
				}
			}
			return nil
		},
	}
}

// offer is a word that may stand where the cursor is.
type offer struct{ word, doc string }

// offers are the words that may follow; the last of words is the one that is being
// written. Nothing means that a file may stand there, or anything.
func offers(app *cli.App, words []string) []offer {
	if len(words) == 0 {
		words = []string{""}
	}
	before, cur := words[:len(words)-1], words[len(words)-1]
	var cmd *cli.Command
	cmds := app.Commands
	path, flag := "", ""
	for _, w := range before {
		switch {
		case flag != "":
			flag = ""
		case strings.HasPrefix(w, "-"):
			if cmd != nil && takesValue(cmd, w) && !strings.Contains(w, "=") {
				flag = strings.TrimLeft(w, "-")
			}
		default:
			if i := slices.IndexFunc(cmds, func(c *cli.Command) bool { return c.HasName(w) }); i >= 0 {
				cmd, cmds = cmds[i], cmds[i].Subcommands
				path = strings.TrimSpace(path + " " + cmd.Name)
			}
		}
	}
	var out []offer
	switch name, value, inline := strings.Cut(cur, "="); {
	case flag != "":
		out = flagValues(flag, cur)
	case inline && strings.HasPrefix(name, "-"):
		for _, o := range flagValues(strings.TrimLeft(name, "-"), value) {
			out = append(out, offer{name + "=" + o.word, o.doc})
		}
	case strings.HasPrefix(cur, "-"):
		out = flagNames(app, cmd)
	case len(cmds) > 0:
		out = commandNames(cmds)
	default:
		out = arguments(path)
	}
	return slices.DeleteFunc(out, func(o offer) bool { return !strings.HasPrefix(o.word, cur) })
}

func commandNames(cmds []*cli.Command) []offer {
	var out []offer
	for _, c := range cmds {
		if !c.Hidden {
			out = append(out, offer{c.Name, c.Usage})
		}
	}
	return out
}

func flagNames(app *cli.App, cmd *cli.Command) []offer {
	flags := app.Flags
	if cmd != nil {
		flags = cmd.Flags
	}
	var out []offer
	for _, f := range flags {
		doc := ""
		if d, ok := f.(cli.DocGenerationFlag); ok {
			doc = strings.ReplaceAll(d.GetUsage(), "`", "")
		}
		for _, n := range f.Names() {
			if len(n) > 1 {
				out = append(out, offer{"--" + n, doc})
			}
		}
	}
	return append(out, offer{"--help", "show help"})
}

// flagValues are the values of a flag that are known; cur is what is written of it.
func flagValues(flag, cur string) []offer {
	switch flag {
	case "platform":
		return plainOffers(platforms.Names())
	case "workload":
		return workloadOffers()
	case "profile":
		var out []offer
		for _, p := range eas.Profiles() {
			out = append(out, offer{p.Name, p.Doc})
		}
		return out
	case "governor":
		return entryOffers(eas.Governors())
	case "idle":
		return entryOffers(eas.IdleGovernors())
	case "feat":
		return featureOffers(cur)
	case "set":
		return paramOffers("=")
	case "axis":
		return axisOffers(cur)
	case "format":
		return plainOffers([]string{formatText, formatJSON, formatCSV})
	case "theme":
		return plainOffers([]string{"light", "dark"})
	case "window":
		return plainOffers([]string{"auto", "none"})
	}
	return nil
}

// arguments are the names that a command takes.
func arguments(command string) []offer {
	switch command {
	case "platform show", "platform validate", "platform export", "platform tipping", "platform plot", "platform fix":
		return plainOffers(platforms.Names())
	case "workload show", "workload validate":
		return workloadOffers()
	case "experiment show", "experiment run", "experiment sensitivity":
		return plainOffers(experiment.Names())
	case "check":
		var out []offer
		for _, s := range behaviour.Suites() {
			out = append(out, offer{s.Name, s.Doc})
		}
		return out
	case "params":
		return paramOffers("")
	case "completion":
		return plainOffers([]string{"bash", "zsh", "fish"})
	}
	return nil
}

func plainOffers(names []string) []offer {
	out := make([]offer, len(names))
	for i, n := range names {
		out[i].word = n
	}
	return out
}

func entryOffers(entries []eas.Entry) []offer {
	out := make([]offer, len(entries))
	for i, n := range entries {
		out[i] = offer{n.Name, n.Doc}
	}
	return out
}

func workloadOffers() []offer {
	var out []offer
	for _, b := range workload.Builtins() {
		out = append(out, offer{b.Name, b.Doc})
	}
	return out
}

// featureOffers are the features and their opposites; those before the last comma
// of what is written stay.
func featureOffers(cur string) []offer {
	head := cur[:strings.LastIndexByte(cur, ',')+1]
	var out []offer
	for _, f := range sched.FeatureList() {
		out = append(out, offer{head + f.Name, f.Doc}, offer{head + "NO_" + f.Name, "not: " + f.Doc})
	}
	return out
}

// axisOffers are the axes of a sweep, and behind the = the values of one; those
// before the last comma stay.
func axisOffers(cur string) []offer {
	if name, values, ok := strings.Cut(cur, "="); ok {
		head := name + "=" + values[:strings.LastIndexByte(values, ',')+1]
		var out []offer
		if name != "axis" {
			out = flagValues(name, "")
		}
		for i := range out {
			out[i].word = head + out[i].word
		}
		return out
	}
	return append(
		paramOffers("="),
		plainOffers([]string{"platform=", "workload=", "profile=", "feat=", "governor=", "idle="})...)
}

// paramOffers are the parameters, each with end behind its name.
func paramOffers(end string) []offer {
	var out []offer
	for _, p := range eas.Params() {
		out = append(out, offer{p.Name + end, p.Doc})
	}
	return out
}
