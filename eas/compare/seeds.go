package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxSeeds is the largest number of seeds that a list may name.
const MaxSeeds = 10_000

// ParseSeeds reads a list of seeds: numbers and ranges, "1..5" or "1,2,7..9".
// Seeds count from 1; none may appear twice.
func ParseSeeds(text string) ([]uint64, error) {
	var out []uint64
	for part := range strings.SplitSeq(text, ",") {
		lo, hi, err := seedRange(strings.TrimSpace(part))
		switch {
		case err != nil:
			return nil, fmt.Errorf("compare: seeds %q: %w", text, err)
		case hi-lo >= MaxSeeds || len(out)+int(hi-lo) >= MaxSeeds:
			return nil, fmt.Errorf("compare: seeds %q: more than %d", text, MaxSeeds)
		}
		for s := lo; ; s++ {
			out = append(out, s)
			if s == hi {
				break
			}
		}
	}
	sorted := slices.Sorted(slices.Values(out))
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return nil, fmt.Errorf("compare: seeds %q: %d appears twice", text, sorted[i])
		}
	}
	return out, nil
}

func seedRange(part string) (lo, hi uint64, err error) {
	first, last, isRange := strings.Cut(part, "..")
	if !isRange {
		last = first
	}
	for _, n := range [...]struct {
		text string
		to   *uint64
	}{{first, &lo}, {last, &hi}} {
		if *n.to, err = strconv.ParseUint(strings.TrimSpace(n.text), 10, 64); err != nil || *n.to == 0 {
			return 0, 0, fmt.Errorf("%q: want whole numbers from 1, such as 1..5 or 1,2,7", part)
		}
	}
	if hi < lo {
		return 0, 0, fmt.Errorf("%q counts down: want %d..%d", part, hi, lo)
	}
	return lo, hi, nil
}

// FormatSeeds writes seeds as [ParseSeeds] reads them, runs of three and more as
// ranges.
func FormatSeeds(seeds []uint64) string {
	var parts []string
	for i := 0; i < len(seeds); {
		j := i
		for j+1 < len(seeds) && seeds[j+1] == seeds[j]+1 {
			j++
		}
		if j-i < 2 {
			j = i
			parts = append(parts, strconv.FormatUint(seeds[i], 10))
		} else {
			parts = append(parts, strconv.FormatUint(seeds[i], 10)+".."+strconv.FormatUint(seeds[j], 10))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
