package sweep

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// Condition says which points of a grid are kept.
type Condition struct {
	axes []Axis
	toks []string
	at   int
	text string
	eval test
}

// test judges a point, given by the index of its value on each axis.
type test func(point []uint32) bool

// ParseCondition reads an expression over the names of the axes:
//
//	busy_factor <= 8 || feat == NO_LB_MIN
//	sched_min_granularity_ns < sched_latency_ns && !(platform = hikey960)
//
// Comparisons are = == != < <= > >=, between an axis and a value or another axis;
// && and || may be written and, or; ! not. A value with blanks or signs in it
// stands in quotes.
func ParseCondition(text string, axes []Axis) (*Condition, error) {
	c := &Condition{axes: axes, text: text}
	err := c.scan()
	if err == nil {
		c.eval, err = c.or()
	}
	if err == nil && c.at < len(c.toks) {
		err = fmt.Errorf("unexpected %q", c.toks[c.at])
	}
	if err != nil {
		return nil, fmt.Errorf("sweep: where %q: %w", text, err)
	}
	return c, nil
}

// Keeps reports whether a point, given by the index of its value on each axis, is
// kept.
func (c *Condition) Keeps(point []uint32) bool { return c.eval(point) }

const operators = "=!<>&|()"

// scan cuts the text into tokens. A quoted value keeps its opening quote in front.
func (c *Condition) scan() error {
	for rest := strings.TrimSpace(c.text); rest != ""; rest = strings.TrimSpace(rest) {
		n := strings.IndexAny(rest, operators+"\"' \t\n")
		switch {
		case n < 0:
			n = len(rest)
		case n > 0:
		case rest[0] == '"' || rest[0] == '\'':
			end := strings.IndexByte(rest[1:], rest[0])
			if end < 0 {
				return fmt.Errorf("a quote is not closed")
			}
			c.toks = append(c.toks, "'"+rest[1:1+end])
			rest = rest[2+end:]
			continue
		default:
			n = 1
			if len(rest) > 1 && slices.Contains([]string{"==", "!=", "<=", ">=", "&&", "||"}, rest[:2]) {
				n = 2
			}
		}
		c.toks = append(c.toks, rest[:n])
		rest = rest[n:]
	}
	if len(c.toks) == 0 {
		return fmt.Errorf("it is empty; want for example busy_factor <= 8")
	}
	return nil
}

// accept takes the next token if it is one of words.
func (c *Condition) accept(words ...string) bool {
	if c.at < len(c.toks) && slices.Contains(words, strings.ToLower(c.toks[c.at])) {
		c.at++
		return true
	}
	return false
}

func (c *Condition) or() (test, error) {
	left, err := c.and()
	for err == nil && c.accept("||", "|", "or") {
		var right test
		a := left
		right, err = c.and()
		left = func(p []uint32) bool { return a(p) || right(p) }
	}
	return left, err
}

func (c *Condition) and() (test, error) {
	left, err := c.not()
	for err == nil && c.accept("&&", "&", "and") {
		var right test
		a := left
		right, err = c.not()
		left = func(p []uint32) bool { return a(p) && right(p) }
	}
	return left, err
}

func (c *Condition) not() (test, error) {
	switch {
	case c.accept("!", "not"):
		inner, err := c.not()
		return func(p []uint32) bool { return !inner(p) }, err
	case c.accept("("):
		inner, err := c.or()
		if err == nil && !c.accept(")") {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		return inner, err
	}
	return c.comparison()
}

// operand is an axis or a value.
type operand struct {
	axis int // -1: a value
	text string
}

func (c *Condition) operand() (operand, error) {
	if c.at >= len(c.toks) {
		return operand{}, fmt.Errorf("it ends too early")
	}
	tok := c.toks[c.at]
	c.at++
	if text, quoted := strings.CutPrefix(tok, "'"); quoted {
		return operand{-1, text}, nil
	}
	if strings.ContainsAny(tok, operators) {
		return operand{}, fmt.Errorf("unexpected %q; want the name of an axis or a value", tok)
	}
	return operand{findAxis(c.axes, tok), tok}, nil
}

// findAxis returns the index of the axis called name, in any case and with or
// without "workload." in front; -1 if there is none.
func findAxis(axes []Axis, name string) int {
	return slices.IndexFunc(axes, func(a Axis) bool {
		return strings.EqualFold(a.Name, name) || strings.EqualFold(a.Name, workloadPrefix+name)
	})
}

func (c *Condition) comparison() (test, error) {
	left, err := c.operand()
	if err != nil {
		return nil, err
	}
	if c.at >= len(c.toks) || !slices.Contains([]string{"=", "==", "!=", "<", "<=", ">", ">="}, c.toks[c.at]) {
		return nil, fmt.Errorf("want a comparison such as = or <= behind %q", left.text)
	}
	op := c.toks[c.at]
	c.at++
	right, err := c.operand()
	if err != nil {
		return nil, err
	}
	if left.axis < 0 && right.axis < 0 {
		var names []string
		for i := range c.axes {
			names = append(names, c.axes[i].Name)
		}
		return nil, fmt.Errorf("%q is not an axis of this sweep; %s", left.text, diag.Suggest(left.text, names))
	}
	if op == "=" || op == "==" || op == "!=" {
		return c.equality(left, right, op == "!=")
	}
	return c.order(left, right, op)
}

// texts are the values of an operand: those of the axis, or the one value.
func (c *Condition) texts(o operand) []string {
	if o.axis >= 0 {
		return c.axes[o.axis].Values
	}
	return []string{o.text}
}

func (o operand) index(p []uint32) uint32 {
	if o.axis < 0 {
		return 0
	}
	return p[o.axis]
}

func (c *Condition) equality(left, right operand, negate bool) (test, error) {
	a, b := c.texts(left), c.texts(right)
	if left.axis < 0 || right.axis < 0 {
		axis, value := left, right
		if left.axis < 0 {
			axis, value = right, left
		}
		if !slices.ContainsFunc(c.texts(axis), func(v string) bool { return same(v, value.text) }) {
			return nil, fmt.Errorf("axis %s has no value %q; %s",
				c.axes[axis.axis].Name, value.text, diag.Suggest(value.text, c.texts(axis)))
		}
	}
	return func(p []uint32) bool { return same(a[left.index(p)], b[right.index(p)]) != negate }, nil
}

// same reports whether two values are the same text, or the same number.
func same(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	x, isX := numeric(a)
	y, isY := numeric(b)
	return isX && isY && x == y
}

func (c *Condition) order(left, right operand, op string) (test, error) {
	var numbers [2][]float64
	for i, o := range [...]operand{left, right} {
		for _, text := range c.texts(o) {
			v, ok := numeric(text)
			if !ok {
				return nil, fmt.Errorf("%q is not a number, and %s compares numbers", text, op)
			}
			numbers[i] = append(numbers[i], v)
		}
	}
	compare := func(x, y float64) bool { return x < y }
	switch op {
	case "<=":
		compare = func(x, y float64) bool { return x <= y }
	case ">":
		compare = func(x, y float64) bool { return x > y }
	case ">=":
		compare = func(x, y float64) bool { return x >= y }
	}
	return func(p []uint32) bool { return compare(numbers[0][left.index(p)], numbers[1][right.index(p)]) }, nil
}
