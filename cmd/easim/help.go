package main

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"easim/energy/diag"
)

const (
	helpWidth = 100 // columns of a line of help
	helpNames = 30  // columns at most that the names of flags push what they mean to the right
)

// helpCommand shows the help of a command at any depth, as --help does.
func (e *env) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Aliases:   []string{"h"},
		Usage:     "show what commands there are, or how one is used",
		ArgsUsage: "[COMMAND]...",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return cli.ShowAppHelp(c)
			}
			words, cmds := []string{c.App.Name}, c.App.Commands
			for _, name := range c.Args().Slice() {
				i := slices.IndexFunc(cmds, func(cmd *cli.Command) bool { return cmd.HasName(name) })
				if i < 0 {
					return unknownName(strings.Join(words, " "), name, cmds)
				}
				words, cmds = append(words, cmds[i].Name), cmds[i].Subcommands
			}
			return c.App.RunContext(c.Context, append(words, "--help"))
		},
	}
}

// unknownName is the error of a name that is no command below the command path.
func unknownName(path, name string, cmds []*cli.Command) error {
	var names []string
	for _, cmd := range cmds {
		if !cmd.Hidden {
			names = append(names, cmd.Name)
		}
	}
	if len(names) == 0 {
		return badUsage("unknown command %q; %s has none", name, path)
	}
	return badUsage("unknown command %q; %s", name, diag.Suggest(name, names))
}

// helpTemplate is the help of a command in the template language of the library,
// whose own lays options out without an eye to the width of a terminal.
func helpTemplate(cmd *cli.Command) string {
	text := `NAME:
   {{template "helpNameTemplate" .}}

USAGE:
   {{template "usageTemplate" .}}{{if .Description}}

DESCRIPTION:
   {{template "descriptionTemplate" .}}{{end}}{{if .VisibleCommands}}

COMMANDS:{{template "visibleCommandCategoryTemplate" .}}{{end}}

OPTIONS:
`
	return text + helpOptions(cmd.Flags)
}

// helpOptions lists flags, each on a line of its own or more.
func helpOptions(flags []cli.Flag) string {
	rows := make([][2]string, 0, len(flags)+1)
	for _, f := range flags {
		rows = append(rows, helpOption(f))
	}
	rows = append(rows, [2]string{"--help, -h", "show help"})
	column := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[0]); n <= helpNames {
			column = max(column, n)
		}
	}
	var b strings.Builder
	for _, row := range rows {
		lines := wrapped(row[1], helpWidth-column-len("     "))
		head := row[0]
		if utf8.RuneCountInString(head) > column {
			b.WriteString("   " + head + "\n")
			head = ""
		}
		for _, line := range lines {
			pad := strings.Repeat(" ", column-utf8.RuneCountInString(head))
			b.WriteString("   " + head + pad + "  " + line + "\n")
			head = ""
		}
	}
	return b.String()
}

// helpOption is the names of a flag, with a word for its value, and what it means.
func helpOption(f cli.Flag) [2]string {
	var names []string
	for _, n := range f.Names() {
		names = append(names, strings.Repeat("-", min(len(n), 2))+n)
	}
	head, text, standard := strings.Join(names, ", "), "", ""
	if d, ok := f.(cli.DocGenerationFlag); ok {
		text, standard = d.GetUsage(), d.GetDefaultText()
		if d.TakesValue() {
			head += " " + valueName(text)
		}
	}
	text = strings.ReplaceAll(text, "`", "")
	if _, several := f.(*cli.StringSliceFlag); several && !strings.Contains(text, "repeatable") {
		text += "; repeatable"
	}
	// A zero value says that the flag was not given, and the text what is done then.
	if !slices.Contains([]string{"", `""`, "0", "false"}, standard) && !strings.Contains(text, "(default") {
		text += " (default: " + strings.Trim(standard, `"`) + ")"
	}
	return [2]string{head, text}
}

// valueName is the word in backquotes, which stands for the value of a flag.
func valueName(usage string) string {
	if _, rest, ok := strings.Cut(usage, "`"); ok {
		if word, _, ok := strings.Cut(rest, "`"); ok {
			return word
		}
	}
	return "VALUE"
}

// wrapped is text in lines of at most width columns, longer only for longer words.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
