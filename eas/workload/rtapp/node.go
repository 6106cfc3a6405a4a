package rtapp

// pos is a place in the source: 1-based line, and 1-based column in bytes.
type pos struct{ line, col int32 }

// kind says what a node holds.
type kind uint8

const (
	kindBroken kind = iota // already reported, or a placeholder: no further complaint
	kindNull
	kindBool
	kindInt
	kindFloat
	kindText
	kindArray
	kindObject
	kindBare // a member without a value
)

// node is one value of the file.
type node struct {
	kind    kind
	at      pos
	text    string   // kindText: the text; numbers and literals: as written
	members []member // kindObject; kindArray, with empty keys
}

// member is one key and its value, in the order of the file.
type member struct {
	key   string
	at    pos
	value node
}

// describe names the value for a message: "the text \"a\"", "an array".
func (n *node) describe() string {
	switch n.kind {
	case kindText:
		return "the text " + quote(n.text)
	case kindInt, kindFloat, kindBool:
		return clip(n.text)
	case kindNull:
		return "null"
	case kindArray:
		return "an array"
	case kindObject:
		return "an object"
	case kindBare:
		return "no value"
	}
	return "a broken value"
}

// find returns the value of key: the first one, as workgen renames the others.
// A null counts as absent, which is how rt-app reads it.
func (n *node) find(key string) *node {
	for i := range n.members {
		m := &n.members[i]
		if m.key == key {
			if m.value.kind == kindNull {
				return nil
			}
			return &m.value
		}
	}
	return nil
}

// findMember returns the first member called key, null or not.
func (n *node) findMember(key string) *member {
	for i := range n.members {
		if n.members[i].key == key {
			return &n.members[i]
		}
	}
	return nil
}
