package main

import (
	"errors"
	"strings"
)

// splitWords splits text into words as a shell does: at blanks, except within
// quotes; a backslash makes the next character plain, outside single quotes.
func splitWords(text string) ([]string, error) {
	var words []string
	var b strings.Builder
	quote, begun, escaped := rune(0), false, false
	for _, r := range text {
		switch {
		case escaped:
			b.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			b.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case strings.ContainsRune(" \t\r\n", r):
			if begun {
				words = append(words, b.String())
			}
			b.Reset()
			begun = false
		default:
			b.WriteRune(r)
			begun = true
		}
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case escaped:
		return nil, errors.New("it ends in a backslash")
	case begun:
		words = append(words, b.String())
	}
	return words, nil
}
