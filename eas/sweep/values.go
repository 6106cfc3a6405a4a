package sweep

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// MaxRuns is the largest number of runs that one sweep may have, and of values that
// one axis may.
const MaxRuns = 1_000_000

// maxGeometric is the largest number of values of one geometric range, whose exact
// numbers get longer with every factor.
const maxGeometric = 1000

// splitValues cuts a list at its commas. A value in quotes, single or double, may
// hold commas: workload="periodic:tasks=4,util=0.3",mp3.
func splitValues(text string) ([]string, error) {
	var out []string
	for rest := text; ; {
		part := rest
		rest = strings.TrimLeft(rest, " ")
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			end := strings.IndexByte(rest[1:], rest[0])
			if end < 0 {
				return nil, fmt.Errorf("a quote is not closed")
			}
			part, rest = rest[1:1+end], strings.TrimLeft(rest[2+end:], " ")
			if rest != "" && rest[0] != ',' {
				return nil, fmt.Errorf("%q behind a quote: want a comma", rest)
			}
		} else {
			if i := strings.IndexByte(rest, ','); i >= 0 {
				part, rest = rest[:i], rest[i:]
			} else {
				part, rest = rest, ""
			}
		}
		part = strings.TrimSpace(part)
		if part == "" {
			return nil, fmt.Errorf("an empty value in %q", text)
		}
		out = append(out, part)
		if rest == "" {
			return out, nil
		}
		rest = rest[1:]
	}
}

// numberSet is what a part of a list of numbers may be:
//
//	7             one value
//	1..32         every whole number
//	1..32x2       1, 2, 4 and so on, each the last one times 2
//	0.1..0.9+0.1  steps
type numberSet struct {
	lo, hi, step *big.Rat
	geometric    bool
	digits       int // behind the point
}

// expandNumbers replaces the ranges of a list by their values. Numbers are decimal
// fractions and exact.
func expandNumbers(parts []string) ([]string, error) {
	var out []string
	for _, part := range parts {
		if !strings.Contains(part, "..") {
			out = append(out, part)
			continue
		}
		set, err := parseSet(part)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", part, err)
		}
		values, err := set.values(MaxRuns - len(out))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", part, err)
		}
		out = append(out, values...)
	}
	return out, nil
}

func parseSet(text string) (numberSet, error) {
	first, rest, _ := strings.Cut(text, "..")
	s := numberSet{}
	last, step := rest, "1"
	i := strings.IndexAny(rest, "xX*+")
	if i >= 0 {
		last, step = rest[:i], rest[i+1:]
		s.geometric = rest[i] != '+'
	}
	var err error
	digits := 0
	for _, n := range [...]struct {
		text string
		to   **big.Rat
	}{{first, &s.lo}, {last, &s.hi}, {step, &s.step}} {
		if *n.to, digits, err = decimal(n.text); err != nil {
			return s, err
		}
		s.digits = max(s.digits, digits)
	}
	switch {
	case i < 0 && s.digits > 0:
		return s, fmt.Errorf("how far apart? write %s+0.1 for steps or %sx2 for a factor", text, text)
	case s.hi.Cmp(s.lo) < 0:
		return s, fmt.Errorf("it counts down; write %s..%s", strings.TrimSpace(last), strings.TrimSpace(first))
	case s.geometric:
		return s, s.checkFactor()
	case s.step.Sign() == 0:
		return s, fmt.Errorf("a step of 0 goes nowhere")
	case s.step.Sign() < 0:
		return s, fmt.Errorf("a step of %s goes the wrong way; want one above 0", strings.TrimSpace(step))
	}
	return s, nil
}

func (s *numberSet) checkFactor() error {
	one := big.NewRat(1, 1)
	switch {
	case s.step.Cmp(one) == 0:
		return fmt.Errorf("a factor of 1 goes nowhere")
	case s.step.Cmp(one) < 0:
		return fmt.Errorf("a factor of %s goes the wrong way; want one above 1", s.step.FloatString(s.digits))
	case s.lo.Sign() <= 0:
		return fmt.Errorf("a factor needs a first value above 0")
	}
	ratio, _ := new(big.Rat).Quo(s.hi, s.lo).Float64()
	factor, _ := s.step.Float64()
	if n := math.Log(ratio) / math.Log(factor); !(n < maxGeometric) {
		return fmt.Errorf("a factor of %s makes more than %d values", s.step.FloatString(s.digits), maxGeometric)
	}
	return nil
}

// decimal reads a decimal fraction and says how many digits it has behind the
// point.
func decimal(text string) (*big.Rat, int, error) {
	text = strings.TrimSpace(text)
	whole, fraction, point := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-") + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" || point && fraction == "" || len(digits) > 30 {
		return nil, 0, fmt.Errorf("%q is not a number; want LO..HI, LO..HI+STEP or LO..HIxFACTOR", text)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, 0, fmt.Errorf("%q is not a number", text)
	}
	return r, len(fraction), nil
}

// values lists the set; limit is the largest number of values that is taken.
func (s *numberSet) values(limit int) ([]string, error) {
	if !s.geometric {
		n := new(big.Rat).Quo(new(big.Rat).Sub(s.hi, s.lo), s.step)
		count := new(big.Int).Quo(n.Num(), n.Denom())
		if count.Cmp(big.NewInt(int64(limit))) >= 0 {
			return nil, fmt.Errorf("%s values, more than %d", count.Add(count, big.NewInt(1)), MaxRuns)
		}
	}
	whole := s.lo.IsInt() && s.hi.IsInt()
	digits := s.digits
	var out []string
	for v := new(big.Rat).Set(s.lo); v.Cmp(s.hi) <= 0; {
		text := v.FloatString(digits)
		if s.geometric {
			text = geometricText(v, whole)
		}
		if len(out) == 0 || out[len(out)-1] != text {
			out = append(out, text)
		}
		if len(out) > limit {
			return nil, fmt.Errorf("more than %d values", MaxRuns)
		}
		if s.geometric {
			v = new(big.Rat).Mul(v, s.step)
		} else {
			v = new(big.Rat).Add(v, s.step)
		}
	}
	return out, nil
}

// geometricText writes a value of a geometric range: between whole ends a whole
// number, else with six significant digits.
func geometricText(v *big.Rat, whole bool) string {
	if whole {
		return v.FloatString(0)
	}
	f, _ := v.Float64()
	return fmt.Sprintf("%.6g", f)
}
