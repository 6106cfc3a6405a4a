//go:build race

package importer

// raced: the race detector multiplies memory.
const raced = true
