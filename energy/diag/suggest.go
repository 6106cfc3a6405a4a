package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that name was most likely meant to be, and
// whether one is near enough: at most a third of the longer name's letters
// changed, dropped, added or swapped with their neighbour. Case is ignored; of
// two equally near candidates the first wins.
func Nearest(name string, candidates []string) (string, bool) {
	best, bestDist := "", -1
	low := []rune(strings.ToLower(name))
	for _, c := range candidates {
		cl := []rune(strings.ToLower(c))
		limit := (max(len(low), len(cl)) + 2) / 3
		d := editDistance(low, cl)
		if d > limit || d >= len(cl) || d >= max(len(low), 1) {
			continue
		}
		if bestDist < 0 || d < bestDist {
			best, bestDist = c, d
		}
	}
	return best, bestDist >= 0
}

// Suggest returns a remedy for an unknown name: `did you mean "x"?` if a
// candidate is near, else the list of candidates, else "".
func Suggest(name string, candidates []string) string {
	if c, ok := Nearest(name, candidates); ok {
		return fmt.Sprintf("did you mean %q?", c)
	}
	if len(candidates) == 0 {
		return ""
	}
	return "want one of: " + strings.Join(candidates, ", ")
}

// editDistance is the optimal string alignment distance: the Levenshtein
// distance in which a swap of two neighbours costs one.
func editDistance(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, prev2[j-2]+1)
			}
			cur[j] = d
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

// clip shortens s to at most n runes, so that a long line of input does not
// flood the terminal.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-3]) + "..."
}
