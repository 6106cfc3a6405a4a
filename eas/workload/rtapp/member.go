package rtapp

import "strings"

// object reads the rest of an object.
func (p *parser) object(at pos) node {
	n := node{kind: kindObject, at: at}
	for !p.stop {
		if p.is('}') {
			if p.strict {
				n.members = lastWins(n.members)
			}
			p.closing()
			return n
		}
		p.member(&n)
		p.separator('}', at)
	}
	return n
}

// member reads one key and its value.
func (p *parser) member(n *node) {
	key := p.tok
	switch key.kind {
	case tokenText:
		p.oneLine(key)
	case tokenWord, tokenNumber:
		p.faults.errorf(p.here(), "quote", "write "+quote(key.text), "key %s without quotes (column %d)",
			clip(key.text), key.at.col)
	default:
		p.unexpected("a key in quotes")
		return
	}
	p.advance()
	m := member{key: key.text, at: key.at}
	p.keys = append(p.keys, key.text)
	m.value = p.memberValue(key)
	p.keys = p.keys[:len(p.keys)-1]
	if !p.stop {
		n.members = append(n.members, m)
	}
}

// memberValue reads the colon and the value of key.
func (p *parser) memberValue(key token) node {
	switch {
	case p.stop:
		return node{at: key.at}
	case p.is(':'):
		p.advance()
		if p.is(',') || p.is('}') {
			p.faults.errorf(p.where(key.at), "value", "write a value, or remove the key", "no value after the colon")
			return node{at: key.at}
		}
		return p.value()
	case p.is(',') || p.is('}'):
		return p.bare(key)
	case p.tok.kind == tokenNumber || p.is('{') || p.is('['):
		p.faults.errorf(p.where(key.at), "colon", "add the colon",
			"missing colon after %s (column %d)", quote(key.text), p.tok.at.col)
		return p.value()
	}
	p.unexpected("a colon after " + quote(key.text))
	return node{at: key.at}
}

// bare makes the node of a key without value. workgen completes "suspend"
// inside a task with the task's name; nothing else may be bare.
func (p *parser) bare(key token) node {
	inTask := len(p.keys) >= 3 && p.keys[0] == "tasks"
	suspend := strings.HasPrefix(key.text, "suspend")
	switch {
	case inTask && suspend && !p.strict:
		return node{kind: kindBare, at: key.at}
	case suspend:
		p.faults.errorf(p.where(key.at), "value",
			`rt-app alone refuses it, only workgen fills in the task's name: write "suspend": "<task>"`,
			"no value after %s", quote(key.text))
	default:
		p.faults.errorf(p.where(key.at), "value",
			`only "suspend" inside a task may stand alone; an event that needs no value is written "yield": ""`,
			"no value after %s", quote(key.text))
	}
	return node{at: key.at}
}

// lastWins is how json-c stores duplicate keys: the last value, at the first
// one's place.
func lastWins(members []member) []member {
	if len(members) < 2 {
		return members
	}
	first := make(map[string]int, len(members))
	out := members[:0]
	for _, m := range members {
		if i, dup := first[m.key]; dup {
			out[i] = m
			continue
		}
		first[m.key] = len(out)
		out = append(out, m)
	}
	return out
}
