package rtapp

import "easim/energy/diag"

// integer returns the integer n, which must lie within lo..hi; ok is false, and
// the fault reported, if it is none.
func (r *reader) integer(p place, n *node, what string, lo, hi int64) (v int64, ok bool) {
	p.at = n.at
	switch n.kind {
	case kindInt:
	case kindBroken:
		return 0, false
	default:
		detail := "rt-app HEAD exits here"
		if n.kind == kindText && isPlaceholder(n.text) {
			detail = "a blank of a template that was not filled in?"
		} else if n.kind == kindText && integer(n.text) {
			detail = "remove the quotes; " + detail
		}
		r.errorf(p, "type", detail, "%s wants an integer, not %s", what, n.describe())
		return 0, false
	}
	v, fits := int32Of(n.text)
	switch {
	case !fits:
		r.errorf(p, "range", "rt-app keeps 32 bits and would take the nearest limit",
			"%s is %s, beyond 32 bits", what, clip(n.text))
	case v < lo || v > hi:
		r.errorf(p, "range", rangeText(lo, hi), "%s is %d", what, v)
	default:
		return v, true
	}
	return 0, false
}

func rangeText(lo, hi int64) string {
	const int32Max = 1<<31 - 1
	if hi == int32Max {
		return "want at least " + itoa(lo)
	}
	return "want " + itoa(lo) + " to " + itoa(hi)
}

// maxInt is the greatest integer of rt-app.
const maxInt = 1<<31 - 1

// intProp returns the integer property key of n, or def if it is absent or
// faulty.
func (r *reader) intProp(in *scope, n *node, key string, def, lo, hi int64) int64 {
	x := n.find(key)
	if x == nil {
		return def
	}
	if v, ok := r.integer(place{in: in, key: key}, x, quote(key), lo, hi); ok {
		return v
	}
	return def
}

// boolProp returns the truth property key of n, or def if it is absent or
// faulty.
func (r *reader) boolProp(in *scope, n *node, key string, def bool) bool {
	x := n.find(key)
	if x == nil {
		return def
	}
	switch x.kind {
	case kindBool:
		return x.text[0]|0x20 == 't'
	case kindBroken:
		return def
	}
	r.errorf(place{in: in, key: key, at: x.at}, "type", "write true or false",
		"%s wants true or false, not %s", quote(key), x.describe())
	return def
}

// textProp returns the text property key of n, or def if it is absent or
// faulty.
func (r *reader) textProp(in *scope, n *node, key, def string) string {
	x := n.find(key)
	if x == nil {
		return def
	}
	if s, ok := r.text(place{in: in, key: key}, x, quote(key)); ok {
		return s
	}
	return def
}

// text returns the text n; ok is false, and the fault reported, if it is none.
func (r *reader) text(p place, n *node, what string) (s string, ok bool) {
	p.at = n.at
	switch n.kind {
	case kindText:
		return n.text, true
	case kindBroken:
		return "", false
	}
	r.errorf(p, "type", "write a name in quotes; rt-app HEAD exits here", "%s wants text, not %s", what, n.describe())
	return "", false
}

// choice returns the index of the text property key in names, or def.
func (r *reader) choice(in *scope, n *node, key string, names []string, def int) int {
	x := n.find(key)
	if x == nil {
		return def
	}
	s, ok := r.text(place{in: in, key: key}, x, quote(key))
	if !ok {
		return def
	}
	if i := index(names, s); i >= 0 {
		return i
	}
	r.errorf(place{in: in, key: key, at: x.at}, "choice", diag.Suggest(clip(s), names), "%s is %s", quote(key), quote(s))
	return def
}
