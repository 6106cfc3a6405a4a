package column

// skip passes over one value.
func (p *parser) skip(depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch p.peek() {
	case '{':
		return p.skipAll('{', '}', depth)
	case '[':
		return p.skipAll('[', ']', depth)
	case '"':
		_, ok := p.quoted()
		return ok
	case 't':
		return p.word("true")
	case 'f':
		return p.word("false")
	case 'n':
		return p.word("null")
	}
	_, length := number(p.src[p.at:])
	p.at += length
	return length > 0
}

func (p *parser) skipAll(open, end byte, depth int) bool {
	p.take(open)
	for first := true; p.peek() != end; first = false {
		if !first && !p.take(',') {
			return false
		}
		if open == '{' {
			if _, ok := p.quoted(); !ok || !p.take(':') {
				return false
			}
		}
		if !p.skip(depth + 1) {
			return false
		}
		p.blank()
	}
	p.at++
	return true
}
