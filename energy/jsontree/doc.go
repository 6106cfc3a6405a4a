// Package jsontree reads JSON as people write it (comments, trailing commas) into
// a tree whose nodes know their lines, for importers that must say where a value
// stands. Readers of similar formats (YAML) build the same tree.
//
// The parser is encoding/json's token reader behind a filter that blanks comments
// and trailing commas out. Depth and number of nodes are bounded, so that any
// bytes are safe.
package jsontree
