package compare

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseSeeds(t *testing.T) {
	for _, c := range []struct {
		text string
		want []uint64
	}{
		{"7", []uint64{7}},
		{"1..5", []uint64{1, 2, 3, 4, 5}},
		{"1, 3 ,9..10", []uint64{1, 3, 9, 10}},
		{"5,1", []uint64{5, 1}},
	} {
		got, err := ParseSeeds(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("ParseSeeds(%q) = %v, %v; want %v", c.text, got, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"":                         "want whole numbers from 1",
		"0":                        "want whole numbers from 1",
		"-1":                       "want whole numbers from 1",
		"1..x":                     "want whole numbers from 1",
		"1...3":                    "want whole numbers from 1",
		"5..1":                     "counts down: want 1..5",
		"1,2,1..3":                 "1 appears twice",
		"1..10001":                 "more than 10000",
		"1..18446744073709551615":  "more than 10000",
		"1..9999,20000,30000":      "more than 10000",
		"99999999999999999999":     "want whole numbers from 1",
		"18446744073709551615,1,,": "want whole numbers from 1",
	} {
		if got, err := ParseSeeds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseSeeds(%q) = %v, %v; want an error with %q", text, got, err, want)
		}
	}
	if got, err := ParseSeeds("18446744073709551615"); err != nil || len(got) != 1 {
		t.Errorf("the largest seed: %v, %v", got, err)
	}
}

func TestSeedsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.SliceOfNDistinct(rapid.Uint64Range(1, 40), 1, 20, rapid.ID[uint64]).Draw(t, "seeds")
		got, err := ParseSeeds(FormatSeeds(seeds))
		if err != nil || !slices.Equal(got, seeds) {
			t.Fatalf("%v became %q and %v, %v", seeds, FormatSeeds(seeds), got, err)
		}
	})
}

func FuzzParseSeeds(f *testing.F) {
	for _, s := range []string{"1..5", "1,2,7..9", "0", "..", "1..18446744073709551615"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		seeds, err := ParseSeeds(text)
		if err != nil {
			return
		}
		back, err := ParseSeeds(FormatSeeds(seeds))
		if err != nil || !slices.Equal(back, seeds) {
			t.Errorf("%q: %v, %v, %v", text, seeds, back, err)
		}
	})
}
