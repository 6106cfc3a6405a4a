package main

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"  \t\n ", nil},
		{"--feat LB_MIN", []string{"--feat", "LB_MIN"}},
		{` --feat  "A, NO_B"  `, []string{"--feat", "A, NO_B"}},
		{`--workload 'my file.toml'`, []string{"--workload", "my file.toml"}},
		{`a""b ''`, []string{"ab", ""}},
		{`a\ b "c\"d" 'e\f'`, []string{"a b", `c"d`, `e\f`}},
		{`--set=a='1'`, []string{"--set=a=1"}},
	} {
		got, err := splitWords(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("splitWords(%q) = %q, %v; want %q", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{`"a`, `'`, `a\`, `"a\"`} {
		if got, err := splitWords(text); err == nil {
			t.Errorf("splitWords(%q) = %q", text, got)
		}
	}
}

// Words put in single quotes come back.
func FuzzSplitWords(f *testing.F) {
	f.Add("--feat LB_MIN")
	f.Add(`a "b c" 'd' \e`)
	f.Fuzz(func(t *testing.T, text string) {
		words, err := splitWords(text)
		if err != nil {
			return
		}
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		back, err := splitWords(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(back, words) {
			t.Errorf("%q: %q, then %q, %v", text, words, back, err)
		}
	})
}
