package rtapp

import (
	"fmt"
	"strings"
)

// maxDepth is how deep objects and arrays may nest: json-c's default
// (JSON_TOKENER_DEFAULT_DEPTH). The innermost has to be empty.
const maxDepth = 32

// parser turns tokens into a tree. Where the intent is plain (a missing comma,
// say) it complains and goes on, so that a file's faults come out together;
// otherwise it sets stop.
type parser struct {
	scan   *scanner
	tok    token // the token to look at next
	faults *faults
	strict bool // no bare members; the last duplicate wins
	depth  int
	keys   []string // the keys that lead to the current value
	stop   bool
	blanks []placeholder
}

// placeholder is a word such as __DURATION__ where a value should be.
type placeholder struct {
	text string
	at   pos
}

// parse reads the root object. ok is false if the file could not be read to its
// end; the diagnostics say why.
func parse(src []byte, strict bool, f *faults) (root node, ok bool) {
	p := &parser{scan: newScanner(src, f), faults: f, strict: strict}
	p.advance()
	if p.tok.kind == tokenEnd {
		f.errorf(place{at: p.tok.at}, "syntax", `an rt-app file is an object with at least "tasks"`, "the file is empty")
		return node{}, false
	}
	if !p.is('{') {
		p.unexpected("the { of the root object")
		return node{}, false
	}
	root = p.value()
	p.template()
	if p.stop {
		return root, false
	}
	return root, true
}

// advance moves to the next token. The one after the closing bracket of the
// root is not read: rt-app ignores what follows.
func (p *parser) advance() {
	p.tok = p.scan.next()
	if p.tok.kind == tokenBroken {
		p.fail("syntax", "", "%s (column %d)", p.tok.text, p.tok.at.col)
	}
}

// closing moves past the bracket that ends an object or array.
func (p *parser) closing() {
	p.depth--
	if p.depth > 0 {
		p.advance()
		return
	}
	if at, more := p.scan.rest(); more {
		p.faults.warnf(place{at: at}, "rest", "rt-app reads the first object and ignores what follows",
			"text after the root object")
	}
}

func (p *parser) is(punct byte) bool { return p.tok.kind == tokenPunct && p.tok.punct == punct }

// here is the place of the current token.
func (p *parser) here() place { return p.where(p.tok.at) }

// where is a place inside the value that is being read.
func (p *parser) where(at pos) place {
	var in *scope
	for _, k := range p.keys {
		in = &scope{up: in, key: k}
	}
	return place{in: in, at: at}
}

// fail reports an error after which reading cannot go on.
func (p *parser) fail(code, detail, format string, args ...any) {
	if !p.stop {
		p.faults.errorf(p.here(), code, detail, format, args...)
	}
	p.stop = true
}

// unexpected reports that the current token is not what has to stand here.
func (p *parser) unexpected(want string) {
	p.fail("syntax", "", "want %s, have %s (column %d)", want, p.tok.describe(), p.tok.at.col)
}

// describe names the token for a message.
func (t token) describe() string {
	switch t.kind {
	case tokenEnd:
		return "the end of the file"
	case tokenPunct:
		return string(t.punct)
	case tokenText:
		return "the text " + quote(t.text)
	case tokenNumber, tokenWord:
		return clip(t.text)
	}
	return "a broken value"
}

// value reads any value.
func (p *parser) value() node {
	t := p.tok
	switch {
	case p.depth == maxDepth:
		p.fail("depth", "rt-app's JSON reader goes no deeper",
			"a value inside %d brackets (column %d)", maxDepth, t.at.col)
		return node{at: t.at}
	case p.is('{'):
		return p.nested(p.object)
	case p.is('['):
		return p.nested(p.array)
	case t.kind == tokenText:
		p.oneLine(t)
		p.advance()
		return node{kind: kindText, at: t.at, text: t.text}
	case t.kind == tokenNumber:
		n := p.number(t)
		p.advance()
		return n
	case t.kind == tokenWord:
		n := p.word(t)
		p.advance()
		return n
	}
	p.unexpected("a value")
	return node{at: t.at}
}

// nested reads an object or array one level down.
func (p *parser) nested(read func(pos) node) node {
	at := p.tok.at
	p.depth++
	p.advance()
	return read(at)
}

// array reads the rest of an array.
func (p *parser) array(at pos) node {
	n := node{kind: kindArray, at: at}
	for !p.stop {
		if p.is(']') {
			p.closing()
			return n
		}
		n.members = append(n.members, member{at: p.tok.at, value: p.value()})
		p.separator(']', at)
	}
	return n
}

// separator reads what has to follow an element: a comma or the closing
// bracket, which is left to the caller. A comma before the bracket is fine.
func (p *parser) separator(closing byte, opened pos) {
	switch {
	case p.stop || p.is(closing):
	case p.is(','):
		p.advance()
	case p.tok.kind == tokenText || p.tok.kind == tokenNumber || p.tok.kind == tokenWord || p.is('{') || p.is('['):
		p.faults.errorf(p.here(), "comma", "add the comma", "missing comma before %s (column %d)",
			p.tok.describe(), p.tok.at.col)
	default:
		p.unexpected(fmt.Sprintf("a comma or %c for line %d", closing, opened.line))
	}
}

// oneLine warns of text with a line end in it: json-c takes it, but mostly a
// quote is missing.
func (p *parser) oneLine(t token) {
	if strings.ContainsRune(t.text, '\n') && !p.escaped(t) {
		p.faults.warnf(p.where(t.at), "quote", "is a closing quote missing?",
			"text runs over the end of its line (column %d)", t.at.col)
	}
}

// escaped reports whether the text just read stands on one line, so that its
// line ends are escapes.
func (p *parser) escaped(t token) bool { return p.scan.line == t.at.line }
