package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/energy/diag"
)

func (e *env) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that completes commands, flags and names in a shell",
		ArgsUsage: "bash, zsh or fish",
		Description: "   bash:  source <(easim completion bash)        in ~/.bashrc\n" +
			"   zsh:   source <(easim completion zsh)         in ~/.zshrc, after compinit\n" +
			"   fish:  easim completion fish > ~/.config/fish/completions/easim.fish",
		Action: e.completion,
	}
}

func (e *env) completion(c *cli.Context) error {
	shell, err := oneArg(c)
	if err != nil {
		return err
	}
	scripts := [...]struct{ shell, text string }{{"bash", bashScript}, {"zsh", zshScript}, {"fish", fishScript}}
	var names []string
	for _, s := range scripts {
		if s.shell == strings.ToLower(shell) {
			return e.write([]byte(s.text))
		}
		names = append(names, s.shell)
	}
	return badUsage("no script for the shell %q; %s", shell, diag.Suggest(shell, names))
}

// The scripts hand the words of the line, up to the one that is being written, to
// `easim __complete`, and offer files where that knows nothing.
const (
	bashScript = `# easim completion bash
_easim() {
    local line="${COMP_LINE:0:COMP_POINT}" words=() offer head="" rest c i
    # Not COMP_WORDS: there NAME=VALUE is three words.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local cur="${words[${#words[@]}-1]}"
    COMPREPLY=()
    while IFS= read -r offer; do
        [[ -n $offer ]] && COMPREPLY+=("${offer%%$'\t'*}")
    done < <("${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    # Where = or : ends a word, only what follows it is replaced.
    for c in = :; do
        rest="${cur##*"$c"}"
        if [[ $COMP_WORDBREAKS == *"$c"* && $cur == *"$c"* && $((${#cur} - ${#rest})) -gt ${#head} ]]; then
            head="${cur%"$rest"}"
        fi
    done
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]="${COMPREPLY[i]#"$head"}"; done
}
complete -o default -F _easim easim
`
	zshScript = `#compdef easim
# easim completion zsh
_easim() {
    local -a lines names open
    local line name
    lines=("${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        [[ -z $line ]] && continue
        name="${line%%$'\t'*}"
        line="${name//:/\\:}${${line#"$name"}/$'\t'/:}"
        if [[ $name == *= ]]; then open+=("$line"); else names+=("$line"); fi
    done
    if (( ${#names} + ${#open} )); then
        _describe 'easim' names -- open -S ''
    else
        _files
    fi
}
compdef _easim easim
`
	fishScript = `# easim completion fish
function __easim_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l names (easim __complete -- $words[2..-1] 2>/dev/null)
    if test (count $names) -gt 0
        printf '%s\n' $names
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c easim -f -a '(__easim_complete)'
`
)

func (e *env) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "   easim man > easim.1; man ./easim.1",
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			text, err := c.App.ToManWithSection(1)
			if err != nil {
				return fmt.Errorf("the manual page: %w", err)
			}
			return e.write([]byte(text + manEnd))
		},
	}
}

// manEnd are the sections that the command line library does not know.
const manEnd = `
.SH EXIT STATUS
.TP
0
done
.TP
1
the work failed, or a part of it
.TP
2
a mistake on the command line, or an input file that is missing or invalid
.TP
3
a comparison or a check did not pass
.TP
130
interrupted
.SH ENVIRONMENT
.TP
NO_COLOR
if set, text is not coloured
.SH SEE ALSO
\fBeasim features\fP, \fBeasim params\fP, \fBeasim platform list\fP and \fBeasim workload list\fP
print what there is to choose from.
`
