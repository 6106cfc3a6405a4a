package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// edit changes the value of one key in place: the words of its value (numbers,
// texts, true and false) go through change, row by row for an array of arrays,
// and everything around them, layout and comments, stays as it was.
type edit struct {
	path   string
	change func(words []string) ([]string, error)
}

// apply carries out edits on src. An edit whose key stands where it cannot be
// found by line (in an inline table, say), or that would part numbers from
// comments beside them, is an error.
func apply(src []byte, edits []edit) ([]byte, error) {
	out := bytes.Clone(src)
	for _, ed := range edits {
		start, end, err := valueOf(out, ed.path)
		if err != nil {
			return nil, err
		}
		text, err := changed(string(out[start:end]), ed)
		if err != nil {
			return nil, err
		}
		out = slices.Concat(out[:start], []byte(text), out[end:])
	}
	return out, nil
}

// valueOf finds the value of the key at path.
func valueOf(src []byte, path string) (start, end int, err error) {
	index := diag.NewIndex(src)
	key := path[strings.LastIndexByte(path, '.')+1:]
	if !index.Has(path) {
		return 0, 0, fmt.Errorf("lint: no key %s to edit", path)
	}
	pos := 0
	for range index.Line(path) - 1 {
		pos += bytes.IndexByte(src[pos:], '\n') + 1
	}
	line := src[pos:]
	trimmed := bytes.TrimLeft(line, " \t")
	rest, found := bytes.CutPrefix(trimmed, []byte(key))
	rest = bytes.TrimLeft(rest, " \t")
	if !found || len(rest) == 0 || rest[0] != '=' {
		return 0, 0, fmt.Errorf("lint: %s is written in a way that cannot be edited; write it as a line of its own", path)
	}
	rest = bytes.TrimLeft(rest[1:], " \t")
	start = len(src) - len(rest)
	return start, start + valueLength(rest), nil
}

// valueLength is the length of the TOML value at the start of text.
func valueLength(text []byte) int {
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '[':
			depth++
			i++
		case c == ']':
			depth--
			i++
			if depth == 0 {
				return i
			}
		case c == '#' && depth > 0:
			i += max(bytes.IndexByte(text[i:], '\n'), 1)
		case c == '"' || c == '\'':
			i += quotedLength(text[i:])
			if depth == 0 {
				return i
			}
		case depth == 0 && (c == '\n' || c == '#' || c == '\r'):
			return len(bytes.TrimRight(text[:i], " \t"))
		default:
			i++
		}
	}
	return len(bytes.TrimRight(text, " \t\r\n"))
}

// quotedLength is the length of the one-line string at the start of text.
func quotedLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] == '"':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return len(text)
}

// word is a number, text or truth value within a value.
type word struct{ start, end int }

// rowsOfWords finds the words of a value, by innermost array; a value that is no
// array is one row of one word.
func rowsOfWords(text string) (rows [][]word, comments bool) {
	var row []word
	flush := func() {
		if len(row) > 0 {
			rows = append(rows, row)
		}
		row = nil
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '[' || c == ']':
			flush()
			i++
		case strings.IndexByte(" \t\r\n,", c) >= 0:
			i++
		case c == '#':
			comments = true
			i += max(strings.IndexByte(text[i:], '\n'), 1)
		default:
			n := strings.IndexAny(text[i:], " \t\r\n,]#")
			if c == '"' || c == '\'' {
				n = quotedLength([]byte(text[i:]))
			}
			if n < 0 {
				n = len(text) - i
			}
			row = append(row, word{i, i + n})
			i += n
		}
	}
	flush()
	return rows, comments
}

// changed returns the text of a value after an edit.
func changed(text string, ed edit) (string, error) {
	rows, comments := rowsOfWords(text)
	var b strings.Builder
	at := 0
	for _, row := range rows {
		var words []string
		for _, x := range row {
			words = append(words, text[x.start:x.end])
		}
		now, err := ed.change(slices.Clone(words))
		if err != nil {
			return "", err
		}
		if comments && !sameOrder(words, now) {
			return "", fmt.Errorf("lint: %s has comments between its numbers; reorder it by hand", ed.path)
		}
		if len(now) == len(row) {
			for i, x := range row {
				b.WriteString(text[at:x.start] + now[i])
				at = x.end
			}
			continue
		}
		b.WriteString(text[at:row[0].start] + strings.Join(now, ", "))
		at = row[len(row)-1].end
	}
	return b.String() + text[at:], nil
}

// sameOrder reports whether now is words with some of them rewritten, rather
// than moved or dropped.
func sameOrder(words, now []string) bool {
	if len(words) != len(now) {
		return false
	}
	for i, x := range now {
		if x != words[i] && slices.Contains(words, x) {
			return false
		}
	}
	return true
}
